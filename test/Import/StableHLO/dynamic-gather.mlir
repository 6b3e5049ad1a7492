// RUN: scatter-run %s --entry=constant_sizes | FileCheck %s
// RUN: scatter-run %s --entry=sizes_of_the_type | FileCheck %s

// The example of StableHLO's specification. The start [9, 0] is clamped to [2, 0].

// CHECK: 2x3x2x2xi64
// CHECK-NEXT: [1, 2]
// CHECK-NEXT: [3, 4]
// CHECK-NEXT: [3, 4]
// CHECK-NEXT: [5, 6]
// CHECK-NEXT: [13, 14]
// CHECK-NEXT: [15, 16]
// CHECK-NEXT: [9, 10]
// CHECK-NEXT: [11, 12]
// CHECK-NEXT: [11, 12]
// CHECK-NEXT: [13, 14]
// CHECK-NEXT: [17, 18]
// CHECK-NEXT: [19, 20]
func.func @constant_sizes() -> tensor<2x3x2x2xi64> {
  %sizes = arith.constant dense<[1, 2, 2]> : tensor<3xi64>
  %r = call @gather(%sizes) : (tensor<3xi64>) -> tensor<2x3x2x2xi64>
  return %r : tensor<2x3x2x2xi64>
}

// Sizes that are computed are those of the type of the result.
func.func @sizes_of_the_type() -> tensor<2x3x2x2xi64> {
  %one = "stablehlo.constant"() <{value = dense<[0, 1, 1]> : tensor<3xi64>}> : () -> tensor<3xi64>
  %ones = "stablehlo.constant"() <{value = dense<1> : tensor<3xi64>}> : () -> tensor<3xi64>
  %sizes = "stablehlo.add"(%one, %ones) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %r = call @gather(%sizes) : (tensor<3xi64>) -> tensor<2x3x2x2xi64>
  return %r : tensor<2x3x2x2xi64>
}

func.func private @gather(%sizes: tensor<3xi64>) -> tensor<2x3x2x2xi64> {
  %operand = "stablehlo.constant"() <{value = dense<[[[1, 2], [3, 4], [5, 6], [7, 8]], [[9, 10], [11, 12], [13, 14], [15, 16]], [[17, 18], [19, 20], [21, 22], [23, 24]]]> : tensor<3x4x2xi64>}> : () -> tensor<3x4x2xi64>
  %starts = "stablehlo.constant"() <{value = dense<[[[0, 0], [1, 0], [2, 1]], [[0, 1], [1, 1], [0, 9]]]> : tensor<2x3x2xi64>}> : () -> tensor<2x3x2xi64>
  %r = "stablehlo.dynamic_gather"(%operand, %starts, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3x4x2xi64>, tensor<2x3x2xi64>, tensor<3xi64>) -> tensor<2x3x2x2xi64>
  return %r : tensor<2x3x2x2xi64>
}
