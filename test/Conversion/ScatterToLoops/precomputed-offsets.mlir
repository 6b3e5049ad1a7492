// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/offsets = precomputed/offsets = <precomputed, scratch_bytes = 4480>/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=LITTLE
// RUN: sed 's/offsets = precomputed/offsets = <blocks, scratch_bytes = 0>/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=NONE "--implicit-check-not={{alloc.*xi32>}}"
// RUN: sed 's/#maximum = #scatter.plan</&partition = private, threads = 2, /' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=THREADS

#combined = #scatter.plan<offsets = precomputed, prefetch = 96>
#maximum = #scatter.plan<offsets = precomputed, prefetch = 96>
#overwritten = #scatter.plan<offsets = precomputed, prefetch = 96, stores = <memcpy_bytes = 2048>>
#prefetch_32 = #scatter.plan<prefetch = 32, stores = <memcpy_bytes = 2048>>
#prefetch_16 = #scatter.plan<prefetch = 16>

// The check phase stores the offsets of short slots; nothing is written before
// all indices are known to be valid. The table has room for the 96 tuples that
// the loop prefetches ahead, so that the last ones need no loop of their own.

// CHECK-LABEL: func @pairs(
// CHECK:         %[[TABLE:.*]] = memref.alloc() {{.*}} : memref<1121xi32>
// CHECK:         %[[LARGEST:.*]]:2 = scf.for %[[POSITION:.*]] = %c0 to %c1025 step %c8 iter_args
// CHECK:           %[[TUPLE:.*]] = arith.minui %[[POSITION]], %c1017
// CHECK:           arith.maxsi
// CHECK:           arith.maxsi
// CHECK:           %[[PAIRS:.*]] = vector.load {{.*}} vector<16xi64>
// CHECK:           vector.shuffle %[[PAIRS]], %[[PAIRS]] [0, 2, 4, 6, 8, 10, 12, 14]
// CHECK:           %[[OFFSETS:.*]] = arith.index_castui %{{.*}} : vector<8xindex> to vector<8xi32>
// CHECK:           vector.store %[[OFFSETS]], %[[TABLE]][%[[TUPLE]]]
// CHECK:         arith.cmpi sgt, %[[LARGEST]]#0
// CHECK:         arith.cmpi sgt, %[[LARGEST]]#1
// CHECK:         vector.reduction <or>
// CHECK-NOT:     memref.store
// CHECK:         scf.if
// CHECK:           scatter.report_invalid_index
// CHECK:         } else {
// CHECK:           scf.for %[[T:.*]] = %c0 to %c1025 step %c1 {
// CHECK:             %[[LATER:.*]] = arith.addi %[[T]], %c96
// CHECK:             %[[SOON:.*]] = memref.load %[[TABLE]][%[[LATER]]]
// CHECK:             memref.prefetch
// CHECK:             %[[NOW:.*]] = memref.load %[[TABLE]][%[[T]]]
// CHECK:             arith.index_castui %[[NOW]] : i32 to index
// CHECK:             arith.addf
// CHECK-NOT:         scf.for
// CHECK:         memref.dealloc %[[TABLE]]
// LITTLE-LABEL: func @pairs(
// LITTLE-NOT:     xi32>
// LITTLE:         return
// NONE-LABEL: func @pairs(
// NONE:           memref.alloc() {{.*}} : memref<2144xindex>
// THREADS-LABEL: func @pairs(
func.func @pairs(%d: memref<64x64xf32>, %i: memref<1025x2xi64>, %u: memref<1025xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1025x2xi64>, memref<1025xf32>) outs(%d : memref<64x64xf32>) reduction(sum) {plan = #combined}
  return
}

// Scratch memory for 1024 tuples and 96 more is enough for them. Offsets into
// the private copy of a thread are relative to its begin.

// LITTLE-LABEL: func @exactly_enough(
// LITTLE:         memref.alloc() {{.*}} : memref<1120xi32>
// THREADS-LABEL: func @exactly_enough(
// THREADS:        %[[TABLE:.*]] = memref.alloc() {{.*}} : memref<1120xi32>
// THREADS:        scf.parallel
// THREADS:          vector.store %{{.*}}, %[[TABLE]]
// THREADS:        scf.parallel (%[[PART:.*]]) =
// THREADS:          %[[BASE:.*]] = arith.muli %[[PART]], %c64
// THREADS:          %[[NOW:.*]] = memref.load %[[TABLE]]
// THREADS:          %[[OFFSET:.*]] = arith.index_castui %[[NOW]]
// THREADS:          arith.addi %[[OFFSET]], %[[BASE]]
func.func @exactly_enough(%d: memref<64xf32>, %i: memref<1024x1xi64>, %u: memref<1024xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1024x1xi64>, memref<1024xf32>) outs(%d : memref<64xf32>) reduction(max) {plan = #maximum}
  return
}

// A number of tuples known at run time: those that do not fit are few as a rule,
// which nothing is allocated and prefetched for.

// CHECK-LABEL: func @run_time_count(
// CHECK-DAG:     %[[MANY:.*]] = arith.cmpi uge, %[[COUNT:.*]], %c256
// CHECK-DAG:     %[[FIT:.*]] = arith.cmpi ule, %[[COUNT]], %c16777120
// CHECK:         %[[BOTH:.*]] = arith.andi %[[MANY]], %[[FIT]]
// CHECK:         %[[TABLE:.*]]:2 = scf.if %[[BOTH]]
// CHECK:           %[[LENGTH:.*]] = arith.addi %[[COUNT]], %c96
// CHECK:           memref.alloc(%[[LENGTH]]) {{.*}} : memref<?xi32>
// CHECK:           vector.store
// CHECK:         } else {
// CHECK-NOT:       memref.alloc(
// CHECK:         scf.if %[[TABLE]]#1 {
// CHECK:           scf.if %[[BOTH]] {
// CHECK:             memref.prefetch
// CHECK:             memref.store
// CHECK:           } else {
// CHECK-NOT:         memref.prefetch
// CHECK:             memref.store
// CHECK:           }
// CHECK:         } else {
// CHECK:           scatter.report_invalid_index
// CHECK:         }
// CHECK:         scf.if %[[BOTH]] {
// CHECK:           memref.dealloc %[[TABLE]]#0
func.func @run_time_count(%d: memref<64xf32>, %i: memref<?x1xui32>, %u: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xui32>, memref<?xf32>) outs(%d : memref<64xf32>) {plan = #overwritten}
  return
}

// Data whose offsets have more than 32 bits, few tuples, rows that are long.

// CHECK-LABEL: func @what_keeps_nothing(
// CHECK-NOT:     xi32>
// CHECK:         return
func.func @what_keeps_nothing(%d: memref<4294967297xi8>, %e: memref<64xf32>, %f: memref<64x17xf32>, %g: memref<64x33xf32>,
                              %i: memref<5000x1xi64>, %j: memref<255x1xi64>, %u: memref<5000xi8>, %v: memref<255xf32>, %w: memref<5000x17xf32>, %x: memref<5000x33xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5000x1xi64>, memref<5000xi8>) outs(%d : memref<4294967297xi8>) {plan = #overwritten}
  scatter.scatter_nd_update ins(%j, %v : memref<255x1xi64>, memref<255xf32>) outs(%e : memref<64xf32>) {plan = #overwritten}
  scatter.scatter_nd_update ins(%i, %w : memref<5000x1xi64>, memref<5000x17xf32>) outs(%f : memref<64x17xf32>) {plan = #prefetch_32}
  scatter.scatter_nd_update ins(%i, %x : memref<5000x1xi64>, memref<5000x33xf32>) outs(%g : memref<64x33xf32>) reduction(sum) {plan = #prefetch_16}
  return
}
