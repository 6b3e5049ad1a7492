// RUN: scatter-opt %s --scatter-plan="threads=2 parallel-bytes=64 core-cache-bytes=16384 prefetch=0 nontemporal-bytes=0" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// One thread updates `data` that the cache of a core can hold.

// CHECK-LABEL: func @sums_into_cached_rows(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @sums_into_cached_rows(%d: memref<15x256xf32>, %i: memref<64x1xi64>, %u: memref<64x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x256xf32>)
      outs(%d : memref<15x256xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @sums_into_far_rows(
// CHECK:         scf.parallel
func.func @sums_into_far_rows(%d: memref<16x256xf32>, %i: memref<64x1xi64>, %u: memref<64x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x256xf32>)
      outs(%d : memref<16x256xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @slice(
// CHECK:         arith.cmpi uge, %{{.*}}, %c64
// CHECK:         scf.parallel
func.func @slice(%d: memref<?x1024xf32>, %u: memref<?x512xf32>) {
  scatter.slice_scatter ins(%u : memref<?x512xf32>) outs(%d : memref<?x1024xf32>) from [0] to [512] axes [1]
  return
}
