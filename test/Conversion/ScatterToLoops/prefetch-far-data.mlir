// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

#prefetch_96 = #scatter.plan<prefetch = <96, data_bytes = 524288, total_bytes = 2097152>, stores = <memcpy_bytes = 2048>>
#blocks_prefetch_96 = #scatter.plan<offsets = blocks, prefetch = <96, data_bytes = 524288, total_bytes = 1048576>>
#blocks_prefetch_96_2 = #scatter.plan<offsets = blocks, prefetch = <96, data_bytes = 1048576, total_bytes = 2097152>>
#prefetch_16 = #scatter.plan<prefetch = <16, data_bytes = 524288, total_bytes = 2097152>, stores = <nontemporal_bytes = 16777216, memcpy_bytes = 2048>>

// Slots are prefetched if `data`, updates and indices are too large for the caches
// that are close: here 2 MiB, with 12 bytes for each tuple.

// CHECK-LABEL: func @far_elements(
// CHECK:         arith.addi %{{.*}}, %c96
// CHECK:         memref.prefetch
func.func @far_elements(%d: memref<522368xf32>, %i: memref<640x1xi64>, %u: memref<640xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf32>) outs(%d : memref<522368xf32>) out_of_bounds(undefined) {plan = #prefetch_96}
  return
}

// CHECK-LABEL: func @near_elements(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
func.func @near_elements(%d: memref<522367xf32>, %i: memref<640x1xi64>, %u: memref<640xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf32>) outs(%d : memref<522367xf32>) out_of_bounds(undefined) {plan = #prefetch_96}
  return
}

// CHECK-LABEL: func @many_tuples(
// CHECK:         arith.addi %{{.*}}, %c96
// CHECK:         memref.prefetch
func.func @many_tuples(%d: memref<131072xf32>, %i: memref<131072x1xi64>, %u: memref<131072xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<131072x1xi64>, memref<131072xf32>) outs(%d : memref<131072xf32>) out_of_bounds(undefined) {plan = #prefetch_96}
  return
}

// The CPU hides less of the latency if elements take several instructions. 1 MiB
// counts for these.

// CHECK-LABEL: func @far_products(
// CHECK:         arith.addi %{{.*}}, %c96
// CHECK:         memref.prefetch
func.func @far_products(%d: memref<260224xi32>, %i: memref<640x1xi64>, %u: memref<640xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xi32>) outs(%d : memref<260224xi32>) reduction(prod) out_of_bounds(undefined) {plan = #blocks_prefetch_96}
  return
}

// CHECK-LABEL: func @near_products(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
func.func @near_products(%d: memref<260223xi32>, %i: memref<640x1xi64>, %u: memref<640xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xi32>) outs(%d : memref<260223xi32>) reduction(prod) out_of_bounds(undefined) {plan = #blocks_prefetch_96}
  return
}

// `data` of less than 512 KiB stays in the cache beside many updates.

// CHECK-LABEL: func @little_data(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
func.func @little_data(%d: memref<131071xf32>, %i: memref<131072x1xi64>, %u: memref<131072xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<131072x1xi64>, memref<131072xf32>) outs(%d : memref<131071xf32>) out_of_bounds(undefined) {plan = #prefetch_96}
  return
}

// The same holds for less than 1 MiB if elements are combined.

// CHECK-LABEL: func @little_combined_data(
// CHECK-NOT:     memref.prefetch
// CHECK:         return
func.func @little_combined_data(%d: memref<262143xf32>, %i: memref<131072x1xi64>, %u: memref<131072xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<131072x1xi64>, memref<131072xf32>) outs(%d : memref<262143xf32>) reduction(max) out_of_bounds(undefined) {plan = #blocks_prefetch_96_2}
  return
}

// CHECK-LABEL: func @much_combined_data(
// CHECK:         memref.prefetch
func.func @much_combined_data(%d: memref<262144xf32>, %i: memref<131072x1xi64>, %u: memref<131072xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<131072x1xi64>, memref<131072xf32>) outs(%d : memref<262144xf32>) reduction(max) out_of_bounds(undefined) {plan = #blocks_prefetch_96_2}
  return
}

// The prefetches end before the last tuples.

// CHECK-LABEL: func @loops(
// CHECK:         scf.for %{{.*}} = %c0 to %c544 step %c1 {
// CHECK:           memref.prefetch
// CHECK:         }
// CHECK:         scf.for %{{.*}} = %c544 to %c640 step %c1 {
// CHECK-NOT:       memref.prefetch
// CHECK:         return
func.func @loops(%d: memref<1000000xf32>, %i: memref<640x1xi64>, %u: memref<640xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf32>) outs(%d : memref<1000000xf32>) out_of_bounds(undefined) {plan = #prefetch_96}
  return
}

// The sizes decide at run time: where the first loop over elements ends, and in
// the loop over rows.

// CHECK-LABEL: func @elements_of_any_data(
// CHECK:         %[[MUCH:.*]] = arith.cmpi uge, %{{.*}}, %c2097152
// CHECK:         %[[LARGE:.*]] = arith.cmpi uge, %{{.*}}, %c524288
// CHECK:         %[[FAR:.*]] = arith.andi %[[MUCH]], %[[LARGE]]
// CHECK:         %[[MIDDLE:.*]] = arith.select %[[FAR]], %c544, %c0
// CHECK:         scf.for %{{.*}} = %c0 to %[[MIDDLE]]
// CHECK:           memref.prefetch
// CHECK:         scf.for %{{.*}} = %[[MIDDLE]] to %c640
// CHECK-NOT:       memref.prefetch
// CHECK:         return
func.func @elements_of_any_data(%d: memref<?xf32>, %i: memref<640x1xi64>, %u: memref<640xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf32>) outs(%d : memref<?xf32>) out_of_bounds(undefined) {plan = #prefetch_96}
  return
}

// CHECK-LABEL: func @rows_of_any_data(
// CHECK:         %[[FAR:.*]] = arith.andi
// CHECK:         scf.for
// CHECK:           scf.if %[[FAR]] {
// CHECK:             memref.prefetch
// CHECK:           }
// CHECK:           vector.store
func.func @rows_of_any_data(%d: memref<?x64xf32>, %i: memref<640x1xi64>, %u: memref<640x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640x64xf32>) outs(%d : memref<?x64xf32>) out_of_bounds(undefined) {plan = #prefetch_16}
  return
}

// Updates that the threads read in the order of their buckets are prefetched
// whatever the size of `data`.

// CHECK-LABEL: func @updates_with_gaps(
// CHECK-COUNT-2: scf.parallel
// CHECK:           scf.for
// CHECK-COUNT-4:       memref.prefetch
// CHECK-NOT:         memref.prefetch
// CHECK:             vector.store
func.func @updates_with_gaps(%d: memref<128x64xf32>, %i: memref<65536x1xi64>, %u: memref<65536x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<65536x1xi64>, memref<65536x64xf32>) outs(%d : memref<128x64xf32>) out_of_bounds(undefined)
      {plan = #scatter.plan<partition = buckets, threads = 6, prefetch = <16, data_bytes = 524288, total_bytes = 2097152>>}
  return
}
