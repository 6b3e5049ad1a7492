// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/threads = <2,/threads = <5,/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=FIVE

#buckets = #scatter.plan<partition = buckets, threads = <2, bytes = 4096, data_bytes = 2097152>>
#buckets_precomputed = #scatter.plan<partition = buckets, threads = <2, bytes = 4096, data_bytes = 16384>, buckets = <bytes = 1048576>, offsets = precomputed>
#other_buckets = #scatter.plan<partition = buckets, threads = <2, bytes = 4096, data_bytes = 16384>, buckets = <bytes = 1048576>>

// Up to 1048576 tuples are searched by each thread for those of its own bucket.
// The threads need not wait for each other, and no entry moves between them.

// CHECK-LABEL: func @few_tuples(
// CHECK:         memref.view {{.*}} to memref<4096xi32>
// CHECK:         scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c2)
// CHECK:           %[[FIRST:.*]] = arith.muli %[[THREAD]], %c1024
// CHECK:           %[[ROW:.*]] = arith.muli %[[THREAD]], %c8
// CHECK:           scatter.fill_buckets index %c1024 tuples of %{{.*}}[%c0] by {{.*}} into %c2 buckets of 10 only %[[THREAD]] outs(%{{.*}}[%[[ROW]]], %{{.*}}[%[[FIRST]]])
// CHECK:           %[[NUMBERED:.*]] = arith.subi %c0, %[[FIRST]]
// CHECK:           %[[AT:.*]] = arith.addi %[[ROW]], %[[THREAD]]
// CHECK:           memref.load %{{.*}}[%[[AT]]]
// CHECK:           scf.for
// CHECK:             %[[ODD:.*]] = arith.addi %{{.*}}, %c1
// CHECK:             %[[NUMBER:.*]] = memref.load %{{.*}}[%[[ODD]]] : memref<4096xi32>
// CHECK:             %[[INDEX:.*]] = arith.index_castui %[[NUMBER]]
// CHECK:             %[[TUPLE:.*]] = arith.addi %[[NUMBERED]], %[[INDEX]]
// CHECK:             arith.muli %[[TUPLE]], %c256
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @few_tuples(%d: memref<1000x256xf32>, %i: memref<1024x1xi64>, %u: memref<1024x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1024x1xi64>, memref<1024x256xf32>) outs(%d : memref<1000x256xf32>) reduction(sum) {plan = #buckets}
  return
}

// Without a reduction, the thread searches the last tuples in its own entries.

// CHECK-LABEL: func @overwritten(
// CHECK:         scf.parallel
// CHECK:           scatter.fill_buckets
// CHECK:           scatter.keep_last of %c1 lists
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @overwritten(%d: memref<1000x256xf32>, %i: memref<1024x1xi64>, %u: memref<1024x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1024x1xi64>, memref<1024x256xf32>) outs(%d : memref<1000x256xf32>) {plan = #buckets}
  return
}

// CHECK-LABEL: func @more_tuples(
// CHECK:         scf.parallel
// CHECK:           scatter.fill_buckets
// CHECK:         scf.parallel
// CHECK-NOT:       scatter.fill_buckets
// CHECK:         return
func.func @more_tuples(%d: memref<1000x256xf32>, %i: memref<1048577x1xi64>, %u: memref<1048577x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1048577x1xi64>, memref<1048577x256xf32>) outs(%d : memref<1000x256xf32>) reduction(sum) {plan = #buckets}
  return
}

// The number of tuples decides at run time.

// CHECK-LABEL: func @any_tuples(
// CHECK:         %[[FEW:.*]] = arith.cmpi ule, %[[COUNT:.*]], %c1048576
// CHECK:         %[[MANY:.*]] = arith.cmpi ugt, %[[COUNT]], %c1048576
// CHECK:         scf.if %[[MANY]] {
// CHECK:           scf.parallel
// CHECK:             scatter.fill_buckets
// CHECK:         }
// CHECK:         scf.parallel
// CHECK:           scf.if %[[FEW]] {
// CHECK:             scatter.fill_buckets
// CHECK:           }
// CHECK:           %[[FILLERS:.*]] = arith.select %[[FEW]], %c1, %c2
// CHECK:           scf.for %{{.*}} = %c0 to %[[FILLERS]]
func.func @any_tuples(%d: memref<1000x256xf32>, %i: memref<?x1xi64>, %u: memref<?x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>) outs(%d : memref<1000x256xf32>) reduction(sum) {plan = #buckets}
  return
}

// More than four threads would search the tuples too often.

// FIVE-LABEL: func @by_five_threads(
// FIVE:         scf.parallel
// FIVE:           scatter.fill_buckets {{.*}} into %c5 buckets of 10 outs
// FIVE:         scf.parallel
// FIVE:         return
func.func @by_five_threads(%d: memref<1000x256xf32>, %i: memref<2048x1xi64>, %u: memref<2048x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2048x1xi64>, memref<2048x256xf32>) outs(%d : memref<1000x256xf32>) reduction(sum) {plan = #buckets}
  return
}

// Entries have copies of short updates, and each thread has one bucket even if
// `data` is large. Components are read rather than precomputed offsets, which
// other threads have written.

// CHECK-LABEL: func @elements(
// CHECK-SAME:    %{{.*}}: memref<65536xf32>, %[[I:.*]]: memref<20000x1xi64>
// CHECK:         %[[INDICES:.*]] = memref.reinterpret_cast %[[I]]
// CHECK:         scf.parallel
// CHECK:         memref.view {{.*}} to memref<80000xi32>
// CHECK:         scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c2)
// CHECK:           scatter.fill_buckets index %c20000 tuples of %[[INDICES]][%c0] {{.*}} into %c2 buckets of 10 only %[[THREAD]] {{.*}} updates(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @elements(%d: memref<65536xf32>, %i: memref<20000x1xi64>, %u: memref<20000xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<20000x1xi64>, memref<20000xf32>) outs(%d : memref<65536xf32>) {plan = #buckets_precomputed}
  return
}

// CHECK-LABEL: func @elements_of_three_components(
// CHECK:         scatter.fill_buckets index_unsigned %c20000 tuples {{.*}} only
func.func @elements_of_three_components(%d: memref<64x32x32xf32>, %i: memref<20000x3xi64>, %u: memref<20000xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<20000x3xi64>, memref<20000xf32>) outs(%d : memref<64x32x32xf32>) {plan = #buckets_precomputed}
  return
}

// More elements are put into buckets that a cache keeps, in two phases.

// CHECK-LABEL: func @more_elements(
// CHECK:         scatter.fill_buckets index_unsigned {{.*}} into %c32 buckets of 10 outs
// CHECK:         scf.for {{.*}} to %c32
// CHECK:           memref.atomic_rmw
func.func @more_elements(%d: memref<8388608xf32>, %i: memref<1048577x1xi64>, %u: memref<1048577xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1048577x1xi64>, memref<1048577xf32>) outs(%d : memref<8388608xf32>) {plan = #buckets_precomputed}
  return
}

// The number of tuples decides at run time.

// CHECK-LABEL: func @any_elements(
// CHECK:         %[[FEW:.*]] = arith.cmpi ule, %{{.*}}, %c1048576
// CHECK:         arith.select %[[FEW]], %c0, %{{.*}}
// CHECK:         %[[ONE_EACH:.*]] = arith.cmpi eq, %[[BUCKETS:.*]], %c2
// CHECK:         %[[ONE_PHASE:.*]] = arith.andi %[[FEW]], %[[ONE_EACH]]
// CHECK:         scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c2)
// CHECK:         scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c2)
// CHECK:           scf.if %[[ONE_PHASE]] {
// CHECK:             scatter.fill_buckets {{.*}} only %[[THREAD]]
// CHECK:           %[[ATTEMPTS:.*]] = arith.select %[[ONE_PHASE]], %c1, %[[BUCKETS]]
// CHECK:           scf.for {{.*}} to %[[ATTEMPTS]]
// CHECK:             %[[OLD:.*]] = memref.atomic_rmw
// CHECK:             %[[TAKEN:.*]] = arith.index_castui %[[OLD]]
// CHECK:             arith.select %[[ONE_PHASE]], %[[THREAD]], %[[TAKEN]]
func.func @any_elements(%d: memref<8388608xf32>, %i: memref<?x1xi64>, %u: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>) outs(%d : memref<8388608xf32>)
      out_of_bounds(undefined) {plan = #other_buckets}
  return
}

// Up to 16 tuples for each thread may all be in one bucket. Each thread applies
// all of them to a range of the slice.

// CHECK-LABEL: func @fewer_tuples(
// CHECK-NOT:     scatter.fill_buckets
// CHECK:         scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c2)
// CHECK:           %[[BEGIN:.*]] = arith.muli %[[THREAD]], %c1024
// CHECK:           scf.for {{.*}} to %c32 step
// CHECK:             arith.addi %[[BEGIN]], %{{.*}}
// CHECK:             arith.addi %[[BEGIN]], %{{.*}}
// CHECK:             vector.store
// CHECK-NOT:     scatter.fill_buckets
// CHECK:         return
func.func @fewer_tuples(%d: memref<1000x2048xf32>, %i: memref<32x1xi64>, %u: memref<32x2048xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<32x1xi64>, memref<32x2048xf32>) outs(%d : memref<1000x2048xf32>) reduction(sum) {plan = #buckets}
  return
}

// CHECK-LABEL: func @enough_tuples(
// CHECK:         scatter.fill_buckets
func.func @enough_tuples(%d: memref<1000x2048xf32>, %i: memref<33x1xi64>, %u: memref<33x2048xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<33x1xi64>, memref<33x2048xf32>) outs(%d : memref<1000x2048xf32>) reduction(sum) {plan = #buckets}
  return
}

// Slices with gaps, and slices of less than 1 KiB, are not divided.

// CHECK-LABEL: func @slices_with_gaps(
// CHECK:         scatter.fill_buckets
func.func @slices_with_gaps(%d: memref<1000x64x64xf32, strided<[8192, 128, 1]>>, %i: memref<32x1xi64>, %u: memref<32x64x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<32x1xi64>, memref<32x64x64xf32>) outs(%d : memref<1000x64x64xf32, strided<[8192, 128, 1]>>) reduction(sum) {plan = #buckets}
  return
}

// CHECK-LABEL: func @short_slices(
// CHECK:         scatter.fill_buckets
func.func @short_slices(%d: memref<1000x255xf32>, %i: memref<32x1xi64>, %u: memref<32x255xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<32x1xi64>, memref<32x255xf32>) outs(%d : memref<1000x255xf32>) reduction(sum) {plan = #buckets}
  return
}

// Both ways are in the code if the number of tuples is not known.

// CHECK-LABEL: func @any_tuples_of_long_slices(
// CHECK:         %[[FEW:.*]] = arith.cmpi ule, %{{.*}}, %c32
// CHECK:         %[[MANY:.*]] = arith.cmpi ugt, %{{.*}}, %c32
// CHECK:         %[[SORTED:.*]] = arith.andi %[[LARGE:.*]], %[[MANY]]
// CHECK:         scf.if %[[SORTED]] {
// CHECK:           scatter.fill_buckets
// CHECK:         } else {
// CHECK:           %[[DIVIDED:.*]] = arith.andi %[[LARGE]], %[[FEW]]
// CHECK:           scf.if %[[DIVIDED]] {
// CHECK-NEXT:        scf.parallel
// CHECK-NOT:         scatter.fill_buckets
// CHECK:           } else {
// CHECK-NOT:         scf.parallel
// CHECK:         return
func.func @any_tuples_of_long_slices(%d: memref<1000x2048xf32>, %i: memref<?x1xi64>, %u: memref<?x2048xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x2048xf32>) outs(%d : memref<1000x2048xf32>) reduction(sum) {plan = #buckets}
  return
}

// If the length of the slices is not known either, ranges and whole slices have
// one loop.

// CHECK-LABEL: func @any_tuples_of_any_length(
// CHECK:         %[[FEW:.*]] = arith.cmpi ule, %{{.*}}, %c32
// CHECK:         %[[MANY:.*]] = arith.cmpi ugt, %{{.*}}, %c32
// CHECK:         %[[SORTED:.*]] = arith.andi %[[LARGE:.*]], %[[MANY]]
// CHECK:         scf.if %[[SORTED]] {
// CHECK:           scatter.fill_buckets
// CHECK:         } else {
// CHECK:           %[[DIVIDED:.*]] = arith.andi %[[LARGE]], %[[FEW]]
// CHECK:           %[[THREADS:.*]] = arith.select %[[DIVIDED]], %c2, %c1
// CHECK:           scf.parallel (%{{.*}}) = (%c0) to (%[[THREADS]])
// CHECK-NOT:       scf.parallel
// CHECK:         return
func.func @any_tuples_of_any_length(%d: memref<1000x?xf32>, %i: memref<?x1xi64>, %u: memref<?x?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x?xf32>) outs(%d : memref<1000x?xf32>) reduction(sum) {plan = #buckets}
  return
}
