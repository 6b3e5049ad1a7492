// RUN: scatter-opt %s --scatter-split-checks=with-consumers --canonicalize --cse --split-input-file | FileCheck %s
// RUN: scatter-opt %s --scatter-split-checks --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=WITHOUT

// What depends on an update is computed in its branch, and from `data` after
// the report. Tags stay with the first. Sizes are those
// of `data`.

// CHECK-LABEL: func @consumer(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x1xi64>, %[[U:[^:]*]]: tensor<?x?xf32>, %[[D:[^:]*]]: tensor<?x?xf32>, %[[E:[^:]*]]: tensor<?x?xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[D]], %c0
// CHECK:         %[[X:.*]] = scf.if
// CHECK-NEXT:      %[[R:.*]] = scatter.scatter_nd_update {{.*}} out_of_bounds(undefined)
// CHECK-NEXT:      %[[V:.*]] = linalg.exp {consumer} ins(%[[R]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:      scf.yield %[[V]]
// CHECK-NEXT:    } else {
// CHECK:           scatter.report_indices
// CHECK-NEXT:      %[[W:.*]] = linalg.exp ins(%[[D]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:      scf.yield %[[W]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[X]], %[[N]]
// WITHOUT-LABEL: func @consumer(
// WITHOUT:         %[[R:.*]] = scf.if
// WITHOUT-NOT:       linalg.exp
// WITHOUT:           scatter.report_indices
// WITHOUT-NEXT:      scf.yield
// WITHOUT-NEXT:    }
// WITHOUT-NEXT:    linalg.exp {consumer} ins(%[[R]] :
// WITHOUT-NEXT:    return
func.func @consumer(%i: tensor<?x1xi64>, %u: tensor<?x?xf32>, %d: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> (tensor<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) reduction(sum) -> tensor<?x?xf32>
  %n = tensor.dim %r, %c0 : tensor<?x?xf32>
  %x = linalg.exp {consumer} ins(%r : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %x, %n : tensor<?x?xf32>, index
}

// -----

// An op between the update and its consumer moves if the consumer needs it, one
// after the last consumer does not. An operand that is computed in between, and
// does not depend on the update, is computed before the branch.

// CHECK-LABEL: func @in_between(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<16x8xf32>
// CHECK:         %[[E:.*]] = linalg.abs
// CHECK:         %[[IF:.*]]:2 = scf.if
// CHECK:           %[[R:.*]] = scatter.scatter_nd_update
// CHECK-NEXT:      %[[PART:.*]] = tensor.extract_slice %[[R]]
// CHECK-NEXT:      %[[V:.*]] = linalg.exp ins(%[[PART]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:      scf.yield %[[R]], %[[V]]
// CHECK:         } else {
// CHECK-NEXT:      scatter.report_indices
// CHECK-NEXT:      %[[PART:.*]] = tensor.extract_slice %[[D]]
// CHECK-NEXT:      %[[V:.*]] = linalg.exp ins(%[[PART]] :
// CHECK-NEXT:      scf.yield %[[D]], %[[V]]
// CHECK:         %[[LAST:.*]] = tensor.extract %[[IF]]#1
// CHECK-NEXT:    return %[[IF]]#0, %[[LAST]]
func.func @in_between(%d: tensor<16x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %f: tensor<2x8xf32>) -> (tensor<16x8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  %e = linalg.abs ins(%f : tensor<2x8xf32>) outs(%f : tensor<2x8xf32>) -> tensor<2x8xf32>
  %part = tensor.extract_slice %r[3, 0] [2, 8] [1, 1] : tensor<16x8xf32> to tensor<2x8xf32>
  %x = linalg.exp ins(%part : tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
  %last = tensor.extract %x[%c0, %c0] : tensor<2x8xf32>
  return %r, %last : tensor<16x8xf32>, f32
}

// -----

// The consumer between two updates, and the one after them, have one branch.
// An op with a side effect ends it.

// CHECK-LABEL: func @chain(
// CHECK:         scf.if
// CHECK:           scatter.scatter_nd_update
// CHECK:           linalg.exp
// CHECK:           scatter.scatter_nd_update
// CHECK:           linalg.abs
// CHECK:         } else {
// CHECK:           scatter.report_indices
// CHECK:           linalg.exp
// CHECK:           linalg.abs
// CHECK:         }
// CHECK:         call @effect
// CHECK:         linalg.sqrt
func.func @chain(%d: tensor<16x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %e: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>) {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  %x = linalg.exp ins(%r : tensor<16x8xf32>) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  %s = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%r : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  %y = linalg.abs ins(%s : tensor<16x8xf32>) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  func.call @effect() : () -> ()
  %z = linalg.sqrt ins(%y : tensor<16x8xf32>) outs(%e : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %x, %y, %z : tensor<16x8xf32>, tensor<16x8xf32>, tensor<16x8xf32>
}
func.func private @effect()
