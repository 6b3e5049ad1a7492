// RUN: scatter-opt %s --scatter-expand-copies | FileCheck %s

// CHECK-LABEL: @strided
// CHECK-NOT: memref.copy
// CHECK: scatter.slice_scatter ins(%{{.*}} : memref<4x8xf32, strided<[16, 1]>>) outs(%{{.*}} : memref<4x8xf32>) from [] to []
func.func @strided(%a: memref<4x8xf32, strided<[16, 1]>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[16, 1]>> to memref<4x8xf32>
  return
}

// CHECK-LABEL: @contiguous
// CHECK: memref.copy
func.func @contiguous(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32> to memref<4x8xf32>
  return
}

// CHECK-LABEL: @contiguous_with_offset
// CHECK: memref.copy
func.func @contiguous_with_offset(%a: memref<4x8xf32, strided<[8, 1], offset: 3>>, %b: memref<4x8xf32>) {
  memref.copy %a, %b : memref<4x8xf32, strided<[8, 1], offset: 3>> to memref<4x8xf32>
  return
}

// CHECK-LABEL: @scalar
// CHECK: memref.copy
func.func @scalar(%a: memref<f32, strided<[], offset: 3>>, %b: memref<f32>) {
  memref.copy %a, %b : memref<f32, strided<[], offset: 3>> to memref<f32>
  return
}

// CHECK-LABEL: @unranked
// CHECK: memref.copy
func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

// CHECK-LABEL: @no_bits
// CHECK: memref.copy
func.func @no_bits(%a: memref<4xi0>, %b: memref<4xi0>) {
  memref.copy %a, %b : memref<4xi0> to memref<4xi0>
  return
}
