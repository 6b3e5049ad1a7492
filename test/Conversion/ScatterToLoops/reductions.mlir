// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// What each reduction computes on each kind of element: reduction(element,
// update), in that order.

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

// `none` does not read `data`.

// CHECK-LABEL: func @float_none(
// CHECK:         %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-NOT:     vector.load
// CHECK:         vector.store %[[U]], %{{.*}} : memref<128xf32>
func.func @float_none(%d: memref<8x16xf32>, %i: memref<4x1xi64>, %u: memref<4x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xf32>)
      outs(%d : memref<8x16xf32>) reduction(none) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @float_sum(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xf32>, vector<16xf32>
// CHECK:         %[[R:.*]] = arith.addf %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @float_sum(%d: memref<8x16xf32>, %i: memref<4x1xi64>, %u: memref<4x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xf32>)
      outs(%d : memref<8x16xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @float_sub(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xf32>, vector<16xf32>
// CHECK:         %[[R:.*]] = arith.subf %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @float_sub(%d: memref<8x16xf32>, %i: memref<4x1xi64>, %u: memref<4x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xf32>)
      outs(%d : memref<8x16xf32>) reduction(sub) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @float_prod(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xf32>, vector<16xf32>
// CHECK:         %[[R:.*]] = arith.mulf %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @float_prod(%d: memref<8x16xf32>, %i: memref<4x1xi64>, %u: memref<4x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xf32>)
      outs(%d : memref<8x16xf32>) reduction(prod) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @float_min(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xf32>, vector<16xf32>
// CHECK:         %[[R:.*]] = arith.minimumf %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @float_min(%d: memref<8x16xf32>, %i: memref<4x1xi64>, %u: memref<4x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xf32>)
      outs(%d : memref<8x16xf32>) reduction(min) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @float_max(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xf32>, vector<16xf32>
// CHECK:         %[[R:.*]] = arith.maximumf %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @float_max(%d: memref<8x16xf32>, %i: memref<4x1xi64>, %u: memref<4x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xf32>)
      outs(%d : memref<8x16xf32>) reduction(max) out_of_bounds(undefined)
  return
}

// f16 has arithmetic of its own: rounded after every update.

// CHECK-LABEL: func @half_sum(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<128xf16>, vector<32xf16>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<256xf16>, vector<32xf16>
// CHECK:         %[[R:.*]] = arith.addf %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @half_sum(%d: memref<8x32xf16>, %i: memref<4x1xi64>, %u: memref<4x32xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x32xf16>)
      outs(%d : memref<8x32xf16>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @double_sum(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<32xf64>, vector<8xf64>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<64xf64>, vector<8xf64>
// CHECK:         %[[R:.*]] = arith.addf %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @double_sum(%d: memref<8x8xf64>, %i: memref<4x1xi64>, %u: memref<4x8xf64>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x8xf64>)
      outs(%d : memref<8x8xf64>) reduction(sum) out_of_bounds(undefined)
  return
}

//===----------------------------------------------------------------------===//
// Integers: they wrap; signless ones compare as signed
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @integer_sum(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xi32>, vector<16xi32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xi32>, vector<16xi32>
// CHECK:         %[[R:.*]] = arith.addi %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @integer_sum(%d: memref<8x16xi32>, %i: memref<4x1xi64>, %u: memref<4x16xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xi32>)
      outs(%d : memref<8x16xi32>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @integer_sub(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xi32>, vector<16xi32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xi32>, vector<16xi32>
// CHECK:         %[[R:.*]] = arith.subi %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @integer_sub(%d: memref<8x16xi32>, %i: memref<4x1xi64>, %u: memref<4x16xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xi32>)
      outs(%d : memref<8x16xi32>) reduction(sub) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @integer_prod(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xi32>, vector<16xi32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xi32>, vector<16xi32>
// CHECK:         %[[R:.*]] = arith.muli %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @integer_prod(%d: memref<8x16xi32>, %i: memref<4x1xi64>, %u: memref<4x16xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xi32>)
      outs(%d : memref<8x16xi32>) reduction(prod) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @integer_min(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xi32>, vector<16xi32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xi32>, vector<16xi32>
// CHECK:         %[[R:.*]] = arith.minsi %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @integer_min(%d: memref<8x16xi32>, %i: memref<4x1xi64>, %u: memref<4x16xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xi32>)
      outs(%d : memref<8x16xi32>) reduction(min) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @integer_max(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<64xi32>, vector<16xi32>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<128xi32>, vector<16xi32>
// CHECK:         %[[R:.*]] = arith.maxsi %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @integer_max(%d: memref<8x16xi32>, %i: memref<4x1xi64>, %u: memref<4x16xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xi32>)
      outs(%d : memref<8x16xi32>) reduction(max) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @signed_min(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<256xi8>, vector<64xi8>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<512xi8>, vector<64xi8>
// CHECK:         %[[R:.*]] = arith.minsi %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @signed_min(%d: memref<8x64xsi8>, %i: memref<4x1xi64>, %u: memref<4x64xsi8>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x64xsi8>)
      outs(%d : memref<8x64xsi8>) reduction(min) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @unsigned_sum(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<128xi16>, vector<32xi16>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<256xi16>, vector<32xi16>
// CHECK:         %[[R:.*]] = arith.addi %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @unsigned_sum(%d: memref<8x32xui16>, %i: memref<4x1xi64>, %u: memref<4x32xui16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x32xui16>)
      outs(%d : memref<8x32xui16>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @unsigned_prod(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<128xi16>, vector<32xi16>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<256xi16>, vector<32xi16>
// CHECK:         %[[R:.*]] = arith.muli %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @unsigned_prod(%d: memref<8x32xui16>, %i: memref<4x1xi64>, %u: memref<4x32xui16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x32xui16>)
      outs(%d : memref<8x32xui16>) reduction(prod) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @unsigned_min(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<128xi16>, vector<32xi16>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<256xi16>, vector<32xi16>
// CHECK:         %[[R:.*]] = arith.minui %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @unsigned_min(%d: memref<8x32xui16>, %i: memref<4x1xi64>, %u: memref<4x32xui16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x32xui16>)
      outs(%d : memref<8x32xui16>) reduction(min) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @unsigned_max(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<128xi16>, vector<32xi16>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<256xi16>, vector<32xi16>
// CHECK:         %[[R:.*]] = arith.maxui %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @unsigned_max(%d: memref<8x32xui16>, %i: memref<4x1xi64>, %u: memref<4x32xui16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x32xui16>)
      outs(%d : memref<8x32xui16>) reduction(max) out_of_bounds(undefined)
  return
}

// i64 is exact: no detour through floats.

// CHECK-LABEL: func @long_sum(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<32xi64>, vector<8xi64>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<64xi64>, vector<8xi64>
// CHECK:         %[[R:.*]] = arith.addi %[[E]], %[[U]]
// CHECK-NOT:     arith.sitofp
// CHECK:         vector.store %[[R]]
func.func @long_sum(%d: memref<8x8xi64>, %i: memref<4x1xi64>, %u: memref<4x8xi64>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x8xi64>)
      outs(%d : memref<8x8xi64>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @index_max(
// CHECK-DAG:     %[[U:.*]] = vector.load %{{.*}} : memref<32xindex>, vector<8xindex>
// CHECK-DAG:     %[[E:.*]] = vector.load %{{.*}} : memref<64xindex>, vector<8xindex>
// CHECK:         %[[R:.*]] = arith.maxsi %[[E]], %[[U]]
// CHECK:         vector.store %[[R]]
func.func @index_max(%d: memref<8x8xindex>, %i: memref<4x1xi64>, %u: memref<4x8xindex>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x8xindex>)
      outs(%d : memref<8x8xindex>) reduction(max) out_of_bounds(undefined)
  return
}
