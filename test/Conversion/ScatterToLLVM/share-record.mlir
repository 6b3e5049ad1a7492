// RUN: scatter-opt %s --scatter-share-record | FileCheck %s
// RUN: scatter-opt %s --scatter-share-record --scatter-share-record | FileCheck %s

// The threads of a region report where the thread that reaches it does.

llvm.func @scatter_runtime_report(i32, !llvm.ptr, i64, i64, i64, i64)
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @host()

// CHECK-LABEL: llvm.func @direct(
// CHECK:         %[[RECORD:.*]] = llvm.call @scatter_runtime_get_record() : () -> !llvm.ptr
// CHECK-NEXT:    omp.parallel {
// CHECK-NEXT:      %[[FORMER:.*]] = llvm.call @scatter_runtime_install_record(%[[RECORD]])
// CHECK:           llvm.call @scatter_runtime_report(
// CHECK:           llvm.call @scatter_runtime_install_record(%[[FORMER]])
// CHECK-NEXT:      omp.terminator
llvm.func @direct(%k: i32, %l: !llvm.ptr, %a: i64, %c: i1) {
  omp.parallel {
    llvm.cond_br %c, ^report, ^end
  ^report:
    llvm.call @scatter_runtime_report(%k, %l, %a, %a, %a, %a) : (i32, !llvm.ptr, i64, i64, i64, i64) -> ()
    llvm.br ^end
  ^end:
    omp.terminator
  }
  llvm.return
}

// Through functions, those of other modules and those behind a pointer.

// CHECK-LABEL: llvm.func @called(
// CHECK:         omp.parallel {
// CHECK-NEXT:      llvm.call @scatter_runtime_install_record(
// CHECK-NEXT:      llvm.call @direct(
llvm.func @called(%k: i32, %l: !llvm.ptr, %a: i64, %c: i1) {
  omp.parallel {
    llvm.call @direct(%k, %l, %a, %c) : (i32, !llvm.ptr, i64, i1) -> ()
    omp.terminator
  }
  llvm.return
}

// CHECK-LABEL: llvm.func @external(
// CHECK:         omp.parallel {
// CHECK-NEXT:      llvm.call @scatter_runtime_install_record(
// CHECK-NEXT:      llvm.call @host(
llvm.func @external() {
  omp.parallel {
    llvm.call @host() : () -> ()
    omp.terminator
  }
  llvm.return
}

// CHECK-LABEL: llvm.func @indirect(
// CHECK:         omp.parallel {
// CHECK-NEXT:      llvm.call @scatter_runtime_install_record(
llvm.func @indirect(%f: !llvm.ptr) {
  omp.parallel {
    llvm.call %f() : !llvm.ptr, () -> ()
    omp.terminator
  }
  llvm.return
}

// A region in a region hands the record of the outer one on; tasks run on any thread.

// CHECK-LABEL: llvm.func @nested(
// CHECK:         omp.parallel {
// CHECK-NEXT:      llvm.call @scatter_runtime_install_record(
// CHECK-NEXT:      %[[INNER:.*]] = llvm.call @scatter_runtime_get_record()
// CHECK-NEXT:      omp.task {
// CHECK-NEXT:        llvm.call @scatter_runtime_install_record(%[[INNER]])
llvm.func @nested() {
  omp.parallel {
    omp.task {
      llvm.call @host() : () -> ()
      omp.terminator
    }
    omp.terminator
  }
  llvm.return
}

// What cannot report is left alone, as are loops on the calling thread.

// CHECK-LABEL: llvm.func @nothing(
// CHECK-NEXT:    omp.parallel {
// CHECK-NEXT:      llvm.call @malloc(
// CHECK-NEXT:      llvm.call @free(
// CHECK-NEXT:      omp.terminator
llvm.func @nothing(%n: i64) {
  omp.parallel {
    %p = llvm.call @malloc(%n) : (i64) -> !llvm.ptr
    llvm.call @free(%p) : (!llvm.ptr) -> ()
    omp.terminator
  }
  llvm.return
}

// CHECK-LABEL: llvm.func @alone(
// CHECK-NOT:     @scatter_runtime_get_record
// CHECK:         llvm.return
llvm.func @alone() {
  omp.single {
    llvm.call @host() : () -> ()
    omp.terminator
  }
  llvm.return
}
