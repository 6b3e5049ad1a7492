// RUN: scatter-opt %s --scatter-plan="threads=2 parallel-bytes=4096 core-cache-bytes=4096 prefetch=0 nontemporal-bytes=0 memcpy-bytes=0" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: scatter-opt %s --scatter-plan="threads=1 parallel-bytes=0" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=ONE --implicit-check-not=scf.parallel

// How threads divide an op. Each applies the updates of its chunk in order, so
// that the result is that of one thread, bit for bit.

// ONE-LABEL: func @no_parallel_loop
func.func @no_parallel_loop() { return }

// Small static work stays on one thread, without a test at run time.

// CHECK-LABEL: func @small(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @small(%d: memref<8x16xf32>, %i: memref<4x1xi64>, %u: memref<4x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xf32>) outs(%d : memref<8x16xf32>) out_of_bounds(undefined)
  return
}

// Sizes known at run time are compared with the threshold: below it one
// iteration of the same loop has all of the work.

// CHECK-LABEL: func @large_enough(
// CHECK:         %[[LARGE:.*]] = arith.cmpi uge, %{{.*}}, %c4096
// CHECK:         %[[THREADS:.*]] = arith.select %[[LARGE]], %c2, %c1
// CHECK:         scf.parallel ({{.*}}) = (%c0) to (%[[THREADS]]) step (%c1)
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @large_enough(%d: memref<?x1024xf32>, %u: memref<?x1024xf32>) {
  scatter.slice_scatter ins(%u : memref<?x1024xf32>) outs(%d : memref<?x1024xf32>) from [] to []
  return
}

// The check of few indices and the report are not divided, the writes are.

// CHECK-LABEL: func @check_then_shared_writes(
// CHECK:         vector.reduction <or>
// CHECK:         scf.if
// CHECK-DAG:       scatter.report_invalid_index index
// CHECK-DAG:       scf.parallel
func.func @check_then_shared_writes(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>) outs(%d : memref<1000x1024xf32>) reduction(sum)
  return
}

// Threads divide the check of many indices; each has a flag of its own, and all
// are read before the first write.

// CHECK-LABEL: func @shared_check(
// CHECK:         %[[FLAGS:.*]] = memref.alloc() {{.*}} : memref<128xi8>
// CHECK:         scf.parallel (%[[PART:.*]]) =
// CHECK:           vector.reduction <or>
// CHECK:           %[[FLAG:.*]] = arith.muli %[[PART]], %c64
// CHECK:           memref.store %{{.*}}, %[[FLAGS]][%[[FLAG]]]
// CHECK:         memref.load %[[FLAGS]][%c0]
// CHECK:         memref.load %[[FLAGS]][%c64]
// CHECK:         memref.dealloc %[[FLAGS]]
// CHECK:         scf.if
// CHECK-DAG:       scatter.report_invalid_index index
// CHECK-DAG:       memref.store
func.func @shared_check(%d: memref<1000xf32>, %i: memref<1024x1xi64>, %u: memref<1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1024x1xi64>, memref<1024xf32>) outs(%d : memref<1000xf32>) reduction(sum)
  return
}

// With unique indices each thread takes a chunk of tuples: half of 64.

// CHECK-LABEL: func @unique_indices_share_tuples(
// CHECK:         scf.parallel (%[[PART:.*]]) =
// CHECK:           arith.muli %[[PART]], %c32
// CHECK-NOT:       arith.minui
// CHECK-NOT:       arith.shrui
// CHECK:           scf.for
// CHECK:             vector.store
func.func @unique_indices_share_tuples(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>)
      outs(%d : memref<1000x1024xf32>) out_of_bounds(undefined) {unique_indices}
  return
}

// The last of 63 has one less.

// CHECK-LABEL: func @last_chunk_is_shorter(
// CHECK:         scf.parallel (%[[PART:.*]]) =
// CHECK:           %[[BEGIN:.*]] = arith.muli %[[PART]], %c32
// CHECK:           %[[NEXT:.*]] = arith.addi %[[BEGIN]], %c32
// CHECK:           %[[END:.*]] = arith.minui %[[NEXT]], %c63
// CHECK:           scf.for %{{.*}} = %[[BEGIN]] to %[[END]]
func.func @last_chunk_is_shorter(%d: memref<1000x1024xf32>, %i: memref<63x1xi64>, %u: memref<63x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<63x1xi64>, memref<63x1024xf32>)
      outs(%d : memref<1000x1024xf32>) out_of_bounds(undefined) {unique_indices}
  return
}

// So it does with sorted ones, but a chunk begins and ends with a slot: each
// thread searches the first tuple whose slot is not that before its chunk.

// CHECK-LABEL: func @sorted_indices_share_slots(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.parallel (%[[PART:.*]]) =
// CHECK:           %[[AT:.*]] = arith.muli %[[PART]], %c32
// CHECK:           %[[BEGIN:.*]]:2 = scf.for {{.*}} iter_args(%[[LOW:.*]] = %[[AT]], %[[HIGH:.*]] = %c64)
// CHECK:             %[[SAME:.*]] = arith.cmpi eq
// CHECK-DAG:         %[[NEWLOW:.*]] = arith.select %[[SAME]], %{{.*}}, %[[LOW]]
// CHECK-DAG:         %[[NEWHIGH:.*]] = arith.select %[[SAME]], %[[HIGH]], %{{.*}}
// CHECK:             scf.yield %[[NEWLOW]], %[[NEWHIGH]]
// CHECK:           %[[END:.*]]:2 = scf.for
// CHECK:           arith.maxui %[[END]]#0, %[[BEGIN]]#0
// CHECK:           scf.for
// CHECK:             vector.store
func.func @sorted_indices_share_slots(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>)
      outs(%d : memref<1000x1024xf32>) out_of_bounds(undefined) {indices_are_sorted}
  return
}

// Not where tuples that are dropped may lie between those of a slot.

// CHECK-LABEL: func @sorted_indices_with_drops_are_listed(
// CHECK:         memref.view {{.*}} to memref<128xi32>
func.func @sorted_indices_with_drops_are_listed(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>)
      outs(%d : memref<1000x1024xf32>) out_of_bounds(drop) {indices_are_sorted}
  return
}

// Otherwise each thread puts a chunk of tuples into buckets by the owner of the
// slot, a hash of its lines, and then applies the buckets that it owns, those of
// the first chunk first: duplicates stay in one thread, in their order.

// CHECK-LABEL: func @other_indices_are_listed_by_owner(
// CHECK:         %[[SCRATCH:.*]] = memref.alloc() {{.*}} : memref<1664xi8>
// CHECK:         %[[LENGTHS:.*]] = memref.view %[[SCRATCH]][%c0][] : memref<1664xi8> to memref<16xindex>
// CHECK:         %[[OFFSETS:.*]] = memref.view %[[SCRATCH]][%c128][] : memref<1664xi8> to memref<128xindex>
// CHECK:         %[[TUPLES:.*]] = memref.view %[[SCRATCH]][%c1152][] : memref<1664xi8> to memref<128xi32>
// CHECK:         scf.parallel (%[[FINDER:.*]]) =
// CHECK:           vector.store %{{.*}}, %[[LENGTHS]]{{.*}} vector<8xindex>
// CHECK:           scf.for %[[T:.*]] =
// CHECK:             %[[HASH:.*]] = arith.shrui %{{.*}}, %c32 : index
// CHECK:             %[[SCALED:.*]] = arith.muli %[[HASH]], %c2 : index
// CHECK:             %[[OWNER:.*]] = arith.shrui %[[SCALED]], %c32 : index
// CHECK:             %[[AT:.*]] = arith.addi %{{.*}}, %[[OWNER]]
// CHECK:             %[[LENGTH:.*]] = memref.load %[[LENGTHS]][%[[AT]]]
// CHECK:             memref.store %{{.*}}, %[[TUPLES]]
// CHECK:             memref.store %{{.*}}, %[[OFFSETS]]
// CHECK:             %[[MORE:.*]] = arith.addi %[[LENGTH]], %c1
// CHECK:             memref.store %[[MORE]], %[[LENGTHS]][%[[AT]]]
// CHECK:         scf.parallel (%[[PART:.*]]) =
// CHECK:           scf.for %[[FROM:.*]] = %c0 to %c2 step %c1
// CHECK:             %[[N:.*]] = memref.load %[[LENGTHS]]
// CHECK:             scf.for {{.*}} to %[[N]] step %c1
// CHECK:               memref.load %[[OFFSETS]]
// CHECK:               memref.load %[[TUPLES]]
// CHECK:               vector.store
// CHECK:         memref.dealloc %[[SCRATCH]]
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @other_indices_are_listed_by_owner(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>)
      outs(%d : memref<1000x1024xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// Nothing else is read of a tuple in the second half: what is dropped is in no
// bucket.

// CHECK-LABEL: func @dropped_tuples_are_not_listed(
// CHECK:         scf.parallel
// CHECK:           %[[VALID:.*]] = arith.cmpi ult, %{{.*}}, %c1000
// CHECK:           %[[GROWS:.*]] = arith.index_castui %[[VALID]]
// CHECK:           arith.addi %{{.*}}, %[[GROWS]]
// CHECK:         scf.parallel
// CHECK-NOT:       arith.cmpi
// CHECK:           vector.store
func.func @dropped_tuples_are_not_listed(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>)
      outs(%d : memref<1000x1024xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject)
  return
}

// Many tuples are done block by block, so that the buckets have a bounded size.

// CHECK-LABEL: func @blocks_of_tuples(
// CHECK:         memref.view {{.*}} to memref<262144xi32>
// CHECK:         scf.for %{{.*}} = %c0 to %c200000 step %c131072
// CHECK-COUNT-2:   scf.parallel
func.func @blocks_of_tuples(%d: memref<1000x64xf32>, %i: memref<200000x1xi64>, %u: memref<200000x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<200000x1xi64>, memref<200000x64xf32>)
      outs(%d : memref<1000x64xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// Buckets are no larger than the tuples ask for.

// CHECK-LABEL: func @buckets_of_any_number_of_tuples(
// CHECK:         %[[BLOCK:.*]] = arith.minui %{{.*}}, %c131072
// CHECK:         %[[UP:.*]] = arith.addi %[[BLOCK]], %c1
// CHECK:         %[[CHUNK:.*]] = arith.divui %[[UP]], %c2
// CHECK:         %[[ENTRIES:.*]] = arith.muli %[[CHUNK]], %c4
// CHECK:         %[[TUPLE_BYTES:.*]] = arith.muli %[[CHUNK]], %c16
// CHECK:         %[[BYTES:.*]] = arith.addi %{{.*}}, %[[TUPLE_BYTES]]
// CHECK:         memref.alloc(%[[BYTES]]) {{.*}} : memref<?xi8>
// CHECK:         memref.view {{.*}}[%[[ENTRIES]]] : memref<?xi8> to memref<?xi32>
func.func @buckets_of_any_number_of_tuples(%d: memref<1000x64xf32>, %i: memref<?x1xi64>, %u: memref<?x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x64xf32>)
      outs(%d : memref<1000x64xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// k = 0: each thread takes a range of `data`, for all tuples.

// CHECK-LABEL: func @whole_updates_share_data(
// CHECK:         scf.parallel
// CHECK:           scf.for {{.*}} to %c64 step %c1
// CHECK:             scf.for
// CHECK:               vector.store
func.func @whole_updates_share_data(%d: memref<10240xf32>, %i: memref<64x0xi64>, %u: memref<64x10240xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x0xi64>, memref<64x10240xf32>) outs(%d : memref<10240xf32>) reduction(sum)
  return
}
