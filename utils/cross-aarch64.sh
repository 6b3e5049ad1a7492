# shellcheck shell=bash
#===- cross-aarch64.sh - cross builds for AArch64 ------------------------===#
#
# Functions of build-aarch64.sh and build-wheel.sh, which source this file and
# define `die`: clang, Debian's packages for arm64 unpacked in a folder, and QEMU.
# The packages of this machine stay what they are.
#
#===----------------------------------------------------------------------===#
# shellcheck disable=SC2034 # Variables are for the scripts.

llvm=/usr/lib/llvm-22

# Sets `generator`, the program of the build tree $1 for this machine that compiles
# the kernels.
find_generator() {
  generator=$1/bin/scatter-kernels-gen
  [ -x "$generator" ] || die "no '$generator': utils/build.sh makes it"
}

# apt-get for arm64 as if nothing were installed, in the folder $1.
apt_arm64() {
  local apt=$1/apt
  shift
  mkdir -p "$apt/lists/partial" "$apt/archives/partial"
  touch "$apt/status"
  apt-get -q -o APT::Architecture=arm64 -o APT::Architectures=arm64 \
    -o APT::Install-Recommends=false -o APT::Sandbox::User="$(id -un)" \
    -o Dir::State::lists="$apt/lists" -o Dir::State::status="$apt/status" \
    -o Dir::Cache="$apt" -o Debug::NoLocking=true "$@"
}

# Unpacks the packages in the folder $1 unless they are there.
make_sysroot() {
  local packages=(
    libmlir-22-dev llvm-22-dev libc6-dev
    "libstdc++-$(gcc -dumpversion | cut -d. -f1)-dev" libprotobuf-dev
    libpugixml-dev libdlpack-dev zlib1g-dev libzstd-dev python3 libpython3-dev
  )
  local ready=$1/root.ready package link
  [ "$(cat "$ready" 2>/dev/null)" != "${packages[*]}" ] || return 0
  apt_arm64 "$1" update
  apt_arm64 "$1" -y --download-only install "${packages[@]}"
  rm -rf "$sysroot" && mkdir -p "$sysroot"
  for package in "$1"/apt/archives/*.deb; do
    dpkg-deb -x "$package" "$sysroot"
  done
  # Links as that of libm.so would lead to this machine's libraries.
  find "$sysroot" -type l -lname '/*' | while read -r link; do
    ln -snf "$sysroot$(readlink "$link")" "$link"
  done
  # Programs are those of this machine; they do not depend on the target.
  for package in "$llvm"/bin/*; do
    ln -sf "$package" "$sysroot$llvm/bin/"
  done
  echo "${packages[*]}" >"$ready"
}

write_toolchain() {
  cat >"$1" <<TOOLCHAIN
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

# Prepares cross builds with the packages in the folder $1: sets `sysroot`,
# `cross_compiler`, a command that compiles C, and `cross_settings`, arguments for
# a build of the project; each CMake takes the toolchain from the environment.
prepare_cross_build() {
  sysroot=$1/root
  mkdir -p "$1"
  make_sysroot "$1"
  export CMAKE_TOOLCHAIN_FILE=$1/toolchain.cmake
  write_toolchain "$CMAKE_TOOLCHAIN_FILE"
  cross_compiler=("$llvm/bin/clang" --target=aarch64-linux-gnu
                  "--sysroot=$sysroot" -fuse-ld=lld)
  # Archives wait for no others, most of which are not linked.
  cross_settings=("-DSCATTER_KERNELS_GEN=$generator"
                  "-DMLIR_DIR=$sysroot$llvm/lib/cmake/mlir"
                  -DCMAKE_OPTIMIZE_DEPENDENCIES=ON)
}

# Sets `emulator`, a command that runs programs for AArch64. Fails without QEMU.
find_emulator() {
  local qemu
  qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64) || {
    echo "$(basename "$0"): no QEMU, so nothing was run" >&2
    return 1
  }
  emulator=("$qemu" -L "$sysroot")
}

# Writes the script $1 that runs the program $2, for what starts it by its name.
write_launcher() {
  cat >"$1" <<SCRIPT
#!/bin/sh
exec ${emulator[@]@Q} -0 "\$0" ${2@Q} "\$@"
SCRIPT
  chmod +x "$1"
}
