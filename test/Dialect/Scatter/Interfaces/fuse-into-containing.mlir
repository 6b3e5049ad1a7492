// RUN: scatter-opt %s --transform-interpreter --canonicalize --cse | FileCheck %s

// The update that a consumer reads is computed for each tile of the consumer.

// CHECK-LABEL: func @columns(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x1xi64>, %[[U:[^:]*]]: tensor<?x?xf32>, %[[D:[^:]*]]: tensor<?x?xf32>
// CHECK-NOT:     scatter.scatter_nd_update
// CHECK:         scf.forall
// CHECK:           %[[US:.*]] = tensor.extract_slice %[[U]][0, %[[C:.*]]] [%{{.*}}, %[[M:.*]]] [1, 1]
// CHECK:           %[[DS:.*]] = tensor.extract_slice %[[D]][0, %[[C]]] [%{{.*}}, %[[M]]] [1, 1]
// CHECK:           %[[R:.*]] = scatter.scatter_nd_update ins(%{{.*}}, %[[US]] : {{.*}}) outs(%[[DS]] :
// CHECK:           linalg.exp {consumer} ins(%[[R]] :

// CHECK-LABEL: func @static_columns(
// CHECK:         scf.forall
// CHECK:           scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : tensor<6x1xi64>, tensor<6x8xf32>) outs(%{{.*}} : tensor<9x8xf32>)
// CHECK:           linalg.exp

// A tile of `data` has some of the positions of a slice.

// CHECK-LABEL: func @slice(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<16x4xf32>, %[[D:[^:]*]]: tensor<16x32xf32>
// CHECK-NOT:     scatter.slice_scatter
// CHECK:         scf.forall
// CHECK:           %[[US:.*]] = tensor.extract_slice %[[U]][0, %{{.*}}] [16, %{{.*}}] [1, 1]
// CHECK:           %[[DS:.*]] = tensor.extract_slice %[[D]][0, %{{.*}}] [16, 8] [1, 1]
// CHECK:           %[[R:.*]] = scatter.slice_scatter ins(%[[US]] : tensor<16x?xf32>) outs(%[[DS]] : tensor<16x8xf32>) from [%{{.*}}] to [%{{.*}}] step [2] axes [1] {sizes_match, update}
// CHECK:           linalg.exp {consumer} ins(%[[R]] :

// CHECK-LABEL: func @dynamic_slice(
// CHECK-NOT:     scatter.slice_scatter
// CHECK:         scf.forall
// CHECK:           scatter.slice_scatter {{.*}} step [%{{.*}}] axes [1] {sizes_match, update}
// CHECK:           linalg.exp
module attributes {transform.with_named_sequence} {
  func.func @columns(%i: tensor<?x1xi64>, %u: tensor<?x?xf32>, %d: tensor<?x?xf32>, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) reduction(sum) out_of_bounds(drop) {sizes_match, update} -> tensor<?x?xf32>
    %x = linalg.exp {consumer} ins(%r : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    return %x : tensor<?x?xf32>
  }
  func.func @static_columns(%i: tensor<6x1xi64>, %u: tensor<6x16xf32>, %d: tensor<9x16xf32>, %e: tensor<9x16xf32>) -> tensor<9x16xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<6x16xf32>) outs(%d : tensor<9x16xf32>) reduction(sum) out_of_bounds(drop) {update} -> tensor<9x16xf32>
    %x = linalg.exp {consumer} ins(%r : tensor<9x16xf32>) outs(%e : tensor<9x16xf32>) -> tensor<9x16xf32>
    return %x : tensor<9x16xf32>
  }
  func.func @slice(%u: tensor<16x4xf32>, %d: tensor<16x32xf32>, %e: tensor<16x32xf32>) -> tensor<16x32xf32> {
    %r = scatter.slice_scatter ins(%u : tensor<16x4xf32>) outs(%d : tensor<16x32xf32>) from [3] to [11] step [2] axes [1] {update} -> tensor<16x32xf32>
    %x = linalg.exp {consumer} ins(%r : tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    return %x : tensor<16x32xf32>
  }
  func.func @dynamic_slice(%u: tensor<?x?xf32>, %d: tensor<?x?xf32>, %p: index, %q: index, %s: index, %e: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %r = scatter.slice_scatter ins(%u : tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) from [%p] to [%q] step [%s] axes [1] {sizes_match, update} -> tensor<?x?xf32>
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
