// RUN: scatter-opt %s --scatter-to-llvm > %t.ours
// RUN: mlir-opt-22 %s --load-dialect-plugin=%scatter_plugin --load-pass-plugin=%scatter_plugin \
// RUN:   --pass-pipeline="builtin.module(scatter-to-llvm)" > %t.stock
// RUN: diff %t.ours %t.stock
// RUN: scatter-opt %s --canonicalize --scatter-plan="vector-bytes=32" --convert-scatter-to-loops --convert-scatter-to-llvm > %t.ours
// RUN: mlir-opt-22 %s --load-dialect-plugin=%scatter_plugin --load-pass-plugin=%scatter_plugin \
// RUN:   --pass-pipeline="builtin.module(canonicalize,scatter-plan{vector-bytes=32},convert-scatter-to-loops,convert-scatter-to-llvm)" > %t.stock
// RUN: diff %t.ours %t.stock
// RUN: not mlir-opt-22 %s 2>&1 | FileCheck %s

// UNSUPPORTED: asan, ubsan, tsan

// A stock mlir-opt with the plugin gives what scatter-opt gives; without it the
// dialect is not there.

// CHECK: Dialect `scatter' not found

func.func @tensors(%d: tensor<16x64xf32>, %i: tensor<?x1xi64>, %u: tensor<?x64xf32>) -> tensor<16x64xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x64xf32>)
         outs(%d : tensor<16x64xf32>) reduction(sum) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

func.func @memrefs(%d: memref<?x64xf32>, %u: memref<?x64xf32>, %p: index, %q: index) {
  scatter.slice_scatter ins(%u : memref<?x64xf32>) outs(%d : memref<?x64xf32>) from [%p] to [%q]
  return
}
