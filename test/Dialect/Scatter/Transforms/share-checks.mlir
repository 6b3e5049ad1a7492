// RUN: scatter-opt %s --scatter-split-checks --split-input-file | FileCheck %s
// RUN: scatter-opt %s --scatter-split-checks=shared-only --split-input-file | FileCheck %s --check-prefix=SHARED
// RUN: scatter-opt %s --scatter-split-checks --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --split-input-file | FileCheck %s --check-prefix=BUFFER --implicit-check-not=memref.alloc --implicit-check-not=memref.copy

// Which checks are merged on tensors, and which leave loops. With `shared-only`
// these alone are split off. On buffers nothing is copied.

//===----------------------------------------------------------------------===//
// Identical checks
//===----------------------------------------------------------------------===//

// The sizes of what an update gives are those of its `data`, in a branch too.

// CHECK-LABEL:  func @updates_of_updates(
// CHECK:          %[[SIZE:.*]] = tensor.dim
// CHECK:          %[[VALID:.*]] = scatter.check_indices %{{.*}} within [%[[SIZE]]]
// CHECK:          %[[BOTH:.*]] = arith.andi %[[VALID]]
// CHECK-NOT:      scatter.check_indices
// CHECK-NOT:      scf.if
// CHECK:          scf.if %[[BOTH]]
// CHECK-COUNT-4:    {{scatter.(scatter_nd_update|slice_scatter)}}
// CHECK:          } else {
// CHECK:          return
// SHARED-LABEL: func @updates_of_updates(
// SHARED-NOT:     arith.andi
// SHARED-COUNT-1: scf.if
// SHARED:         scatter.slice_scatter {{.*}} from [%{{.*}}] to [9] -> tensor
// SHARED:         return
// BUFFER-LABEL: func @updates_of_updates(
func.func @updates_of_updates(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<?x8xf32>, %p: index) -> tensor<?x8xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%0 : tensor<?x8xf32>) reduction(sum) -> tensor<?x8xf32>
  %2 = scatter.slice_scatter ins(%u : tensor<4x8xf32>) outs(%1 : tensor<?x8xf32>) from [%p] to [9] -> tensor<?x8xf32>
  %3 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%2 : tensor<?x8xf32>) reduction(max) -> tensor<?x8xf32>
  return %3 : tensor<?x8xf32>
}

// -----

// A check that the program has already is used.

// CHECK-LABEL:  func @check_of_the_program(
// CHECK-COUNT-1:  scatter.check_indices
// CHECK-NOT:      scatter.check_indices
// CHECK:          return
// SHARED-LABEL: func @check_of_the_program(
// SHARED-COUNT-1: scatter.check_indices
// SHARED-NOT:     scatter.check_indices
// SHARED:         scf.if
// BUFFER-LABEL: func @check_of_the_program(
func.func @check_of_the_program(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) -> (i1, tensor<8xf32>) {
  %valid = scatter.check_indices %i within [8] : tensor<4x1xi64>
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %valid, %0 : i1, tensor<8xf32>
}

// -----

// An index tensor that is updated in between is another one.

// CHECK-LABEL:  func @indices_updated_in_between(
// CHECK-COUNT-2:  scatter.check_indices
// SHARED-LABEL: func @indices_updated_in_between(
// SHARED-NOT:     scatter.check_indices
// SHARED-NOT:     scf.if
// SHARED:         return
// BUFFER-LABEL: func @indices_updated_in_between(
func.func @indices_updated_in_between(%i: tensor<4x1xi64>, %j: tensor<2x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %i1 = scatter.slice_scatter ins(%j : tensor<2x1xi64>) outs(%i : tensor<4x1xi64>) from [0] to [2] -> tensor<4x1xi64>
  %1 = scatter.scatter_nd_update ins(%i1, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// Sizes and the meaning of negative indices are part of a check.

// CHECK-LABEL:  func @other_checks_of_the_same_indices(
// CHECK-COUNT-3:  scatter.check_indices
// SHARED-LABEL: func @other_checks_of_the_same_indices(
// SHARED-NOT:     scatter.check_indices
// SHARED:         return
// BUFFER-LABEL: func @other_checks_of_the_same_indices(
func.func @other_checks_of_the_same_indices(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>, %e: tensor<9xf32>, %f: tensor<8xf32>) -> (tensor<8xf32>, tensor<9xf32>, tensor<8xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%f : tensor<8xf32>) negative_indices(reject) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<9xf32>, tensor<8xf32>
}

// -----

// Neither of two branches is executed before the other.

// CHECK-LABEL:  func @checks_in_two_branches(
// CHECK-COUNT-2:  scatter.check_indices
// SHARED-LABEL: func @checks_in_two_branches(
// SHARED-NOT:     scatter.check_indices
// SHARED:         return
// BUFFER-LABEL: func @checks_in_two_branches(
func.func @checks_in_two_branches(%c: i1, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.if %c -> (tensor<8xf32>) {
    %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %0 : tensor<8xf32>
  } else {
    %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// Offsets of tuples of several components are computed along with the check:
// two updates that do both are faster than one check and two updates.

// CHECK-LABEL:  func @offsets_of_pairs(
// CHECK-COUNT-1:  scatter.check_indices
// CHECK-NOT:      scatter.check_indices
// CHECK:          return
// SHARED-LABEL: func @offsets_of_pairs(
// SHARED-NOT:     scatter.check_indices
// SHARED-NOT:     scf.if
// SHARED:         return
// BUFFER-LABEL: func @offsets_of_pairs(
func.func @offsets_of_pairs(%i: tensor<4x2xi64>, %u: tensor<4xf32>, %d: tensor<8x8xf32>, %e: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x2xi64>, tensor<4xf32>) outs(%d : tensor<8x8xf32>) reduction(sum) -> tensor<8x8xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x2xi64>, tensor<4xf32>) outs(%e : tensor<8x8xf32>) reduction(sum) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Long rows have no such offsets.

// SHARED-LABEL: func @pairs_and_long_rows(
// SHARED-COUNT-1: scatter.check_indices
// SHARED:         scf.if
// SHARED-COUNT-2: out_of_bounds(undefined)
// BUFFER-LABEL: func @pairs_and_long_rows(
func.func @pairs_and_long_rows(%i: tensor<4x2xi64>, %u: tensor<4x64xf32>, %d: tensor<8x8x64xf32>, %e: tensor<8x8x64xf32>) -> (tensor<8x8x64xf32>, tensor<8x8x64xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x2xi64>, tensor<4x64xf32>) outs(%d : tensor<8x8x64xf32>) -> tensor<8x8x64xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x2xi64>, tensor<4x64xf32>) outs(%e : tensor<8x8x64xf32>) -> tensor<8x8x64xf32>
  return %0, %1 : tensor<8x8x64xf32>, tensor<8x8x64xf32>
}

// -----

// A loop is a reason all the same, with a check before it as well.

// SHARED-LABEL: func @pairs_in_a_loop(
// SHARED-COUNT-1: scatter.check_indices
// SHARED-NOT:     scf.if
// SHARED:         scf.for
// SHARED:           scf.if
// BUFFER-LABEL: func @pairs_in_a_loop(
func.func @pairs_in_a_loop(%n: index, %i: tensor<4x2xi64>, %u: tensor<4xf32>, %d: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x2xi64>, tensor<4xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %0) -> tensor<8x8xf32> {
    %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x2xi64>, tensor<4xf32>) outs(%a : tensor<8x8xf32>) reduction(sum) -> tensor<8x8xf32>
    scf.yield %1 : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// What a loop carries has the sizes that it begins with.

// CHECK-LABEL:  func @same_indices_in_each_iteration(
// CHECK:          tensor.dim
// CHECK:          %[[VALID:.*]] = scatter.check_indices
// CHECK:          scf.for
// CHECK:          scf.for
// CHECK:          scf.if %[[VALID]]
// SHARED-LABEL: func @same_indices_in_each_iteration(
// SHARED:         scatter.check_indices
// SHARED:         scf.for
// BUFFER-LABEL: func @same_indices_in_each_iteration(
func.func @same_indices_in_each_iteration(%n: index, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %d) -> tensor<?xf32> {
    %s = scf.for %l = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<?xf32> {
      %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%b : tensor<?xf32>) reduction(sum) -> tensor<?xf32>
      scf.yield %0 : tensor<?xf32>
    }
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// On tensors the same holds for scf.while.

// CHECK-LABEL:  func @same_indices_in_each_iteration_of_while(
// CHECK:          %[[VALID:.*]] = scatter.check_indices
// CHECK:          scf.for
// CHECK:          scf.while
// CHECK-NOT:      scatter.check_indices
// CHECK:          scf.if %[[VALID]]
// SHARED-LABEL: func @same_indices_in_each_iteration_of_while(
// SHARED:         scatter.check_indices
// SHARED:         scf.for
// BUFFER-LABEL: func @same_indices_in_each_iteration_of_while(
func.func @same_indices_in_each_iteration_of_while(%n: index, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %l = %c0 to %n step %c1 iter_args(%c = %d) -> tensor<8xf32> {
    %s:2 = scf.while (%a = %c, %k = %c0) : (tensor<8xf32>, index) -> (tensor<8xf32>, index) {
      %continues = arith.cmpi ult, %k, %n : index
      scf.condition(%continues) %a, %k : tensor<8xf32>, index
    } do {
    ^bb0(%b: tensor<8xf32>, %k: index):
      %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%b : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
      %next = arith.addi %k, %c1 : index
      scf.yield %0, %next : tensor<8xf32>, index
    }
    scf.yield %s#0 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// A check after a loop is the one that left it.

// CHECK-LABEL:  func @same_check_after_a_loop(
// CHECK-COUNT-1:  scatter.check_indices
// CHECK-NOT:      scatter.check_indices
// CHECK:          return
// SHARED-LABEL: func @same_check_after_a_loop(
// SHARED:         scf.if
// SHARED-COUNT-2: out_of_bounds(undefined)
// BUFFER-LABEL: func @same_check_after_a_loop(
func.func @same_check_after_a_loop(%n: index, %i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %d) -> tensor<?xf32> {
    %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%r : tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// Indices that an iteration makes, and an op that not every iteration executes.

// CHECK-LABEL:  func @other_checks_in_each_iteration(
// CHECK-NOT:      scatter.check_indices
// CHECK:          scf.for
// CHECK:          scatter.check_indices
// CHECK:          scf.for
// CHECK:          scatter.check_indices
// SHARED-LABEL: func @other_checks_in_each_iteration(
// SHARED-NOT:     scatter.check_indices
// SHARED:         return
// BUFFER-LABEL: func @other_checks_in_each_iteration(
func.func @other_checks_in_each_iteration(%n: index, %c: i1, %i: tensor<4x1xi64>, %i2: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %d, %j = %i) -> (tensor<?xf32>, tensor<4x1xi64>) {
    %0 = scatter.scatter_nd_update ins(%j, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
    %x = arith.index_cast %k : index to i64
    %j1 = tensor.insert %x into %j[%c1, %c0] : tensor<4x1xi64>
    scf.yield %0, %j1 : tensor<?xf32>, tensor<4x1xi64>
  }
  %t = scf.for %k = %c0 to %n step %c1 iter_args(%a = %r#0) -> tensor<?xf32> {
    %q = scf.if %c -> tensor<?xf32> {
      %0 = scatter.scatter_nd_update ins(%i2, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%a : tensor<?xf32>) reduction(sum) -> tensor<?xf32>
      scf.yield %0 : tensor<?xf32>
    } else {
      scf.yield %a : tensor<?xf32>
    }
    scf.yield %q : tensor<?xf32>
  }
  return %t : tensor<?xf32>
}
