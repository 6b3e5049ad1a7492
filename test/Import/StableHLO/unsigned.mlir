// RUN: scatter-opt --allow-unregistered-dialect --scatter-import %s | FileCheck %s
// RUN: %scatter_test_patterns --scatter-import %s | FileCheck %s

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

// A splat that is a constant only after inlining.
// CHECK-LABEL: func @called_splat
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<4xui16>)
// CHECK-NEXT: ^bb0
// CHECK: %[[I:.*]] = builtin.unrealized_conversion_cast %{{.*}} : ui16 to i16
// CHECK: arith.addi %[[I]], %c1_i16 : i16
func.func private @ones() -> tensor<4xui16> {
  %ones = "stablehlo.constant"() <{value = dense<1> : tensor<4xui16>}> : () -> tensor<4xui16>
  return %ones : tensor<4xui16>
}
func.func @called_splat(%a: tensor<4xui16>) -> tensor<4xui16> {
  %ones = func.call @ones() : () -> tensor<4xui16>
  %r = "stablehlo.add"(%a, %ones) : (tensor<4xui16>, tensor<4xui16>) -> tensor<4xui16>
  return %r : tensor<4xui16>
}

// CHECK-LABEL: func @sum_of_splat
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4xui16>)
func.func @sum_of_splat() -> tensor<ui16> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<ui16>}> : () -> tensor<ui16>
  %ones = "stablehlo.constant"() <{value = dense<1> : tensor<4xui16>}> : () -> tensor<4xui16>
  %r = "stablehlo.reduce"(%ones, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<ui16>, %y: tensor<ui16>):
    %s = "stablehlo.add"(%x, %y) : (tensor<ui16>, tensor<ui16>) -> tensor<ui16>
    "stablehlo.return"(%s) : (tensor<ui16>) -> ()
  }) : (tensor<4xui16>, tensor<ui16>) -> tensor<ui16>
  return %r : tensor<ui16>
}
