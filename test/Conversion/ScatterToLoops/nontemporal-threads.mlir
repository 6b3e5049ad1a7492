// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/partition = chunks/partition = buckets/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=BUCKETS

#chunks_prefetch_16 = #scatter.plan<partition = chunks, threads = 2, prefetch = <16, data_bytes = 524288, total_bytes = 2097152>, stores = <nontemporal_bytes = 65536, memcpy_bytes = 2048>>
#buckets_prefetch_16 = #scatter.plan<partition = buckets, threads = <2, data_bytes = 2097152>, prefetch = <16, data_bytes = 524288, total_bytes = 2097152>, stores = <nontemporal_bytes = 65536, memcpy_bytes = 2048>>
#slice = #scatter.plan<partition = slice, threads = 2, stores = <nontemporal_bytes = 65536, memcpy_bytes = 2048>>

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
      outs(%d : memref<1000x64xf32>) out_of_bounds(undefined) {plan = #chunks_prefetch_16, unique_indices}
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
      outs(%d : memref<1000x64xf32>) out_of_bounds(undefined) {plan = #buckets_prefetch_16}
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
  scatter.slice_scatter ins(%u : memref<64x90000xf32>) outs(%d : memref<64x100000xf32>) from [0, 7] to [64, 90007] {plan = #slice}
  return
}
