// RUN: split-file %s %t
// RUN: scatter-opt %t/tiles.mlir --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %t/tiles.mlir
// RUN: scatter-opt %t/split.mlir --scatter-split-checks --transform-interpreter --canonicalize --cse | FileCheck %t/split.mlir
// RUN: not scatter-opt %t/refused.mlir --transform-interpreter --split-input-file 2>&1 | FileCheck %t/refused.mlir

// Which updates are tiled, and how.

//--- tiles.mlir

// Tuples and slices: the slots of a tile are all rows of a range of columns.

// CHECK-LABEL: func @tuples_and_slices(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<6x2xi64>, %[[U:[^:]*]]: tensor<6x8xf32>, %[[D:[^:]*]]: tensor<4x5x8xf32>
// CHECK:         scf.for %[[T:.*]] = %{{.*}} iter_args(%[[A:.*]] = %[[D]])
// CHECK:           scf.for %[[C:.*]] = %{{.*}} iter_args(%[[B:.*]] = %[[A]])
// CHECK-DAG:         %[[IS:.*]] = tensor.extract_slice %[[I]][%[[T]], 0] [2, 2] [1, 1]
// CHECK-DAG:         %[[US:.*]] = tensor.extract_slice %[[U]][%[[T]], %[[C]]] [2, 4] [1, 1]
// CHECK-DAG:         %[[DS:.*]] = tensor.extract_slice %[[B]][0, 0, %[[C]]] [4, 5, 4] [1, 1, 1]
// CHECK:             %[[R:.*]] = scatter.scatter_nd_update ins(%[[IS]], %[[US]] : tensor<2x2xi64>, tensor<2x4xf32>) outs(%[[DS]] : tensor<4x5x4xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject) -> tensor<4x5x4xf32>
// CHECK:             tensor.insert_slice %[[R]] into %[[B]][0, 0, %[[C]]] [4, 5, 4] [1, 1, 1]
module attributes {transform.with_named_sequence} {
  func.func @tuples_and_slices(%i: tensor<6x2xi64>, %u: tensor<6x8xf32>, %d: tensor<4x5x8xf32>) -> tensor<4x5x8xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x2xi64>, tensor<6x8xf32>) outs(%d : tensor<4x5x8xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject) -> tensor<4x5x8xf32>
    return %r : tensor<4x5x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// On memrefs a tile writes into a part of `data`, whose rows may be of any
// number.

// CHECK-LABEL: func @memrefs(
// CHECK:         scf.for
// CHECK-COUNT-3:   memref.subview
// CHECK:           scatter.scatter_nd_update {{.*}} out_of_bounds(clamp) {sizes_match, unique_indices}
module attributes {transform.with_named_sequence} {
  func.func @memrefs(%i: memref<6x1xi64>, %u: memref<6xf32>, %d: memref<?xf32>) {
    scatter.scatter_nd_update ins(%i, %u : memref<6x1xi64>, memref<6xf32>) outs(%d : memref<?xf32>) out_of_bounds(clamp) {unique_indices}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----

// Whole rows of tuples follow each other in the order of the op.

// CHECK-LABEL: func @rows_of_tuples(
// CHECK:         scf.for
// CHECK:           scatter.scatter_nd_update ins(%{{.*}} : tensor<2x8x1xi64>, tensor<2x8xf32>)
module attributes {transform.with_named_sequence} {
  func.func @rows_of_tuples(%i: tensor<6x8x1xi64>, %u: tensor<6x8xf32>, %d: tensor<9xf32>) -> tensor<9xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x8x1xi64>, tensor<6x8xf32>) outs(%d : tensor<9xf32>) out_of_bounds(drop) -> tensor<9xf32>
    return %r : tensor<9xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----

// A plan for the sizes of the op does not hold for a tile.

module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func @plan(
  // CHECK: scatter.scatter_nd_update {{.*}} outs({{.*}} : tensor<16x1xf32>) out_of_bounds(drop) ->
  func.func @plan(%i: tensor<2x1xi64>, %u: tensor<2x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2x8xf32>) outs(%d : tensor<16x8xf32>) out_of_bounds(drop) {plan = #scatter.plan<partition = slice, threads = 2>} -> tensor<16x8xf32>
    return %r : tensor<16x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [0, 1] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- split.mlir

// The update of a check and an update is tiled, the check is that of the whole.

// CHECK-LABEL: func @split(
// CHECK:         %[[VALID:.*]] = scatter.check_indices %{{.*}} : tensor<6x1xi64>
// CHECK:         scf.if %[[VALID]]
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               scatter.scatter_nd_update ins(%{{.*}} : tensor<2x1xi64>, tensor<2x4xf32>) {{.*}} out_of_bounds(undefined)
// CHECK:         } else {
// CHECK:           scatter.report_indices %{{.*}} within [5] : tensor<6x1xi64>
module attributes {transform.with_named_sequence} {
  func.func @split(%i: tensor<6x1xi64>, %u: tensor<6x8xf32>, %d: tensor<5x8xf32>) -> tensor<5x8xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<6x8xf32>) outs(%d : tensor<5x8xf32>) reduction(sum) -> tensor<5x8xf32>
    return %r : tensor<5x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
//--- refused.mlir

// The op gives no reason: callers try to tile.

// CHECK-NOT:     is not tiled
// CHECK-COUNT-13: to tile operation
// CHECK-NOT:     is not tiled

module attributes {transform.with_named_sequence} {
  func.func @check_first(%i: tensor<6x1xi64>, %u: tensor<6xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<6xf32>) outs(%d : tensor<8xf32>)  -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----

module attributes {transform.with_named_sequence} {
  func.func @sizes_first(%i: tensor<6x1xi64>, %u: tensor<?xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<?xf32>) outs(%d : tensor<8xf32>) out_of_bounds(drop) -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----

module attributes {transform.with_named_sequence} {
  func.func @order_of_tuples(%i: tensor<6x8x1xi64>, %u: tensor<6x8xf32>, %d: tensor<9xf32>) -> tensor<9xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x8x1xi64>, tensor<6x8xf32>) outs(%d : tensor<9xf32>) out_of_bounds(drop) -> tensor<9xf32>
    return %r : tensor<9xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----

module attributes {transform.with_named_sequence} {
  func.func @source(%i: memref<2x1xi64>, %u: memref<2x8xf32>, %d: memref<9x8xf32>, %s: memref<9x8xf32>) {
    scatter.scatter_nd_update ins(%i, %u : memref<2x1xi64>, memref<2x8xf32>) outs(%d : memref<9x8xf32>) source(%s : memref<9x8xf32>) out_of_bounds(drop)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [0, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Loops over several dimensions could be interchanged.

module attributes {transform.with_named_sequence} {
  func.func @single_tuples(%i: tensor<6x8x1xi64>, %u: tensor<6x8xf32>, %d: tensor<9xf32>) -> tensor<9xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x8x1xi64>, tensor<6x8xf32>) outs(%d : tensor<9xf32>) out_of_bounds(drop) -> tensor<9xf32>
    return %r : tensor<9xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [1, 1] interchange = [1, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A cast asserts a size, which only the whole op compares.

module attributes {transform.with_named_sequence} {
  func.func @asserted_size(%i: tensor<?x1xi64>, %u: tensor<6xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
    %c = tensor.cast %i : tensor<?x1xi64> to tensor<6x1xi64>
    %r = scatter.scatter_nd_update ins(%c, %u : tensor<6x1xi64>, tensor<6xf32>) outs(%d : tensor<8xf32>) out_of_bounds(drop) -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_components(%i: tensor<6x0xi64>, %u: tensor<6x8xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x0xi64>, tensor<6x8xf32>) outs(%d : tensor<8xf32>) out_of_bounds(drop) -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [5, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----

module attributes {transform.with_named_sequence} {
  func.func @generic_check_first(%i: tensor<8x1xi64>, %u: tensor<8xf32>, %d: tensor<9xf32>) -> tensor<9xf32> {
    %r = scatter.generic {indexing_maps = [affine_map<(e)[k] -> (e)>, affine_map<(e)[k] -> (k)>]}
           indices(%i : tensor<8x1xi64>) ins(%u : tensor<8xf32>) outs(%d : tensor<9xf32>) {
    ^bb0(%a: f32, %old: f32):
      scatter.yield %a : f32
    } -> tensor<9xf32>
    return %r : tensor<9xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A slice of no tuples has no valid offset.

module attributes {transform.with_named_sequence} {
  func.func @no_tuples(%i: tensor<0x1xi64>, %u: tensor<?x?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %r = scatter.generic {indexing_maps = [affine_map<(e, f)[a] -> (e, f)>, affine_map<(e, f)[a] -> (a, f)>], sizes_match}
           indices(%i : tensor<0x1xi64>) ins(%u : tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) out_of_bounds [drop] {
    ^bb0(%a: f32, %old: f32):
      scatter.yield %a : f32
    } -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Nor has one of all rows where there are none.

module attributes {transform.with_named_sequence} {
  func.func @no_rows(%i: tensor<4x1xi64>, %u: tensor<4x?xf32>, %d: tensor<0x?xf32>) -> tensor<0x?xf32> {
    %r = scatter.generic {indexing_maps = [affine_map<(e, f)[a] -> (e, f)>, affine_map<(e, f)[a] -> (a, f)>], sizes_match}
           indices(%i : tensor<4x1xi64>) ins(%u : tensor<4x?xf32>) outs(%d : tensor<0x?xf32>) out_of_bounds [drop] {
    ^bb0(%a: f32, %old: f32):
      scatter.yield %a : f32
    } -> tensor<0x?xf32>
    return %r : tensor<0x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// There is nothing to divide.

module attributes {transform.with_named_sequence} {
  func.func @no_elements(%i: tensor<4x1xi64>, %u: tensor<4x0xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x0xf32>) outs(%d : tensor<?x?xf32>) out_of_bounds(drop) {sizes_match} -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Nor has one of tuples without components, whose number is dynamic here.

module attributes {transform.with_named_sequence} {
  func.func @no_components(%i: tensor<4x?xi64>, %u: tensor<4x8xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x?xi64>, tensor<4x8xf32>) outs(%d : tensor<8xf32>) out_of_bounds(drop) {sizes_match} -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_components_of_gather(%i: tensor<4x?xi64>, %d: tensor<8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %r = scatter.gather_nd ins(%i, %d : tensor<4x?xi64>, tensor<8xf32>) outs(%o : tensor<4x8xf32>) out_of_bounds(drop) {sizes_match} -> tensor<4x8xf32>
    return %r : tensor<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.gather_nd"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
