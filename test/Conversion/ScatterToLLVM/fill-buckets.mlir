// RUN: scatter-opt %s --convert-scatter-to-llvm | FileCheck %s --check-prefixes=CHECK,PARTIAL
// RUN: scatter-opt %s --convert-to-llvm | FileCheck %s --check-prefixes=CHECK,WHOLE

// Sorts of tuples are calls of the runtime library. Addresses are those of the first element that is meant, strides of
// updates are in bytes.

// CHECK: llvm.func @scatter_runtime_fill_buckets(i32, i32, !llvm.ptr, i32, i64, i64, i64, i64, i64, i64, i64, i64, i32, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64, i64, ...)

// PARTIAL:      func.func @numbers(
// WHOLE:        llvm.func @numbers(
// CHECK-DAG:      %[[UPDATES:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK-DAG:      %[[KIND:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK-DAG:      %[[POLICY:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK-DAG:      %[[BYTES:.*]] = llvm.mlir.constant(8 : i32) : i32
// CHECK-DAG:      %[[DEPTH:.*]] = llvm.mlir.constant(2 : i64) : i64
// CHECK-DAG:      %[[ALL:.*]] = llvm.mlir.constant(-1 : i64) : i64
// CHECK-DAG:      %[[PAGE:.*]] = llvm.mlir.constant(10 : i32) : i32
// CHECK-DAG:      %[[INDICES:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, i64
// CHECK:          llvm.call @scatter_runtime_fill_buckets(%[[KIND]], %[[POLICY]], %[[INDICES]], %[[BYTES]], %[[DEPTH]], %[[CS:.*]], %[[TS:.*]], %[[O:.*]], %[[F:.*]], %[[N:.*]], %[[B:.*]], %[[ALL]], %[[PAGE]], %{{.*}}, %{{.*}}, %{{.*}}, %[[UPDATES]], %{{.*}}, %{{.*}}, %[[D0:.*]], %[[S0:.*]], %[[D1:.*]], %[[S1:.*]]) vararg(
func.func @numbers(%i: memref<?xi64>, %b: memref<?xindex>, %e: memref<?xi64>, %at: index, %n: index, %ts: index, %cs: index, %d0: index, %s0: index, %d1: index, %s1: index, %o: index, %m: index, %row: index, %f: index) {
  scatter.fill_buckets index %n tuples of %i[%at] by %ts, %cs dims(%d0, %d1) strides(%s0, %s1) origin %o into %m buckets of 10
      outs(%b[%row], %e[%f]) : memref<?xi64>, memref<?xindex>, memref<?xi64>
  return
}

// PARTIAL:      func.func @updates({{.*}} %[[M:[a-z0-9]*]]: index)
// PARTIAL:        %[[ONLY:.*]] = builtin.unrealized_conversion_cast %[[M]]
// WHOLE:        llvm.func @updates({{.*}} %[[ONLY:[a-z0-9]*]]: i64)
// CHECK-DAG:      %[[PAGE:.*]] = llvm.mlir.constant(10 : i32) : i32
// CHECK-DAG:      %[[KIND:.*]] = llvm.mlir.constant(3 : i32) : i32
// CHECK-DAG:      %[[POLICY:.*]] = llvm.mlir.constant(2 : i32) : i32
// CHECK-DAG:      %[[UPDATES:.*]] = llvm.getelementptr %{{.*}} : (!llvm.ptr, i64) -> !llvm.ptr, f16
// CHECK-DAG:      %[[UPDATE_BYTES:.*]] = llvm.mul %{{.*}}, %{{.*}} : i64
// CHECK-DAG:      %[[STRIDE:.*]] = llvm.mul %{{.*}}, %{{.*}} : i64
// CHECK:          llvm.call @scatter_runtime_fill_buckets(%[[KIND]], %[[POLICY]], {{.*}}, %[[ONLY]], %[[PAGE]], {{.*}}, %[[UPDATES]], %[[UPDATE_BYTES]], %[[STRIDE]], %{{.*}}, %{{.*}}) vararg(
func.func @updates(%i: memref<?xi32>, %b: memref<?xindex>, %e: memref<?xi32>, %u: memref<?xf16>, %n: index, %m: index) {
  scatter.fill_buckets index_unsigned %n tuples of %i[%n] by %n, %n dims(%n) strides(%n) origin %n into %n buckets of 10 only %m
      outs(%b[%n], %e[%n]) updates(%u[%n] by %n) {out_of_bounds = #scatter.out_of_bounds<clamp>, update_length = 2 : i64}
      : memref<?xi32>, memref<?xindex>, memref<?xi32>, memref<?xf16>
  return
}
