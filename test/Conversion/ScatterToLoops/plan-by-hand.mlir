// RUN: scatter-opt %s --convert-scatter-to-loops | FileCheck %s

// A plan by hand asks for strided rows by vectors; rows without a stride are not
// strided, and a step of many vectors has code by elements only.

// CHECK-LABEL: func @no_stride(
// CHECK-NOT:     vector.shuffle
// CHECK:         return
func.func @no_stride(%d: memref<?xsi4>, %u: memref<?xsi4>) {
  scatter.slice_scatter ins(%u : memref<?xsi4>) outs(%d : memref<?xsi4>) from [] to [] {plan = #scatter.plan<stores = <vector_bytes = 256, nontemporal_bytes = 1, strided_vectors = 1>>}
  return
}

// CHECK-LABEL: func @stride(
// CHECK:         vector.shuffle
func.func @stride(%d: memref<64xf32>, %u: memref<32xf32>) {
  scatter.slice_scatter ins(%u : memref<32xf32>) outs(%d : memref<64xf32>) from [0] to [64] step [2] {plan = #scatter.plan<stores = <strided_vectors = 1>>}
  return
}

// CHECK-LABEL: func @long_stride(
// CHECK-NOT:     vector.shuffle
// CHECK:         return
func.func @long_stride(%d: memref<?xf32>, %u: memref<?xf32>) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [0] to [9223372036854775807] step [1000003] {plan = #scatter.plan<stores = <strided_vectors = 1>>}
  return
}
