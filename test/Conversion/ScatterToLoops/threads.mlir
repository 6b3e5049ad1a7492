// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/plan = #[a-z_0-9]*,\? \?//' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=ONE --implicit-check-not=scf.parallel

#serial = #scatter.plan<threads = <2, bytes = 4096>>
#slice = #scatter.plan<partition = slice, threads = <2, bytes = 4096>, prefetch = <level = 0>>
#strided_slice = #scatter.plan<partition = slice, threads = <2, bytes = 4096>, prefetch = <level = 0>, stores = <strided_vectors = 1>>
#buckets = #scatter.plan<partition = buckets, threads = <2, bytes = 4096, data_bytes = 4096>>
#precomputed = #scatter.plan<threads = <2, bytes = 4096>, offsets = precomputed>
#chunks = #scatter.plan<partition = chunks, threads = <2, bytes = 4096>>
#slice_of_tuples = #scatter.plan<partition = slice, threads = <2, bytes = 4096>>

// How threads divide an op. Each applies the updates of its chunk in order, so
// that the result is that of one thread, bit for bit.

// ONE-LABEL: func @no_parallel_loop
func.func @no_parallel_loop() { return }

// Small static work stays on one thread, without a test at run time.

// CHECK-LABEL: func @small(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @small(%d: memref<8x16xf32>, %i: memref<4x1xi64>, %u: memref<4x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xf32>) outs(%d : memref<8x16xf32>) out_of_bounds(undefined) {plan = #serial}
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
  scatter.slice_scatter ins(%u : memref<?x1024xf32>) outs(%d : memref<?x1024xf32>) from [] to [] {plan = #slice}
  return
}

// Of a row with a step, what counts is the part from the first element of the
// slice to the last.

// CHECK-LABEL: func @few_elements_of_a_long_row(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @few_elements_of_a_long_row(%d: memref<8192xf32>, %u: memref<128xf32>) {
  scatter.slice_scatter ins(%u : memref<128xf32>) outs(%d : memref<8192xf32>) from [1001] to [1257] step [2] {plan = #strided_slice}
  return
}

// CHECK-LABEL: func @many_elements_of_a_long_row(
// CHECK:         scf.parallel (%[[T:.*]]) = (%c0) to (%c2)
// CHECK:           %[[BEGIN:.*]] = arith.muli %[[T]], %c4096
// CHECK:           %[[END:.*]] = arith.addi %[[BEGIN]], %c4096
// CHECK:           arith.minui %[[END]], %c6000
// CHECK:         return
func.func @many_elements_of_a_long_row(%d: memref<81920xf32>, %u: memref<3000xf32>) {
  scatter.slice_scatter ins(%u : memref<3000xf32>) outs(%d : memref<81920xf32>) from [1000] to [7000] step [2] {plan = #strided_slice}
  return
}

// The check of few indices and the report are not divided, the writes are.

// CHECK-LABEL: func @check_then_shared_writes(
// CHECK:         vector.reduction <or>
// CHECK:         scf.if
// CHECK-DAG:       scatter.report_invalid_index index
// CHECK-DAG:       scf.parallel
func.func @check_then_shared_writes(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>) outs(%d : memref<1000x1024xf32>) reduction(sum) {plan = #buckets}
  return
}

// Threads divide the check of many indices. They combine their results in one
// flag on the stack, which is read before the first write.

// CHECK-LABEL: func @shared_check(
// CHECK:         %[[VALID:.*]] = memref.alloca_scope -> (i1) {
// CHECK:           %[[FLAG:.*]] = memref.alloca() : memref<i8>
// CHECK:           memref.store %c1_i8, %[[FLAG]][]
// CHECK:           scf.parallel
// CHECK:             vector.reduction <or>
// CHECK:             memref.atomic_rmw andi %{{.*}}, %[[FLAG]][]
// CHECK:           memref.load %[[FLAG]][]
// CHECK:         scf.if %[[VALID]]
// CHECK-DAG:       scatter.report_invalid_index index
// CHECK-DAG:       memref.store
func.func @shared_check(%d: memref<1000xf32>, %i: memref<1024x1xi64>, %u: memref<1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1024x1xi64>, memref<1024xf32>) outs(%d : memref<1000xf32>) reduction(sum) {plan = #precomputed}
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
      outs(%d : memref<1000x1024xf32>) out_of_bounds(undefined) {plan = #chunks, unique_indices}
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
      outs(%d : memref<1000x1024xf32>) out_of_bounds(undefined) {plan = #chunks, unique_indices}
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
      outs(%d : memref<1000x1024xf32>) out_of_bounds(undefined) {plan = #chunks, indices_are_sorted}
  return
}

// Not where tuples that are dropped may lie between those of a slot.

// CHECK-LABEL: func @sorted_indices_with_drops_are_bucketed(
// CHECK:         scatter.fill_buckets
func.func @sorted_indices_with_drops_are_bucketed(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>)
      outs(%d : memref<1000x1024xf32>) out_of_bounds(drop) {plan = #buckets, indices_are_sorted}
  return
}

// Many tuples are processed in blocks, so that the buckets have a bounded size.

// CHECK-LABEL: func @blocks_of_tuples(
// CHECK:         memref.view {{.*}} to memref<8388608xi32>
// CHECK:         scf.for %{{.*}} = %c0 to %c5000000 step %c4194304
// CHECK-COUNT-2:   scf.parallel
func.func @blocks_of_tuples(%d: memref<1000x64xf32>, %i: memref<5000000x1xi64>, %u: memref<5000000x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5000000x1xi64>, memref<5000000x64xf32>)
      outs(%d : memref<1000x64xf32>) reduction(sum) out_of_bounds(undefined) {plan = #buckets}
  return
}

// Buckets are no larger than the tuples ask for.

// CHECK-LABEL: func @buckets_of_any_number_of_tuples(
// CHECK:         %[[BLOCK:.*]] = arith.minui %{{.*}}, %c4194304
// CHECK:         %[[FEW:.*]] = arith.cmpi ule, %{{.*}}, %c1048576
// CHECK:         %[[TIMES:.*]] = arith.select %[[FEW]], %c2, %c1
// CHECK:         %[[ENTRIES:.*]] = arith.muli %[[BLOCK]], %[[TIMES]]
// CHECK:         %[[SIZE:.*]] = arith.muli %[[ENTRIES]], %c8
// CHECK:         %[[BYTES:.*]] = arith.addi %[[SIZE]], %c128
// CHECK:         memref.alloc(%[[BYTES]]) {{.*}} : memref<?xi8>
// CHECK:         %[[NUMBERS:.*]] = arith.muli %[[ENTRIES]], %c2
// CHECK:         memref.view %{{.*}}[%c128][%[[NUMBERS]]] : memref<?xi8> to memref<?xi32>
func.func @buckets_of_any_number_of_tuples(%d: memref<1000x64xf32>, %i: memref<?x1xi64>, %u: memref<?x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x64xf32>)
      outs(%d : memref<1000x64xf32>) reduction(sum) out_of_bounds(undefined) {plan = #buckets}
  return
}

// k = 0: each thread takes a range of `data`, for all tuples.

// CHECK-LABEL: func @whole_updates_share_data(
// CHECK:         scf.parallel
// CHECK:           scf.for {{.*}} to %c64 step %c1
// CHECK:             scf.for
// CHECK:               vector.store
func.func @whole_updates_share_data(%d: memref<10240xf32>, %i: memref<64x0xi64>, %u: memref<64x10240xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x0xi64>, memref<64x10240xf32>) outs(%d : memref<10240xf32>) reduction(sum) {plan = #slice_of_tuples}
  return
}
