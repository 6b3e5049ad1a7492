// RUN: scatter-opt %s --scatter-to-llvm-simplify --scatter-to-llvm-checks --scatter-to-llvm-bufferize | FileCheck %s
// RUN: scatter-opt %s --scatter-to-llvm | FileCheck %s --check-prefix=LLVM

// A step of a decoder: one update of a cache, which is neither allocated nor
// copied.

// CHECK-LABEL: func @decode(
// CHECK-SAME:    %[[C:.*]]: memref<8x64x16xf32>,
// CHECK-NOT:   {{alloc|copy|clone}}
// CHECK:       scatter.slice_scatter ins(%{{.*}}) outs(%[[C]] : memref<8x64x16xf32>)
// CHECK-NOT:   {{alloc|copy|clone}}
// CHECK:       return
func.func @decode(%c: tensor<8x64x16xf32> {scatter.donated = 0}, %r: tensor<8x1x16xf32>, %p: index) -> tensor<8x64x16xf32> {
  %1 = arith.constant 1 : index
  %q = arith.addi %p, %1 : index
  %u = scatter.slice_scatter ins(%r : tensor<8x1x16xf32>) outs(%c : tensor<8x64x16xf32>) from [%p] to [%q] axes [1] -> tensor<8x64x16xf32>
  return %u : tensor<8x64x16xf32>
}

// LLVM-NOT: @malloc
// LLVM: llvm.func @decode({{.*}}) attributes
// LLVM-NOT: {{@malloc|llvm.return %}}
