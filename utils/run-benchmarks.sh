#!/usr/bin/env bash
#===- run-benchmarks.sh - measure against peers --------------------------===#
#
# Builds the project, installs its Python package and the peers of
# benchmarks/peers.txt into a virtual environment in the build tree (the first
# call downloads about 4 GB), verifies every result and measures. See
# docs/benchmarks.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: utils/run-benchmarks.sh [--quick] [--publish] [options] [CASE...]

  --quick     two threads, no fresh results, few and short rounds
  --no-sweep  the 16 workloads alone
  --publish   write figures and plots into docs/benchmarks
  --random=N [--seed=S]
              N workloads drawn at random instead, by the functions of the package,
              two threads, beside NumPy, PyTorch and JAX: the distribution, the
              worst ten with their plans, a plot
  CASE        a workload or a pattern, e.g. 'reverse_*' [the 16 workloads and,
              without --quick, the sweep]
  --threads=LIST, --modes=LIST, --peers=LIST
              e.g. 1,2; in_place,existing,fresh; numpy,torch,jax
  --rounds=N, --seconds=S
              turns of each contestant and their length
  -h, --help  this text

Environment: SCATTER_BUILD_DIR, the build tree [build]; SCATTER_BENCH_VENV, the
virtual environment [<build tree>/benchmarks/venv]; SCATTER_BENCH_OUTPUT, the
folder of the results [<build tree>/benchmarks/results]; SCATTER_BENCH_PYTHON,
the interpreter [/usr/bin/python3].
USAGE
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=$(realpath -m "${SCATTER_BUILD_DIR:-$root/build}")
venv=$(realpath -m "${SCATTER_BENCH_VENV:-$build_dir/benchmarks/venv}")
output=$(realpath -m "${SCATTER_BENCH_OUTPUT:-$build_dir/benchmarks/results}")
python=$venv/bin/python
log=$build_dir/benchmarks/install.log
for argument in "$@"; do
  case $argument in -h|--help) usage; exit 0 ;; esac
done
say() { echo "run-benchmarks.sh: $*" >&2; }
run_logged() { "$@" >>"$log" 2>&1 || { say "failed, see $log: $*"; exit 1; }; }

SCATTER_BUILD_DIR=$build_dir "$root/utils/build.sh" --build-dir="$build_dir" \
  -- all >&2
mkdir -p "$build_dir/benchmarks"
: >"$log"
# The micro-benchmarks are left out where Google Benchmark is not installed.
if cmake -DSCATTER_ENABLE_BENCHMARKS=ON "$build_dir" >>"$log" 2>&1; then
  run_logged cmake --build "$build_dir" --target scatter-bench-engine
else
  say "no micro-benchmarks without Google Benchmark (Debian: libbenchmark-dev)"
  run_logged cmake -DSCATTER_ENABLE_BENCHMARKS=OFF "$build_dir"
fi

[ -x "$python" ] ||
  run_logged "${SCATTER_BENCH_PYTHON:-/usr/bin/python3}" -m venv "$venv"
pip=("$python" -m pip install -q --disable-pip-version-check)
wanted=$(cat "$root"/benchmarks/{requirements,peers}.txt)
if [ "$wanted" != "$(cat "$venv/installed.txt" 2>/dev/null)" ]; then
  run_logged "${pip[@]}" -r "$root/benchmarks/requirements.txt"
  while read -r -a packages; do
    case ${packages[0]:-#} in '#'*) continue ;; esac
    say "installing ${packages[*]}"
    "${pip[@]}" "${packages[@]}" >>"$log" 2>&1 ||
      say "left out, see $log: ${packages[*]}"
  done <"$root/benchmarks/peers.txt"
  echo "$wanted" >"$venv/installed.txt"
fi

say "installing scatter_mlir"
prefix=$build_dir/benchmarks/prefix
run_logged cmake --install "$build_dir" --prefix "$prefix"
run_logged "${pip[@]}" --no-build-isolation --no-deps --force-reinstall \
  --config-settings=build-dir="$build_dir/benchmarks/python" \
  --config-settings=cmake.define.Scatter_DIR="$prefix/lib/cmake/Scatter" "$root"

cd "$root/benchmarks"
PYTHONDONTWRITEBYTECODE=1 exec "$python" -m harness.run \
  --bin "$build_dir/bin" --output "$output" "$@"
