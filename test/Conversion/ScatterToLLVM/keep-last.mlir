// RUN: scatter-opt %s --convert-scatter-to-llvm | FileCheck %s
// RUN: scatter-opt %s --convert-to-llvm | FileCheck %s

// The search for the last tuples is a call of the runtime library, with the addresses of the elements that are meant.

// CHECK:     llvm.func @scatter_runtime_keep_last(i64, !llvm.ptr, i64, !llvm.ptr, i32, i32, !llvm.ptr, i64, i64, !llvm.ptr)

// CHECK:     func @narrow(
// CHECK-DAG:   %[[BYTES:.*]] = llvm.mlir.constant(4 : i32) : i32
// CHECK-DAG:   %[[BITS:.*]] = llvm.mlir.constant(6 : i32) : i32
// CHECK:       llvm.call @scatter_runtime_keep_last(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[BYTES]], %[[BITS]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
func.func @narrow(%b: memref<?xindex>, %e: memref<?xi32>, %s: memref<?xi64>, %n: index) {
  scatter.keep_last of %n lists %b[%n] by %n, %e by slots of 6 seen %s[%n] words %n cleared %n outs(%b[%n])
      : memref<?xindex>, memref<?xi32>, memref<?xi64>, memref<?xindex>
  return
}

// CHECK:     func @wide(
// CHECK:       %[[BYTES:.*]] = llvm.mlir.constant(8 : i32) : i32
// CHECK:       llvm.call @scatter_runtime_keep_last(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[BYTES]],
func.func @wide(%b: memref<?xindex>, %e: memref<?xi64>, %s: memref<?xi64>, %n: index) {
  scatter.keep_last of %n lists %b[%n] by %n, %e by slots of 0 seen %s[%n] words %n cleared %n outs(%b[%n])
      : memref<?xindex>, memref<?xi64>, memref<?xi64>, memref<?xindex>
  return
}
