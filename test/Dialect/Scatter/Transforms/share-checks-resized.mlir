// RUN: scatter-opt %s --scatter-split-checks | FileCheck %s

// A loop that may carry a tensor of another size in each iteration keeps its
// check, and what comes after the loop is checked again.

// CHECK-LABEL:  func @sizes_change_in_a_loop(
// CHECK-NOT:      scatter.check_indices
// CHECK:          scf.for
// CHECK:            tensor.dim
// CHECK:            scatter.check_indices
// CHECK:          tensor.dim
// CHECK:          scatter.check_indices
func.func @sizes_change_in_a_loop(%n: index, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %d) -> tensor<?xf32> {
    %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
    %1 = func.call @resize(%0) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  %s = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// Two branches that give tensors of different origin.

// CHECK-LABEL:  func @sizes_of_two_branches(
// CHECK:          scatter.check_indices
// CHECK:          scf.if
// CHECK:          tensor.dim
// CHECK:          scatter.check_indices
func.func @sizes_of_two_branches(%c: i1, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<?xf32>, %e: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<?xf32>) -> tensor<?xf32>
  %1 = scf.if %c -> (tensor<?xf32>) {
    scf.yield %0 : tensor<?xf32>
  } else {
    scf.yield %e : tensor<?xf32>
  }
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%1 : tensor<?xf32>) -> tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}
func.func private @resize(%d: tensor<?xf32>) -> tensor<?xf32>
