// RUN: scatter-opt %s --scatter-outline-parallel-loops | FileCheck %s
// RUN: scatter-opt %s --scatter-outline-parallel-loops --scatter-outline-parallel-loops | FileCheck %s

// CHECK-DAG: llvm.func @scatter_parallel_for(!llvm.ptr, !llvm.ptr, i64)
llvm.func @use(f32, i64, i64)
llvm.func @thread() -> f32

// Values of the outside come in a context, constants are made anew.

// CHECK-LABEL: llvm.func @values(
// CHECK-SAME:    %[[X:.*]]: f32, %[[N:.*]]: i64
// CHECK:         %[[CONTEXT:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(f32)>
// CHECK:         %[[FIELD:.*]] = llvm.getelementptr %[[CONTEXT]][0, 0]
// CHECK-NEXT:    llvm.store %[[X]], %[[FIELD]]
// CHECK-NEXT:    %[[FUNCTION:.*]] = llvm.mlir.addressof @scatter_parallel : !llvm.ptr
// CHECK-NEXT:    llvm.call @scatter_parallel_for(%[[FUNCTION]], %[[CONTEXT]], %[[N]])
// CHECK-NEXT:    llvm.return
llvm.func @values(%x: f32, %n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c7 = llvm.mlir.constant(7 : i64) : i64
  omp.parallel num_threads(%n : i64) {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        llvm.call @use(%x, %i, %c7) : (f32, i64, i64) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}

// Of a descriptor only the fields that are used, and each once.

// CHECK-LABEL: llvm.func @fields(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr, %[[SIZE:.*]]: i64, %[[N:.*]]: i64
// CHECK:         llvm.alloca %{{.*}} x !llvm.struct<(ptr)>
// CHECK-NOT:     llvm.extractvalue
// CHECK:         llvm.store %[[P]]
// CHECK-NOT:     llvm.store
// CHECK:         llvm.call @scatter_parallel_for(
llvm.func @fields(%p: !llvm.ptr, %size: i64, %n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %u = llvm.mlir.poison : !llvm.struct<(ptr, i64)>
  %d0 = llvm.insertvalue %p, %u[0] : !llvm.struct<(ptr, i64)>
  %d = llvm.insertvalue %size, %d0[1] : !llvm.struct<(ptr, i64)>
  omp.parallel num_threads(%n : i64) {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        %q = llvm.extractvalue %d[0] : !llvm.struct<(ptr, i64)>
        llvm.store %i, %q : i64, !llvm.ptr
        %r = llvm.extractvalue %d[0] : !llvm.struct<(ptr, i64)>
        llvm.store %i, %r : i64, !llvm.ptr
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}

// A context in a loop does not grow the stack; branches stay.

// CHECK-LABEL: llvm.func @blocks(
// CHECK:         llvm.alloca
// CHECK:         llvm.br ^bb1
// CHECK:       ^bb1:
// CHECK-NOT:     llvm.alloca
// CHECK:         llvm.call @scatter_parallel_for(
llvm.func @blocks(%x: f32, %b: i1, %n: i64) {
  llvm.br ^loop
^loop:
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel num_threads(%n : i64) {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        llvm.cond_br %b, ^then, ^end
      ^then:
        llvm.call @use(%x, %i, %i) : (f32, i64, i64) -> ()
        llvm.br ^end
      ^end:
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.cond_br %b, ^loop, ^exit
^exit:
  llvm.return
}

// An inner region is in the function of the outer one.

// CHECK-LABEL: llvm.func @nested(
// CHECK:         llvm.call @scatter_parallel_for(
// CHECK-NOT:     llvm.call
// CHECK:         llvm.return
llvm.func @nested(%n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %x = llvm.mlir.constant(1.0 : f32) : f32
  omp.parallel num_threads(%n : i64) {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        omp.parallel num_threads(%n : i64) {
          omp.wsloop {
            omp.loop_nest (%j) : i64 = (%c0) to (%n) step (%c1) {
              llvm.call @use(%x, %i, %j) : (f32, i64, i64) -> ()
              omp.yield
            }
          }
          omp.terminator
        }
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}

// What else a region of OpenMP may be is left alone: with other bounds, without a number of threads, with more ops.

// CHECK-LABEL: llvm.func @others(
// CHECK-COUNT-3: omp.parallel
// CHECK-NOT:     scatter_parallel_for
// CHECK:         llvm.return
llvm.func @others(%x: f32, %n: i64, %m: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel num_threads(%n : i64) {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%m) step (%c1) {
        llvm.call @use(%x, %i, %i) : (f32, i64, i64) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
        llvm.call @use(%x, %i, %i) : (f32, i64, i64) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  omp.parallel num_threads(%n : i64) {
    llvm.call @use(%x, %n, %n) : (f32, i64, i64) -> ()
    omp.terminator
  }
  llvm.return
}

// If the number of threads is a constant, LLVM is told the range of their
// numbers. Above it is not known.

// CHECK-LABEL: llvm.func @two_threads(
llvm.func @two_threads(%x: f32) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %c2 = llvm.mlir.constant(2 : i64) : i64
  omp.parallel num_threads(%c2 : i64) {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%c2) step (%c1) {
        llvm.call @use(%x, %i, %c1) : (f32, i64, i64) -> ()
        omp.yield
      }
    }
    omp.terminator
  }
  llvm.return
}

// Each thread of an outer region that is left alone has a context of its own.

// CHECK-LABEL: llvm.func @inner(
// CHECK-NOT:     llvm.alloca
// CHECK:         omp.parallel {
// CHECK:         %[[CONTEXT:.*]] = llvm.alloca
// CHECK:         llvm.call @scatter_parallel_for(%{{.*}}, %[[CONTEXT]], %{{.*}})
// CHECK:         omp.terminator
llvm.func @inner(%n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel {
    %x = llvm.call @thread() : () -> f32
    omp.parallel num_threads(%n : i64) {
      omp.wsloop {
        omp.loop_nest (%i) : i64 = (%c0) to (%n) step (%c1) {
          llvm.call @use(%x, %i, %i) : (f32, i64, i64) -> ()
          omp.yield
        }
      }
      omp.terminator
    }
    omp.terminator
  }
  llvm.return
}

// The functions, in the order of the regions.

// CHECK:       llvm.func internal @scatter_parallel(%[[CONTEXT:.*]]: !llvm.ptr, %[[I:.*]]: i64) {
// CHECK-DAG:     %[[C7:.*]] = llvm.mlir.constant(7 : i64) : i64
// CHECK-DAG:     %[[FIELD:.*]] = llvm.getelementptr %[[CONTEXT]][0, 0]
// CHECK-DAG:     %[[X:.*]] = llvm.load %[[FIELD]] : !llvm.ptr -> f32
// CHECK:         llvm.call @use(%[[X]], %[[I]], %[[C7]])
// CHECK-NEXT:    llvm.return

// CHECK:       llvm.func internal @scatter_parallel_[[#]](%{{.*}}: !llvm.ptr, %[[I:.*]]: i64) {
// CHECK:         %[[Q:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT:    llvm.store %[[I]], %[[Q]]
// CHECK-NEXT:    llvm.store %[[I]], %[[Q]]
// CHECK-NEXT:    llvm.return

// CHECK:       llvm.func internal @scatter_parallel_[[#]](
// CHECK:         llvm.cond_br
// CHECK:         llvm.call @use(
// CHECK:         llvm.return

// CHECK:       llvm.func internal @scatter_parallel_[[#]](
// CHECK:         llvm.alloca
// CHECK:         llvm.call @scatter_parallel_for(
// CHECK:         llvm.return
// CHECK:       llvm.func internal @scatter_parallel_[[#]](
// CHECK:         llvm.call @use(

// CHECK:       llvm.func internal @scatter_parallel_[[#]](%{{.*}}: !llvm.ptr, %{{.*}}: i64 {llvm.range = #llvm.constant_range<i64, 0, 2>}) {
