// RUN: scatter-opt %s --scatter-plan="threads=2 parallel-bytes=0 nontemporal-bytes=65536" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: scatter-opt %s --scatter-plan="threads=2 partition=buckets parallel-bytes=0 nontemporal-bytes=65536" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=LISTS

// Stores that bypass the cache are ordered by a fence only. Each thread that
// made some ends with one: behind the parallel loop all writes are visible.

// CHECK-LABEL: func @threads_take_runs_of_tuples(
// CHECK:         scf.parallel
// CHECK:           vector.store {{.*}} nontemporal = true
// CHECK-NOT:       scf.reduce
// CHECK:           scatter.stream_fence
// CHECK-NEXT:      scf.reduce
// CHECK:         return
func.func @threads_take_runs_of_tuples(%d: memref<1000x64xf32>, %i: memref<640x1xi64>, %u: memref<640x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640x64xf32>)
      outs(%d : memref<1000x64xf32>) out_of_bounds(undefined) {unique_indices}
  return
}

// The half of a block that lists tuples writes no row.

// LISTS-LABEL: func @threads_list_tuples(
// LISTS:         scf.parallel
// LISTS-NOT:       nontemporal
// LISTS:         scf.parallel
// LISTS:           vector.store {{.*}} nontemporal = true
// LISTS-NOT:       scf.reduce
// LISTS:           scatter.stream_fence
// LISTS-NEXT:      scf.reduce
// LISTS:         return
func.func @threads_list_tuples(%d: memref<1000x64xf32>, %i: memref<640x1xi64>, %u: memref<640x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640x64xf32>)
      outs(%d : memref<1000x64xf32>) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @threads_share_the_rows_of_a_slice(
// CHECK:         scf.parallel
// CHECK:           vector.store {{.*}} nontemporal = true
// CHECK-NOT:       scf.reduce
// CHECK:           scatter.stream_fence
// CHECK-NEXT:      scf.reduce
// CHECK:         return
func.func @threads_share_the_rows_of_a_slice(%d: memref<64x100000xf32>, %u: memref<64x90000xf32>) {
  scatter.slice_scatter ins(%u : memref<64x90000xf32>) outs(%d : memref<64x100000xf32>) from [0, 7] to [64, 90007]
  return
}
