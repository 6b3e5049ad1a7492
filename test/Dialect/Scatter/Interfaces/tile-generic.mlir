// RUN: scatter-opt %s --transform-interpreter --canonicalize --split-input-file | FileCheck %s

// Tiles of tuples and of the slice: operands that components index are taken
// with all positions of these dimensions, and positions keep their numbers.

// CHECK-LABEL: @message_passing
// CHECK-SAME: (%[[SRC:[^:]*]]: tensor<8x1xi64>, %[[DST:[^:]*]]: tensor<8x1xi64>, %[[X:[^:]*]]: tensor<20x64xf32>, %[[W:[^:]*]]: tensor<8xf32>, %[[OUT:[^:]*]]: tensor<30x64xf32>)
// CHECK: scf.for %[[T:.*]] = %{{.*}} iter_args(%[[A:.*]] = %[[OUT]])
// CHECK: scf.for %[[F:.*]] = %{{.*}} iter_args(%[[B:.*]] = %[[A]])
// CHECK-DAG: %[[SS:.*]] = tensor.extract_slice %[[SRC]][%[[T]], 0] [4, 1] [1, 1]
// CHECK-DAG: %[[DS:.*]] = tensor.extract_slice %[[DST]][%[[T]], 0] [4, 1] [1, 1]
// CHECK-DAG: %[[XS:.*]] = tensor.extract_slice %[[X]][0, %[[F]]] [20, 16] [1, 1]
// CHECK-DAG: %[[WS:.*]] = tensor.extract_slice %[[W]][%[[T]]] [4] [1]
// CHECK-DAG: %[[OS:.*]] = tensor.extract_slice %[[B]][0, %[[F]]] [30, 16] [1, 1]
// CHECK: %[[R:.*]] = scatter.generic {{.*}} indices(%[[SS]], %[[DS]] : {{.*}}) ins(%[[XS]], %[[WS]] : {{.*}}) outs(%[[OS]] : {{.*}})
// CHECK: %[[E:.*]] = scatter.index 0
// CHECK: arith.addi %[[E]], %[[T]]
// CHECK: tensor.insert_slice %[[R]] into %[[B]][0, %[[F]]] [30, 16] [1, 1]
module attributes {transform.with_named_sequence} {
  func.func @message_passing(%src: tensor<8x1xi64>, %dst: tensor<8x1xi64>, %x: tensor<20x64xf32>, %w: tensor<8xf32>,
                             %out: tensor<30x64xf32>) -> tensor<30x64xf32> {
    %r = scatter.generic {indexing_maps = [affine_map<(e, f)[a, b] -> (a, f)>, affine_map<(e, f)[a, b] -> (e)>,
                                           affine_map<(e, f)[a, b] -> (b, f)>]}
           indices(%src, %dst : tensor<8x1xi64>, tensor<8x1xi64>) ins(%x, %w : tensor<20x64xf32>, tensor<8xf32>)
           outs(%out : tensor<30x64xf32>) out_of_bounds [drop, undefined] {
    ^bb0(%a: f32, %b: f32, %old: f32):
      %e = scatter.index 0
      %n = arith.index_cast %e : index to i32
      %g = arith.sitofp %n : i32 to f32
      %m = arith.mulf %a, %b : f32
      %p = arith.mulf %m, %g : f32
      %s = arith.addf %old, %p : f32
      scatter.yield %s : f32
    } -> tensor<30x64xf32>
    return %r : tensor<30x64xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops:2 = transform.structured.tile_using_for %0 tile_sizes [4, 16] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A dimension of the tuples that is in the map of the out: iterations of a
// scf.forall write different rows.

// CHECK-LABEL: @elements_along_an_axis
// CHECK: scf.forall (%[[I:.*]]) in (4) shared_outs(%[[O:.*]] = %{{.*}})
// CHECK: scatter.generic {{.*}} outs(%{{.*}} : tensor<2x9xf32>)
module attributes {transform.with_named_sequence} {
  func.func @elements_along_an_axis(%i: tensor<8x5x1xi64>, %u: tensor<8x5xf32>, %d: tensor<8x9xf32>) -> tensor<8x9xf32> {
    %r = scatter.generic {indexing_maps = [affine_map<(i, j)[k] -> (i, j)>, affine_map<(i, j)[k] -> (i, k)>]}
           indices(%i : tensor<8x5x1xi64>) ins(%u : tensor<8x5xf32>) outs(%d : tensor<8x9xf32>) out_of_bounds [drop] {
    ^bb0(%a: f32, %old: f32):
      scatter.yield %a : f32
    } -> tensor<8x9xf32>
    return %r : tensor<8x9xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_forall %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The scalar form on memrefs: the loop that defines the op.

// CHECK-LABEL: @loops
// CHECK: scf.for %[[E:.*]] =
// CHECK: %[[I:.*]] = memref.load %{{.*}}[%[[E]], %c0] : memref<8x1xi64>
// CHECK: scf.if
// CHECK: %[[U:.*]] = memref.load %{{.*}}[%[[E]]] : memref<8xf32>
// CHECK: %[[OLD:.*]] = memref.load %[[D:.*]][%[[S:.*]]] : memref<9xf32>
// CHECK: %[[Q:.*]] = arith.divf %[[OLD]], %[[U]]
// CHECK: memref.store %[[Q]], %[[D]][%[[S]]]
module attributes {transform.with_named_sequence} {
  func.func @loops(%i: memref<8x1xi64>, %u: memref<8xf32>, %d: memref<9xf32>) {
    scatter.generic {indexing_maps = [affine_map<(e)[k] -> (e)>, affine_map<(e)[k] -> (k)>]}
        indices(%i : memref<8x1xi64>) ins(%u : memref<8xf32>) outs(%d : memref<9xf32>) out_of_bounds [drop] {
    ^bb0(%a: f32, %old: f32):
      %q = arith.divf %old, %a : f32
      scatter.yield %q : f32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
