#!/usr/bin/env bash
#===- generate-docs.sh - the reference pages in docs/generated -----------===#
#
# usage: utils/generate-docs.sh [DIRECTORY]
#
# Writes the pages that come from the TableGen files into DIRECTORY, by default
# docs/generated. MLIR_TBLGEN names the mlir-tblgen to use; MLIR's own .td files
# are taken from beside it. test/Docs compares the result with what is
# committed.
#
#===----------------------------------------------------------------------===#
set -euo pipefail
if [[ ${1:-} == -* ]]; then
  echo "generate-docs.sh: expected [DIRECTORY], found '$1'" >&2
  exit 2
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
output=${1:-$root/docs/generated}

tblgen=$(command -v "${MLIR_TBLGEN:-mlir-tblgen-22}") || {
  echo "generate-docs.sh: ${MLIR_TBLGEN:-mlir-tblgen-22} was not found (Debian" \
    "package mlir-22-tools)" >&2
  exit 1
}
mlir_include=$(dirname "$(readlink -f "$tblgen")")/../include

# generate PAGE FILE OPTION...: one page from one .td file below include/scatter.
generate() {
  local page=$1 file=$2
  shift 2
  "$tblgen" "$@" -I "$root/include" -I "$mlir_include" \
    "$root/include/scatter/$file" -o "$output/$page.md"
}

mkdir -p "$output"
generate ScatterDialect Dialect/Scatter/IR/ScatterOps.td \
  -gen-dialect-doc -dialect=scatter
generate ScatterConversionPasses Conversion/Passes.td -gen-pass-doc
generate ScatterImportPasses Import/Passes.td -gen-pass-doc
generate ScatterTransformsPasses Dialect/Scatter/Transforms/Passes.td \
  -gen-pass-doc
