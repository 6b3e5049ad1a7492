// RUN: scatter-opt %s --scatter-set-machine=nontemporal-bytes=0 --scatter-expand-copies | FileCheck %s
// RUN: scatter-opt %s --pass-pipeline="builtin.module(scatter-set-machine{nontemporal-bytes=64},func.func(scatter-expand-copies))" | FileCheck %s --check-prefix=LARGE

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

// LARGE-LABEL: @large
// LARGE: scatter.slice_scatter ins(%{{.*}} : memref<64xi8>) outs(%{{.*}} : memref<64xi8>) from [] to []
// CHECK-LABEL: @large
// CHECK: memref.copy
func.func @large(%a: memref<64xi8>, %b: memref<64xi8>) {
  memref.copy %a, %b : memref<64xi8> to memref<64xi8>
  return
}

// LARGE-LABEL: @not_large
// LARGE: memref.copy
func.func @not_large(%a: memref<63xi8>, %b: memref<63xi8>) {
  memref.copy %a, %b : memref<63xi8> to memref<63xi8>
  return
}

// LARGE-LABEL: @unknown_size
// LARGE: scatter.slice_scatter
// CHECK-LABEL: @unknown_size
// CHECK: memref.copy
func.func @unknown_size(%a: memref<?xi8>, %b: memref<?xi8>) {
  memref.copy %a, %b : memref<?xi8> to memref<?xi8>
  return
}
