// RUN: scatter-opt %s --scatter-plan="threads=2 parallel-bytes=0 nontemporal-bytes=65536" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: scatter-opt %s --scatter-plan="threads=2 partition=buckets parallel-bytes=0 nontemporal-bytes=65536" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=BUCKETS

// Non-temporal stores are ordered by a fence only. Each thread that made some
// ends with one, so that all writes are visible after the parallel loop.

// CHECK-LABEL: func @threads_take_runs_of_tuples(
// CHECK:         %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK:         scf.parallel
// CHECK:           vector.store {{.*}} nontemporal = true
// CHECK-NOT:       scf.reduce
// CHECK:           scf.if %[[ALIGNED]] {
// CHECK-NEXT:        scatter.nontemporal_fence
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.reduce
// CHECK:         return
func.func @threads_take_runs_of_tuples(%d: memref<1000x64xf32>, %i: memref<640x1xi64>, %u: memref<640x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640x64xf32>)
      outs(%d : memref<1000x64xf32>) out_of_bounds(undefined) {unique_indices}
  return
}

// The half of a block that fills the buckets writes no row.

// BUCKETS-LABEL: func @threads_fill_buckets(
// BUCKETS:         %[[ENOUGH:.*]] = arith.cmpi uge, %{{.*}}, %c65536
// BUCKETS:         %[[CHOSEN:.*]] = arith.andi %[[ENOUGH]]
// BUCKETS:         scf.parallel
// BUCKETS-NOT:       nontemporal
// BUCKETS:         scf.parallel
// BUCKETS:           vector.store {{.*}} nontemporal = true
// BUCKETS-NOT:       scf.reduce
// BUCKETS:           scf.if %[[CHOSEN]] {
// BUCKETS-NEXT:        scatter.nontemporal_fence
// BUCKETS-NEXT:      }
// BUCKETS-NEXT:      scf.reduce
// BUCKETS:         return
func.func @threads_fill_buckets(%d: memref<1000x64xf32>, %i: memref<?x1xi64>, %u: memref<?x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x64xf32>)
      outs(%d : memref<1000x64xf32>) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @threads_share_the_rows_of_a_slice(
// CHECK:         scf.parallel
// CHECK:           scatter.copy_row {{.*}} nontemporal
// CHECK-NOT:       scf.reduce
// CHECK:           scatter.nontemporal_fence
// CHECK-NEXT:      scf.reduce
// CHECK:         return
func.func @threads_share_the_rows_of_a_slice(%d: memref<64x100000xf32>, %u: memref<64x90000xf32>) {
  scatter.slice_scatter ins(%u : memref<64x90000xf32>) outs(%d : memref<64x100000xf32>) from [0, 7] to [64, 90007]
  return
}
