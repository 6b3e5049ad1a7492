// RUN: split-file %s %t
// RUN: scatter-opt %t/bufferize.mlir --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize --cse | FileCheck %t/bufferize.mlir --implicit-check-not=memref.copy
// RUN: scatter-opt %t/tiles.mlir --transform-interpreter --canonicalize --cse --split-input-file | FileCheck %t/tiles.mlir
// RUN: scatter-opt %t/split.mlir --scatter-split-checks --transform-interpreter --canonicalize --cse | FileCheck %t/split.mlir
// RUN: not scatter-opt %t/refused.mlir --transform-interpreter 2>&1 | FileCheck %t/refused.mlir

//--- bufferize.mlir

// `out` is overwritten, so that its old value is never copied, also if it is
// used afterwards.

// CHECK-LABEL: func @into_new_memory(
// CHECK:         %[[O:.*]] = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK-NEXT:    scatter.gather_nd ins(%{{.*}}, %{{.*}} : memref<4x1xi64>, memref<16x8xf32>) outs(%[[O]] : memref<4x8xf32>) fill(%{{.*}} : f32) out_of_bounds(drop){{$}}
// CHECK-NEXT:    return %[[O]]
func.func @into_new_memory(%d: tensor<16x8xf32>, %i: tensor<4x1xi64>, %f: f32) -> tensor<4x8xf32> {
  %o = tensor.empty() : tensor<4x8xf32>
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<16x8xf32>) outs(%o : tensor<4x8xf32>) fill(%f : f32) out_of_bounds(drop) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func @out_is_used_afterwards(
// CHECK:         %[[N:.*]] = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK-NEXT:    scatter.gather_nd {{.*}} outs(%[[N]] : memref<4x8xf32>)
func.func @out_is_used_afterwards(%d: tensor<16x8xf32>, %i: tensor<4x1xi64>, %o: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<16x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r, %o : tensor<4x8xf32>, tensor<4x8xf32>
}

// `data` must not be overwritten while it is read.

// CHECK-LABEL: func @data_is_out(
// CHECK-SAME:    %[[D:[^:]*]]: memref<4xf32>
// CHECK:         %[[N:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    scatter.gather_nd ins(%{{.*}}, %[[D]] : {{.*}}) outs(%[[N]] : memref<4xf32>)
func.func @data_is_out(%d: tensor<4xf32>, %i: tensor<4x1xi64>) -> tensor<4xf32> {
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

//--- tiles.mlir

// A tile reads its batches, all rows and its columns.

// CHECK-LABEL: func @batches_tuples_and_slices(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<4x6x1xi64>, %[[D:[^:]*]]: tensor<4x5x8xf32>, %[[O:[^:]*]]: tensor<4x6x8xf32>, %[[F:[^:]*]]: f32
// CHECK:         scf.for %[[B:.*]] = %{{.*}} iter_args(%[[X:.*]] = %[[O]])
// CHECK:           scf.for %[[T:.*]] = %{{.*}} iter_args(%[[Y:.*]] = %[[X]])
// CHECK:             scf.for %[[C:.*]] = %{{.*}} iter_args(%[[Z:.*]] = %[[Y]])
// CHECK-DAG:           %[[IS:.*]] = tensor.extract_slice %[[I]][%[[B]], %[[T]], 0] [2, 3, 1] [1, 1, 1]
// CHECK-DAG:           %[[DS:.*]] = tensor.extract_slice %[[D]][%[[B]], 0, %[[C]]] [2, 5, 4] [1, 1, 1]
// CHECK-DAG:           %[[OS:.*]] = tensor.extract_slice %[[Z]][%[[B]], %[[T]], %[[C]]] [2, 3, 4] [1, 1, 1]
// CHECK:               %[[R:.*]] = scatter.gather_nd ins(%[[IS]], %[[DS]] : tensor<2x3x1xi64>, tensor<2x5x4xf32>) outs(%[[OS]] : tensor<2x3x4xf32>) fill(%[[F]] : f32) out_of_bounds(drop) batch_dims(1) -> tensor<2x3x4xf32>
// CHECK:               tensor.insert_slice %[[R]] into %[[Z]][%[[B]], %[[T]], %[[C]]] [2, 3, 4] [1, 1, 1]
module attributes {transform.with_named_sequence} {
  func.func @batches_tuples_and_slices(%i: tensor<4x6x1xi64>, %d: tensor<4x5x8xf32>, %o: tensor<4x6x8xf32>, %f: f32) -> tensor<4x6x8xf32> {
    %r = scatter.gather_nd ins(%i, %d : tensor<4x6x1xi64>, tensor<4x5x8xf32>) outs(%o : tensor<4x6x8xf32>) fill(%f : f32) out_of_bounds(drop) batch_dims(1) -> tensor<4x6x8xf32>
    return %r : tensor<4x6x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.gather_nd"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops:3 = transform.structured.tile_using_for %0 tile_sizes [2, 3, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The tile of a consumer gets its own gather (result tiles).

// CHECK-LABEL: func @fused_into_consumer(
// CHECK:         scf.for
// CHECK:           scatter.gather_nd ins(%{{.*}} : tensor<2x1xi64>, tensor<16x8xf32>) outs(%{{.*}} : tensor<2x8xf32>) out_of_bounds(clamp) -> tensor<2x8xf32>
// CHECK:           linalg.exp ins(%{{.*}} : tensor<2x8xf32>)
module attributes {transform.with_named_sequence} {
  func.func @fused_into_consumer(%i: tensor<4x1xi64>, %d: tensor<16x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<16x8xf32>) outs(%o : tensor<4x8xf32>) out_of_bounds(clamp) -> tensor<4x8xf32>
    %e = linalg.exp ins(%r : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
    return %e : tensor<4x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.fuse %0 tile_sizes [2, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A scatter takes the tile of its updates from the gather.

// CHECK-LABEL: func @fused_into_scatter(
// CHECK:         scf.for
// CHECK:           %[[R:.*]] = scatter.gather_nd ins(%{{.*}} : tensor<2x1xi64>, tensor<16x8xf32>)
// CHECK:           scatter.scatter_nd_update ins(%{{.*}}, %[[R]] : tensor<2x1xi64>, tensor<2x8xf32>)
module attributes {transform.with_named_sequence} {
  func.func @fused_into_scatter(%src: tensor<4x1xi64>, %dst: tensor<4x1xi64>, %d: tensor<16x8xf32>, %a: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %o = tensor.empty() : tensor<4x8xf32>
    %r = scatter.gather_nd ins(%src, %d : tensor<4x1xi64>, tensor<16x8xf32>) outs(%o : tensor<4x8xf32>) out_of_bounds(clamp) -> tensor<4x8xf32>
    %s = scatter.scatter_nd_update ins(%dst, %r : tensor<4x1xi64>, tensor<4x8xf32>) outs(%a : tensor<16x8xf32>) reduction(sum) out_of_bounds(drop) -> tensor<16x8xf32>
    return %s : tensor<16x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.fuse %0 tile_sizes [2, 0] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- split.mlir

// The check stays outside of the loop; tiles of unknown size promise theirs.

// CHECK-LABEL: func @checked(
// CHECK:         %[[V:.*]] = scatter.check_indices %{{.*}} within [%{{.*}}] : tensor<?x1xi64>
// CHECK:         scf.if %{{.*}} -> (tensor<?xf32>) {
// CHECK:           scf.for
// CHECK:             scatter.gather_nd {{.*}} out_of_bounds(undefined) {sizes_match} -> tensor<?xf32>
// CHECK:         } else {
// CHECK:           scatter.report_indices
module attributes {transform.with_named_sequence} {
  func.func @checked(%i: tensor<?x1xi64>, %d: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
    %r = scatter.gather_nd ins(%i, %d : tensor<?x1xi64>, tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
    return %r : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.gather_nd"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [64] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- refused.mlir

// The first tile would be written before all indices are checked.

// CHECK: error
module attributes {transform.with_named_sequence} {
  func.func @unchecked(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
    %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.gather_nd"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loops = transform.structured.tile_using_for %0 tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
