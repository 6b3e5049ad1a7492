// RUN: scatter-opt %s --scatter-split-checks --canonicalize --cse --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %s

// Ops of dynamic sizes are tiled after scatter-split-checks, in two levels.

// CHECK-LABEL: func @two_levels(
// CHECK:         scf.if
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK:                 scf.for
// CHECK:                   scatter.scatter_nd_update {{.*}} reduction(sum) out_of_bounds(undefined) {sizes_match}
// CHECK:         } else {
module attributes {transform.with_named_sequence} {
  func.func @two_levels(%i: tensor<?x1xi64>, %u: tensor<?x?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) reduction(sum) -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %a:2 = transform.structured.tile_using_for %0 tile_sizes [7, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %2, %b:2 = transform.structured.tile_using_for %1 tile_sizes [3, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Positions from `from` on, each second one: a tile of 4 updates 7.

// CHECK-LABEL: func @slice(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<10xf32>, %[[D:[^:]*]]: tensor<32xf32>
// CHECK:         scf.for
// CHECK-DAG:       tensor.extract_slice %[[U]]
// CHECK-DAG:       tensor.extract_slice %{{.*}} : tensor<32xf32> to tensor<3xf32>
// CHECK:           scatter.slice_scatter ins(%{{.*}} : tensor<2xf32>) outs(%{{.*}} : tensor<3xf32>) from [0] to [9223372036854775807] step [2]
module attributes {transform.with_named_sequence} {
  func.func @slice(%u: tensor<10xf32>, %d: tensor<32xf32>) -> tensor<32xf32> {
    %r = scatter.slice_scatter ins(%u : tensor<10xf32>) outs(%d : tensor<32xf32>) from [3] to [23] step [2] -> tensor<32xf32>
    return %r : tensor<32xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.slice_scatter"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %a = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The rows of tuples of a tile are whole, which their size tells.

// CHECK-LABEL: func @rows_of_tuples(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : tensor<?x?x2xi64>, tensor<?x?xf32>)
module attributes {transform.with_named_sequence} {
  func.func @rows_of_tuples(%i: tensor<?x?x2xi64>, %u: tensor<?x?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x?x2xi64>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) out_of_bounds(drop) {sizes_match} -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %a = transform.structured.tile_using_for %0 tile_sizes [7] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2, %b = transform.structured.tile_using_for %1 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
