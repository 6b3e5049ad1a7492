// RUN: scatter-opt %s --allow-unregistered-dialect --convert-stablehlo-to-scatter | FileCheck %s
// RUN: %scatter_test_patterns %s --convert-stablehlo-to-scatter | FileCheck %s

// A right-hand side whose last dimension is contracted is transposed, so that
// the innermost loop walks along rows.
// CHECK-DAG: #[[$RHS:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[$COLUMNS:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>

// CHECK-LABEL: func.func @many_rows
// CHECK: %[[W:.*]] = linalg.transpose ins(%arg1 : tensor<2x3xf32>) outs(%{{.*}} : tensor<3x2xf32>) permutation = [1, 0]
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$RHS]], #{{.*}}]{{.*}}} ins(%arg0, %[[W]]
func.func @many_rows(%x: tensor<8x3xf32>, %w: tensor<2x3xf32>) -> tensor<8x2xf32> {
  %r = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<8x3xf32>, tensor<2x3xf32>) -> tensor<8x2xf32>
  return %r : tensor<8x2xf32>
}

// CHECK-LABEL: func.func @constant
// CHECK: %[[W:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[W]]
func.func @constant(%x: tensor<8x3xf32>) -> tensor<8x2xf32> {
  %w = "stablehlo.constant"() {value = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>} : () -> tensor<2x3xf32>
  %r = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<8x3xf32>, tensor<2x3xf32>) -> tensor<8x2xf32>
  return %r : tensor<8x2xf32>
}

// CHECK-LABEL: func.func @few_rows
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$COLUMNS]], #{{.*}}]
func.func @few_rows(%x: tensor<1x3xf32>, %w: tensor<2x3xf32>) -> tensor<1x2xf32> {
  %r = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<1x2xf32>
  return %r : tensor<1x2xf32>
}

// An element of 4 bits takes a byte of the attribute.

// CHECK-LABEL: func.func @constant_of_small_floats
// CHECK: arith.constant dense<{{\[\[}}5.000000e-01, 3.000000e+00], [1.000000e+00, 4.000000e+00], [1.500000e+00, 6.000000e+00]]> : tensor<3x2xf4E2M1FN>
func.func @constant_of_small_floats(%x: tensor<8x3xf4E2M1FN>) -> tensor<8x2xf32> {
  %w = "stablehlo.constant"() {value = dense<[[0.5, 1.0, 1.5], [3.0, 4.0, 6.0]]> : tensor<2x3xf4E2M1FN>} : () -> tensor<2x3xf4E2M1FN>
  %r = "stablehlo.dot_general"(%x, %w) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<8x3xf4E2M1FN>, tensor<2x3xf4E2M1FN>) -> tensor<8x2xf32>
  return %r : tensor<8x2xf32>
}
