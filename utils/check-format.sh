#!/usr/bin/env bash
#===- check-format.sh - are the C and C++ files formatted? ---------------===#
#
# usage: utils/check-format.sh [--fix]
#
# Checks every tracked C and C++ file against .clang-format with clang-format
# 22 and lists those that differ. --fix formats them instead.
#
#===----------------------------------------------------------------------===#
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

clang_format=${CLANG_FORMAT:-clang-format-22}
command -v "$clang_format" >/dev/null || {
  echo "check-format.sh: $clang_format was not found (Debian package" \
    "clang-format-22)" >&2
  exit 1
}

mapfile -d '' files < <(git ls-files -z '*.c' '*.h' '*.cpp')
[ ${#files[@]} -gt 0 ] || exit 0
if [ "${1:-}" = --fix ]; then
  exec "$clang_format" -i "${files[@]}"
fi

failed=0
for file in "${files[@]}"; do
  if ! "$clang_format" --dry-run --Werror "$file" 2>/dev/null; then
    echo "not formatted: $file"
    failed=1
  fi
done
exit $failed
