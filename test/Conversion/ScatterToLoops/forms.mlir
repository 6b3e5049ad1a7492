// RUN: scatter-opt %s --convert-scatter-to-loops --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s

// Tensor forms are left alone, memref forms become dialects that exist.

// CHECK-LABEL: func @tensors_are_left_alone
// CHECK:         scatter.scatter_nd_update
// CHECK:         scatter.slice_scatter
// CHECK:         return
func.func @tensors_are_left_alone(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%0 : tensor<8xf32>) from [0] to [8] step [2] -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func @memrefs_are_lowered
// CHECK-NOT:     scatter.scatter_nd_update
// CHECK-NOT:     scatter.slice_scatter
// CHECK:         return
func.func @memrefs_are_lowered(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>)
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [0] to [8] step [2]
  return
}

// Ops in regions, of whatever op.

// CHECK-LABEL: func @nested
// CHECK:         scf.for
// CHECK-NOT:       scatter.scatter_nd_update
// CHECK:         return
func.func @nested(%n: index, %d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>)
  }
  return
}

// A report has the location of the op.

// CHECK-LABEL: func @location_of_the_op
// CHECK:         scatter.report_invalid_index index {{.*}} loc("model.onnx":7:3)
// CHECK:         scatter.report zero_step {{.*}} loc("model.onnx":9:5)
// CHECK:         scatter.report shape {{.*}} loc("model.onnx":9:5)
func.func @location_of_the_op(%s: index, %d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) loc("model.onnx":7:3)
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [0] to [8] step [%s] loc("model.onnx":9:5)
  return
}
