#!/usr/bin/env bash
#===- run-fuzzers.sh - the fuzz targets of the readers -------------------===#
#
# Builds fuzz targets of test/Fuzz with clang 22, with the address sanitizer and
# the one of undefined behaviour, writes the models and programs of the test
# suite as their seeds and runs each target. The last line of the output is
# `N passed, N failed`; the exit status is 0 only if there was no finding.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: utils/run-fuzzers.sh [options] [target...]

The targets are mlir, npy, onnx, openvino, stablehlo and tensorflow; without one
all of them are built and run.

  --seconds=N      how long each target runs           [600]
  --jobs=N         targets that run at a time, and parallel jobs of the build
                                                       [number of cores]
  --build-dir=DIR  build tree                          [build-fuzz]
  --no-install     do not install packages; fail if one is missing
  -h, --help       this text

<build tree>/fuzz/<target> holds the corpus, which the next run starts from, the
inputs of findings (crash-*, oom-*, timeout-*) and the log. One input alone:

  <build tree>/test/Fuzz/<target>-fuzzer <input>
USAGE
}

die() { echo "run-fuzzers.sh: $*" >&2; exit 1; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=$root/build-fuzz
seconds=600
jobs=${SCATTER_JOBS:-$(nproc)}
options=()
targets=()

while [ $# -gt 0 ]; do
  case $1 in
    --seconds=*) seconds=${1#*=} ;;
    --jobs=*) jobs=${1#*=} ;;
    --build-dir=*) build_dir=${1#*=} ;;
    --no-install) options+=(--no-install) ;;
    -h|--help) usage; exit 0 ;;
    mlir|npy|onnx|openvino|stablehlo|tensorflow) targets+=("$1") ;;
    *) die "expected an option or a fuzz target, found '$1' (see --help)" ;;
  esac
  shift
done
[ ${#targets[@]} -gt 0 ] ||
  targets=(mlir npy onnx openvino stablehlo tensorflow)

programs=("${targets[@]/%/-fuzzer}")
[[ " ${targets[*]} " != *" mlir "* ]] || programs+=(scatter-mlir-corpus)
"$root/utils/build.sh" --compiler=clang --fuzzers --build-dir="$build_dir" \
  --jobs="$jobs" ${options[@]+"${options[@]}"} -- "${programs[@]}"

# An interpreter with NumPy; scripts leave no byte code in the sources.
python=("$(sed -n 's/^Python3_EXECUTABLE:[A-Z]*=//p' "$build_dir/CMakeCache.txt")" -B)
inputs=$root/test/Import

write_seeds() {
  local target=$1 folder=$2
  case $target in
    mlir)
      # One file for each function.
      "$build_dir/test/Fuzz/scatter-mlir-corpus" --write="$folder" \
        "$root"/test/Dialect/Scatter/{IR,Transforms}/*.mlir ;;
    npy) ;;
    stablehlo) cp "$root"/test/Integration/StableHLO/Inputs/JAX/*.mlir "$folder" ;;
    onnx)
      "${python[@]}" "$inputs/ONNX/Inputs/write_models.py" "$folder/written"
      "${python[@]}" "$inputs/ONNX/Inputs/write_dynamic_models.py" "$folder/dynamic"
      local name
      for name in torch-models dynamic-models node-tests-{debian,pypi}; do
        "${python[@]}" "$inputs/ONNX/Inputs/unpack.py" \
          "$inputs/ONNX/Inputs/$name.tar.xz" "$folder/$name"
      done
      # Test data are seeds of the reader of tensors; most are small.
      find "$folder" \( -size +64k -o -name "*.npy" \) -delete ;;
    openvino)
      "${python[@]}" "$inputs/OpenVINO/Inputs/write_models.py" "$folder/written" >/dev/null
      "${python[@]}" "$inputs/OpenVINO/Inputs/write_dynamic_models.py" "$folder/dynamic"
      "${python[@]}" "$inputs/ONNX/Inputs/unpack.py" \
        "$inputs/OpenVINO/Inputs/models.tar.xz" "$folder"
      find "$folder" -type f ! -name '*.xml' -delete ;;
    tensorflow)
      "${python[@]}" "$inputs/TensorFlow/Inputs/write_models.py" "$folder/written"
      "${python[@]}" "$inputs/TensorFlow/run-dynamic.py" "$folder/dynamic"
      "${python[@]}" -c '
import os, sys
import numpy as np
for name in os.listdir(sys.argv[1]):
    case = np.load(os.path.join(sys.argv[1], name))
    for kind in {"graph", "saved_model"} & set(case.files):
        with open(os.path.join(sys.argv[2], f"{name}.{kind}.pb"), "wb") as file:
            file.write(case[kind].tobytes())
' "$inputs/TensorFlow/Inputs/Models" "$folder" ;;
  esac
}

# Runs one target and prints one line about it.
run() {
  local target=$1 folder=$build_dir/fuzz/$1 status=0
  rm -rf "$folder/seeds"
  mkdir -p "$folder/corpus" "$folder/seeds"
  write_seeds "$target" "$folder/seeds"
  "$build_dir/test/Fuzz/$target-fuzzer" -max_len=32768 -timeout=60 \
    -rss_limit_mb=4096 -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="$folder/" "$folder/corpus" "$folder/seeds" \
    >"$folder/log" 2>&1 || status=$?
  local runs
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/log")
  if [ "$status" -eq 0 ]; then
    echo "$target: $runs inputs, no finding"
  else
    echo "$target: ${runs:-?} inputs, a finding: $folder/log"
    return 1
  fi
}

passed=0 failed=0
running=()
finish_first() {
  if wait "${running[0]}"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
  running=("${running[@]:1}")
}
for target in "${targets[@]}"; do
  [ ${#running[@]} -lt "$jobs" ] || finish_first
  run "$target" &
  running+=($!)
done
while [ ${#running[@]} -gt 0 ]; do finish_first; done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
