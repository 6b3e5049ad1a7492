// Ahead-of-time output.

// RUN: scatter-run %s --emit=mlir | FileCheck %s --check-prefix=MLIR
// RUN: scatter-run %s --emit=mlir -o %t.mlir
// RUN: mlir-translate-22 --mlir-to-llvmir %t.mlir -o /dev/null
// MLIR: llvm.func @_mlir_ciface_double(
// MLIR-NOT: memref.

// RUN: scatter-run %s --emit=llvm --mtriple=aarch64-linux-gnu \
// RUN:   | FileCheck %s --check-prefix=LLVM
// LLVM: target triple = "aarch64-unknown-linux-gnu"
// LLVM: define void @_mlir_ciface_double(
// LLVM-NOT: scatter.call
// LLVM: attributes #{{[0-9]+}} = { {{.*}}"frame-pointer"="all"

// RUN: scatter-run %s --emit=asm --mtriple=x86_64-linux-gnu \
// RUN:   | FileCheck %s --check-prefix=SSE --implicit-check-not=ymm
// RUN: scatter-run %s --emit=asm --mtriple=x86_64-linux-gnu \
// RUN:   --target-cpu=haswell | FileCheck %s --check-prefix=AVX
// SSE: _mlir_ciface_double:
// SSE: xmm
// AVX: _mlir_ciface_double:
// AVX: ymm

// RUN: scatter-run %s --emit=obj --mtriple=aarch64-linux-gnu -o %t.o
// RUN: %llvm_tools_dir/llvm-nm %t.o | FileCheck %s --check-prefix=NM
// RUN: %llvm_tools_dir/llvm-readobj -h %t.o | FileCheck %s --check-prefix=ELF
// NM: T _mlir_ciface_double
// ELF: Format: elf64-littleaarch64

// An object that cannot be written leaves the file as it was.
// RUN: echo before > %t.kept
// RUN: %fails 1 scatter-run %s --emit=obj --target-cpu=nosuch -o %t.kept
// RUN: grep -x before %t.kept
// RUN: %fails 1 scatter-run %s --emit=asm -o %t.nosuch/file \
// RUN:   | FileCheck %s --check-prefix=PATH
// PATH: scatter-run: error: '{{.*}}.nosuch/file': No such file or directory

func.func @double(%data: memref<1024xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      outs(%data : memref<1024xi32>) {
  ^bb0(%old: i32):
    %new = arith.addi %old, %old : i32
    linalg.yield %new : i32
  }
  return
}
