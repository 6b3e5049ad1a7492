// RUN: scatter-opt %s --scatter-check-allocations --split-input-file -mlir-print-local-scope | FileCheck %s
// RUN: scatter-opt %s --scatter-check-allocations --scatter-check-allocations --split-input-file -mlir-print-local-scope | FileCheck %s

// A function reports an allocation that fails and returns zeros.

llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr

// CHECK-DAG: llvm.mlir.global internal constant @[[$SEVEN:scatter_location[_0-9]*]]("model.onnx:7:3\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[$NINE:scatter_location[_0-9]*]]("model.onnx:9:1\00")

// CHECK-LABEL: llvm.func @allocate(
// CHECK-SAME:    %[[BYTES:.*]]: i64)
// CHECK:         %[[P:.*]] = llvm.call @malloc(%[[BYTES]])
// CHECK:         %[[STRING:.*]] = llvm.mlir.addressof @[[$SEVEN]]
// CHECK:         %[[LOCATION:.*]] = llvm.getelementptr %[[STRING]][0, 0]
// CHECK:         %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK:         %[[ZERO:.*]] = llvm.mlir.zero : i64
// CHECK:         %[[IS_NULL:.*]] = llvm.icmp "eq" %[[P]], %[[NULL]]
// CHECK:         %[[NEEDED:.*]] = llvm.icmp "ne" %[[BYTES]], %[[ZERO]]
// CHECK:         %[[FAILS:.*]] = llvm.and %[[IS_NULL]], %[[NEEDED]]
// CHECK:         llvm.cond_br %[[FAILS]] weights([1, 1048576]), ^[[REPORT:.*]](%[[BYTES]], %[[LOCATION]] : i64, !llvm.ptr), ^[[REST:[^,]*]]
// CHECK:       ^[[REST]]:
// CHECK:         llvm.call @aligned_alloc(
// CHECK:         llvm.mlir.addressof @[[$NINE]]
// CHECK:         llvm.cond_br %{{.*}}, ^[[REPORT]](%[[BYTES]], %{{.*}} : i64, !llvm.ptr), ^[[END:[^,]*]]
// CHECK:       ^[[END]]:
// CHECK:         %[[RESULT:.*]] = llvm.insertvalue
// CHECK:         llvm.br ^[[EXIT:.*]](%[[RESULT]] :
// CHECK:       ^[[REPORT]](%[[B:.*]]: i64, %[[L:.*]]: !llvm.ptr):
// CHECK:         %[[MEMORY:.*]] = llvm.mlir.constant(6 : i32)
// CHECK:         %[[C0:.*]] = llvm.mlir.constant(0 : i64)
// CHECK:         llvm.call @scatter_runtime_report(%[[MEMORY]], %[[L]], %[[C0]], %[[C0]], %[[B]], %[[C0]])
// CHECK:         %[[ZEROS:.*]] = llvm.mlir.zero : !llvm.struct<(ptr, i64)>
// CHECK:         llvm.br ^[[EXIT]](%[[ZEROS]] :
// CHECK:       ^[[EXIT]](%[[RETURNED:.*]]: !llvm.struct<(ptr, i64)>):
// CHECK:         llvm.return %[[RETURNED]]
llvm.func @allocate(%bytes: i64) -> !llvm.struct<(ptr, i64)> {
  %p = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr loc("model.onnx":7:3)
  %q = llvm.call @aligned_alloc(%bytes, %bytes) : (i64, i64) -> !llvm.ptr loc("model.onnx":9:1)
  %u = llvm.mlir.undef : !llvm.struct<(ptr, i64)>
  %r = llvm.insertvalue %q, %u[0] : !llvm.struct<(ptr, i64)>
  llvm.return %r : !llvm.struct<(ptr, i64)>
}

// A caller returns as well; what comes before the call does not count.

// CHECK-LABEL: llvm.func @caller(
// CHECK-NEXT:    %[[BEFORE:.*]] = llvm.call @scatter_runtime_count_failures()
// CHECK:         llvm.call @allocate(
// CHECK-NEXT:    %[[AFTER:.*]] = llvm.call @scatter_runtime_count_failures()
// CHECK-NEXT:    %[[FAILS:.*]] = llvm.icmp "ne" %[[AFTER]], %[[BEFORE]]
// CHECK-NEXT:    llvm.cond_br %[[FAILS]] weights([1, 1048576]), ^[[EXIT:.*]], ^[[REST:.*]]
// CHECK:       ^[[REST]]:
// CHECK:         llvm.store
// CHECK:         llvm.br ^[[EXIT]]
// CHECK:       ^[[EXIT]]:
// CHECK-NEXT:    llvm.return
llvm.func @caller(%bytes: i64, %d: !llvm.ptr) {
  %0 = llvm.call @allocate(%bytes) : (i64) -> !llvm.struct<(ptr, i64)>
  llvm.store %bytes, %d : i64, !llvm.ptr
  llvm.return
}

// The end of a function that returns nothing needs no branch to it.

// CHECK-LABEL: llvm.func @last(
// CHECK-NEXT:    llvm.call @caller(
// CHECK-NEXT:    llvm.return
llvm.func @last(%bytes: i64, %d: !llvm.ptr) {
  llvm.call @caller(%bytes, %d) : (i64, !llvm.ptr) -> ()
  llvm.return
}

// What a function of the C interface stores are the zeros then.

// CHECK-LABEL: llvm.func @_mlir_ciface_allocate(
// CHECK-NEXT:    llvm.call @allocate(
// CHECK-NEXT:    llvm.store
// CHECK-NEXT:    llvm.return
llvm.func @_mlir_ciface_allocate(%r: !llvm.ptr, %bytes: i64) {
  %0 = llvm.call @allocate(%bytes) : (i64) -> !llvm.struct<(ptr, i64)>
  llvm.store %0, %r : !llvm.struct<(ptr, i64)>, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @other(
// CHECK-NEXT:    llvm.return
llvm.func @other() {
  llvm.return
}

// CHECK-LABEL: llvm.func @caller_of_others(
// CHECK-NEXT:    llvm.call @other()
// CHECK-NEXT:    llvm.call @other()
// CHECK-NEXT:    llvm.return
llvm.func @caller_of_others() {
  llvm.call @other() : () -> ()
  llvm.call @other() : () -> ()
  llvm.return
}

// -----

// An iteration of a parallel loop goes to its end, so that the thread meets the others; the function returns after
// the loop.

llvm.func @malloc(i64) -> !llvm.ptr

// CHECK-LABEL: llvm.func @parallel(
// CHECK:         %[[BEFORE:.*]] = llvm.call @scatter_runtime_count_failures()
// CHECK:         omp.parallel {
// CHECK-NEXT:      omp.wsloop {
// CHECK-NEXT:        omp.loop_nest
// CHECK:               llvm.call @malloc(
// CHECK:               llvm.cond_br %{{.*}}, ^[[REPORT:.*]](%{{.*}} : i64, !llvm.ptr), ^[[REST:[^,]*]]
// CHECK:             ^[[REST]]:
// CHECK:               llvm.store
// CHECK:               llvm.br ^[[EXIT:.*]]
// CHECK:             ^[[REPORT]](
// CHECK:               llvm.call @scatter_runtime_report(
// CHECK:               llvm.br ^[[EXIT]]
// CHECK:             ^[[EXIT]]:
// CHECK-NEXT:          omp.yield
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      omp.terminator
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[AFTER:.*]] = llvm.call @scatter_runtime_count_failures()
// CHECK-NEXT:    %[[FAILS:.*]] = llvm.icmp "ne" %[[AFTER]], %[[BEFORE]]
// CHECK:         llvm.cond_br %[[FAILS]]
llvm.func @parallel(%bytes: i64, %d: !llvm.ptr) -> i64 {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : i64 = (%c0) to (%bytes) step (%c1) {
        %p = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
        llvm.store %i, %p : i64, !llvm.ptr
        omp.yield
      }
    }
    omp.terminator
  }
  %r = llvm.load %d : !llvm.ptr -> i64
  llvm.return %r : i64
}

// -----

// A function that never returns has nowhere to go.

llvm.func @malloc(i64) -> !llvm.ptr

// CHECK-LABEL: llvm.func @forever(
// CHECK:         llvm.call @malloc(
// CHECK-NEXT:    llvm.br
llvm.func @forever(%bytes: i64) {
  llvm.br ^loop
^loop:
  %p = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.br ^loop
}

// -----

// A report of a model's operand, kind 7, ends the function; the report of a scatter's updates does not. Callers return
// as well.

llvm.mlir.global internal constant @location("model.onnx\00")
llvm.func @scatter_runtime_report(i32, !llvm.ptr, i64, i64, i64, i64)

// CHECK-LABEL: llvm.func @model(
// CHECK:         llvm.cond_br %{{.*}}, ^[[REST:.*]], ^[[WRONG:[^,]*]]
// CHECK:       ^[[WRONG]]:
// CHECK-NEXT:    llvm.call @scatter_runtime_report(
// CHECK-NEXT:    %[[ZERO:.*]] = llvm.mlir.zero : i64
// CHECK-NEXT:    llvm.br ^[[EXIT:.*]](%[[ZERO]] : i64)
// CHECK:       ^[[REST]]:
// CHECK-NEXT:    llvm.store
// CHECK:         llvm.br ^[[EXIT]](
// CHECK:       ^[[EXIT]](%[[RETURNED:.*]]: i64):
// CHECK-NEXT:    llvm.return %[[RETURNED]]
llvm.func @model(%valid: i1, %d: !llvm.ptr) -> i64 {
  %kind = llvm.mlir.constant(7 : i32) : i32
  %operand = llvm.mlir.constant(2 : i64) : i64
  %location = llvm.mlir.addressof @location : !llvm.ptr
  llvm.cond_br %valid, ^rest, ^wrong
^wrong:
  llvm.call @scatter_runtime_report(%kind, %location, %operand, %operand, %operand, %operand) : (i32, !llvm.ptr, i64, i64, i64, i64) -> ()
  llvm.br ^rest
^rest:
  llvm.store %operand, %d : i64, !llvm.ptr
  llvm.return %operand : i64
}

// CHECK-LABEL: llvm.func @caller_of_model(
// CHECK-NEXT:    llvm.call @scatter_runtime_count_failures()
// CHECK:         llvm.call @model(
// CHECK-NEXT:    llvm.call @scatter_runtime_count_failures()
// CHECK:         llvm.cond_br
llvm.func @caller_of_model(%valid: i1, %d: !llvm.ptr) {
  %0 = llvm.call @model(%valid, %d) : (i1, !llvm.ptr) -> i64
  llvm.store %0, %d : i64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func @updates(
// CHECK:         llvm.call @scatter_runtime_report(
// CHECK-NEXT:    llvm.br ^[[REST:.*]]
// CHECK:       ^[[REST]]:
// CHECK-NEXT:    llvm.store
llvm.func @updates(%valid: i1, %d: !llvm.ptr) -> i64 {
  %kind = llvm.mlir.constant(5 : i32) : i32
  %operand = llvm.mlir.constant(1 : i64) : i64
  %location = llvm.mlir.addressof @location : !llvm.ptr
  llvm.cond_br %valid, ^rest, ^wrong
^wrong:
  llvm.call @scatter_runtime_report(%kind, %location, %operand, %operand, %operand, %operand) : (i32, !llvm.ptr, i64, i64, i64, i64) -> ()
  llvm.br ^rest
^rest:
  llvm.store %operand, %d : i64, !llvm.ptr
  llvm.return %operand : i64
}

// -----

// What a function has allocated on all paths and not freed is freed before a report ends it, the last allocation first.

llvm.mlir.global internal constant @location("model.onnx\00")
llvm.func @scatter_runtime_report(i32, !llvm.ptr, i64, i64, i64, i64)
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @keep(!llvm.ptr)
llvm.func @use(i64)

llvm.func @check(%n: i64) {
  %kind = llvm.mlir.constant(7 : i32) : i32
  %location = llvm.mlir.addressof @location : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i64) : i64
  %wrong = llvm.icmp "eq" %n, %zero : i64
  llvm.cond_br %wrong, ^wrong, ^rest
^wrong:
  llvm.call @scatter_runtime_report(%kind, %location, %n, %n, %n, %n) : (i32, !llvm.ptr, i64, i64, i64, i64) -> ()
  llvm.br ^rest
^rest:
  llvm.call @use(%n) : (i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @live(
// CHECK:         %[[P:.*]] = llvm.call @malloc(
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[FREE_P:[^,]*]], ^{{.*}}
// CHECK:         %[[Q:.*]] = llvm.call @malloc(
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[FREE_BOTH:[^,]*]], ^{{.*}}
// CHECK:         llvm.call @free(%[[P]])
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[FREE_Q:[^,]*]], ^{{.*}}
// CHECK:       ^[[FREE_Q]]:
// CHECK-NEXT:    llvm.call @free(%[[Q]])
// CHECK:         llvm.br ^[[EXIT:.*]](%{{.*}} : !llvm.ptr)
// CHECK:       ^[[FREE_P]]:
// CHECK-NEXT:    llvm.call @free(%[[P]])
// CHECK:         llvm.br ^[[EXIT]](
// CHECK:       ^[[FREE_BOTH]]:
// CHECK-NEXT:    llvm.call @free(%[[Q]])
// CHECK-NEXT:    llvm.br ^[[FREE_P]]
// CHECK:       ^[[EXIT]](%{{.*}}: !llvm.ptr):
// CHECK-NEXT:    llvm.return
llvm.func @live(%n: i64) -> !llvm.ptr {
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.call @check(%n) : (i64) -> ()
  %q = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.call @check(%n) : (i64) -> ()
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  llvm.call @check(%n) : (i64) -> ()
  llvm.return %q : !llvm.ptr
}

// CHECK-LABEL: llvm.func @loop(
// CHECK:         %[[P:.*]] = llvm.call @malloc(
// CHECK:         %[[Q:.*]] = llvm.call @malloc(
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[FREE_BOTH:[^,]*]], ^{{.*}}
// CHECK:         llvm.call @free(%[[Q]])
// CHECK:         llvm.call @free(%[[P]])
// CHECK:       ^[[FREE_P:[^:]*]]:
// CHECK-NEXT:    llvm.call @free(%[[P]])
// CHECK:       ^[[FREE_BOTH]]:
// CHECK-NEXT:    llvm.call @free(%[[Q]])
// CHECK-NEXT:    llvm.br ^[[FREE_P]]
llvm.func @loop(%n: i64, %c: i1) {
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.br ^body
^body:
  %q = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.call @check(%n) : (i64) -> ()
  llvm.call @free(%q) : (!llvm.ptr) -> ()
  llvm.cond_br %c, ^body, ^end
^end:
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  llvm.return
}

// A pointer in a descriptor is followed to its allocation.

// CHECK-LABEL: llvm.func @descriptor(
// CHECK:         %[[P:.*]] = llvm.call @malloc(
// CHECK:         %[[Q:.*]] = llvm.call @malloc(
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[FREE_P:[^,]*]], ^{{.*}}
// CHECK:       ^[[FREE_P]]:
// CHECK-NEXT:    llvm.call @free(%[[P]])
// CHECK-NEXT:    llvm.br ^[[EXIT:.*]]
// CHECK:       ^[[EXIT]]:
// CHECK-NEXT:    llvm.return
llvm.func @descriptor(%n: i64) {
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  %q = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  %u = llvm.mlir.undef : !llvm.struct<(ptr, ptr, array<1 x i64>)>
  %0 = llvm.insertvalue %q, %u[0] : !llvm.struct<(ptr, ptr, array<1 x i64>)>
  %1 = llvm.insertvalue %p, %0[1] : !llvm.struct<(ptr, ptr, array<1 x i64>)>
  %2 = llvm.insertvalue %n, %1[2, 0] : !llvm.struct<(ptr, ptr, array<1 x i64>)>
  llvm.br ^rest(%2 : !llvm.struct<(ptr, ptr, array<1 x i64>)>)
^rest(%d: !llvm.struct<(ptr, ptr, array<1 x i64>)>):
  %3 = llvm.extractvalue %d[0] : !llvm.struct<(ptr, ptr, array<1 x i64>)>
  llvm.call @free(%3) : (!llvm.ptr) -> ()
  llvm.call @check(%n) : (i64) -> ()
  llvm.call @use(%n) : (i64) -> ()
  llvm.return
}

// What may have been freed is not, nor what was allocated on some paths, or given to another function or to memory.

// CHECK-LABEL: llvm.func @freed_in_branch(
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[EXIT:[^,]*]], ^{{.*}}
// CHECK:       ^[[EXIT]]:
// CHECK-NEXT:    llvm.return
llvm.func @freed_in_branch(%n: i64, %c: i1) {
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.cond_br %c, ^free, ^rest
^free:
  llvm.call @free(%p) : (!llvm.ptr) -> ()
  llvm.br ^rest
^rest:
  llvm.call @check(%n) : (i64) -> ()
  llvm.call @use(%n) : (i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @allocated_in_branch(
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[EXIT:[^,]*]], ^{{.*}}
// CHECK:       ^[[EXIT]]:
// CHECK-NEXT:    llvm.return
llvm.func @allocated_in_branch(%n: i64, %c: i1) {
  llvm.cond_br %c, ^allocate, ^rest
^allocate:
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.br ^rest
^rest:
  llvm.call @check(%n) : (i64) -> ()
  llvm.call @use(%n) : (i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @selected(
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[EXIT:[^,]*]], ^{{.*}}
// CHECK:       ^[[EXIT]]:
// CHECK-NEXT:    llvm.return
llvm.func @selected(%n: i64, %c: i1) {
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  %q = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  %either = llvm.select %c, %p, %q : i1, !llvm.ptr
  llvm.call @free(%either) : (!llvm.ptr) -> ()
  llvm.call @check(%n) : (i64) -> ()
  llvm.call @use(%n) : (i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @loaded(
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[EXIT:[^,]*]], ^{{.*}}
// CHECK:       ^[[EXIT]]:
// CHECK-NEXT:    llvm.return
llvm.func @loaded(%n: i64, %slot: !llvm.ptr) {
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  %other = llvm.load %slot : !llvm.ptr -> !llvm.ptr
  llvm.call @free(%other) : (!llvm.ptr) -> ()
  llvm.call @check(%n) : (i64) -> ()
  llvm.call @use(%n) : (i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @given(
// CHECK:         llvm.call @check(
// CHECK:         llvm.cond_br %{{.*}}, ^[[EXIT:[^,]*]], ^{{.*}}
// CHECK:       ^[[EXIT]]:
// CHECK-NEXT:    llvm.return
llvm.func @given(%n: i64, %slot: !llvm.ptr) {
  %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  %q = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
  llvm.call @keep(%p) : (!llvm.ptr) -> ()
  llvm.store %q, %slot : !llvm.ptr, !llvm.ptr
  llvm.call @check(%n) : (i64) -> ()
  llvm.call @use(%n) : (i64) -> ()
  llvm.return
}
