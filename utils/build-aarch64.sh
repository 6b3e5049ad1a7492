#!/usr/bin/env bash
#===- build-aarch64.sh - libscatter_kernels for AArch64 ------------------===#
#
# A cross build on x86-64, see cross-aarch64.sh. The whole library and the wheel are
# made by build-wheel.sh --arch=aarch64.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: utils/build-aarch64.sh [options]

Builds libscatter_kernels and the runtime library for AArch64, and runs a program
with it where QEMU is installed (Debian: qemu-user-static or qemu-user).

  --native=DIR     build tree for this machine, with scatter-kernels-gen  [build]
  --build-dir=DIR  where the packages and the build tree go       [build-aarch64]
  --jobs=N         parallel jobs                                [number of cores]
  -h, --help       this text
USAGE
}

die() { echo "build-aarch64.sh: $*" >&2; exit 1; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source-path=SCRIPTDIR source=cross-aarch64.sh
source "$root/utils/cross-aarch64.sh"
native=$root/build
build=$root/build-aarch64
jobs=$(nproc)
while [ $# -gt 0 ]; do
  case $1 in
    --native=*) native=$(realpath -m "${1#*=}") ;;
    --build-dir=*) build=$(realpath -m "${1#*=}") ;;
    --jobs=*) jobs=${1#*=} ;;
    -h|--help) usage; exit 0 ;;
    *) die "unknown option '$1' (see --help)" ;;
  esac
  shift
done
find_generator "$native"

build_libraries() {
  local settings=(
    -G Ninja -S "$root" -B "$build/tree" --log-level=WARNING
    "${cross_settings[@]}"
    -DCMAKE_BUILD_TYPE=Release -DSCATTER_ENABLE_WERROR=ON
    -DSCATTER_ENABLE_TESTS=OFF
  )
  if command -v ccache >/dev/null; then
    settings+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache
               -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  cmake "${settings[@]}"
  cmake --build "$build/tree" --parallel "$jobs" \
    --target ScatterKernelsC scatter_kernels-archive ScatterRuntimeShared
}

# Runs the program of test/Integration/Embedding with either library.
check_libraries() {
  local folder=$build/check libraries=$build/tree/lib
  mkdir -p "$folder"
  local compile=("${cross_compiler[@]}" "-I$root/include"
    "$root/test/Integration/Embedding/kernels/main.c")
  "${compile[@]}" -o "$folder/shared" "-L$libraries" -lscatter_kernels \
    "-Wl,-rpath,$libraries"
  "${compile[@]}" -o "$folder/static" "$libraries/libscatter_kernels.a" \
    -lstdc++ -lm -pthread -ldl
  local kind
  for kind in shared static; do
    "${emulator[@]}" "$folder/$kind" >"$folder/$kind.txt" ||
      die "the program $folder/$kind failed"
    grep -q '^31 \.\.\. 38$' "$folder/$kind.txt" ||
      die "wrong output: $folder/$kind.txt"
  done
  echo "C programs for AArch64 with the library, shared and static: ok"
}

prepare_cross_build "$build"
build_libraries
ls -lL "$build/tree/lib"/libscatter_kernels.{so,a}
! find_emulator || check_libraries
