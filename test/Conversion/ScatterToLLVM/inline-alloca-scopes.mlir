// RUN: scatter-opt %s --scatter-inline-alloca-scopes | FileCheck %s
// RUN: scatter-opt %s --scatter-to-llvm='threads=2 openmp=1' | FileCheck %s --check-prefix=LLVM
// RUN: scatter-opt %s --scatter-to-llvm=threads=2 | FileCheck %s --check-prefix=FUNCTION

// CHECK-LABEL: func @allocates(
// CHECK-NEXT:    %[[STACK:.*]] = llvm.intr.stacksave : !llvm.ptr
// CHECK-NEXT:    %[[M:.*]] = memref.alloca() : memref<4xf32>
// CHECK-NEXT:    %[[RESULT:.*]] = memref.load %[[M]]
// CHECK-NEXT:    llvm.intr.stackrestore %[[STACK]]
// CHECK-NEXT:    return %[[RESULT]]
func.func @allocates(%i: index) -> f32 {
  %r = memref.alloca_scope -> (f32) {
    %m = memref.alloca() : memref<4xf32>
    %v = memref.load %m[%i] : memref<4xf32>
    memref.alloca_scope.return %v : f32
  }
  return %r : f32
}

// CHECK-LABEL: func @calls(
// CHECK-SAME:    %[[F:.*]]: !llvm.ptr
// CHECK-NEXT:    llvm.call %[[F]]()
// CHECK-NEXT:    return
func.func @calls(%f: !llvm.ptr) {
  memref.alloca_scope {
    llvm.call %f() : !llvm.ptr, () -> ()
  }
  return
}

// Nested scopes, the inner one first.

// CHECK-LABEL: func @nested(
// CHECK:         %[[OUTER:.*]] = llvm.intr.stacksave
// CHECK:         scf.for
// CHECK:           %[[INNER:.*]] = llvm.intr.stacksave
// CHECK:           memref.alloca
// CHECK:           llvm.intr.stackrestore %[[INNER]]
// CHECK:         llvm.intr.stackrestore %[[OUTER]]
func.func @nested(%a: index, %b: index, %f: !llvm.ptr) {
  memref.alloca_scope {
    scf.for %i = %a to %b step %b {
      memref.alloca_scope {
        %m = memref.alloca() : memref<4xf32>
        %p = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
        %n = arith.index_cast %p : index to i64
        llvm.call %f(%n) : !llvm.ptr, (i64) -> ()
      }
    }
    %m = memref.alloca() : memref<4xf32>
    %p = memref.extract_aligned_pointer_as_index %m : memref<4xf32> -> index
    %n = arith.index_cast %p : index to i64
    llvm.call %f(%n) : !llvm.ptr, (i64) -> ()
  }
  return
}

// A parallel loop with stack memory and branches in its body.

// LLVM-LABEL: llvm.func @parallel(
// LLVM:         omp.loop_nest
// LLVM:           %[[STACK:.*]] = llvm.intr.stacksave
// LLVM:           llvm.cond_br
// LLVM:           llvm.call @scatter_runtime_report_invalid_index(
// LLVM:           llvm.intr.stackrestore %[[STACK]]
// LLVM:           omp.yield

// FUNCTION-LABEL: llvm.func @parallel(
// FUNCTION:         llvm.call @scatter_parallel_for(
// FUNCTION-LABEL: llvm.func internal @scatter_parallel(
// FUNCTION:         llvm.cond_br
// FUNCTION:         %[[STACK:.*]] = llvm.intr.stacksave
// FUNCTION:         llvm.cond_br
// FUNCTION:         llvm.call @scatter_runtime_report_invalid_index(
// FUNCTION:         llvm.intr.stackrestore %[[STACK]]
func.func @parallel(%data: memref<4xf32>, %f: !llvm.ptr, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%p) = (%c0) to (%n) step (%c1) {
    %index = memref.alloca() : memref<1xi64>
    %update = memref.alloca() : memref<f32>
    %x = arith.constant 1.0 : f32
    %i = arith.index_cast %p : index to i64
    memref.store %i, %index[%c0] : memref<1xi64>
    memref.store %x, %update[] : memref<f32>
    llvm.call %f() : !llvm.ptr, () -> ()
    scatter.scatter_nd_update ins(%index, %update : memref<1xi64>, memref<f32>) outs(%data : memref<4xf32>)
  }
  return
}
