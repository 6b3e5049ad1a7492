// RUN: scatter-opt --allow-unregistered-dialect --convert-stablehlo-to-scatter --canonicalize %s | FileCheck %s
// RUN: %scatter_test_patterns --convert-stablehlo-to-scatter --canonicalize %s | FileCheck %s

// Whole rows are updated as rows, with the indices as they are.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%[[D:.*]]: tensor<8x4xf32>, %[[I:.*]]: tensor<3x1xi32>, %[[U:.*]]: tensor<3x4xf32>)
// CHECK-NEXT: %[[R:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[U]] : tensor<3x1xi32>, tensor<3x4xf32>)
// CHECK-SAME: outs(%[[D]] : tensor<8x4xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject) -> tensor<8x4xf32>
// CHECK-NEXT: return %[[R]]
func.func @rows(%d: tensor<8x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) -> tensor<8x4xf32> {
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%b, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// An implicit index vector is expanded; the hints are kept.
// CHECK-LABEL: func.func @implicit_vector_and_hints
// CHECK: %[[I:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1]] output_shape [3, 1] : tensor<3xi64> into tensor<3x1xi64>
// CHECK: scatter.scatter_nd_update ins(%[[I]],
// CHECK-SAME: out_of_bounds(drop) negative_indices(reject) {indices_are_sorted, unique_indices}
func.func @implicit_vector_and_hints(%d: tensor<8xi32>, %i: tensor<3xi64>, %u: tensor<3xi32>) -> tensor<8xi32> {
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }) : (tensor<8xi32>, tensor<3xi64>, tensor<3xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// Indices of small types are widened by their sign.
// CHECK-LABEL: func.func @small_unsigned_indices
// CHECK: arith.extui %{{.*}} : i8 to i32
// CHECK: scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : tensor<3x1xi32>
func.func @small_unsigned_indices(%d: tensor<8xi32>, %i: tensor<3x1xui8>, %u: tensor<3xi32>) -> tensor<8xi32> {
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    "stablehlo.return"(%b) : (tensor<i32>) -> ()
  }) : (tensor<8xi32>, tensor<3x1xui8>, tensor<3xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// Windows smaller than the input become tuples for each of their elements; one
// that is not in bounds gets negative tuples.
// CHECK-LABEL: func.func @windows
// CHECK: %[[T:.*]] = linalg.generic
// CHECK: arith.cmpi ule, %{{.*}}, %{{.*}} : i64
// CHECK: arith.select %{{.*}}, %{{.*}}, %c-1_i64 : i64
// CHECK: scatter.scatter_nd_update ins(%[[T]], %{{.*}} : tensor<3x2x2x2xi64>, tensor<3x2x2xf32>)
func.func @windows(%d: tensor<6x5xf32>, %i: tensor<3x2xi32>, %u: tensor<3x2x2xf32>) -> tensor<6x5xf32> {
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<6x5xf32>, tensor<3x2xi32>, tensor<3x2x2xf32>) -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// A batching dimension is a component of the tuples that is not read.
// CHECK-LABEL: func.func @batching
// CHECK: %[[T:.*]] = linalg.generic
// CHECK: linalg.index 0
// CHECK: scatter.scatter_nd_update ins(%[[T]], %{{.*}} : tensor<4x2x2xi64>, tensor<4x2xf32>)
// CHECK-SAME: reduction(max)
func.func @batching(%d: tensor<4x6xf32>, %i: tensor<4x2x1xi32>, %u: tensor<4x2xf32>) -> tensor<4x6xf32> {
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x6xf32>, tensor<4x2x1xi32>, tensor<4x2xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// One window is a slice, written if it is in bounds.
// CHECK-LABEL: func.func @one_window
// CHECK: scf.if
// CHECK-NEXT: arith.addi
// CHECK: scatter.slice_scatter ins(%{{.*}} : tensor<2x5xf32>) outs(%{{.*}} : tensor<6x5xf32>) from [%{{.*}}] to [%{{.*}}]
// CHECK: } else {
func.func @one_window(%d: tensor<6x5xf32>, %i: tensor<1xi32>, %u: tensor<2x5xf32>) -> tensor<6x5xf32> {
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<6x5xf32>, tensor<1xi32>, tensor<2x5xf32>) -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// A constant position needs no check.
// CHECK-LABEL: func.func @one_constant_window
// CHECK-NOT: scf.if
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[2, 0] [2, 5] [1, 1]
func.func @one_constant_window(%d: tensor<6x5xf32>, %u: tensor<2x5xf32>) -> tensor<6x5xf32> {
  %i = "stablehlo.constant"() <{value = dense<2> : tensor<1xi32>}> : () -> tensor<1xi32>
  %r = "stablehlo.scatter"(%d, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%b) : (tensor<f32>) -> ()
  }) : (tensor<6x5xf32>, tensor<1xi32>, tensor<2x5xf32>) -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

// Each input gets a scatter of its own, or none.
// CHECK-LABEL: func.func @several_inputs
// CHECK-SAME: (%{{.*}}: tensor<8xf32>, %{{.*}}: tensor<8xi1>, %[[KEPT:.*]]: tensor<8xi32>,
// CHECK: %[[R:.*]] = scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<8xf32>) reduction(prod)
// CHECK: %[[S:.*]] = scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<8xi1>) reduction(sub)
// CHECK: return %[[R]], %[[S]], %[[KEPT]]
func.func @several_inputs(%d: tensor<8xf32>, %e: tensor<8xi1>, %f: tensor<8xi32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>, %v: tensor<3xi1>, %w: tensor<3xi32>) -> (tensor<8xf32>, tensor<8xi1>, tensor<8xi32>) {
  %r:3 = "stablehlo.scatter"(%d, %e, %f, %i, %u, %v, %w) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i1>, %c: tensor<i32>, %x: tensor<f32>, %y: tensor<i1>, %z: tensor<i32>):
    %s = "stablehlo.multiply"(%x, %a) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %t = "stablehlo.xor"(%b, %y) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%s, %t, %c) : (tensor<f32>, tensor<i1>, tensor<i32>) -> ()
  }) : (tensor<8xf32>, tensor<8xi1>, tensor<8xi32>, tensor<3x1xi32>, tensor<3xf32>, tensor<3xi1>, tensor<3xi32>) -> (tensor<8xf32>, tensor<8xi1>, tensor<8xi32>)
  return %r#0, %r#1, %r#2 : tensor<8xf32>, tensor<8xi1>, tensor<8xi32>
}

// Attributes of dialects that are not registered are dropped.
// CHECK-LABEL: func.func @dynamic_update_slice(
// CHECK-NOT: jax
// CHECK: %[[A:.*]] = arith.maxsi
// CHECK: %[[S:.*]] = arith.minsi %[[A]]
// CHECK: scatter.slice_scatter {{.*}} from [%[[S]]] to [%{{.*}}] axes [1]
func.func @dynamic_update_slice(%d: tensor<4x16xf32> {jax.buffer_donor = true}, %u: tensor<4x2xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<4x16xf32> {jax.result_info = "result"}) {
  %r = "stablehlo.dynamic_update_slice"(%d, %u, %i, %j) : (tensor<4x16xf32>, tensor<4x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}
