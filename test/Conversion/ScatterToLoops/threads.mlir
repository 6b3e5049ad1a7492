// RUN: scatter-opt %s --convert-scatter-to-loops="threads=2 parallel-bytes=4096 prefetch=false stream-bytes=0" --canonicalize --cse | FileCheck %s
// RUN: scatter-opt %s --convert-scatter-to-loops="threads=1 parallel-bytes=0" --canonicalize --cse | FileCheck %s --check-prefix=ONE --implicit-check-not=scf.parallel

// How threads share an op. Each applies the updates of its share in order, so
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

// Sizes known at run time are compared with the threshold.

// CHECK-LABEL: func @large_enough(
// CHECK:         %[[LARGE:.*]] = arith.cmpi uge, %{{.*}}, %c4096
// CHECK:         scf.if %[[LARGE]] {
// CHECK:           scf.parallel
// CHECK:         } else {
// CHECK-NOT:       scf.parallel
// CHECK:         return
func.func @large_enough(%d: memref<?x1024xf32>, %u: memref<?x1024xf32>) {
  scatter.slice_scatter ins(%u : memref<?x1024xf32>) outs(%d : memref<?x1024xf32>) from [] to []
  return
}

// The check phase and the report are not shared, the writes are.

// CHECK-LABEL: func @check_then_shared_writes(
// CHECK:         vector.reduction <or>
// CHECK:         scf.if
// CHECK-DAG:       scatter.report index
// CHECK-DAG:       scf.parallel
func.func @check_then_shared_writes(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>) outs(%d : memref<1000x1024xf32>) reduction(sum)
  return
}

// With unique indices each thread takes a run of tuples: half of 64.

// CHECK-LABEL: func @unique_indices_share_tuples(
// CHECK:         scf.parallel (%[[PART:.*]]) =
// CHECK:           arith.muli %[[PART]], %c32
// CHECK-NOT:       arith.shrui
// CHECK:           scf.for
// CHECK:             vector.store
func.func @unique_indices_share_tuples(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>)
      outs(%d : memref<1000x1024xf32>) out_of_bounds(undefined) {unique_indices}
  return
}

// Otherwise each thread scans all tuples and takes those whose slot hashes to
// it: duplicates stay in one thread, in their order.

// CHECK-LABEL: func @other_indices_share_slots(
// CHECK:         scf.parallel (%[[PART:.*]]) =
// CHECK:           scf.for {{.*}} to %c64 step %c1
// CHECK:             arith.shrui
// CHECK:             %[[OWNER:.*]] = arith.shrui
// CHECK:             %[[MINE:.*]] = arith.cmpi eq, %[[OWNER]], %[[PART]]
// CHECK:             scf.if %[[MINE]]
// CHECK:               vector.store
func.func @other_indices_share_slots(%d: memref<1000x1024xf32>, %i: memref<64x1xi64>, %u: memref<64x1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x1024xf32>)
      outs(%d : memref<1000x1024xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// A scan does not pay for short rows.

// CHECK-LABEL: func @short_rows_have_one_thread(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @short_rows_have_one_thread(%d: memref<1000x8xf32>, %i: memref<100000x1xi64>, %u: memref<100000x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<100000x1xi64>, memref<100000x8xf32>)
      outs(%d : memref<1000x8xf32>) reduction(sum) out_of_bounds(undefined)
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
