// RUN: scatter-opt %s --convert-scatter-to-llvm | FileCheck %s --check-prefixes=CHECK,PARTIAL
// RUN: scatter-opt %s --convert-to-llvm | FileCheck %s --check-prefixes=CHECK,WHOLE

// What the loops leave symbolic. A report calls the runtime with the kind, the location of the op as text and
// its operands. Both passes do it; the second lowers everything else too.

// One declaration, and one string for each position in a source.

// CHECK-DAG: llvm.func @scatter_runtime_report(i32, !llvm.ptr, i64, i64, i64, i64) attributes {passthrough = ["cold"]
// CHECK-DAG: llvm.func @scatter_runtime_report_invalid_index(i32, !llvm.ptr, !llvm.ptr {llvm.nocapture, llvm.readonly}, i32, i64, i64, i64, ...) attributes {passthrough = ["cold"]
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

// A search calls another function, with the address of the first component and numbers of 64 bits.

// PARTIAL:      func.func @search(
// WHOLE:        llvm.func @search(
// CHECK-SAME:   %[[N:[^:]*]]: i64, %[[M:[^:]*]]: i64, %[[S:[^:]*]]: i64, %[[T:[^:]*]]: i64, %[[A:[^:]*]]: i64, %[[B:[^:]*]]: i64, %[[C:[^:]*]]: i64
// CHECK:          %[[ADDRESS:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, i32
// CHECK-DAG:      %[[BYTES:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-DAG:      %[[RANK:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-DAG:      %[[DEPTH:.*]] = llvm.mlir.constant(1 : i64) : i64
// CHECK-DAG:      %[[LOCATION:.*]] = llvm.mlir.addressof @[[SEVEN]]
// CHECK-DAG:      %[[KIND:.*]] = llvm.mlir.constant(3 : i32) : i32
// CHECK:          llvm.call @scatter_runtime_report_invalid_index(%[[KIND]], %[[LOCATION]], %[[ADDRESS]], %[[BYTES]], %[[RANK]], %[[DEPTH]], %[[C]], %[[N]], %[[S]], %[[M]], %[[T]], %[[A]]) vararg(!llvm.func<void (i32, ptr, ptr, i32, i64, i64, i64, ...)>)
// CHECK:          llvm.mlir.constant(8 : i32) : i32
// CHECK:          llvm.call @scatter_runtime_report_invalid_index(
// CHECK:          llvm.addrspacecast %{{.*}} : !llvm.ptr<1> to !llvm.ptr
// CHECK:          llvm.mlir.constant(8 : i32) : i32
// CHECK:          llvm.call @scatter_runtime_report_invalid_index(
// CHECK-NOT:      scatter.report
func.func @search(%n: i64, %m: i64, %s: i64, %t: i64, %a: i64, %b: i64, %c: i64, %o: index, %i: memref<?xi32>, %j: memref<8xindex>, %k: memref<8xi64, 1>) {
  scatter.report_invalid_index index_unsigned %i[%o] batch(%n, %m) strides(%s, %t) dims(%a) stride %c : memref<?xi32> loc("model.onnx":7:3)
  scatter.report_invalid_index index %j[%o] batch() strides() dims(%a, %b) stride %c : memref<8xindex>
  scatter.report_invalid_index index %k[%o] batch() strides() dims(%a, %b) stride %c : memref<8xi64, 1>
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

// Non-temporal stores end with a fence.

// PARTIAL:      func.func @fence(
// WHOLE:        llvm.func @fence(
// CHECK:          llvm.fence seq_cst
func.func @fence() {
  scatter.nontemporal_fence
  return
}

// Rows are copied by bytes from offsets in elements, those that bypass the cache
// by the runtime library.

// PARTIAL:      func.func @copies(
// WHOLE:        llvm.func @copies(
// CHECK:          %[[SOURCE:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK:          %[[BASE:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK:          %[[TARGET:.*]] = llvm.getelementptr %[[BASE]][%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK:          %[[ELEMENT:.*]] = llvm.ptrtoint
// CHECK:          %[[BYTES:.*]] = llvm.mul %{{.*}}, %[[ELEMENT]]
// CHECK:          "llvm.intr.memcpy"(%[[TARGET]], %[[SOURCE]], %[[BYTES]])
// CHECK:          %[[BYTES:.*]] = llvm.mul
// CHECK:          %[[AHEAD:.*]] = llvm.mlir.constant(8192 : i64) : i64
// CHECK:          llvm.call @scatter_runtime_copy_nontemporal(%{{.*}}, %{{.*}}, %[[BYTES]], %[[AHEAD]])
func.func @copies(%n: index, %i: index, %j: index, %u: memref<?xf16>, %d: memref<?xf16, strided<[1], offset: 3>>) {
  scatter.copy_row %n, %u[%i] to %d[%j] : memref<?xf16>, memref<?xf16, strided<[1], offset: 3>>
  scatter.copy_row %n, %u[%i] to %d[%j] nontemporal {prefetch_bytes = 8192 : i64} : memref<?xf16>, memref<?xf16, strided<[1], offset: 3>>
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
