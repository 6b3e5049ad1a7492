#!/usr/bin/env bash
#===- run-tests.sh - build everything and run every test -----------------===#
#
# The last line of the output is `N passed, N failed`; the exit status is 0
# only if nothing failed. Options are those of build.sh. SCATTER_FUZZ_SECONDS
# (20) and SCATTER_FUZZ_SEED (1) say how long random cases run, and which.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=${SCATTER_BUILD_DIR:-$root/build}
for argument in "$@"; do
  case $argument in
    -h|--help)
      echo "usage: utils/run-tests.sh [options of utils/build.sh]"
      exit 0 ;;
    --build-dir=*) build_dir=${argument#*=} ;;
  esac
done

"$root/utils/build.sh" "$@"

results=$build_dir/test/results
mkdir -p "$results"
rm -f "$results"/*.json
jobs=${SCATTER_JOBS:-$(nproc)}
cached() { sed -n "s/^$1:[A-Z]*=//p" "$build_dir/CMakeCache.txt"; }
python=$(cached Python3_EXECUTABLE)
lit=("${python:-python3}" "$(cached LLVM_EXTERNAL_LIT)" -v -j "$jobs")

# A failing suite does not stop the next one: the count at the end decides.
echo "== every test; the tools use a thread pool"
"${lit[@]}" --output "$results/threads.json" \
  -D fuzz_seconds="${SCATTER_FUZZ_SECONDS:-20}" \
  -D fuzz_seed="${SCATTER_FUZZ_SEED:-1}" "$build_dir/test" || true

# What runs no scatter-opt would only be the same test again.
echo "== the tests of scatter-opt again: one thread, each input written out" \
  "and read back as text and as bytecode"
"${lit[@]}" --output "$results/roundtrip.json" \
  -D scatter_opt_flags="--mlir-disable-threading --verify-roundtrip" \
  --filter-out 'Scatter-Unit ::|Integration/|scatter-fuzz/|element-types' "$build_dir/test" || true

"${lit[0]}" "$root/utils/count-tests.py" \
  "$results/threads.json" "$results/roundtrip.json"
