#!/usr/bin/env bash
#===- run-framework-tests.sh - the ops inside frameworks -----------------===#
#
# Installs PyTorch, JAX, ONNX Runtime, OpenVINO and the package into an
# environment of their own and runs the tests of scatter_mlir.torch, .jax,
# .onnxruntime and .openvino there. The exit status is 0 only if nothing failed.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: utils/run-framework-tests.sh [options] [-- PYTEST-ARGUMENT...]

  --venv=DIR      environment; made if it is missing   [build/frameworks]
  --scatter=DIR   prefix of an installed package; otherwise the sources are built
  --torch=SPEC    what pip installs                    [torch>=2.10]
  --jax=SPEC                                           [jax>=0.5]
  --onnxruntime=SPEC                                   [onnxruntime>=1.18]
  --openvino=SPEC                                      [openvino>=2025.0]
  --one-process   also install TensorFlow and Intel's OpenMP runtime, and run all
                  frameworks in one process
  -h, --help      this text
USAGE
}

die() { echo "run-framework-tests.sh: $*" >&2; exit 1; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/build/frameworks
prefix=
torch="torch>=2.10"
jax="jax>=0.5"
onnxruntime="onnxruntime>=1.18"
openvino="openvino>=2025.0"
one_process=
while [ $# -gt 0 ]; do
  case $1 in
    --venv=*) venv=${1#*=} ;;
    --scatter=*) prefix=${1#*=} ;;
    --torch=*) torch=${1#*=} ;;
    --jax=*) jax=${1#*=} ;;
    --onnxruntime=*) onnxruntime=${1#*=} ;;
    --openvino=*) openvino=${1#*=} ;;
    --one-process) one_process=1 ;;
    -h | --help) usage; exit 0 ;;
    --) shift; break ;;
    *) usage >&2; die "unknown option '$1'" ;;
  esac
  shift
done

[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
python=$venv/bin/python
"$python" -m pip install -q --disable-pip-version-check \
  "scikit-build-core>=0.10" "nanobind>=2.2" "numpy>=2" ml_dtypes pytest \
  expecttest "$torch" "$jax" "$onnxruntime" onnx "$openvino"

settings=()
if [ -n "$prefix" ]; then
  found=$(find "$prefix" -name ScatterConfig.cmake -print -quit)
  [ -n "$found" ] || die "no package Scatter below '$prefix'"
  settings+=("--config-settings=cmake.define.Scatter_DIR=$(dirname "$found")")
fi
"$python" -m pip install -q --disable-pip-version-check --no-build-isolation \
  --no-deps --force-reinstall "${settings[@]}" "$root"

# Outside of the tree, whose package lacks what is compiled.
cd "$venv"
"$python" -c "import scatter_mlir.torch, scatter_mlir.jax
import scatter_mlir.onnxruntime, scatter_mlir.openvino"
if [ -n "$one_process" ]; then
  "$python" -m pip install -q --disable-pip-version-check tensorflow-cpu \
    intel-openmp
  "$python" "$root/utils/check-frameworks.py"
fi
exec "$python" -m pytest -p no:cacheprovider "$root"/python/tests/test_torch*.py \
  "$root"/python/tests/test_jax*.py "$root"/python/tests/test_onnxruntime*.py \
  "$root"/python/tests/test_openvino.py "$root"/python/tests/test_same_bits.py \
  "$root/python/tests/test_documentation.py" "$@"
