// RUN: scatter-opt --allow-unregistered-dialect --scatter-import %s | FileCheck %s

// A splat of unsigned integers is a number inside of the loops, where arith has
// signless types only.
// CHECK-LABEL: func @wrapped_index
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<2xui32>)
// CHECK-NEXT: ^bb0
// CHECK: %[[I:.*]] = builtin.unrealized_conversion_cast %{{.*}} : ui32 to i32
// CHECK: arith.addi %[[I]], %{{.*}} : i32
func.func @wrapped_index(%i: tensor<2xui32>) -> tensor<2xui32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<ui32>}> : () -> tensor<ui32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
  %isNegative = "stablehlo.compare"(%i, %zeros) <{compare_type = #stablehlo<comparison_type UNSIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xi1>
  %ten = "stablehlo.constant"() <{value = dense<10> : tensor<ui32>}> : () -> tensor<ui32>
  %tens = "stablehlo.broadcast_in_dim"(%ten) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2xui32>
  %moved = "stablehlo.add"(%i, %tens) : (tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  %r = "stablehlo.select"(%isNegative, %moved, %i) : (tensor<2xi1>, tensor<2xui32>, tensor<2xui32>) -> tensor<2xui32>
  return %r : tensor<2xui32>
}
