// RUN: scatter-opt %s --convert-scatter-to-llvm | FileCheck %s
// RUN: scatter-opt %s --convert-to-llvm | FileCheck %s

// The search for the last tuples is a call of the runtime library with a struct (ScatterLastTuples) that has the
// addresses of the elements that are meant.

// CHECK:     llvm.func @scatter_runtime_keep_last(!llvm.ptr)

// CHECK:     func @narrow(
// CHECK:       %[[BUCKET:.*]] = llvm.alloca %{{.*}} x !llvm.array<10 x i64>
// CHECK-DAG:   %[[BYTES:.*]] = llvm.mlir.constant(4 : i64) : i64
// CHECK-DAG:   %[[BITS:.*]] = llvm.mlir.constant(6 : i64) : i64
// CHECK:       %[[AT_32:.*]] = llvm.getelementptr inbounds %[[BUCKET]][32]
// CHECK-NEXT:  llvm.store %[[BYTES]], %[[AT_32]] : i64
// CHECK:       %[[AT_64:.*]] = llvm.getelementptr inbounds %[[BUCKET]][64]
// CHECK-NEXT:  llvm.store %[[BITS]], %[[AT_64]] : i64
// CHECK:       llvm.call @scatter_runtime_keep_last(%[[BUCKET]]) :
func.func @narrow(%b: memref<?xindex>, %e: memref<?xi32>, %s: memref<?xi64>, %n: index) {
  scatter.keep_last of %n lists %b[%n] by %n, %e by slots of 6 seen %s[%n] words %n cleared %n outs(%b[%n])
      : memref<?xindex>, memref<?xi32>, memref<?xi64>, memref<?xindex>
  return
}

// CHECK:     func @wide(
// CHECK:       %[[BUCKET:.*]] = llvm.alloca %{{.*}} x !llvm.array<10 x i64>
// CHECK-DAG:   %[[BYTES:.*]] = llvm.mlir.constant(8 : i64) : i64
// CHECK:       %[[AT_32:.*]] = llvm.getelementptr inbounds %[[BUCKET]][32]
// CHECK-NEXT:  llvm.store %[[BYTES]], %[[AT_32]] : i64
func.func @wide(%b: memref<?xindex>, %e: memref<?xi64>, %s: memref<?xi64>, %n: index) {
  scatter.keep_last of %n lists %b[%n] by %n, %e by slots of 0 seen %s[%n] words %n cleared %n outs(%b[%n])
      : memref<?xindex>, memref<?xi64>, memref<?xi64>, memref<?xindex>
  return
}
