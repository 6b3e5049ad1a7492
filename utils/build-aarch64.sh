#!/usr/bin/env bash
#===- build-aarch64.sh - libscatter_kernels for AArch64 ------------------===#
#
# A cross build on x86-64: clang, Debian's packages for arm64 unpacked in a folder,
# and scatter-kernels-gen of a build tree for this machine, which compiles the
# kernels. The packages of this machine stay what they are.
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
generator=$native/bin/scatter-kernels-gen
[ -x "$generator" ] || die "no '$generator': utils/build.sh makes it"
llvm=/usr/lib/llvm-22
sysroot=$build/root

# apt-get for arm64 as if nothing were installed.
apt_arm64() {
  local apt=$build/apt
  mkdir -p "$apt/lists/partial" "$apt/archives/partial"
  touch "$apt/status"
  apt-get -q -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
    -o APT::Install-Recommends=false -o APT::Sandbox::User="$(id -un)" \
    -o Dir::State::lists="$apt/lists" -o Dir::State::status="$apt/status" \
    -o Dir::Cache="$apt" -o Debug::NoLocking=true "$@"
}

make_sysroot() {
  [ ! -e "$build/root.ready" ] || return 0
  apt_arm64 update
  apt_arm64 -y --download-only install libmlir-22-dev llvm-22-dev libc6-dev \
    "libstdc++-$(gcc -dumpversion | cut -d. -f1)-dev" libprotobuf-dev \
    libpugixml-dev libdlpack-dev zlib1g-dev libzstd-dev
  rm -rf "$sysroot" && mkdir -p "$sysroot"
  local package
  for package in "$build"/apt/archives/*.deb; do
    dpkg-deb -x "$package" "$sysroot"
  done
  # Programs are those of this machine; they do not depend on the target.
  for package in "$llvm"/bin/*; do
    ln -sf "$package" "$sysroot$llvm/bin/"
  done
  touch "$build/root.ready"
}

write_toolchain() {
  cat >"$build/toolchain.cmake" <<TOOLCHAIN
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_SYSROOT $sysroot)
foreach(language C CXX)
  set(CMAKE_\${language}_COMPILER_TARGET aarch64-linux-gnu)
endforeach()
set(CMAKE_C_COMPILER $llvm/bin/clang)
set(CMAKE_CXX_COMPILER $llvm/bin/clang++)
foreach(kind EXE SHARED MODULE)
  set(CMAKE_\${kind}_LINKER_FLAGS_INIT -fuse-ld=lld)
endforeach()
set(CMAKE_AR $llvm/bin/llvm-ar CACHE FILEPATH "")
set(CMAKE_RANLIB $llvm/bin/llvm-ranlib CACHE FILEPATH "")
set(CMAKE_FIND_ROOT_PATH $sysroot)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_\${kind} ONLY)
endforeach()
TOOLCHAIN
}

build_libraries() {
  local settings=(
    -G Ninja -S "$root" -B "$build/tree" --log-level=WARNING
    "-DCMAKE_TOOLCHAIN_FILE=$build/toolchain.cmake"
    -DCMAKE_BUILD_TYPE=Release -DSCATTER_ENABLE_WERROR=ON
    -DSCATTER_ENABLE_TESTS=OFF "-DSCATTER_KERNELS_GEN=$generator"
    "-DMLIR_DIR=$sysroot$llvm/lib/cmake/mlir"
    # Archives wait for no others, most of which are not linked.
    -DCMAKE_OPTIMIZE_DEPENDENCIES=ON
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
  local qemu folder=$build/check libraries=$build/tree/lib
  qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64) || {
    echo "build-aarch64.sh: no QEMU, so nothing was run" >&2
    return 0
  }
  mkdir -p "$folder"
  local compile=("$llvm/bin/clang" --target=aarch64-linux-gnu
    "--sysroot=$sysroot" -fuse-ld=lld "-I$root/include"
    "$root/test/Integration/Embedding/kernels/main.c")
  "${compile[@]}" -o "$folder/shared" "-L$libraries" -lscatter_kernels \
    "-Wl,-rpath,$libraries"
  "${compile[@]}" -o "$folder/static" "$libraries/libscatter_kernels.a" \
    -lstdc++ -lm -pthread -ldl
  local kind
  for kind in shared static; do
    "$qemu" -L "$sysroot" "$folder/$kind" >"$folder/$kind.txt" ||
      die "the program $folder/$kind failed"
    grep -q '^31 \.\.\. 38$' "$folder/$kind.txt" ||
      die "wrong output: $folder/$kind.txt"
  done
  echo "C programs for AArch64 with the library, shared and static: ok"
}

mkdir -p "$build"
make_sysroot
write_toolchain
build_libraries
ls -lL "$build/tree/lib"/libscatter_kernels.{so,a}
check_libraries
