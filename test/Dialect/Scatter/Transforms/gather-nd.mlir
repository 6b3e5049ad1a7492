// RUN: split-file %s %t
// RUN: scatter-opt %t/refine.mlir --scatter-refine-shapes --canonicalize | FileCheck %t/refine.mlir
// RUN: scatter-opt %t/contradiction.mlir --scatter-refine-shapes --verify-diagnostics
// RUN: scatter-opt %t/split.mlir --scatter-split-checks --canonicalize --cse | FileCheck %t/split.mlir
// RUN: scatter-opt %t/plan.mlir --scatter-plan="threads=2 vector-bytes=64" | FileCheck %t/plan.mlir
// RUN: scatter-opt %t/plan.mlir --scatter-plan="threads=1 vector-bytes=16" | FileCheck %t/plan.mlir --check-prefix=SMALL

//--- refine.mlir

// CHECK-LABEL: func @sizes_follow_from_out(
// CHECK-DAG:     tensor.cast %{{.*}} : tensor<?x?x?xi64> to tensor<2x5x1xi64>
// CHECK-DAG:     tensor.cast %{{.*}} : tensor<?x?x?xf32> to tensor<2x?x8xf32>
// CHECK:         scatter.gather_nd ins(%{{.*}} : tensor<2x5x1xi64>, tensor<2x?x8xf32>) outs(%{{.*}} : tensor<2x5x8xf32>)
func.func @sizes_follow_from_out(%i: tensor<?x?x?xi64>, %d: tensor<?x?x?xf32>, %o: tensor<2x5x8xf32>) -> tensor<2x5x8xf32> {
  %r = scatter.gather_nd ins(%i, %d : tensor<?x?x?xi64>, tensor<?x?x?xf32>) outs(%o : tensor<2x5x8xf32>) batch_dims(1) -> tensor<2x5x8xf32>
  return %r : tensor<2x5x8xf32>
}

//--- contradiction.mlir

func.func @contradiction(%i: tensor<?x1xi64>, %d: tensor<?x8xf32>, %o: tensor<4x8xf32>, %p: tensor<5x8xf32>) -> (tensor<4x8xf32>, tensor<5x8xf32>) {
  %0 = scatter.gather_nd ins(%i, %d : tensor<?x1xi64>, tensor<?x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  // expected-error @+1 {{expected shapes that fit, found 'indices' [4, 1], 'data' [?, 8] and 'out' [5, 8]}}
  %1 = scatter.gather_nd ins(%i, %d : tensor<?x1xi64>, tensor<?x8xf32>) outs(%p : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<5x8xf32>
}

//--- split.mlir

// One check for a gather and an update by the same indices.

// CHECK-LABEL: func @gather_and_update(
// CHECK-COUNT-1: scatter.check_indices %{{.*}} within [16]
// CHECK-NOT:     scatter.check_indices
// CHECK:         scf.if
// CHECK:           scatter.gather_nd {{.*}} out_of_bounds(undefined) -> tensor<4x8xf32>
// CHECK:           scatter.scatter_nd_update {{.*}} out_of_bounds(undefined) -> tensor<16x8xf32>
// CHECK:         } else {
// CHECK:           scatter.report_indices
func.func @gather_and_update(%i: tensor<4x1xi64>, %d: tensor<16x8xf32>, %a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %o = tensor.empty() : tensor<4x8xf32>
  %r = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<16x8xf32>) outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = scatter.scatter_nd_update ins(%i, %r : tensor<4x1xi64>, tensor<4x8xf32>) outs(%a : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  return %s : tensor<16x8xf32>
}

// The sizes are those of the dimensions after the batch dimensions; what is
// known only at run time is compared.

// CHECK-LABEL: func @batches(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x5x1xi64>, %[[D:[^:]*]]: tensor<2x9xf32>, %[[O:[^:]*]]: tensor<?x5xf32>)
// CHECK:         scatter.check_indices %[[I]] within [9]
// CHECK:         scf.if
// CHECK:           scatter.gather_nd {{.*}} out_of_bounds(undefined) batch_dims(1) {sizes_match}
// CHECK:         } else {
// CHECK:           scatter.report shape
// CHECK:           scatter.report shape
// CHECK:           scatter.report_indices %[[I]] within [9]
// CHECK:           scf.yield %[[O]]
func.func @batches(%i: tensor<?x5x1xi64>, %d: tensor<2x9xf32>, %o: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %r = scatter.gather_nd ins(%i, %d : tensor<?x5x1xi64>, tensor<2x9xf32>) outs(%o : tensor<?x5xf32>) batch_dims(1) -> tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}

// CHECK-LABEL: func @memrefs(
// CHECK:         %[[V:.*]] = scatter.check_indices
// CHECK:         scf.if %[[V]] {
// CHECK:           scatter.gather_nd {{.*}} out_of_bounds(undefined){{$}}
// CHECK:         } else {
// CHECK:           scatter.report_indices
func.func @memrefs(%i: memref<4x1xi64>, %d: memref<9xf32>, %o: memref<4xf32>) {
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<9xf32>) outs(%o : memref<4xf32>)
  return
}

//--- plan.mlir

// Threads divide the tuples; elements of 32 and 64 bits are read by vectors.

// CHECK-LABEL: func @elements(
// CHECK:         scatter.gather_nd {{.*}}plan = #scatter.plan<partition = chunks, threads = <2, bytes = 131072>, offsets = blocks
// SMALL-LABEL: func @elements(
// SMALL-NOT:     partition
// SMALL-NOT:     offsets
// SMALL:         return
func.func @elements(%i: memref<?x1xi64>, %d: memref<?xf32>, %o: memref<?xf32>) {
  scatter.gather_nd ins(%i, %d : memref<?x1xi64>, memref<?xf32>) outs(%o : memref<?xf32>)
  return
}

// CHECK-LABEL: func @bytes(
// CHECK-NOT:     offsets
// CHECK:         return
func.func @bytes(%i: memref<?x1xi64>, %d: memref<?xi8>, %o: memref<?xi8>) {
  scatter.gather_nd ins(%i, %d : memref<?x1xi64>, memref<?xi8>) outs(%o : memref<?xi8>)
  return
}

// Few long slices are divided themselves.

// CHECK-LABEL: func @few_long_slices(
// CHECK:         scatter.gather_nd {{.*}}plan = #scatter.plan<partition = slice
func.func @few_long_slices(%i: memref<3x1xi64>, %d: memref<9x100000xf32>, %o: memref<3x100000xf32>) {
  scatter.gather_nd ins(%i, %d : memref<3x1xi64>, memref<9x100000xf32>) outs(%o : memref<3x100000xf32>)
  return
}
