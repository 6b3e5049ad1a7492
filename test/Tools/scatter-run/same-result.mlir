// A tensor that a function returns twice is two results to its caller.
// RUN: scatter-run %s | FileCheck %s

// CHECK: result0: tensor<2xf32>
// CHECK-NEXT: [1, 2]
// CHECK-NEXT: result1: tensor<2xf32>
// CHECK-NEXT: [1, 2]
// CHECK-NEXT: result2: tensor<0xf32>
// CHECK-NEXT: []
// CHECK-NEXT: result3: tensor<0xf32>
// CHECK-NEXT: []
func.func @twice() -> (tensor<2xf32>, tensor<2xf32>, tensor<0xf32>, tensor<0xf32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %pair = tensor.from_elements %one, %two : tensor<2xf32>
  %none = tensor.empty() : tensor<0xf32>
  return %pair, %pair, %none, %none : tensor<2xf32>, tensor<2xf32>, tensor<0xf32>, tensor<0xf32>
}
