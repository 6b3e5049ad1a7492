// RUN: scatter-opt --scatter-fold-unsigned-splats --canonicalize %s | FileCheck %s
// RUN: scatter-opt --scatter-fold-unsigned-splats --linalg-fuse-elementwise-ops %s | FileCheck %s --check-prefix=FUSED

#id = affine_map<(d0) -> (d0)>
#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func @number_in_loop
// CHECK-SAME: (%[[A:.*]]: tensor<4xui16>)
// CHECK: %[[ONE:.*]] = arith.constant 1 : i16
// CHECK: linalg.generic
// CHECK-SAME: doc = "adds 1"
// CHECK-SAME: ins(%[[A]] : tensor<4xui16>)
// CHECK-NEXT: ^bb0(%[[E:.*]]: ui16, %{{.*}}: ui16):
// CHECK-NEXT: %[[I:.*]] = builtin.unrealized_conversion_cast %[[E]] : ui16 to i16
// CHECK-NEXT: arith.addi %[[I]], %[[ONE]] : i16
// FUSED-LABEL: func @number_in_loop
// FUSED: arith.constant 1 : i16
func.func @number_in_loop(%a: tensor<4xui16>) -> tensor<4xui16> {
  %ones = arith.constant dense<1> : tensor<4xui16>
  %empty = tensor.empty() : tensor<4xui16>
  %r = linalg.generic {doc = "adds 1", indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%a, %ones : tensor<4xui16>, tensor<4xui16>) outs(%empty : tensor<4xui16>) {
  ^bb0(%x: ui16, %y: ui16, %out: ui16):
    %i = builtin.unrealized_conversion_cast %x : ui16 to i16
    %j = builtin.unrealized_conversion_cast %y : ui16 to i16
    %s = arith.addi %i, %j : i16
    %t = builtin.unrealized_conversion_cast %s : i16 to ui16
    linalg.yield %t : ui16
  } -> tensor<4xui16>
  return %r : tensor<4xui16>
}

// The input alone says how far the inner loop runs.
// CHECK-LABEL: func @bounds_of_loop_stay
// CHECK: %[[ONES:.*]] = arith.constant dense<1> : tensor<4x8xui16>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[ONES]] : tensor<4x8xui16>)
// FUSED-LABEL: func @bounds_of_loop_stay
func.func @bounds_of_loop_stay(%a: tensor<4xui16>) -> tensor<4xui16> {
  %ones = arith.constant dense<1> : tensor<4x8xui16>
  %r = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%ones : tensor<4x8xui16>) outs(%a : tensor<4xui16>) {
  ^bb0(%x: ui16, %out: ui16):
    %i = builtin.unrealized_conversion_cast %x : ui16 to i16
    %j = builtin.unrealized_conversion_cast %out : ui16 to i16
    %s = arith.addi %i, %j : i16
    %t = builtin.unrealized_conversion_cast %s : i16 to ui16
    linalg.yield %t : ui16
  } -> tensor<4xui16>
  return %r : tensor<4xui16>
}

// CHECK-LABEL: func @other_constants_stay
// CHECK-DAG: %[[VARIED:.*]] = arith.constant dense<[1, 2]> : tensor<2xui16>
// CHECK-DAG: %[[SIGNLESS:.*]] = arith.constant dense<1> : tensor<2xi16>
// CHECK: linalg.generic
// CHECK-SAME: ins(%[[VARIED]], %[[SIGNLESS]] : tensor<2xui16>, tensor<2xi16>)
// FUSED-LABEL: func @other_constants_stay
func.func @other_constants_stay() -> tensor<2xui16> {
  %varied = arith.constant dense<[1, 2]> : tensor<2xui16>
  %signless = arith.constant dense<1> : tensor<2xi16>
  %empty = tensor.empty() : tensor<2xui16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%varied, %signless : tensor<2xui16>, tensor<2xi16>) outs(%empty : tensor<2xui16>) {
  ^bb0(%x: ui16, %y: i16, %out: ui16):
    %i = builtin.unrealized_conversion_cast %x : ui16 to i16
    %s = arith.addi %i, %y : i16
    %t = builtin.unrealized_conversion_cast %s : i16 to ui16
    linalg.yield %t : ui16
  } -> tensor<2xui16>
  return %r : tensor<2xui16>
}
