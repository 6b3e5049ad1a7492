// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// Operands that are not contiguous.

// Rows with gaps between them are rows all the same.

// CHECK-LABEL: func @rows_with_gaps(
// CHECK:         scf.for
// CHECK-DAG:       %[[FROM:.*]] = arith.muli %{{.*}}, %c20
// CHECK-DAG:       %[[TO:.*]] = arith.muli %{{.*}}, %c48
// CHECK:           %[[V:.*]] = vector.load %{{.*}}[%[[FROM]]] : {{.*}} vector<16xf32>
// CHECK:           vector.store %[[V]], %{{.*}}[%[[TO]]]
func.func @rows_with_gaps(%d: memref<100x16xf32, strided<[48, 1]>>, %i: memref<64x1xi64>, %u: memref<64x16xf32, strided<[20, 1]>>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x16xf32, strided<[20, 1]>>)
      outs(%d : memref<100x16xf32, strided<[48, 1]>>) out_of_bounds(undefined)
  return
}

// No vector where neighbours are not neighbours in memory.

// CHECK-LABEL: func @columns(
// CHECK-NOT:     vector.
// CHECK:         memref.store
// CHECK-NOT:     vector.
// CHECK:         return
func.func @columns(%d: memref<100x16xf32, strided<[1, 100]>>, %i: memref<64x1xi64>, %u: memref<64x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x16xf32>)
      outs(%d : memref<100x16xf32, strided<[1, 100]>>) reduction(sum) out_of_bounds(undefined)
  return
}

// The offset of the type is that of the flat buffer.

// CHECK-LABEL: func @static_offset(
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [5], sizes: [1600]
// CHECK:         vector.store
func.func @static_offset(%d: memref<100x16xf32, strided<[16, 1], offset: 5>>, %i: memref<64x1xi64>, %u: memref<64x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x16xf32>)
      outs(%d : memref<100x16xf32, strided<[16, 1], offset: 5>>) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @dynamic_offset(
// CHECK:         %{{.*}}, %[[OFFSET:.*]], %{{.*}}, %{{.*}} = memref.extract_strided_metadata
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [%[[OFFSET]]]
// CHECK:         vector.store
func.func @dynamic_offset(%d: memref<100x16xf32, strided<[16, 1], offset: ?>>, %i: memref<64x1xi64>, %u: memref<64x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x16xf32>)
      outs(%d : memref<100x16xf32, strided<[16, 1], offset: ?>>) out_of_bounds(undefined)
  return
}

// A stride known at run time may be 1: rows if it is, elements if not.

// CHECK-LABEL: func @dynamic_stride(
// CHECK:         %[[ISUNIT:.*]] = arith.cmpi eq, %{{.*}}, %c1
// CHECK:         scf.if %[[ISUNIT]]
// CHECK:           vector.store
// CHECK:         else
// CHECK:           memref.store
func.func @dynamic_stride(%d: memref<100x16xf32, strided<[?, ?], offset: ?>>, %i: memref<64x1xi64>, %u: memref<64x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x16xf32>)
      outs(%d : memref<100x16xf32, strided<[?, ?], offset: ?>>) out_of_bounds(undefined)
  return
}

// Dimensions merge as far as they are contiguous: 4 x (5 * 6), a gap after.

// CHECK-LABEL: func @partly_contiguous(
// CHECK:         scf.for {{.*}} to %c64 step %c1
// CHECK:           scf.for {{.*}} to %c4 step %c1
// CHECK-NOT:         scf.for
// CHECK-COUNT-2:     vector.store {{.*}} vector<16xf32>
// CHECK-NOT:         store
// CHECK:         return
func.func @partly_contiguous(%d: memref<100x4x5x6xf32, strided<[160, 40, 6, 1]>>, %i: memref<64x1xi64>, %u: memref<64x4x5x6xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x4x5x6xf32>)
      outs(%d : memref<100x4x5x6xf32, strided<[160, 40, 6, 1]>>) out_of_bounds(undefined)
  return
}

// Components of a tuple apart from each other.

// CHECK-LABEL: func @strided_components(
// CHECK:         scf.for %[[T:.*]] = %c0 to %c64
// CHECK:           memref.load %{{.*}}[%[[T]]]
// CHECK:           %[[NEXT:.*]] = arith.addi %[[T]], %c64
// CHECK:           memref.load %{{.*}}[%[[NEXT]]]
func.func @strided_components(%d: memref<8x9xf32>, %i: memref<64x2xi64, strided<[1, 64]>>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x2xi64, strided<[1, 64]>>, memref<64xf32>)
      outs(%d : memref<8x9xf32>) out_of_bounds(undefined)
  return
}

// Each operand keeps its memory space.

// CHECK-LABEL: func @memory_spaces(
// CHECK:         vector.load %{{.*}} : memref<1024xf32, 2>, vector<16xf32>
// CHECK:         vector.store %{{.*}} : memref<1600xf32, "near">, vector<16xf32>
func.func @memory_spaces(%d: memref<100x16xf32, "near">, %i: memref<64x1xi64, 1>, %u: memref<64x16xf32, 2>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64, 1>, memref<64x16xf32, 2>)
      outs(%d : memref<100x16xf32, "near">) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @memory_space_of_a_type_stored_as_another(
// CHECK:         memref<i1, 3> to memref<i8, 3>
// CHECK:         vector.store %{{.*}} : memref<1600xi8, 3>, vector<16xi8>
func.func @memory_space_of_a_type_stored_as_another(%d: memref<100x16xi1, 3>, %i: memref<64x1xi64>, %u: memref<64x16xi1, 3>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x16xi1, 3>)
      outs(%d : memref<100x16xi1, 3>) out_of_bounds(undefined)
  return
}

// With negative strides the flat buffer begins at the lowest element: no
// offset is negative.

// CHECK-LABEL: func @negative_stride(
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [2], sizes: [100]
// CHECK:         scf.for
// CHECK:           %[[I:.*]] = arith.index_cast
// CHECK:           %[[P:.*]] = arith.subi %c99, %[[I]]
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[P]]]
func.func @negative_stride(%d: memref<100xf32, strided<[-1], offset: 101>>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>)
      outs(%d : memref<100xf32, strided<[-1], offset: 101>>) out_of_bounds(undefined) negative_indices(reject)
  return
}

// An identity layout has none, also where its strides are known at run time.

// CHECK-LABEL: func @dynamic_identity_layout(
// CHECK-NOT:     minsi
// CHECK-NOT:     maxsi
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [0]
// CHECK-NOT:     minsi
// CHECK-NOT:     maxsi
// CHECK:         return
func.func @dynamic_identity_layout(%d: memref<100x?x?xf32>, %i: memref<64x1xi64>, %u: memref<64x?x?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x?x?xf32>)
      outs(%d : memref<100x?x?xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @dynamic_strides_may_be_negative(
// CHECK:         minsi
// CHECK:         return
func.func @dynamic_strides_may_be_negative(%d: memref<100xf32, strided<[?], offset: ?>>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>)
      outs(%d : memref<100xf32, strided<[?], offset: ?>>) out_of_bounds(undefined)
  return
}
