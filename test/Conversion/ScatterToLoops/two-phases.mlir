// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// Buckets in two phases, for more than 2^20 tuples by two threads: threads sort
// chunks of the tuples, then each applies its buckets of all chunks.

#two_phases = #scatter.plan<partition = buckets, threads = 2>

// Each thread sorts a chunk of tuples into buckets by their slots, and
// then applies the bucket that it owns, the entries of the first chunk first:
// duplicates stay in one thread, in their order. An entry is a pair of an offset
// and the number of a tuple.

// CHECK-LABEL: func @other_indices_are_bucketed(
// CHECK-SAME:    %[[D:.*]]: memref<1000x1024xf32>, %[[I:.*]]: memref<2097152x1xi64>,
// CHECK:         %[[INDICES:.*]] = memref.reinterpret_cast %[[I]]
// CHECK:         %[[SCRATCH:.*]] = memref.alloc() {{.*}} : memref<16777344xi8>
// CHECK:         %[[BEGINS:.*]] = memref.view %[[SCRATCH]][%c0][] : memref<16777344xi8> to memref<16xindex>
// CHECK:         %[[BEGINS_OUT:.*]] = memref.cast %[[BEGINS]]
// CHECK:         %[[ENTRIES:.*]] = memref.view %[[SCRATCH]][%c128][] : memref<16777344xi8> to memref<4194304xi32>
// CHECK:         %[[ENTRIES_OUT:.*]] = memref.cast %[[ENTRIES]]
// CHECK:         scf.parallel (%[[FILLER:.*]]) = (%c0) to (%c2)
// CHECK:           %[[FIRST:.*]] = arith.muli %[[FILLER]], %c1048576
// CHECK:           %[[ROW:.*]] = arith.muli %[[FILLER]], %c8
// CHECK:           scatter.fill_buckets index %c1048576 tuples of %[[INDICES]][%[[FIRST]]] by %c1, %c1
// CHECK-SAME:        dims(%c1000) strides(%c1024) origin %c0 into %c2 buckets of 10
// CHECK-SAME:        outs(%[[BEGINS_OUT]][%[[ROW]]], %[[ENTRIES_OUT]][%[[FIRST]]]) {out_of_bounds = #scatter.out_of_bounds<undefined>}
// CHECK:         scf.parallel (%[[OWNER:.*]]) = (%c0) to (%c2)
// CHECK:           scf.for %[[FROM:.*]] = %c0 to %c2 step %c1
// CHECK:             %[[FROM_ROW:.*]] = arith.muli %[[FROM]], %c8
// CHECK:             %[[AT:.*]] = arith.addi %[[OWNER]], %[[FROM_ROW]]
// CHECK:             %[[BEGIN:.*]] = memref.load %[[BEGINS]][%[[AT]]]
// CHECK:             %[[NEXT:.*]] = arith.addi %[[AT]], %c1
// CHECK:             %[[END:.*]] = memref.load %[[BEGINS]][%[[NEXT]]]
// CHECK:             scf.for %[[ENTRY:.*]] = %[[BEGIN]] to %[[END]] step %c1
// CHECK:               %[[EVEN:.*]] = arith.muli %[[ENTRY]], %c2
// CHECK:               memref.load %[[ENTRIES]][%[[EVEN]]]
// CHECK:               %[[ODD:.*]] = arith.addi %[[EVEN]], %c1
// CHECK:               memref.load %[[ENTRIES]][%[[ODD]]]
// CHECK:               vector.store
// CHECK:         memref.dealloc %[[SCRATCH]]
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @other_indices_are_bucketed(%d: memref<1000x1024xf32>, %i: memref<2097152x1xi64>, %u: memref<2097152x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2097152x1xi64>, memref<2097152x1024xf32>)
      outs(%d : memref<1000x1024xf32>) reduction(sum) out_of_bounds(undefined) {plan = #two_phases}
  return
}

// Offsets have 64 bits if `data` may have more elements than 32 bits can count.

// CHECK-LABEL: func @offsets_in_any_data(
// CHECK:         memref.view {{.*}} to memref<4194304xi64>
// CHECK:         %[[NUMBERS:.*]] = memref.view {{.*}} to memref<8388608xi32>
// CHECK:         scf.for %{{.*}} = %c0 to %c2
// CHECK:         scf.for %[[ENTRY:.*]] = %{{.*}} to %{{.*}} step %c1
// CHECK:           %[[FOURTH:.*]] = arith.muli %[[ENTRY]], %c4
// CHECK:           %[[NUMBER:.*]] = arith.addi %[[FOURTH]], %c2
// CHECK:           memref.load %[[NUMBERS]][%[[NUMBER]]]
func.func @offsets_in_any_data(%d: memref<?x1024xf32>, %i: memref<2097152x1xi64>, %u: memref<2097152x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2097152x1xi64>, memref<2097152x1024xf32>)
      outs(%d : memref<?x1024xf32>) reduction(sum) out_of_bounds(undefined) {plan = #two_phases}
  return
}

// CHECK-LABEL: func @most_offsets_of_32_bits(
// CHECK:         memref.view {{.*}} to memref<4194304xi32>
func.func @most_offsets_of_32_bits(%d: memref<4194304x1024xf32>, %i: memref<2097152x1xi64>, %u: memref<2097152x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2097152x1xi64>, memref<2097152x1024xf32>)
      outs(%d : memref<4194304x1024xf32>) reduction(sum) out_of_bounds(undefined) {plan = #two_phases}
  return
}

// CHECK-LABEL: func @more_offsets(
// CHECK:         memref.view {{.*}} to memref<4194304xi64>
func.func @more_offsets(%d: memref<4194305x1024xf32>, %i: memref<2097152x1xi64>, %u: memref<2097152x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2097152x1xi64>, memref<2097152x1024xf32>)
      outs(%d : memref<4194305x1024xf32>) reduction(sum) out_of_bounds(undefined) {plan = #two_phases}
  return
}

// The sort knows what becomes of indices: what is dropped is in no bucket, so
// that the second half looks at no condition.

// CHECK-LABEL: func @dropped_tuples_are_in_no_bucket(
// CHECK:         scf.parallel
// CHECK-NOT:       arith.cmpi
// CHECK:           scatter.fill_buckets index_reject {{.*}} {out_of_bounds = #scatter.out_of_bounds<drop>}
// CHECK:         scf.parallel
// CHECK-NOT:       arith.cmpi
// CHECK:           vector.store
func.func @dropped_tuples_are_in_no_bucket(%d: memref<1000x1024xf32>, %i: memref<2097152x1xi64>, %u: memref<2097152x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2097152x1xi64>, memref<2097152x1024xf32>)
      outs(%d : memref<1000x1024xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject) {plan = #two_phases}
  return
}

// Updates of short slots go into the buckets with the offsets. Each bucket has
// 8 KiB of 64 KiB of `data`. Threads take one bucket after the other until there are no more.

// CHECK-LABEL: func @short_updates_are_in_buckets(
// CHECK-SAME:    %[[D:.*]]: memref<16384xf32>, %[[I:.*]]: memref<2000000x1xi64>, %[[U:.*]]: memref<2000000xf32>
// CHECK:         %[[TAKEN:.*]] = memref.view {{.*}}[%c0][] : {{.*}} to memref<1xi64>
// CHECK:         memref.view {{.*}}[%c64][] : {{.*}} to memref<32xindex>
// CHECK-DAG:     %[[ENTRIES:.*]] = memref.view {{.*}} to memref<4000000xi32>
// CHECK-DAG:     %[[PAYLOADS:.*]] = memref.view {{.*}} to memref<4000000xf32>
// CHECK:         scf.parallel
// CHECK:           %[[FIRST:.*]] = arith.muli %{{.*}}, %c1000000
// CHECK:           scatter.fill_buckets {{.*}} into %c8 buckets of 10 {{.*}} updates(%[[U]][%[[FIRST]]] by %c1)
// CHECK:         memref.store %c0_i64, %[[TAKEN]][%c0]
// CHECK:         scf.parallel
// CHECK:           scf.for %{{.*}} = %c0 to %c8
// CHECK:             %[[OLD:.*]] = memref.atomic_rmw addi %c1_i64, %[[TAKEN]][%c0]
// CHECK:             %[[BUCKET:.*]] = arith.index_castui %[[OLD]]
// CHECK:             arith.cmpi ult, %[[BUCKET]], %c8
// CHECK:             scf.if
// CHECK:               scf.for %{{.*}} = %c0 to %c2
// CHECK:                 scf.for %[[ENTRY:.*]] =
// CHECK:                   %[[EVEN:.*]] = arith.muli %[[ENTRY]], %c2
// CHECK:                   %[[PAYLOAD:.*]] = arith.addi %[[EVEN]], %c1
// CHECK:                   memref.load %[[PAYLOADS]][%[[PAYLOAD]]]
// CHECK-NOT:               memref.load %[[U]]
func.func @short_updates_are_in_buckets(%d: memref<16384xf32>, %i: memref<2000000x1xi64>, %u: memref<2000000xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2000000x1xi64>, memref<2000000xf32>)
      outs(%d : memref<16384xf32>) reduction(sum) out_of_bounds(undefined)
      {plan = #scatter.plan<partition = buckets, threads = 2, buckets = <bytes = 8192>>}
  return
}

// Offsets that the check has stored are sorted instead of indices. They have 32
// bits, and with an update of as many they are an entry.

// CHECK-LABEL: func @precomputed_offsets_are_bucketed(
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<2000000xi32>
// CHECK:         %[[TABLE:.*]] = memref.cast %[[ALLOC]]
// CHECK:         memref.view {{.*}} to memref<4000000xi32>
// CHECK:         memref.view {{.*}} to memref<4000000xf32>
// CHECK:         scf.parallel
// CHECK:           scatter.fill_buckets index_unsigned %{{.*}} tuples of %[[TABLE]][%{{.*}}] by %c1, %c1 dims(%c4294967296) strides(%c1) origin %c0
func.func @precomputed_offsets_are_bucketed(%d: memref<16384xf32>, %i: memref<2000000x1xi64>, %u: memref<2000000xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2000000x1xi64>, memref<2000000xf32>)
      outs(%d : memref<16384xf32>) reduction(sum)
      {plan = #scatter.plan<partition = buckets, threads = 2, offsets = precomputed>}
  return
}
