#!/usr/bin/env bash
#===- run-sanitizers.sh - every test under the sanitizers ----------------===#
#
# Installs what is missing, builds the presets asan (address and undefined
# behaviour) and tsan (threads) with clang 22 in build-asan and build-tsan, and
# runs the lit tests, the unit tests, random cases and the changed inputs of
# test/Fuzz under them. The last line of the output is `N passed, N failed`;
# the exit status is 0 only if nothing failed.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: utils/run-sanitizers.sh [options] [asan] [tsan]

Without a preset both are built and tested.

  --jobs=N        parallel jobs                        [number of cores]
  --cases=N       random cases under each preset       [20000]
  --seed=N        seed of the random cases             [1]
  --filter=REGEX  only the lit and unit tests that it matches
  --no-install    do not install packages; fail if one is missing
  -h, --help      this text

The environment gives jobs and seed as SCATTER_JOBS and SCATTER_FUZZ_SEED.
USAGE
}

die() { echo "run-sanitizers.sh: $*" >&2; exit 1; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=${SCATTER_JOBS:-$(nproc)}
cases=20000
seed=${SCATTER_FUZZ_SEED:-1}
filter=
packages=(--packages-only --sanitizers=address)
presets=()

while [ $# -gt 0 ]; do
  case $1 in
    --jobs=*) jobs=${1#*=} ;;
    --cases=*) cases=${1#*=} ;;
    --seed=*) seed=${1#*=} ;;
    --filter=*) filter=${1#*=} ;;
    --no-install) packages+=(--no-install) ;;
    -h|--help) usage; exit 0 ;;
    asan|tsan) presets+=("$1") ;;
    *) die "expected an option, asan or tsan, found '$1' (see --help)" ;;
  esac
  shift
done
[ ${#presets[@]} -gt 0 ] || presets=(asan tsan)

"$root/utils/build.sh" "${packages[@]}"
if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi

results=()
for preset in "${presets[@]}"; do
  build_dir=$root/build-$preset
  result=$build_dir/test/results.json
  results+=("$result")
  cd "$root"
  rm -f "$result"
  echo "== build of the preset $preset"
  cmake --preset "$preset" --log-level=WARNING
  cmake --build --preset "$preset" --parallel "$jobs"

  cached() { sed -n "s/^$1:[A-Z]*=//p" "$build_dir/CMakeCache.txt"; }
  python=$(cached Python3_EXECUTABLE)
  lit=$(cached LLVM_EXTERNAL_LIT)
  echo "== every test under $preset"
  # A failing suite does not stop the next one: the count at the end decides.
  "$python" "$lit" -v -j "$jobs" --output "$result" ${filter:+--filter="$filter"} \
    -D fuzz_cases="$cases" -D fuzz_seed="$seed" "$build_dir/test" || true
done

"$python" "$root/utils/count-tests.py" "${results[@]}"
