// RUN: scatter-opt %s --scatter-split-checks --canonicalize --cse --transform-interpreter --canonicalize --cse | FileCheck %s

// transform.structured.fuse computes the producer of `updates` for each tile.

// CHECK-LABEL: func @dynamic(
// CHECK:         scf.if
// CHECK:           scf.for
// CHECK:             %[[V:.*]] = linalg.exp
// CHECK:             scatter.scatter_nd_update ins(%{{.*}}, %[[V]] : {{.*}}) {{.*}} out_of_bounds(undefined) {sizes_match, update}
// CHECK:         } else {
// CHECK:           scatter.report_indices

// CHECK-LABEL: func @slice(
// CHECK:         scf.for
// CHECK:           %[[V:.*]] = linalg.exp ins(%{{.*}} : tensor<4x16xf32>)
// CHECK:           scatter.slice_scatter ins(%[[V]] : tensor<4x16xf32>)

// The producer of `data` is computed once, before the loop: a tile of tuples
// updates what others have updated, and tiles of a slice do not have all
// elements.

// CHECK-LABEL: func @data_of_tuples(
// CHECK:         %[[V:.*]] = linalg.exp
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[V]])
// CHECK-NOT:       linalg.exp
// CHECK:           scatter.scatter_nd_update

// CHECK-LABEL: func @data_of_slice(
// CHECK:         %[[V:.*]] = linalg.exp
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[V]])
// CHECK-NOT:       linalg.exp
// CHECK:           scatter.slice_scatter
module attributes {transform.with_named_sequence} {
  func.func @dynamic(%i: tensor<?x1xi64>, %u: tensor<?x?xf32>, %e: tensor<?x?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %v = linalg.exp ins(%u : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
    %r = scatter.scatter_nd_update ins(%i, %v : tensor<?x1xi64>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) reduction(sum) {update} -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @slice(%u: tensor<8x16xf32>, %e: tensor<8x16xf32>, %d: tensor<32x16xf32>) -> tensor<32x16xf32> {
    %v = linalg.exp ins(%u : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
    %r = scatter.slice_scatter ins(%v : tensor<8x16xf32>) outs(%d : tensor<32x16xf32>) from [3] to [19] step [2] {update} -> tensor<32x16xf32>
    return %r : tensor<32x16xf32>
  }
  func.func @data_of_tuples(%i: tensor<8x1xi64>, %u: tensor<8x16xf32>, %e: tensor<9x16xf32>, %d: tensor<9x16xf32>) -> tensor<9x16xf32> {
    %v = linalg.exp ins(%d : tensor<9x16xf32>) outs(%e : tensor<9x16xf32>) -> tensor<9x16xf32>
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<8x1xi64>, tensor<8x16xf32>) outs(%v : tensor<9x16xf32>) reduction(sum) out_of_bounds(drop) {update} -> tensor<9x16xf32>
    return %r : tensor<9x16xf32>
  }
  func.func @data_of_slice(%u: tensor<8x16xf32>, %e: tensor<32x16xf32>, %d: tensor<32x16xf32>) -> tensor<32x16xf32> {
    %v = linalg.exp ins(%d : tensor<32x16xf32>) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
    %r = scatter.slice_scatter ins(%u : tensor<8x16xf32>) outs(%v : tensor<32x16xf32>) from [3] to [19] step [2] {update} -> tensor<32x16xf32>
    return %r : tensor<32x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match attributes{update} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.fuse %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
