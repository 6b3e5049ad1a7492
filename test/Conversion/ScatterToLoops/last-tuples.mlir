// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

#buckets = #scatter.plan<partition = buckets, threads = <2, bytes = 64, data_bytes = 2097152>, stores = <memcpy_bytes = 2048>>
#buckets_2 = #scatter.plan<partition = buckets, threads = <2, bytes = 64, data_bytes = 2097152>>
#precomputed = #scatter.plan<threads = <2, bytes = 64>, offsets = precomputed, stores = <memcpy_bytes = 2048>>

// Without a reduction only the last update of a slot is written, if there are enough tuples. Slots of 400 bytes need one
// for every fourth slot.

// A thread has 16384 * 100 / 64 + 1 bits, in 401 words, as whole cache lines.

// CHECK-LABEL: func @many_tuples(
// CHECK:         scatter.fill_buckets {{.*}} outs(%[[BEGINS:[a-z_0-9]*]][%{{.*}}], %[[ENTRIES:[a-z_0-9]*]][%{{.*}}])
// CHECK:         scf.parallel (%[[THREAD:[a-z_0-9]*]])
// CHECK-DAG:       %[[FIRSTS_AT:.*]] = arith.muli %[[THREAD]], %c8
// CHECK-DAG:       %[[SEEN_AT:.*]] = arith.muli %[[THREAD]], %c408
// CHECK:           scatter.keep_last of %c6 lists %[[BEGINS]][%[[THREAD]]] by %c8, %[[ENTRIES]] by slots of 6 seen %{{.*}}[%[[SEEN_AT]]] words %c408 cleared %c408 outs(%{{.*}}[%[[FIRSTS_AT]]])
// CHECK:           scf.for %[[FILLER:[a-z_0-9]*]] =
// CHECK:             %[[AT:.*]] = arith.addi %[[FIRSTS_AT]], %[[FILLER]]
// CHECK:             %[[FIRST:.*]] = memref.load %{{.*}}[%[[AT]]]
// CHECK:             scf.for %{{.*}} = %[[FIRST]] to
func.func @many_tuples(%d: memref<16384x100xf32>, %i: memref<4096x1xi64>, %u: memref<4096x100xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096x100xf32>) outs(%d : memref<16384x100xf32>)
      {plan = #scatter.plan<partition = buckets, threads = 6>}
  return
}

// CHECK-LABEL: func @few_tuples(
// CHECK-NOT:     scatter.keep_last
func.func @few_tuples(%d: memref<16385x100xf32>, %i: memref<4096x1xi64>, %u: memref<4096x100xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096x100xf32>) outs(%d : memref<16385x100xf32>) {plan = #buckets}
  return
}

// The number of tuples decides at run time.

// CHECK-LABEL: func @any_tuples(
// CHECK:         %[[MANY:.*]] = arith.cmpi uge, %{{.*}}, %c4096
// CHECK:         %[[WORDS:.*]] = arith.select %[[MANY]], %c408, %c0
// CHECK:         scatter.keep_last {{.*}} words %[[WORDS]] cleared %[[WORDS]]
func.func @any_tuples(%d: memref<16384x100xf32>, %i: memref<?x1xi64>, %u: memref<?x100xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x100xf32>) outs(%d : memref<16384x100xf32>) {plan = #buckets}
  return
}

// CHECK-LABEL: func @sums(
// CHECK-NOT:     scatter.keep_last
func.func @sums(%d: memref<16384x100xf32>, %i: memref<4096x1xi64>, %u: memref<4096x100xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096x100xf32>) outs(%d : memref<16384x100xf32>) reduction(sum) {plan = #buckets_2}
  return
}

// Entries of single elements have copies of their updates.

// CHECK-LABEL: func @elements(
// CHECK-NOT:     scatter.keep_last
func.func @elements(%d: memref<16384xf32>, %i: memref<4096x1xi64>, %u: memref<4096xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096xf32>) outs(%d : memref<16384xf32>) {plan = #precomputed}
  return
}

// CHECK-LABEL: func @rows_of_any_length(
// CHECK-NOT:     scatter.keep_last
func.func @rows_of_any_length(%d: memref<16384x?xf32>, %i: memref<4096x1xi64>, %u: memref<4096x?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096x?xf32>) outs(%d : memref<16384x?xf32>) {plan = #buckets}
  return
}

// CHECK-LABEL: func @gaps_in_data(
// CHECK-NOT:     scatter.keep_last
func.func @gaps_in_data(%d: memref<16384x100xf32, strided<[104, 1]>>, %i: memref<4096x1xi64>, %u: memref<4096x100xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096x100xf32>) outs(%d : memref<16384x100xf32, strided<[104, 1]>>) {plan = #buckets}
  return
}
