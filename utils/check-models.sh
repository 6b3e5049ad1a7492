#!/usr/bin/env bash
#===- check-models.sh - stored models against the frameworks -------------===#
#
# Installs the frameworks into an environment of their own, writes the models and
# programs of the test suite anew and compares them and their results with what
# is stored. The last line of the output is `N passed, N failed`; the exit status
# is 0 only if nothing failed.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: utils/check-models.sh [--venv=DIR] [framework...]

The frameworks are jax, openvino, pytorch and tensorflow; without one all of them
are compared.

  --venv=DIR      environment; made if it is missing   [build/models]
  -h, --help      this text
USAGE
}

die() { echo "check-models.sh: $*" >&2; exit 1; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/build/models
frameworks=()
while [ $# -gt 0 ]; do
  case $1 in
    --venv=*) venv=${1#*=} ;;
    -h|--help) usage; exit 0 ;;
    jax|openvino|pytorch|tensorflow) frameworks+=("$1") ;;
    *) die "expected an option or a framework, found '$1' (see --help)" ;;
  esac
  shift
done
[ ${#frameworks[@]} -gt 0 ] || frameworks=(jax openvino pytorch tensorflow)

[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
target=$root/test/Import
passed=0 failed=0

# Runs a script with arguments if the packages of the framework are there.
compare() {
  echo "== $framework: ${1##*/}"
  if $installed && "$venv/bin/python" -B "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
  fi
}

for framework in "${frameworks[@]}"; do
  case $framework in
    jax) packages=(jax numpy) ;;
    openvino) packages=(openvino numpy) ;;
    pytorch) packages=(torch onnx onnxscript numpy) ;;
    tensorflow) packages=(tensorflow-cpu numpy) ;;
  esac
  installed=true
  "$venv/bin/python" -m pip install -q --disable-pip-version-check \
    "${packages[@]}" || installed=false
  case $framework in
    jax)
      compare "$root/test/Integration/StableHLO/generate.py" --check \
        "$root/test/Integration/StableHLO/Inputs/JAX" ;;
    openvino)
      compare "$target/OpenVINO/generate.py" --check ;;
    pytorch)
      for kind in torch dynamic; do
        compare "$target/ONNX/generate-$kind-models.py" --check \
          "$target/ONNX/Inputs/$kind-models.tar.xz"
      done ;;
    tensorflow)
      compare "$target/TensorFlow/generate.py" --check \
        "$target/TensorFlow/Inputs/Models" ;;
  esac
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
