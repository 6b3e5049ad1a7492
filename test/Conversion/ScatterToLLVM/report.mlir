// RUN: scatter-opt %s --convert-scatter-to-llvm | FileCheck %s --check-prefixes=CHECK,PARTIAL
// RUN: scatter-opt %s --convert-to-llvm | FileCheck %s --check-prefixes=CHECK,WHOLE

// What the loops leave symbolic. A report calls the runtime with the kind, the location of the op as text and
// its operands. Both passes do it; the second lowers everything else too.

// One declaration, and one string for each position in a source.

// CHECK-DAG: llvm.func @scatter_runtime_report(i32, !llvm.ptr, i64, i64, i64, i64)
// CHECK-DAG: llvm.mlir.global internal constant @[[SEVEN:scatter_location[_0-9]*]]("model.onnx:7:3\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[NINE:scatter_location[_0-9]*]]("model.onnx:9:5\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[UNKNOWN:scatter_location[_0-9]*]]("unknown\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[QUOTED:scatter_location[_0-9]*]]("a \22b\22.mlir:1:1\00")

// PARTIAL:      func.func @kinds(
// WHOLE:        llvm.func @kinds(
// CHECK-SAME:   %[[A:[^:]*]]: i64, %[[B:[^:]*]]: i64, %[[C:[^:]*]]: i64, %[[D:[^:]*]]: i64
// CHECK-DAG:      %[[K:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-DAG:      llvm.mlir.addressof @[[SEVEN]]
// CHECK:          llvm.call @scatter_runtime_report(%[[K]], %{{[^,]*}}, %[[A]], %[[B]], %[[C]], %[[D]])
// CHECK:          llvm.mlir.constant(2 : i32)
// CHECK:          llvm.call @scatter_runtime_report(
// CHECK:          llvm.mlir.constant(3 : i32)
// CHECK:          llvm.call @scatter_runtime_report(
// CHECK:          llvm.mlir.constant(4 : i32)
// CHECK:          llvm.call @scatter_runtime_report(
// CHECK:          llvm.mlir.constant(5 : i32)
// CHECK:          llvm.call @scatter_runtime_report(
// CHECK-NOT:      scatter.report
func.func @kinds(%a: i64, %b: i64, %c: i64, %d: i64) {
  scatter.report index %a, %b, %c, %d loc("model.onnx":7:3)
  scatter.report index_reject %a, %b, %c, %d loc("model.onnx":7:3)
  scatter.report index_unsigned %a, %b, %c, %d loc("model.onnx":7:3)
  scatter.report zero_step %a, %b, %c, %d loc("model.onnx":7:3)
  scatter.report shape %a, %b, %c, %d loc("model.onnx":7:3)
  return
}

// PARTIAL:      func.func @locations(
// WHOLE:        llvm.func @locations(
// CHECK:          llvm.mlir.addressof @[[SEVEN]]
// CHECK:          llvm.mlir.addressof @[[NINE]]
// CHECK:          llvm.mlir.addressof @[[UNKNOWN]]
// CHECK:          llvm.mlir.addressof @[[QUOTED]]
// CHECK:          llvm.mlir.addressof @[[SEVEN]]
// CHECK:          llvm.mlir.addressof @[[NINE]]
// CHECK:          llvm.mlir.addressof @[[SEVEN]]
func.func @locations(%a: i64) {
  scatter.report index %a, %a, %a, %a loc("model.onnx":7:3)
  scatter.report index %a, %a, %a, %a loc("model.onnx":9:5)
  scatter.report index %a, %a, %a, %a loc(unknown)
  scatter.report index %a, %a, %a, %a loc("a \22b\22.mlir":1:1)
  // The position is looked for in names, fused locations and calls, the callee
  // first.
  scatter.report index %a, %a, %a, %a loc("node"("model.onnx":7:3))
  scatter.report index %a, %a, %a, %a loc(fused["pass", "model.onnx":9:5, "model.onnx":7:3])
  scatter.report index %a, %a, %a, %a loc(callsite("model.onnx":7:3 at "model.onnx":9:5))
  return
}

// Streamed stores end with a fence.

// PARTIAL:      func.func @fence(
// WHOLE:        llvm.func @fence(
// CHECK:          llvm.fence seq_cst
func.func @fence() {
  scatter.nontemporal_fence
  return
}

// Runs are copied by bytes from offsets in elements.

// PARTIAL:      func.func @copies(
// WHOLE:        llvm.func @copies(
// CHECK:          %[[SOURCE:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK:          %[[BASE:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK:          %[[TARGET:.*]] = llvm.getelementptr %[[BASE]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK:          %[[ELEMENT:.*]] = llvm.ptrtoint
// CHECK:          %[[BYTES:.*]] = llvm.mul %{{.*}}, %[[ELEMENT]]
// CHECK:          "llvm.intr.memcpy"(%[[TARGET]], %[[SOURCE]], %[[BYTES]])
func.func @copies(%n: index, %i: index, %j: index, %u: memref<?xf16>, %d: memref<?xf16, strided<[1], offset: 3>>) {
  scatter.copy_row %n, %u[%i] to %d[%j] : memref<?xf16>, memref<?xf16, strided<[1], offset: 3>>
  return
}

// Other ops stay in the partial conversion.

// PARTIAL:      func.func @others(
// PARTIAL-NEXT:   arith.addi
// WHOLE:        llvm.func @others(
// WHOLE-NEXT:     llvm.add
func.func @others(%a: i64) -> i64 {
  %0 = arith.addi %a, %a : i64
  return %0 : i64
}
