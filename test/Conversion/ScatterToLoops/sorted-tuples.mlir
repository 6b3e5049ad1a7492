// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

#buckets_precomputed = #scatter.plan<partition = buckets, threads = <2, bytes = 131072, data_bytes = 4096>, buckets = <bytes = 1048576>, offsets = precomputed>
#buckets_precomputed_2 = #scatter.plan<partition = buckets, threads = <2, bytes = 131072, data_bytes = 4096>, offsets = precomputed>

// One thread applies elements whose tuples seem to be sorted: at 17 equal
// distances, offsets ascend. Nothing is sampled unless there is enough work for
// several threads.

// CHECK-LABEL: func @elements(
// CHECK:         %[[DISTANCE:.*]] = arith.divui %{{.*}}, %c17
// CHECK:         %[[SAMPLES:.*]] = arith.minui %{{.*}}, %c16
// CHECK:         %[[END:.*]] = arith.select %[[LARGE:.*]], %[[SAMPLES]], %c0
// CHECK:         %[[SORTED:.*]] = scf.for %[[SAMPLE:.*]] = %c0 to %[[END]] step %c1 iter_args(%[[SO_FAR:.*]] = %[[LARGE]]) -> (i1) {
// CHECK:           %[[AT:.*]] = arith.muli %[[SAMPLE]], %[[DISTANCE]]
// CHECK:           %[[FIRST:.*]] = memref.load %[[OFFSETS:.*]][%[[AT]]] : memref<?xi32>
// CHECK:           %[[FIRST_OFFSET:.*]] = arith.index_castui %[[FIRST]]
// CHECK:           %[[SECOND:.*]] = memref.load %[[OFFSETS]]
// CHECK:           %[[SECOND_OFFSET:.*]] = arith.index_castui %[[SECOND]]
// CHECK:           arith.cmpi uge, %[[SECOND_OFFSET]], %[[FIRST_OFFSET]]
// CHECK:           arith.andi %[[SO_FAR]]
// CHECK:         %[[NOT:.*]] = arith.xori %[[SORTED]], %true
// CHECK:         %[[BUCKETS:.*]] = arith.andi %[[LARGE]], %[[NOT]]
// CHECK:         scf.if %[[BUCKETS]] {
// CHECK:           scatter.fill_buckets
// CHECK:         } else {
// CHECK:           scf.for
func.func @elements(%d: memref<?xf32>, %i: memref<?x1xi64>, %u: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>) outs(%d : memref<?xf32>) reduction(sum) {plan = #buckets_precomputed}
  return
}

// Longer slots gain more from the second thread.

// CHECK-LABEL: func @slots_of_36_bytes(
// CHECK-NOT:     %c17
// CHECK:         scatter.fill_buckets
func.func @slots_of_36_bytes(%d: memref<?x9xf32>, %i: memref<?x1xi64>, %u: memref<?x9xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x9xf32>) outs(%d : memref<?x9xf32>) reduction(sum) {plan = #buckets_precomputed_2}
  return
}

// A program that has enough work for several threads has no code for one.

// CHECK-LABEL: func @static_sizes(
// CHECK-NOT:     %c17
// CHECK:         scatter.fill_buckets
func.func @static_sizes(%d: memref<1048576xf32>, %i: memref<1048576x1xi64>, %u: memref<1048576xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1048576x1xi64>, memref<1048576xf32>) outs(%d : memref<1048576xf32>) reduction(sum) {plan = #buckets_precomputed}
  return
}
