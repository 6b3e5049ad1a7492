// RUN: scatter-opt %s --scatter-split-checks=with-consumers --canonicalize --cse --transform-interpreter --canonicalize --cse | FileCheck %s

// An update under `error` is computed for each tile of its consumer, after one
// check. The clone of the consumer after the report is not tiled.

// CHECK-LABEL: func @columns(
// CHECK:         scatter.check_indices
// CHECK:         scf.if
// CHECK-NOT:       scatter.scatter_nd_update
// CHECK:           scf.forall
// CHECK:             %[[R:.*]] = scatter.scatter_nd_update {{.*}} out_of_bounds(undefined) {sizes_match, update}
// CHECK:             linalg.exp {consumer} ins(%[[R]] :
// CHECK:         } else {
// CHECK:           scatter.report_indices
// CHECK-NOT:       scf.for
// CHECK:           linalg.exp ins(

// CHECK-LABEL: func @rows(
// CHECK:         scf.if
// CHECK-NOT:       scatter.gather_nd
// CHECK:           scf.forall
// CHECK:             %[[R:.*]] = scatter.gather_nd {{.*}} out_of_bounds(undefined) {update}
// CHECK:             linalg.exp {consumer} ins(%[[R]] :
// CHECK:         } else {
// CHECK:           scatter.report_indices
// CHECK-NEXT:      linalg.exp ins(

// CHECK-LABEL: func @slice(
// CHECK:         scf.if
// CHECK-NOT:       scatter.slice_scatter
// CHECK:           scf.forall
// CHECK:             %[[R:.*]] = scatter.slice_scatter {{.*}} {sizes_match, update}
// CHECK:             linalg.exp {consumer} ins(%[[R]] :
// CHECK:         } else {
// CHECK:           scatter.report zero_step
module attributes {transform.with_named_sequence} {
  func.func @columns(%i: tensor<?x1xi64>, %u: tensor<?x?xf32>, %d: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) reduction(sum) {update} -> tensor<?x?xf32>
    %x = linalg.exp {consumer} ins(%r : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %x : tensor<?x?xf32>
  }
  func.func @rows(%i: tensor<16x1xi64>, %d: tensor<9x16xf32>, %e: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %r = scatter.gather_nd ins(%i, %d : tensor<16x1xi64>, tensor<9x16xf32>) outs(%e : tensor<16x16xf32>) {update} -> tensor<16x16xf32>
    %x = linalg.exp {consumer} ins(%r : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
    return %x : tensor<16x16xf32>
  }
  func.func @slice(%u: tensor<?x?xf32>, %d: tensor<?x?xf32>, %p: index, %q: index, %s: index, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %r = scatter.slice_scatter ins(%u : tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) from [%p] to [%q] step [%s] axes [1] {update} -> tensor<?x?xf32>
    %x = linalg.exp {consumer} ins(%r : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %x : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.foreach %f : !transform.any_op {
    ^bb0(%func: !transform.any_op):
      %0 = transform.structured.match attributes{update} in %func : (!transform.any_op) -> !transform.any_op
      %c = transform.structured.match attributes{consumer} in %func : (!transform.any_op) -> !transform.any_op
      %1, %l = transform.structured.tile_using_forall %c tile_sizes [0, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %2, %3 = transform.structured.fuse_into_containing_op %0 into %l : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
      transform.yield
    }
    transform.yield
  }
}
