#!/usr/bin/env bash
#===- run-tests.sh - build everything and run every test -----------------===#
#
# The last line of the output is `N passed, N failed`; the exit status is 0
# only if nothing failed. SCATTER_FUZZ_SECONDS (20) and SCATTER_FUZZ_SEED (1) say
# how long random cases run, and which.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=${SCATTER_BUILD_DIR:-$root/build}
ring=all
options=()
for argument in "$@"; do
  case $argument in
    -h|--help)
      cat <<'USAGE'
usage: utils/run-tests.sh [--ring=RING] [options of utils/build.sh]

  --ring=quick       dialect, passes, pipelines and unit tests: a minute
  --ring=all         every test that needs no framework            [all]
  --ring=frameworks  PyTorch, JAX, ONNX Runtime and OpenVINO, which are
                     installed into build/frameworks
USAGE
      exit 0 ;;
    --ring=*) ring=${argument#*=} ;;
    --build-dir=*) build_dir=${argument#*=} options+=("$argument") ;;
    *) options+=("$argument") ;;
  esac
done
case $ring in
  quick | all) ;;
  frameworks) exec "$root/utils/run-framework-tests.sh" ;;
  *) echo "run-tests.sh: --ring expects quick, all or frameworks, found" \
      "'$ring'" >&2
    exit 1 ;;
esac

"$root/utils/build.sh" "${options[@]}"

results=$build_dir/test/results
mkdir -p "$results"
rm -f "$results"/*.json
jobs=${SCATTER_JOBS:-$(nproc)}
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build_dir/CMakeCache.txt"; }
python=$(cached Python3_EXECUTABLE)
lit=("${python:-python3}" "$(cached LLVM_EXTERNAL_LIT)" -v -j "$jobs")

# Counts what the runs have written, and is the exit status.
count() { "${lit[0]}" "$root/utils/count-tests.py" "$@"; }

if [ "$ring" = quick ]; then
  "${lit[@]}" --output "$results/quick.json" "$build_dir/test/Dialect" \
    "$build_dir/test/Conversion" "$build_dir/test/Pipelines" \
    "$build_dir/test/Unit" || true
  count "$results/quick.json"
  exit
fi

# A failing suite does not stop the next one: the count at the end decides.
echo "== every test; the tools use a thread pool"
"${lit[@]}" --output "$results/threads.json" \
  -D fuzz_seconds="${SCATTER_FUZZ_SECONDS:-20}" \
  -D fuzz_seed="${SCATTER_FUZZ_SEED:-1}" "$build_dir/test" || true

# What runs no scatter-opt would only be the same test again.
echo "== the tests of scatter-opt again: one thread, each input written out" \
  "and read back as text and as bytecode"
mapfile -t tests < <(cd "$root/test" &&
  grep -rlE '^// RUN:.*scatter-opt' --include='*.mlir' Conversion Dialect Import \
    Pipelines | grep -v element-types)
"${lit[@]}" --output "$results/roundtrip.json" \
  -D scatter_opt_flags="--mlir-disable-threading --verify-roundtrip" \
  "${tests[@]/#/$build_dir/test/}" || true

count "$results/threads.json" "$results/roundtrip.json"
