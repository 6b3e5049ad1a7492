// RUN: %python -c "import numpy as np; np.save('%t.2', np.array([1, 2], 'f')); np.save('%t.3', np.array([1, 2, 3], 'f'))"
// RUN: scatter-run %s --entry=product --input=%t.2.npy --input=%t.3.npy | FileCheck %s
// RUN: scatter-run %s --entry=reduction --input=%t.2.npy --input=%t.3.npy | FileCheck %s

// A product or reduction without a loop that sums, fused with an op that has
// more loops, is computed once for each element.
// CHECK: tensor<2x3x2xf32>
// CHECK-NEXT: {{.*}}[1, 2],
// CHECK-NEXT: [2, 4],
// CHECK-NEXT: [3, 6]
// CHECK-NEXT: {{.*}}[2, 4],
// CHECK-NEXT: [4, 8],
// CHECK-NEXT: [6, 12]

func.func @product(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2x3x2xf32> {
  %p = "stablehlo.dot_general"(%x, %y) {dot_dimension_numbers = #stablehlo.dot<>} : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %b = "stablehlo.broadcast_in_dim"(%p) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3x2xf32>
  %c = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = array<i64: 2>} : (tensor<2xf32>) -> tensor<2x3x2xf32>
  %r = "stablehlo.multiply"(%b, %c) : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return %r : tensor<2x3x2xf32>
}

func.func @reduction(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2x3x2xf32> {
  %zero = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %s = "stablehlo.reduce"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %e: tensor<f32>):
    %sum = "stablehlo.add"(%a, %e) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) {dimensions = array<i64>} : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %b = "stablehlo.broadcast_in_dim"(%s) {broadcast_dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<2x3x2xf32>
  %c = "stablehlo.broadcast_in_dim"(%x) {broadcast_dimensions = array<i64: 2>} : (tensor<2xf32>) -> tensor<2x3x2xf32>
  %d = "stablehlo.broadcast_in_dim"(%y) {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>) -> tensor<2x3x2xf32>
  %m = "stablehlo.multiply"(%b, %c) : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %r = "stablehlo.multiply"(%m, %d) : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  return %r : tensor<2x3x2xf32>
}
