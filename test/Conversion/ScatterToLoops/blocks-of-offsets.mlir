// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

#blocks_prefetch_96 = #scatter.plan<offsets = blocks, prefetch = <96, level = 1>>
#prefetch_96 = #scatter.plan<prefetch = <96, level = 1>, stores = <memcpy_bytes = 2048>>
#prefetch_96_2 = #scatter.plan<prefetch = <96, level = 1>>
#prefetch_32 = #scatter.plan<prefetch = <32, level = 1>>

// Without a check offsets of short slots are computed by vectors for a block of
// tuples, and as many more as are prefetched ahead. The loop that writes loads
// them.

// CHECK-LABEL: func @summed_pairs(
// CHECK:         %[[SCRATCH:.*]] = memref.alloc() {{.*}} : memref<2144xindex>
// CHECK:         scf.for %[[BEGIN:.*]] = %c0 to %c5000 step %c2048
// CHECK:           %[[LEFT:.*]] = arith.subi %c5000, %[[BEGIN]]
// CHECK:           %[[SIZE:.*]] = arith.minui %[[LEFT]], %c2048
// CHECK:           %[[COMPUTED:.*]] = arith.minui %[[LEFT]], %c2144
// CHECK:           scf.for {{.*}} step %c8 {
// CHECK:             %[[PAIRS:.*]] = vector.load {{.*}} vector<16xi64>
// CHECK:             %[[I0:.*]] = vector.shuffle %[[PAIRS]], %[[PAIRS]] [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK:             %[[I1:.*]] = vector.shuffle %[[PAIRS]], %[[PAIRS]] [1, 3, 5, 7, 9, 11, 13, 15]
// CHECK:             vector.store %{{.*}}, %[[SCRATCH]]
// CHECK:           }
// CHECK:           scf.for %{{.*}} to %[[COMPUTED]] step %c1 {
// CHECK:             memref.store %{{.*}}, %[[SCRATCH]]
// CHECK:           }
// CHECK:           scf.for %{{.*}} = %c0 to %[[SIZE]] step %c1 {
// CHECK:             %[[AHEAD:.*]] = memref.load %[[SCRATCH]]
// CHECK:             memref.prefetch %{{.*}}[%[[AHEAD]]], write
// CHECK:             memref.load %[[SCRATCH]]
// CHECK-NOT:         scf.for
// CHECK:         memref.dealloc %[[SCRATCH]]
func.func @summed_pairs(%d: memref<64x64xf32>, %i: memref<5000x2xi64>, %u: memref<5000xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5000x2xi64>, memref<5000xf32>) outs(%d : memref<64x64xf32>) reduction(sum) out_of_bounds(undefined) {plan = #blocks_prefetch_96}
  return
}

// CHECK-LABEL: func @run_time_count(
// CHECK:         %[[MANY:.*]] = arith.cmpi uge, %{{.*}}, %c256
// CHECK:         scf.if %[[MANY]] {
// CHECK:           memref.alloc() {{.*}} : memref<2144xindex>
// CHECK:         } else {
// CHECK-NOT:       memref.alloc
// CHECK:         return
func.func @run_time_count(%d: memref<64xf32>, %i: memref<?x1xui32>, %u: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xui32>, memref<?xf32>) outs(%d : memref<64xf32>) reduction(max) out_of_bounds(undefined) {plan = #blocks_prefetch_96}
  return
}

// Few tuples.

// CHECK-LABEL: func @few(
// CHECK-NOT:     xindex>
// CHECK:         return
func.func @few(%d: memref<64xf32>, %i: memref<255x1xi64>, %u: memref<255xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<255x1xi64>, memref<255xf32>) outs(%d : memref<64xf32>) reduction(sum) out_of_bounds(undefined) {plan = #blocks_prefetch_96}
  return
}

// Stores of single components wait for nothing that the arithmetic could hide.

// CHECK-LABEL: func @overwritten(
// CHECK-NOT:     xindex>
// CHECK:         return
func.func @overwritten(%d: memref<64xf32>, %i: memref<5000x1xi64>, %u: memref<5000xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5000x1xi64>, memref<5000xf32>) outs(%d : memref<64xf32>) out_of_bounds(undefined) {plan = #prefetch_96}
  return
}

// A tuple that is dropped has no offset.

// CHECK-LABEL: func @dropped(
// CHECK-NOT:     xindex>
// CHECK:         return
func.func @dropped(%d: memref<64xf32>, %i: memref<5000x1xi64>, %u: memref<5000xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5000x1xi64>, memref<5000xf32>) outs(%d : memref<64xf32>) reduction(sum) out_of_bounds(drop) {plan = #prefetch_96_2}
  return
}

// Long slots.

// CHECK-LABEL: func @rows(
// CHECK-NOT:     xindex>
// CHECK:         return
func.func @rows(%d: memref<64x17xf32>, %i: memref<5000x1xi64>, %u: memref<5000x17xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5000x1xi64>, memref<5000x17xf32>) outs(%d : memref<64x17xf32>) reduction(sum) out_of_bounds(undefined) {plan = #prefetch_32}
  return
}

// Indices with gaps.

// CHECK-LABEL: func @strided_indices(
// CHECK-NOT:     xindex>
// CHECK:         return
func.func @strided_indices(%d: memref<64xf32>, %i: memref<5000x1xi64, strided<[2, 1]>>, %u: memref<5000xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5000x1xi64, strided<[2, 1]>>, memref<5000xf32>) outs(%d : memref<64xf32>) reduction(sum) out_of_bounds(undefined) {plan = #prefetch_96_2}
  return
}
