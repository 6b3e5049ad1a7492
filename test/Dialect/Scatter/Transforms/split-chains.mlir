// RUN: scatter-opt %s --scatter-split-checks --canonicalize --cse --split-input-file | FileCheck %s
// RUN: scatter-opt %s --scatter-split-checks=shared-only --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=SHARED
// RUN: scatter-opt %s --scatter-split-checks --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --split-input-file | FileCheck %s --check-prefix=BUFFER

// Updates of one block share one branch, so that `data` is copied at most once.

// CHECK-LABEL: func @one_index_tensor(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[U:[^:]*]]: tensor<4x8xf32>, %[[D:[^:]*]]: tensor<16x8xf32>
// CHECK:         %[[VALID:.*]] = scatter.check_indices
// CHECK-NEXT:    %[[R:.*]] = scf.if %[[VALID]]
// CHECK-NEXT:      %[[C:.*]] = bufferization.alloc_tensor() copy(%[[D]])
// CHECK-NEXT:      scatter.scatter_nd_update {{.*}} outs(%[[C]] : {{.*}} out_of_bounds(undefined)
// CHECK-COUNT-2:   scatter.scatter_nd_update {{.*}} out_of_bounds(undefined)
// CHECK:         } else {
// CHECK-NEXT:      scatter.report_indices
// CHECK-NEXT:      %[[E:.*]] = bufferization.alloc_tensor() copy(%[[D]])
// CHECK-NEXT:      scf.yield %[[E]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[R]]
// SHARED-LABEL: func @one_index_tensor(
// SHARED-COUNT-1: scf.if
// BUFFER-LABEL: func @one_index_tensor(
// BUFFER:         scf.if
// BUFFER-COUNT-1: memref.copy
// BUFFER-NOT:     memref.copy
// BUFFER:         } else {
// BUFFER-COUNT-1: memref.copy
// BUFFER-NOT:     memref.copy
// BUFFER:         return
func.func @one_index_tensor(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32> {bufferization.writable = false}) -> tensor<16x8xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%0 : tensor<16x8xf32>) reduction(max) -> tensor<16x8xf32>
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%1 : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}

// -----

// The reports are made in the order of the updates. One that is not split is
// reported as well: it would come later otherwise.

// CHECK-LABEL: func @two_index_tensors(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[J:[^:]*]]: tensor<4x1xi64>
// CHECK:         scf.if
// CHECK-COUNT-3:   scatter.scatter_nd_update {{.*}} out_of_bounds(undefined)
// CHECK:         } else {
// CHECK-NEXT:      scatter.report_indices %[[I]]
// CHECK-NEXT:      scatter.report_indices %[[J]]
// CHECK-NEXT:      bufferization.alloc_tensor
// CHECK-NEXT:      scf.yield
// SHARED-LABEL: func @two_index_tensors(
// SHARED-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[J:[^:]*]]: tensor<4x1xi64>
// SHARED:         scf.if
// SHARED:           scatter.scatter_nd_update ins(%[[I]], {{.*}} out_of_bounds(undefined)
// SHARED-NEXT:      scatter.scatter_nd_update ins(%[[J]], {{.*}} reduction(sum) ->
// SHARED-NEXT:      scatter.scatter_nd_update ins(%[[I]], {{.*}} out_of_bounds(undefined)
// SHARED:         } else {
// SHARED-NEXT:      scatter.report_indices %[[I]]
// SHARED-NEXT:      scatter.report_indices %[[J]]
// SHARED-NEXT:      bufferization.alloc_tensor
// SHARED-NEXT:      scf.yield
// BUFFER-LABEL: func @two_index_tensors(
// BUFFER:         scf.if
// BUFFER-COUNT-1: memref.copy
// BUFFER-NOT:     memref.copy
// BUFFER:         } else {
// BUFFER-COUNT-1: memref.copy
// BUFFER-NOT:     memref.copy
// BUFFER:         return
func.func @two_index_tensors(%i: tensor<4x1xi64>, %j: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32> {bufferization.writable = false}) -> tensor<16x8xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  %1 = scatter.scatter_nd_update ins(%j, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%0 : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%1 : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}

// -----

// What is read between two updates moves into the branch; a value that is also
// used later is computed from `data` in the other one.

// CHECK-LABEL: func @read_in_between(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<16xf32>
// CHECK:         scf.if
// CHECK:           scatter.scatter_nd_update
// CHECK:           tensor.extract
// CHECK:           scatter.scatter_nd_update
// CHECK:         } else {
// CHECK-NEXT:      scatter.report_indices
// CHECK-NEXT:      %[[E:.*]] = tensor.extract %[[D]]
// CHECK-NEXT:      %[[C:.*]] = bufferization.alloc_tensor() copy(%[[D]])
// CHECK-NEXT:      scf.yield %[[E]], %[[C]]
// BUFFER-LABEL: func @read_in_between(
// BUFFER:         scf.if
// BUFFER-COUNT-1: memref.copy
// BUFFER-NOT:     memref.copy
// BUFFER:         } else {
// BUFFER-COUNT-1: memref.copy
// BUFFER-NOT:     memref.copy
// BUFFER:         return
func.func @read_in_between(%d: tensor<16xf32> {bufferization.writable = false}, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> (tensor<16xf32>, f32) {
  %c3 = arith.constant 3 : index
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
  %e = tensor.extract %0[%c3] : tensor<16xf32>
  %v = tensor.from_elements %e, %e, %e, %e : tensor<4xf32>
  %1 = scatter.scatter_nd_update ins(%i, %v : tensor<4x1xi64>, tensor<4xf32>) outs(%0 : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
  return %1, %e : tensor<16xf32>, f32
}

// -----

// Indices that depend on an update are checked after it, and an op with an
// effect stays where it is.

// CHECK-LABEL: func @separate_branches(
// CHECK:         scf.if
// CHECK:         scatter.check_indices
// CHECK:         scf.if
// CHECK:         call @effect
// CHECK:         scf.if
func.func @separate_branches(%d: tensor<4x1xi64>, %i: tensor<4x1xi64>, %u: tensor<4x1xi64>) -> tensor<4x1xi64> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x1xi64>) outs(%d : tensor<4x1xi64>) -> tensor<4x1xi64>
  %1 = scatter.scatter_nd_update ins(%0, %u : tensor<4x1xi64>, tensor<4x1xi64>) outs(%d : tensor<4x1xi64>) -> tensor<4x1xi64>
  func.call @effect() : () -> ()
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x1xi64>) outs(%1 : tensor<4x1xi64>) -> tensor<4x1xi64>
  return %2 : tensor<4x1xi64>
}
func.func private @effect()

// -----

// Sizes are compared with the indices. They are reported first, and the update
// has nothing left to compare. `updates` is not needed for its size.

// CHECK-LABEL: func @sizes(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x1xi64>, %[[U:[^:]*]]: tensor<?x8xf32>, %[[D:[^:]*]]: tensor<?x8xf32>
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[U]]
// CHECK-DAG:     %[[N:.*]] = tensor.dim %[[I]]
// CHECK-DAG:     %[[S:.*]] = tensor.dim %[[D]]
// CHECK-DAG:     %[[VALID:.*]] = scatter.check_indices %[[I]] within [%[[S]]]
// CHECK-DAG:     %[[FITS:.*]] = arith.cmpi eq, %[[M]], %[[N]]
// CHECK:         %[[BOTH:.*]] = arith.andi %[[VALID]], %[[FITS]]
// CHECK-NEXT:    scf.if %[[BOTH]]
// CHECK-NEXT:      scatter.scatter_nd_update {{.*}} out_of_bounds(undefined) {sizes_match}
// CHECK:         } else {
// CHECK:           scf.if
// CHECK:             scatter.report shape
// CHECK:           scatter.report_indices %[[I]] within [%[[S]]]
func.func @sizes(%i: tensor<?x1xi64>, %u: tensor<?x8xf32>, %d: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf32>) outs(%d : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// Sizes that are the same value are equal.

// CHECK-LABEL: func @equal_sizes(
// CHECK-DAG:     %[[VALID:.*]] = scatter.check_indices
// CHECK-DAG:     linalg.fill
// CHECK-NOT:     arith.cmpi
// CHECK:         scf.if %[[VALID]]
// CHECK-NEXT:      scatter.scatter_nd_update {{.*}} out_of_bounds(undefined) {sizes_match}
// CHECK:         } else {
// CHECK-NEXT:      scatter.report_indices
// CHECK-NEXT:      scf.yield
func.func @equal_sizes(%i: tensor<?x1xi64>, %x: f32, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %i, %c0 : tensor<?x1xi64>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %u = linalg.fill ins(%x : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// -----

// Policies that check no index, and slices, compare sizes too.

// CHECK-LABEL: func @other_ops(
// CHECK-NOT:     scatter.check_indices
// CHECK:         scf.if
// CHECK:           scatter.scatter_nd_update {{.*}} out_of_bounds(drop) {sizes_match}
// CHECK:           scatter.slice_scatter {{.*}} step [%{{.*}}] {sizes_match}
// CHECK:         } else {
// CHECK:           scatter.report shape
// CHECK:           scatter.report zero_step
// CHECK-NOT:       scatter.report_indices
// CHECK:           scf.yield
// SHARED-LABEL: func @other_ops(
// SHARED-NOT:     scf.if
// SHARED:         return
func.func @other_ops(%i: tensor<?x1xi64>, %u: tensor<?xf32>, %d: tensor<16xf32>, %s: index) -> tensor<16xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?xf32>) outs(%d : tensor<16xf32>) out_of_bounds(drop) -> tensor<16xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<?xf32>) outs(%0 : tensor<16xf32>) from [0] to [16] step [%s] -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// -----

// `data` that may be written and is not used later needs no copy.

// CHECK-LABEL: func @in_place(
// CHECK-NOT:     alloc_tensor
// CHECK:         return
// BUFFER-LABEL: func @in_place(
// BUFFER-NOT:     memref.copy
// BUFFER:         return
func.func @in_place(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<16xf32>) -> tensor<16xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%0 : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}

// -----

// A size that is compared once is reported once: the runtime keeps the first
// report.

// CHECK-LABEL: func @one_comparison(
// CHECK-COUNT-2: arith.cmpi eq
// CHECK-NOT:     arith.cmpi eq
// CHECK:         scf.if
// CHECK:         } else {
// CHECK-COUNT-1:   scatter.report shape
// CHECK-COUNT-1:   scatter.report_indices
// CHECK-COUNT-1:   scatter.report shape
// CHECK-NOT:       scatter.report
// CHECK:         return
func.func @one_comparison(%i: tensor<?x1xi64>, %u: tensor<?x8xf32>, %v: tensor<?x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf32>) outs(%d : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  %1 = scatter.scatter_nd_update ins(%i, %v : tensor<?x1xi64>, tensor<?x8xf32>) outs(%0 : tensor<16x8xf32>) reduction(max) -> tensor<16x8xf32>
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf32>) outs(%1 : tensor<16x8xf32>) reduction(min) -> tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}
