#!/bin/sh
#===- aarch64.sh - the kernels for AArch64 give the bits of x86-64 -------===#
#
# usage: aarch64.sh BUILD
#
# Compiles the kernels for AArch64, runs them by QEMU and compares the results
# with those of the kernels in the build tree BUILD, at the level x86-64. By
# hand: it needs qemu-user-static, gcc-aarch64-linux-gnu, libc6-dev-arm64-cross.
#
#===----------------------------------------------------------------------===#
set -eu
build=$1
here=$(dirname "$0")
root=$here/../../..
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
table=$root/lib/Kernels/BuiltinKernels.json
generate=$build/bin/scatter-kernels-gen
triple=aarch64-unknown-linux-gnu

"$generate" "$table" --mtriple=$triple --target-cpu=generic -o "$folder/aarch64.a"
"$generate" "$table" --levels=generic -o "$folder/table.c"
# build COMPILER PROGRAM SOURCE_OR_ARCHIVE...
build() {
  compiler=$1 program=$2
  shift 2
  "$compiler" -O1 -w -static -I"$root/include" "$here/run_table.c" \
    "$root"/lib/Runtime/*.c "$@" -pthread -o "$folder/$program"
}
build aarch64-linux-gnu-gcc aarch64 "$folder/table.c" "$folder/aarch64.a"
build gcc x86 "$build/lib/KernelLibrary/KernelTable.c" \
  "$build"/lib/KernelLibrary/x86_64-unknown-linux-gnu-*.a
"$folder/x86" 2 >"$folder/x86.txt"
qemu-aarch64-static "$folder/aarch64" 0 >"$folder/aarch64.txt"
diff "$folder/x86.txt" "$folder/aarch64.txt"
if grep 'written' "$folder/aarch64.txt"; then
  exit 1
fi
echo "$(wc -l <"$folder/aarch64.txt") calls, the same results"
