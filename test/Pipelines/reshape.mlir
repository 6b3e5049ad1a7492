// RUN: scatter-opt %s --scatter-to-llvm | FileCheck %s

// Sizes are loaded from the shape, strides are their products.

// CHECK-LABEL: llvm.func @dynamic(
// CHECK-NOT:     memref.reshape
// CHECK-DAG:     llvm.load {{.*}} -> i64
// CHECK-DAG:     llvm.mlir.constant(3 : index)
// CHECK:         llvm.return
func.func @dynamic(%m: memref<?x3xf32>, %shape: memref<2xindex>) -> memref<?x3xf32> {
  %r = memref.reshape %m(%shape) : (memref<?x3xf32>, memref<2xindex>) -> memref<?x3xf32>
  return %r : memref<?x3xf32>
}

// CHECK-LABEL: llvm.func @narrow(
// CHECK:         llvm.load %{{.*}} -> i32
// CHECK:         llvm.sext
func.func @narrow(%m: memref<?xf32>, %shape: memref<2xi32>) -> memref<?x?xf32> {
  %r = memref.reshape %m(%shape) : (memref<?xf32>, memref<2xi32>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
}
