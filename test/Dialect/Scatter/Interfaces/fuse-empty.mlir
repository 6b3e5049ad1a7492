// RUN: not scatter-opt %s --transform-interpreter --split-input-file 2>&1 | FileCheck %s

// A tile whose size is known to be 0, which casts do not hide, is a failure:
// upstream crashes where it fuses linalg ops into such tiles.

// CHECK-COUNT-3: op failed to generate tiling loops

#map = affine_map<(e, f) -> (e, f)>
module attributes {transform.with_named_sequence} {
  func.func @update(%i: tensor<?x1xi64>, %a: tensor<0x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %c0 = arith.constant 0 : index
    %u = tensor.cast %a : tensor<0x8xf32> to tensor<?x8xf32>
    %n = tensor.dim %i, %c0 : tensor<?x1xi64>
    %e = tensor.empty(%n) : tensor<?x1xi64>
    %j = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<?x1xi64>) outs(%e : tensor<?x1xi64>) {
    ^bb0(%x: i64, %y: i64):
      %s = arith.addi %x, %x : i64
      linalg.yield %s : i64
    } -> tensor<?x1xi64>
    %r = scatter.scatter_nd_update ins(%j, %u : tensor<?x1xi64>, tensor<?x8xf32>) outs(%d : tensor<16x8xf32>) out_of_bounds(undefined) {op, sizes_match} -> tensor<16x8xf32>
    return %r : tensor<16x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.fuse %0 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

#map = affine_map<(e, f) -> (e, f)>
module attributes {transform.with_named_sequence} {
  func.func @gather(%i: tensor<?x1xi64>, %o: tensor<0x8xf32>, %d: tensor<16x8xf32>) -> tensor<?x8xf32> {
    %c0 = arith.constant 0 : index
    %out = tensor.cast %o : tensor<0x8xf32> to tensor<?x8xf32>
    %n = tensor.dim %i, %c0 : tensor<?x1xi64>
    %e = tensor.empty(%n) : tensor<?x1xi64>
    %j = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%i : tensor<?x1xi64>) outs(%e : tensor<?x1xi64>) {
    ^bb0(%x: i64, %y: i64):
      %s = arith.addi %x, %x : i64
      linalg.yield %s : i64
    } -> tensor<?x1xi64>
    %r = scatter.gather_nd ins(%j, %d : tensor<?x1xi64>, tensor<16x8xf32>) outs(%out : tensor<?x8xf32>) out_of_bounds(undefined) {op, sizes_match} -> tensor<?x8xf32>
    return %r : tensor<?x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.fuse %0 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @slice(%a: tensor<0x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %u = tensor.cast %a : tensor<0x8xf32> to tensor<?x8xf32>
    %r = scatter.slice_scatter ins(%u : tensor<?x8xf32>) outs(%d : tensor<16x8xf32>) from [3] to [3] {op, sizes_match} -> tensor<16x8xf32>
    return %r : tensor<16x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match attributes {op} in %root : (!transform.any_op) -> !transform.any_op
    %1, %l = transform.structured.fuse %0 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
