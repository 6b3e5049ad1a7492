// RUN: scatter-opt %s --scatter-expand-dynamic-shapes | FileCheck %s
// RUN: scatter-opt %s --scatter-to-llvm | FileCheck %s --check-prefix=LLVM

// LLVM-NOT: memref.

// CHECK-LABEL: func.func @two_of_one
// CHECK-SAME: (%[[S:.*]]: memref<?xf32>, %[[A:.*]]: index, %[[B:.*]]: index)
// CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[S]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[A]], %[[B]]], strides: [%[[B]], 1] : memref<f32> to memref<?x?xf32>
func.func @two_of_one(%s: memref<?xf32>, %a: index, %b: index) -> memref<?x?xf32> {
  %r = memref.expand_shape %s [[0, 1]] output_shape [%a, %b] : memref<?xf32> into memref<?x?xf32>
  return %r : memref<?x?xf32>
}

// CHECK-LABEL: func.func @strided
// CHECK-SAME: (%[[S:.*]]: memref<?x5xf32, strided<[?, ?], offset: ?>>, %[[A:.*]]: index, %[[B:.*]]: index)
// CHECK: %[[BASE:.*]], %[[O:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[S]]
// CHECK: %[[MIDDLE:.*]] = affine.apply #{{.*}}()[%[[STRIDES]]#0, %[[B]]]
// CHECK: %[[OUTER:.*]] = affine.apply #{{.*}}()[%[[STRIDES]]#0, %[[B]]]
// CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[O]]], sizes: [%[[A]], 4, %[[B]], 5], strides: [%[[OUTER]], %[[MIDDLE]], %[[STRIDES]]#0, %[[STRIDES]]#1]
func.func @strided(%s: memref<?x5xf32, strided<[?, ?], offset: ?>>, %a: index, %b: index)
    -> memref<?x4x?x5xf32, strided<[?, ?, ?, ?], offset: ?>> {
  %r = memref.expand_shape %s [[0, 1, 2], [3]] output_shape [%a, 4, %b, 5]
      : memref<?x5xf32, strided<[?, ?], offset: ?>> into memref<?x4x?x5xf32, strided<[?, ?, ?, ?], offset: ?>>
  return %r : memref<?x4x?x5xf32, strided<[?, ?, ?, ?], offset: ?>>
}

// Upstream takes one dynamic size of each group.

// CHECK-LABEL: func.func @one_of_each
// CHECK: memref.expand_shape
func.func @one_of_each(%s: memref<?x?xf32>, %a: index, %b: index) -> memref<?x4x?x2xf32> {
  %r = memref.expand_shape %s [[0, 1], [2, 3]] output_shape [%a, 4, %b, 2]
      : memref<?x?xf32> into memref<?x4x?x2xf32>
  return %r : memref<?x4x?x2xf32>
}
