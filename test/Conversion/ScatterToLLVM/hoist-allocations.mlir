// RUN: scatter-opt %s --allow-unregistered-dialect --scatter-hoist-allocations | FileCheck %s
// RUN: scatter-opt %s --allow-unregistered-dialect --scatter-set-machine=threads=2 --scatter-divide-parallel-loops --scatter-hoist-allocations | FileCheck %s --check-prefix=THREADS

// CHECK-LABEL: func @in_loops(
// CHECK-NEXT:    %[[M:.*]] = memref.alloca() {alignment = 64 : i64} : memref<16xf32>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK-NEXT:        "use"(%[[M]])
// CHECK-NOT:     dealloc
func.func @in_loops(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %m = memref.alloc() {alignment = 64 : i64} : memref<16xf32>
      "use"(%m) : (memref<16xf32>) -> ()
      memref.dealloc %m : memref<16xf32>
    }
  }
  return
}

// The stack of a thread is that of its chunk. A parallel loop that stays one
// could be a loop around the memory.

// CHECK-LABEL:   func @parallel(
// CHECK:           memref.alloc()
// THREADS-LABEL: func @parallel(
// THREADS:         memref.alloca_scope {
// THREADS-NEXT:      memref.alloca()
// THREADS:           scf.for
func.func @parallel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %j = %c0 to %n step %c1 {
      %m = memref.alloc() : memref<16xf32>
      "use"(%m) : (memref<16xf32>) -> ()
      memref.dealloc %m : memref<16xf32>
    }
  }
  return
}

// Left alone: large memory, sizes known at run time, memory that is kept, and
// memory that is in no loop.

// CHECK-LABEL: func @others(
// CHECK-NOT:     alloca
// CHECK:         return
func.func @others(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %once = memref.alloc() : memref<16xf32>
  "use"(%once) : (memref<16xf32>) -> ()
  scf.for %i = %c0 to %n step %c1 {
    %large = memref.alloc() : memref<16384xf32>
    %dynamic = memref.alloc(%n) : memref<?xf32>
    %kept = memref.alloc() : memref<16xf32>
    "use"(%large, %dynamic, %kept) : (memref<16384xf32>, memref<?xf32>, memref<16xf32>) -> ()
    memref.dealloc %large : memref<16384xf32>
    memref.dealloc %dynamic : memref<?xf32>
  }
  memref.dealloc %once : memref<16xf32>
  return
}

// All buffers of a function together are limited.

// CHECK-LABEL:   func @many(
// CHECK-COUNT-8: memref.alloca()
// CHECK:         memref.alloc()
func.func @many(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.alloc() : memref<4096xf32>
    %1 = memref.alloc() : memref<4096xf32>
    %2 = memref.alloc() : memref<4096xf32>
    %3 = memref.alloc() : memref<4096xf32>
    %4 = memref.alloc() : memref<4096xf32>
    %5 = memref.alloc() : memref<4096xf32>
    %6 = memref.alloc() : memref<4096xf32>
    %7 = memref.alloc() : memref<4096xf32>
    %8 = memref.alloc() : memref<4096xf32>
    memref.dealloc %0 : memref<4096xf32>
    memref.dealloc %1 : memref<4096xf32>
    memref.dealloc %2 : memref<4096xf32>
    memref.dealloc %3 : memref<4096xf32>
    memref.dealloc %4 : memref<4096xf32>
    memref.dealloc %5 : memref<4096xf32>
    memref.dealloc %6 : memref<4096xf32>
    memref.dealloc %7 : memref<4096xf32>
    memref.dealloc %8 : memref<4096xf32>
  }
  return
}
