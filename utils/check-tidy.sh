#!/usr/bin/env bash
#===- check-tidy.sh - clang-tidy on changed files ------------------------===#
#
# usage: utils/check-tidy.sh [--all | BASE]
#
# Runs clang-tidy 22 with .clang-tidy on the .cpp files that differ from the
# commit BASE (default: HEAD, so the files changed but not committed), or on
# all of them. Needs a configured build tree (SCATTER_BUILD_DIR, default
# build) with its generated headers; files that it does not compile are left
# out, as those of the Python package by the tree of the repository.
#
#===----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build_dir=${SCATTER_BUILD_DIR:-build}
clang_tidy=${CLANG_TIDY:-clang-tidy-22}
command -v "$clang_tidy" >/dev/null || {
  echo "check-tidy.sh: $clang_tidy was not found (Debian package" \
    "clang-tidy-22)" >&2
  exit 1
}
[ -f "$build_dir/compile_commands.json" ] || {
  echo "check-tidy.sh: no compile_commands.json in $build_dir; run" \
    "utils/build.sh first" >&2
  exit 1
}

sources=('lib/*.cpp' 'tools/*.cpp' 'python/src/*.cpp' 'test/lib/*.cpp')
if [ "${1:-}" = --all ]; then
  mapfile -t changed < <(git ls-files "${sources[@]}")
else
  mapfile -t changed < <(git diff --name-only --diff-filter=d "${1:-HEAD}" -- \
    "${sources[@]}")
fi
files=()
for file in "${changed[@]}"; do
  if grep -q "/$file\"" "$build_dir/compile_commands.json"; then
    files+=("$file")
  fi
done
[ ${#files[@]} -gt 0 ] || { echo "no .cpp file differs"; exit 0; }

# The compile commands may hold warning options that only g++ knows.
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "${SCATTER_JOBS:-$(nproc)}" \
    "$clang_tidy" -p "$build_dir" --quiet --warnings-as-errors='*' \
    --extra-arg=-Wno-unknown-warning-option
