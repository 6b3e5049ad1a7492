// RUN: scatter-opt %s --allow-unregistered-dialect --convert-stablehlo-to-scatter | FileCheck %s

// MLIR rejects any offset into a dimension of size 0.

// CHECK-LABEL: func @slice_of_empty(
// CHECK-NOT:   tensor.extract_slice
// CHECK:       tensor.empty() : tensor<2x0x3xi32>
func.func @slice_of_empty(%x: tensor<3x0x3xi32>) -> tensor<2x0x3xi32> {
  %r = "stablehlo.slice"(%x) <{start_indices = array<i64: 1, 0, 0>, limit_indices = array<i64: 3, 0, 3>, strides = array<i64: 1, 1, 1>}> : (tensor<3x0x3xi32>) -> tensor<2x0x3xi32>
  return %r : tensor<2x0x3xi32>
}

// CHECK-LABEL: func @dynamic_slice_of_empty(
// CHECK-NOT:   tensor.extract_slice
// CHECK:       tensor.empty() : tensor<2x0xf32>
func.func @dynamic_slice_of_empty(%x: tensor<3x0xf32>, %i: tensor<i32>) -> tensor<2x0xf32> {
  %r = "stablehlo.dynamic_slice"(%x, %i, %i) <{slice_sizes = array<i64: 2, 0>}> : (tensor<3x0xf32>, tensor<i32>, tensor<i32>) -> tensor<2x0xf32>
  return %r : tensor<2x0xf32>
}
