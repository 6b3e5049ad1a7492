#!/usr/bin/env bash
#===- build.sh - install what is missing, configure, build ---------------===#
#
# Brings a Debian machine from a fresh clone to a built tree. Every step is
# skipped when there is nothing to do, so that a second call takes seconds.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: utils/build.sh [options] [-- <ninja targets>]

Installs missing Debian packages, configures with CMake and builds.

  --build-dir=DIR    build tree                        [build]
  --core             without importers, functions on arrays and C API
  --build-type=TYPE  Release, Debug, RelWithDebInfo    [Release]
  --compiler=NAME    clang (22) or gcc                 [clang]
  --sanitizers=LIST  e.g. address,undefined or thread  [none]
  --fuzzers          configure the fuzz targets too (clang; see test/Fuzz)
  --jobs=N           parallel jobs                     [number of cores]
  --no-unity         compile each source file by itself: a change of one file is
                     built sooner, the whole takes four times as long
  --no-werror        do not treat warnings as errors
  --no-install       do not install packages; fail if one is missing
  --packages-only    stop after the packages
  -h, --help         this text

Every option can be given by the environment as well: SCATTER_BUILD_DIR,
SCATTER_BUILD_TYPE, SCATTER_COMPILER, SCATTER_SANITIZERS, SCATTER_JOBS,
SCATTER_COMPONENTS=OFF (--core), SCATTER_UNITY=OFF, SCATTER_WERROR=OFF,
SCATTER_INSTALL=OFF. Without targets everything is built, the unit tests
included.
USAGE
}

die() { echo "build.sh: $*" >&2; exit 1; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build_dir=${SCATTER_BUILD_DIR:-$root/build}
build_type=${SCATTER_BUILD_TYPE:-Release}
compiler=${SCATTER_COMPILER:-clang}
sanitizers=${SCATTER_SANITIZERS:-}
jobs=${SCATTER_JOBS:-$(nproc)}
components=${SCATTER_COMPONENTS:-ON}
unity=${SCATTER_UNITY:-ON}
werror=${SCATTER_WERROR:-ON}
install=${SCATTER_INSTALL:-ON}
packages_only=
fuzzers=OFF
targets=(all ScatterUnitTests)

while [ $# -gt 0 ]; do
  case $1 in
    --build-dir=*) build_dir=${1#*=} ;;
    --build-type=*) build_type=${1#*=} ;;
    --compiler=*) compiler=${1#*=} ;;
    --sanitizers=*) sanitizers=${1#*=} ;;
    --fuzzers) fuzzers=ON ;;
    --jobs=*) jobs=${1#*=} ;;
    --core) components=OFF ;;
    --no-unity) unity=OFF ;;
    --no-werror) werror=OFF ;;
    --no-install) install=OFF ;;
    --packages-only) packages_only=1 ;;
    -h|--help) usage; exit 0 ;;
    --) shift; targets=("$@"); break ;;
    *) die "unknown option '$1' (see --help)" ;;
  esac
  shift
done

case $compiler in
  gcc) cc=gcc cxx=g++ ;;
  clang) cc=/usr/lib/llvm-22/bin/clang cxx=/usr/lib/llvm-22/bin/clang++ ;;
  *) die "--compiler expects gcc or clang, found '$compiler'" ;;
esac

# The compiler packages are both here because the tests build the consumer
# project with each of them.
packages=(
  cmake ninja-build ccache g++ clang-22 lld-22
  libmlir-22-dev mlir-22-tools llvm-22-dev llvm-22-tools libomp-22-dev
  python3 python3-numpy
)
# What components and tests need.
if [ "$components" = ON ]; then
  packages+=(
    libdlpack-dev libgtest-dev libgmock-dev protobuf-compiler libprotobuf-dev
    libpugixml-dev python3-dev python3-venv
  )
fi
# The runtimes of the sanitizers, and libFuzzer.
if [ -n "$sanitizers" ] || [ $fuzzers = ON ]; then
  packages+=(libclang-rt-22-dev)
fi

missing_packages() {
  local package
  for package in "${packages[@]}"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null |
      grep -q 'ok installed$' || echo "$package"
  done
}

install_packages() {
  command -v dpkg-query >/dev/null || {
    echo "build.sh: not a Debian system, so no packages are installed;" \
      "needed are: ${packages[*]} or their equivalents" >&2
    return 0
  }
  local missing
  mapfile -t missing < <(missing_packages)
  [ ${#missing[@]} -gt 0 ] || return 0
  [ "$install" = ON ] || die "missing packages: ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      die "missing packages: ${missing[*]}; run as root or install sudo"
    as_root=(sudo)
  fi
  echo "build.sh: installing ${missing[*]}"
  # One source of packages that cannot be reached must not stop the others.
  "${as_root[@]}" apt-get update -q ||
    echo "build.sh: apt-get update failed in part, going on" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null ||
    die "apt-get could not install: ${missing[*]}"
}

configure() {
  local args=(
    -G Ninja -S "$root" -B "$build_dir" --log-level=WARNING
    -DCMAKE_BUILD_TYPE="$build_type"
    -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx"
    -DSCATTER_SANITIZERS="$sanitizers"
    -DSCATTER_ENABLE_FUZZERS="$fuzzers"
    -DSCATTER_ENABLE_WERROR="$werror"
    -DSCATTER_ENABLE_IMPORT="$components"
    -DSCATTER_ENABLE_KERNELS="$components"
    -DSCATTER_ENABLE_CAPI="$components"
    # Parsing MLIR's headers is most of the time of a source file; sources that
    # are compiled together parse them once.
    -DCMAKE_UNITY_BUILD="$unity" -DCMAKE_UNITY_BUILD_BATCH_SIZE=16
  )
  if command -v ccache >/dev/null; then
    # Needed for sources that read a precompiled header.
    local sloppiness=CCACHE_SLOPPINESS=pch_defines,time_macros
    args+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache
           "-DCMAKE_CXX_COMPILER_LAUNCHER=env;$sloppiness;ccache")
  fi
  # Configuring anew takes longer than an empty build: it is left to Ninja
  # (which sees changed CMake files) unless the options are different.
  local stamp=$build_dir/.build-sh-options
  if [ -f "$build_dir/build.ninja" ] && [ -f "$stamp" ] &&
     [ "$(cat "$stamp")" = "${args[*]}" ]; then
    return
  fi
  cmake "${args[@]}"
  echo "${args[*]}" >"$stamp"
}

install_packages
[ -z "$packages_only" ] || exit 0
configure
cmake --build "$build_dir" --parallel "$jobs" --target "${targets[@]}"
