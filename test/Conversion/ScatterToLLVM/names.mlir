// RUN: scatter-opt %s --convert-scatter-to-llvm --split-input-file --verify-diagnostics | FileCheck %s

// Names that the module has already are not taken again.

// CHECK-LABEL: module @taken
// CHECK-DAG:     llvm.mlir.global {{.*}}@scatter_location_0("mine")
// CHECK-DAG:     llvm.mlir.global internal constant @[[NAME:scatter_location[_0-9]*]]("model.onnx:7:3\00")
// CHECK:         llvm.mlir.addressof @[[NAME]]
module @taken {
  llvm.mlir.global private constant @scatter_location_0("mine")
  func.func @report(%a: i64) {
    scatter.report index %a, %a, %a, %a loc("model.onnx":7:3)
    return
  }
}

// -----

// The declaration of the runtime function is used if the module has it.

// CHECK-LABEL: module @declared
// CHECK-COUNT-1: llvm.func @scatter_runtime_report(
// CHECK-NOT:     llvm.func @scatter_runtime_report(
// CHECK:         llvm.call @scatter_runtime_report(
module @declared {
  llvm.func @scatter_runtime_report(i32, !llvm.ptr, i64, i64, i64, i64)
  func.func @report(%a: i64) {
    scatter.report index %a, %a, %a, %a
    return
  }
}

// -----

// So is that of the search.

// CHECK-LABEL: module @search_declared
// CHECK-COUNT-1: llvm.func @scatter_runtime_report_invalid_index({{.*}}...){{$}}
// CHECK-NOT:     llvm.func @scatter_runtime_report
// CHECK:         llvm.call @scatter_runtime_report_invalid_index(
module @search_declared {
  llvm.func @scatter_runtime_report_invalid_index(i32, !llvm.ptr, !llvm.ptr, i32, i64, i64, i64, ...)
  func.func @report(%i: memref<8xi64>, %o: index, %a: i64) {
    scatter.report_invalid_index index %i[%o] batch() strides() dims(%a) stride %a : memref<8xi64>
    return
  }
}

// -----

// Another function of its name is an error.

module @another_function {
  // expected-error @+1 {{redefinition of function 'scatter_runtime_report' of different type}}
  llvm.func @scatter_runtime_report(i32)
  func.func @report(%a: i64) {
    // expected-error @+1 {{failed to legalize operation 'scatter.report'}}
    scatter.report index %a, %a, %a, %a
    return
  }
}
