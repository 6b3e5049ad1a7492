// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// Elements that are not stored as a type that arith and vector compute on.

//===----------------------------------------------------------------------===//
// Small floats: stored as integers, computed in f32, rounded after every update
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @bfloat_sum(
// CHECK-DAG:     vector.load %{{.*}} : memref<128xi16>, vector<32xi16>
// CHECK-DAG:     vector.load %{{.*}} : memref<256xi16>, vector<32xi16>
// CHECK:         %[[E:.*]] = arith.bitcast %{{.*}} : vector<32xi32> to vector<32xf32>
// CHECK:         %[[U:.*]] = arith.bitcast %{{.*}} : vector<32xi32> to vector<32xf32>
// CHECK:         %[[R:.*]] = arith.addf %[[E]], %[[U]] : vector<32xf32>
// CHECK:         arith.bitcast %[[R]] : vector<32xf32> to vector<32xi32>
// CHECK:         %[[T:.*]] = arith.trunci %{{.*}} : vector<32xi32> to vector<32xi16>
// CHECK:         vector.store %[[T]]
func.func @bfloat_sum(%d: memref<8x32xbf16>, %i: memref<4x1xi64>, %u: memref<4x32xbf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x32xbf16>)
      outs(%d : memref<8x32xbf16>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @bfloat_min(
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<256xi16>, vector<32xi16>
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<128xi16>, vector<32xi16>
// CHECK-NOT:     vector<32xf32>
// CHECK:         %[[R:.*]] = arith.select %{{.*}}, %[[U]], %[[E]] : vector<32xi1>, vector<32xi16>
// CHECK:         vector.store %[[R]]
func.func @bfloat_min(%d: memref<8x32xbf16>, %i: memref<4x1xi64>, %u: memref<4x32xbf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x32xbf16>)
      outs(%d : memref<8x32xbf16>) reduction(min) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @f8E4M3FN_prod(
// CHECK-DAG:     vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-DAG:     vector.load %{{.*}} : memref<512xi8>, vector<64xi8>
// CHECK:         %[[E:.*]] = arith.bitcast %{{.*}} : vector<64xi32> to vector<64xf32>
// CHECK:         %[[U:.*]] = arith.bitcast %{{.*}} : vector<64xi32> to vector<64xf32>
// CHECK:         %[[R:.*]] = arith.mulf %[[E]], %[[U]] : vector<64xf32>
// CHECK:         arith.bitcast %[[R]] : vector<64xf32> to vector<64xi32>
// CHECK:         %[[T:.*]] = arith.trunci %{{.*}} : vector<64xi32> to vector<64xi8>
// CHECK:         vector.store %[[T]]
func.func @f8E4M3FN_prod(%d: memref<8x64xf8E4M3FN>, %i: memref<4x1xi64>, %u: memref<4x64xf8E4M3FN>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xf8E4M3FN>)
      outs(%d : memref<8x64xf8E4M3FN>) reduction(prod) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @f8E5M2_sub(
// CHECK-DAG:     vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-DAG:     vector.load %{{.*}} : memref<512xi8>, vector<64xi8>
// CHECK:         %[[E:.*]] = arith.bitcast %{{.*}} : vector<64xi32> to vector<64xf32>
// CHECK:         %[[U:.*]] = arith.bitcast %{{.*}} : vector<64xi32> to vector<64xf32>
// CHECK:         %[[R:.*]] = arith.subf %[[E]], %[[U]] : vector<64xf32>
// CHECK:         arith.bitcast %[[R]] : vector<64xf32> to vector<64xi32>
// CHECK:         %[[T:.*]] = arith.trunci %{{.*}} : vector<64xi32> to vector<64xi8>
// CHECK:         vector.store %[[T]]
func.func @f8E5M2_sub(%d: memref<8x64xf8E5M2>, %i: memref<4x1xi64>, %u: memref<4x64xf8E5M2>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xf8E5M2>)
      outs(%d : memref<8x64xf8E5M2>) reduction(sub) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @f8E8M0FNU_max(
// CHECK-DAG:     vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-DAG:     vector.load %{{.*}} : memref<512xi8>, vector<64xi8>
// CHECK:         %[[E:.*]] = arith.bitcast %{{.*}} : vector<64xi32> to vector<64xf32>
// CHECK:         %[[U:.*]] = arith.bitcast %{{.*}} : vector<64xi32> to vector<64xf32>
// CHECK:         %[[R:.*]] = arith.maximumf %[[E]], %[[U]] : vector<64xf32>
// CHECK:         arith.bitcast %[[R]] : vector<64xf32> to vector<64xi32>
// CHECK:         %[[T:.*]] = arith.trunci %{{.*}} : vector<64xi32> to vector<64xi8>
// CHECK:         vector.store %[[T]]
func.func @f8E8M0FNU_max(%d: memref<8x64xf8E8M0FNU>, %i: memref<4x1xi64>, %u: memref<4x64xf8E8M0FNU>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xf8E8M0FNU>)
      outs(%d : memref<8x64xf8E8M0FNU>) reduction(max) out_of_bounds(undefined)
  return
}

// `none` moves the bits.

// CHECK-LABEL: func @bfloat_none(
// CHECK-NOT:     arith.bitcast
// CHECK:         %[[U:.*]] = vector.load %{{.*}} : memref<128xi16>, vector<32xi16>
// CHECK-NEXT:    vector.store %[[U]]
func.func @bfloat_none(%d: memref<8x32xbf16>, %i: memref<4x1xi64>, %u: memref<4x32xbf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x32xbf16>)
      outs(%d : memref<8x32xbf16>) reduction(none) out_of_bounds(undefined)
  return
}

//===----------------------------------------------------------------------===//
// Booleans: a byte each; sum and max are or, sub is xor, prod and min are and
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @boolean_sum(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<512xi8>, vector<64xi8>
// CHECK:         %[[R:.*]] = arith.ori %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @boolean_sum(%d: memref<8x64xi1>, %i: memref<4x1xi64>, %u: memref<4x64xi1>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xi1>)
      outs(%d : memref<8x64xi1>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @boolean_sub(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<512xi8>, vector<64xi8>
// CHECK:         %[[R:.*]] = arith.xori %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @boolean_sub(%d: memref<8x64xi1>, %i: memref<4x1xi64>, %u: memref<4x64xi1>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xi1>)
      outs(%d : memref<8x64xi1>) reduction(sub) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @boolean_prod(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<512xi8>, vector<64xi8>
// CHECK:         %[[R:.*]] = arith.andi %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @boolean_prod(%d: memref<8x64xi1>, %i: memref<4x1xi64>, %u: memref<4x64xi1>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xi1>)
      outs(%d : memref<8x64xi1>) reduction(prod) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @boolean_min(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<512xi8>, vector<64xi8>
// CHECK:         %[[R:.*]] = arith.andi %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @boolean_min(%d: memref<8x64xi1>, %i: memref<4x1xi64>, %u: memref<4x64xi1>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xi1>)
      outs(%d : memref<8x64xi1>) reduction(min) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @boolean_max(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<512xi8>, vector<64xi8>
// CHECK:         %[[R:.*]] = arith.ori %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @boolean_max(%d: memref<8x64xi1>, %i: memref<4x1xi64>, %u: memref<4x64xi1>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xi1>)
      outs(%d : memref<8x64xi1>) reduction(max) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @boolean_none(
// CHECK:         %[[U:.*]] = vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-NEXT:    vector.store %[[U]]
func.func @boolean_none(%d: memref<8x64xi1>, %i: memref<4x1xi64>, %u: memref<4x64xi1>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xi1>)
      outs(%d : memref<8x64xi1>) reduction(none) out_of_bounds(undefined)
  return
}

//===----------------------------------------------------------------------===//
// Integers of less than a byte: a byte each, extended from their own width
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @nibble_min(
// CHECK-COUNT-2: arith.shrsi %{{.*}} : vector<64xi8>
// CHECK:         arith.minsi
// CHECK:         %[[R:.*]] = arith.shrsi
// CHECK:         vector.store %[[R]]
func.func @nibble_min(%d: memref<8x64xi4>, %i: memref<4x1xi64>, %u: memref<4x64xi4>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xi4>)
      outs(%d : memref<8x64xi4>) reduction(min) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @unsigned_nibble_max(
// CHECK-COUNT-2: arith.shrui %{{.*}} : vector<64xi8>
// CHECK:         arith.maxui
// CHECK:         %[[R:.*]] = arith.shrui
// CHECK:         vector.store %[[R]]
func.func @unsigned_nibble_max(%d: memref<8x64xui4>, %i: memref<4x1xi64>, %u: memref<4x64xui4>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xui4>)
      outs(%d : memref<8x64xui4>) reduction(max) out_of_bounds(undefined)
  return
}

//===----------------------------------------------------------------------===//
// Complex numbers: real and imaginary parts in turn
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @complex_sum(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xf32>, vector<16xf32>
// CHECK:         %[[R:.*]] = arith.addf %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @complex_sum(%d: memref<8x8xcomplex<f32>>, %i: memref<4x1xi64>, %u: memref<4x8xcomplex<f32>>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x8xcomplex<f32>>)
      outs(%d : memref<8x8xcomplex<f32>>) reduction(sum) out_of_bounds(undefined)
  return
}

// (a + bi)(c + di), each product and sum rounded: no fused operation.

// CHECK-LABEL: func @complex_prod(
// CHECK:         %[[A:.*]], %[[B:.*]] = vector.deinterleave
// CHECK:         %[[C:.*]], %[[D:.*]] = vector.deinterleave
// CHECK-DAG:     %[[AC:.*]] = arith.mulf %[[A]], %[[C]]
// CHECK-DAG:     %[[BD:.*]] = arith.mulf %[[B]], %[[D]]
// CHECK-DAG:     %[[REAL:.*]] = arith.subf %[[AC]], %[[BD]]
// CHECK-DAG:     %[[AD:.*]] = arith.mulf %[[A]], %[[D]]
// CHECK-DAG:     %[[BC:.*]] = arith.mulf %[[B]], %[[C]]
// CHECK-DAG:     %[[IMAGINARY:.*]] = arith.addf %[[AD]], %[[BC]]
// CHECK:         %[[R:.*]] = vector.interleave %[[REAL]], %[[IMAGINARY]]
// CHECK:         vector.store %[[R]]
func.func @complex_prod(%d: memref<8x8xcomplex<f32>>, %i: memref<4x1xi64>, %u: memref<4x8xcomplex<f32>>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x8xcomplex<f32>>)
      outs(%d : memref<8x8xcomplex<f32>>) reduction(prod) out_of_bounds(undefined)
  return
}

//===----------------------------------------------------------------------===//
// Types that only move
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @pointers(
// CHECK:         %[[U:.*]] = memref.load %{{.*}} : memref<64x!ptr.ptr<#ptr.generic_space>>
// CHECK:         memref.store %[[U]]
func.func @pointers(%d: memref<8x16x!ptr.ptr<#ptr.generic_space>>, %i: memref<4x1xi64>, %u: memref<4x16x!ptr.ptr<#ptr.generic_space>>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16x!ptr.ptr<#ptr.generic_space>>)
      outs(%d : memref<8x16x!ptr.ptr<#ptr.generic_space>>) reduction(none) out_of_bounds(undefined)
  return
}

// Padded in memory, not in vectors: one by one.

// CHECK-LABEL: func @integers_of_24_bits(
// CHECK-NOT:     vector
// CHECK:         %[[U:.*]] = memref.load %{{.*}} : memref<64xi24>
// CHECK:         memref.store %[[U]]
func.func @integers_of_24_bits(%d: memref<8x16xi24>, %i: memref<4x1xi64>, %u: memref<4x16xi24>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xi24>)
      outs(%d : memref<8x16xi24>) reduction(none) out_of_bounds(undefined)
  return
}
