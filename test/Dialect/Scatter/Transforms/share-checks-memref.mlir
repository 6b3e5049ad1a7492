// RUN: scatter-opt %s --scatter-split-checks --split-input-file | FileCheck %s
// RUN: scatter-opt %s --scatter-split-checks=shared-only --split-input-file | FileCheck %s --check-prefix=SHARED

// Which checks are merged on memrefs, and which leave loops: those whose
// indices nothing in between may write.

//===----------------------------------------------------------------------===//
// Identical checks
//===----------------------------------------------------------------------===//

// An update does not write its own indices, whatever memory it writes.

// CHECK-LABEL:  func @updates_by_the_same_indices(
// CHECK-COUNT-1:  scatter.check_indices
// CHECK-NOT:      scatter.check_indices
// CHECK:          return
// SHARED-LABEL: func @updates_by_the_same_indices(
// SHARED-COUNT-2: scf.if
func.func @updates_by_the_same_indices(%i: memref<4x1xi64>, %u: memref<4xf32>, %v: memref<4xi64>, %d: memref<8xf32>, %e: memref<8xi64>) {
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>)
  return
}

// -----

// An update by other indices, a store and a call may write them.

// CHECK-LABEL:  func @writes_in_between(
// CHECK-COUNT-5:  scatter.check_indices
// SHARED-LABEL: func @writes_in_between(
// SHARED-NOT:     scatter.check_indices
// SHARED:         return
func.func @writes_in_between(%i: memref<4x1xi64>, %j: memref<4x1xi64>, %v: memref<4xi64>, %e: memref<8xi64>, %m: memref<4xi64>, %k: index, %x: i64) {
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  scatter.scatter_nd_update ins(%j, %v : memref<4x1xi64>, memref<4xi64>) outs(%m : memref<4xi64>)
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  memref.store %x, %m[%k] : memref<4xi64>
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  func.call @unknown() : () -> ()
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  return
}
func.func private @unknown()

// -----

// Writes to other memory, reads and reports in between.

// CHECK-LABEL:  func @writes_elsewhere_in_between(
// CHECK-COUNT-1:  scatter.check_indices
// CHECK-NOT:      scatter.check_indices
// CHECK:          return
// SHARED-LABEL: func @writes_elsewhere_in_between(
// SHARED-COUNT-1: scatter.check_indices
func.func @writes_elsewhere_in_between(%v: memref<4xi64>, %e: memref<8xi64>, %k: index, %x: i64) -> i64 {
  %i = memref.alloc() : memref<4x1xi64>
  memref.store %x, %i[%k, %k] : memref<4x1xi64>
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  memref.store %x, %e[%k] : memref<8xi64>
  %y = memref.load %i[%k, %k] : memref<4x1xi64>
  scatter.report_indices %i within [8] : memref<4x1xi64>
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  memref.dealloc %i : memref<4x1xi64>
  return %y : i64
}

// -----

// A view of the indices is the same memory.

// CHECK-LABEL:  func @view_written_in_between(
// CHECK-COUNT-2:  scatter.check_indices
// SHARED-LABEL: func @view_written_in_between(
// SHARED-NOT:     scatter.check_indices
// SHARED:         return
func.func @view_written_in_between(%v: memref<4xi64>, %e: memref<8xi64>, %k: index, %x: i64) {
  %i = memref.alloc() : memref<4x1xi64>
  %w = memref.subview %i[1, 0] [2, 1] [1, 1] : memref<4x1xi64> to memref<2x1xi64, strided<[1, 1], offset: 1>>
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  memref.store %x, %w[%k, %k] : memref<2x1xi64, strided<[1, 1], offset: 1>>
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  memref.dealloc %i : memref<4x1xi64>
  return
}

// -----

// Memory that is freed is not read before it is allocated again.

// CHECK-LABEL:  func @before_a_branch(
// CHECK-COUNT-1:  scatter.check_indices
// CHECK-NOT:      scatter.check_indices
// CHECK:          return
// SHARED-LABEL: func @before_a_branch(
// SHARED-COUNT-1: scatter.check_indices
func.func @before_a_branch(%c: i1, %i: memref<4x1xi64>, %v: memref<4xi64>, %e: memref<8xi64>, %k: index, %x: i64) {
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  scf.if %c {
    scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>) reduction(sum)
    memref.store %x, %e[%k] : memref<8xi64>
  } else {
    scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>) reduction(max)
  }
  return
}

// -----

// In the branch, before the check; what one branch writes is not known to be
// there after it either.

// CHECK-LABEL:  func @written_in_a_branch(
// CHECK-COUNT-3:  scatter.check_indices
// SHARED-LABEL: func @written_in_a_branch(
// SHARED-NOT:     scatter.check_indices
// SHARED:         return
func.func @written_in_a_branch(%c: i1, %i: memref<4x1xi64>, %v: memref<4xi64>, %e: memref<8xi64>, %k: index, %x: i64) {
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  scf.if %c {
    memref.store %x, %i[%k, %k] : memref<4x1xi64>
    scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>) reduction(sum)
  }
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  return
}

// -----

// In a loop what comes later in the body comes before the next iteration.

// CHECK-LABEL:  func @written_later_in_a_loop(
// CHECK:          scatter.check_indices
// CHECK:          scf.for
// CHECK:          scatter.check_indices
// SHARED-LABEL: func @written_later_in_a_loop(
// SHARED-NOT:     scatter.check_indices
// SHARED:         return
func.func @written_later_in_a_loop(%n: index, %i: memref<4x1xi64>, %v: memref<4xi64>, %e: memref<8xi64>, %k: index, %x: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
  scf.for %l = %c0 to %n step %c1 {
    scatter.scatter_nd_update ins(%i, %v : memref<4x1xi64>, memref<4xi64>) outs(%e : memref<8xi64>)
    memref.store %x, %i[%k, %k] : memref<4x1xi64>
  }
  return
}

// -----

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

// Literal bounds say that the check is executed.

// CHECK-LABEL:  func @loop_that_is_executed(
// CHECK:          %[[SIZE:.*]] = memref.dim
// CHECK:          %[[VALID:.*]] = scatter.check_indices %{{.*}} within [%[[SIZE]]]
// CHECK-NEXT:     scf.for
// CHECK-NEXT:     scf.if %[[VALID]]
// SHARED-LABEL: func @loop_that_is_executed(
// SHARED:         scatter.check_indices
// SHARED-NEXT:    scf.for
func.func @loop_that_is_executed(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %l = %c0 to %c9 step %c1 {
    scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<?xf32>) reduction(sum)
  }
  return
}

// -----

// Others do not: the indices may be gone where no iteration reads them.

// CHECK-LABEL:  func @loops_that_may_not_be_executed(
// CHECK-SAME:     %[[N:[^:]*]]: index, %[[M:[^:]*]]: index,
// CHECK-DAG:      %[[INNER:.*]] = arith.cmpi slt, %{{.*}}, %[[M]]
// CHECK-DAG:      %[[OUTER:.*]] = arith.cmpi ult, %{{.*}}, %[[N]]
// CHECK:          %[[RUNS:.*]] = arith.andi %[[INNER]], %[[OUTER]]
// CHECK:          %[[VALID:.*]] = scf.if %[[RUNS]] -> (i1) {
// CHECK-NEXT:       %[[C:.*]] = scatter.check_indices
// CHECK-NEXT:       scf.yield %[[C]]
// CHECK-NEXT:     } else {
// CHECK-NEXT:       %[[TRUE:.*]] = arith.constant true
// CHECK-NEXT:       scf.yield %[[TRUE]]
// CHECK:          scf.for unsigned
// CHECK:          scf.for
// CHECK-NEXT:     scf.if %[[VALID]]
// SHARED-LABEL: func @loops_that_may_not_be_executed(
// SHARED:         scatter.check_indices
// SHARED:         scf.for
func.func @loops_that_may_not_be_executed(%n: index, %m: index, %i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for unsigned %l = %c0 to %n step %c1 {
    scf.for %k = %c0 to %m step %c1 {
      scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<?xf32>) reduction(sum)
    }
  }
  return
}

// -----

// Bounds that the outer loop computes are not known before it: the check
// leaves the inner loop only.

// CHECK-LABEL:  func @bounds_of_the_inner_loop_change(
// CHECK:          scf.for
// CHECK:          scf.if
// CHECK:          scatter.check_indices
// CHECK:          scf.for
func.func @bounds_of_the_inner_loop_change(%n: index, %i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %l = %c0 to %n step %c1 {
    scf.for %k = %c0 to %l step %c1 {
      scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<?xf32>) reduction(sum)
    }
  }
  return
}

// -----

// Written in the loop, after the check or in a nested op; and `data` of another
// size in each iteration.

// CHECK-LABEL:  func @other_checks_in_each_iteration(
// CHECK-NOT:      scatter.check_indices
// CHECK:          scf.for
// CHECK:          scatter.check_indices
// CHECK:          scf.for
// CHECK:          scatter.check_indices
// CHECK:          scf.for
// CHECK:          scatter.check_indices
// SHARED-LABEL: func @other_checks_in_each_iteration(
// SHARED-NOT:     scatter.check_indices
// SHARED:         return
func.func @other_checks_in_each_iteration(%c: i1, %i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<9xf32>, %x: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %l = %c0 to %c9 step %c1 {
    scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<9xf32>) reduction(sum)
    memref.store %x, %i[%c1, %c0] : memref<4x1xi64>
  }
  scf.for %l = %c0 to %c9 step %c1 {
    scf.if %c {
      memref.store %x, %i[%c1, %c0] : memref<4x1xi64>
    }
    scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<9xf32>) reduction(sum)
  }
  scf.for %l = %c0 to %c9 step %c1 {
    %part = memref.subview %d[0] [%l] [1] : memref<9xf32> to memref<?xf32, strided<[1]>>
    scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%part : memref<?xf32, strided<[1]>>) reduction(sum)
  }
  return
}
