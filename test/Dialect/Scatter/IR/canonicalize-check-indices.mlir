// RUN: scatter-opt %s --canonicalize="test-convergence" --split-input-file | FileCheck %s

// For each fold and pattern functions where it fires and where it must not.

//===----------------------------------------------------------------------===//
// Fold: nothing to check
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @no_tuples_and_no_components(
// CHECK-NEXT:    %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:    return %[[TRUE]], %[[TRUE]], %[[TRUE]]
func.func @no_tuples_and_no_components(%i: tensor<3x0x1xi64>, %j: memref<4x0xi64>, %k: memref<?x?xi64>) -> (i1, i1, i1) {
  %a = scatter.check_indices %i within [0] : tensor<3x0x1xi64>
  %b = scatter.check_indices %j within [] : memref<4x0xi64>
  %c = scatter.check_indices %k within [] : memref<?x?xi64>
  return %a, %b, %c : i1, i1, i1
}

// -----

// CHECK-LABEL: func @tuples_are_checked(
// CHECK-COUNT-2: scatter.check_indices
func.func @tuples_are_checked(%i: tensor<?x1xi64>, %j: memref<1xi64>) -> (i1, i1) {
  %a = scatter.check_indices %i within [0] : tensor<?x1xi64>
  %b = scatter.check_indices %j within [1] : memref<1xi64>
  return %a, %b : i1, i1
}

// -----

//===----------------------------------------------------------------------===//
// Fold: constant indices
//===----------------------------------------------------------------------===//

// Both ends of [-8, 7], of which the policy takes one away.

// CHECK-LABEL: func @constants_at_both_ends(
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant true
// CHECK-DAG:     %[[FALSE:.*]] = arith.constant false
// CHECK:         return %[[TRUE]], %[[FALSE]], %[[FALSE]], %[[FALSE]]
func.func @constants_at_both_ends() -> (i1, i1, i1, i1) {
  %in = arith.constant dense<[[-8], [0], [7]]> : tensor<3x1xi32>
  %above = arith.constant dense<[[-8], [0], [8]]> : tensor<3x1xi32>
  %below = arith.constant dense<[[-9], [0], [7]]> : tensor<3x1xi32>
  %a = scatter.check_indices %in within [8] : tensor<3x1xi32>
  %b = scatter.check_indices %in within [8] negative_indices(reject) : tensor<3x1xi32>
  %c = scatter.check_indices %above within [8] : tensor<3x1xi32>
  %d = scatter.check_indices %below within [8] : tensor<3x1xi32>
  return %a, %b, %c, %d : i1, i1, i1, i1
}

// -----

// Each component has its own size; (1, 3) is in bounds of 2x4, (3, 1) is not.

// CHECK-LABEL: func @components_have_their_sizes(
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant true
// CHECK-DAG:     %[[FALSE:.*]] = arith.constant false
// CHECK:         return %[[TRUE]], %[[FALSE]]
func.func @components_have_their_sizes() -> (i1, i1) {
  %i = arith.constant dense<[[0, 0], [1, 3]]> : tensor<2x2xi64>
  %j = arith.constant dense<[[0, 0], [3, 1]]> : tensor<2x2xi64>
  %a = scatter.check_indices %i within [2, 4] : tensor<2x2xi64>
  %b = scatter.check_indices %j within [2, 4] : tensor<2x2xi64>
  return %a, %b : i1, i1
}

// -----

// An unsigned index that would be negative with a sign is too large, as are
// numbers beyond i64; splats of any number of tuples are evaluated.

// CHECK-LABEL: func @unsigned_and_splat(
// CHECK-DAG:     %[[TRUE:.*]] = arith.constant true
// CHECK-DAG:     %[[FALSE:.*]] = arith.constant false
// CHECK:         return %[[FALSE]], %[[FALSE]], %[[TRUE]], %[[FALSE]]
func.func @unsigned_and_splat() -> (i1, i1, i1, i1) {
  %i = arith.constant dense<[[4294967295], [1]]> : tensor<2x1xui32>
  %j = arith.constant dense<[[18446744073709551615], [1]]> : tensor<2x1xui64>
  %k = arith.constant dense<-1> : tensor<1000000x2xi64>
  %a = scatter.check_indices %i within [8] : tensor<2x1xui32>
  %b = scatter.check_indices %j within [8] : tensor<2x1xui64>
  %c = scatter.check_indices %k within [1, 8] : tensor<1000000x2xi64>
  %d = scatter.check_indices %k within [8, 0] : tensor<1000000x2xi64>
  return %a, %b, %c, %d : i1, i1, i1, i1
}

// -----

// CHECK-LABEL: func @constant_in_a_dynamic_size_stays(
// CHECK:         scatter.check_indices %{{.*}} within [8, %{{.*}}]
func.func @constant_in_a_dynamic_size_stays(%n: index) -> i1 {
  %i = arith.constant dense<[[0, 0], [1, 3]]> : tensor<2x2xi64>
  %a = scatter.check_indices %i within [8, %n] : tensor<2x2xi64>
  return %a : i1
}

// -----

//===----------------------------------------------------------------------===//
// Sizes that are constants
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @sizes_become_literals(
// CHECK:         scatter.check_indices %{{.*}} within [16, 8] : tensor<4x2xi64>
func.func @sizes_become_literals(%i: tensor<4x2xi64>, %d: tensor<16xf32>) -> i1 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %d, %c0 : tensor<16xf32>
  %a = scatter.check_indices %i within [%n, %c8] : tensor<4x2xi64>
  return %a : i1
}

// -----

// CHECK-LABEL: func @negative_size_stays_a_value(
// CHECK:         %[[SIZE:.*]] = arith.constant -1 : index
// CHECK:         scatter.check_indices %{{.*}} within [%[[SIZE]]]
func.func @negative_size_stays_a_value(%i: tensor<4x1xi64>) -> i1 {
  %size = arith.constant -1 : index
  %a = scatter.check_indices %i within [%size] : tensor<4x1xi64>
  return %a : i1
}

// -----

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @casts_that_hide_sizes_vanish(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[J:[^:]*]]: memref<4x1xi64>
// CHECK-NEXT:    scatter.check_indices %[[I]] within [8] : tensor<4x1xi64>
// CHECK-NEXT:    scatter.check_indices %[[J]] within [8] : memref<4x1xi64>
func.func @casts_that_hide_sizes_vanish(%i: tensor<4x1xi64>, %j: memref<4x1xi64>) -> (i1, i1) {
  %0 = tensor.cast %i : tensor<4x1xi64> to tensor<?x?xi64>
  %1 = memref.cast %j : memref<4x1xi64> to memref<?x1xi64, strided<[?, ?], offset: ?>>
  %a = scatter.check_indices %0 within [8] : tensor<?x?xi64>
  %b = scatter.check_indices %1 within [8] : memref<?x1xi64, strided<[?, ?], offset: ?>>
  return %a, %b : i1, i1
}

// -----

// Tuples of another size are reported by the op whose indices they are.

// CHECK-LABEL: func @cast_to_other_tuples_stays(
// CHECK:         scatter.check_indices %{{.*}} within [8] : tensor<4x?xi64>
func.func @cast_to_other_tuples_stays(%i: tensor<4x2xi64>) -> i1 {
  %0 = tensor.cast %i : tensor<4x2xi64> to tensor<4x?xi64>
  %a = scatter.check_indices %0 within [8] : tensor<4x?xi64>
  return %a : i1
}

// -----

// CHECK-LABEL: func @cast_that_asserts_sizes_stays(
// CHECK:         tensor.cast
// CHECK:         scatter.check_indices %{{.*}} within [8] : tensor<4x1xi64>
func.func @cast_that_asserts_sizes_stays(%i: tensor<?x?xi64>) -> i1 {
  %0 = tensor.cast %i : tensor<?x?xi64> to tensor<4x1xi64>
  %a = scatter.check_indices %0 within [8] : tensor<4x1xi64>
  return %a : i1
}
