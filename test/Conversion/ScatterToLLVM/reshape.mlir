// RUN: scatter-opt %s --convert-to-llvm --split-input-file | FileCheck %s

// Sizes are loaded from the shape, strides are their products.

// CHECK-LABEL: llvm.func @dynamic(
// CHECK-NOT:     memref.reshape
// CHECK:         %[[C3:.*]] = llvm.mlir.constant(3 : index)
// CHECK:         llvm.mul
// CHECK:         %[[SIZE:.*]] = llvm.load
// CHECK-NOT:     memref.reshape
func.func @dynamic(%m: memref<?x3xf32>, %shape: memref<2xindex>) -> memref<?x3xf32> {
  scatter.nontemporal_fence
  %r = memref.reshape %m(%shape) : (memref<?x3xf32>, memref<2xindex>) -> memref<?x3xf32>
  return %r : memref<?x3xf32>
}

// -----

// CHECK-LABEL: llvm.func @narrow(
// CHECK:         llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK:         llvm.sext
func.func @narrow(%m: memref<?xf32>, %shape: memref<2xi32>) -> memref<?x?xf32> {
  scatter.nontemporal_fence
  %r = memref.reshape %m(%shape) : (memref<?xf32>, memref<2xi32>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
}
