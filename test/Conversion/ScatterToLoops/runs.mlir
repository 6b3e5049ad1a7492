// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// Samples of the tuples decide whether these are applied run by run. Where the
// order makes no difference, a run is combined by vectors.

// CHECK-LABEL: func @sum(
// CHECK:         %[[COUNT:.*]] = scf.for %{{.*}} = %c0 to %c16
// CHECK:         %[[LONG:.*]] = arith.cmpi uge, %[[COUNT]], %c8
// CHECK:         scf.if %[[LONG]] {
// CHECK:           scf.while
// CHECK:             arith.cmpi eq, %{{.*}} : vector<8xi64>
// CHECK:             arith.addi {{.*}} : vector<16xi32>
func.func @sum(%i: memref<4096x1xi64>, %u: memref<4096xi32>, %d: memref<64xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096xi32>) outs(%d : memref<64xi32>) reduction(sum) {plan = #scatter.plan<>}
  return
}

// Floats are added in their order.

// CHECK-LABEL: func @sum_of_floats(
// CHECK:         scf.while
// CHECK:         scf.for {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (f32) {
// CHECK:           arith.addf %[[SUM]], %{{.*}} : f32
func.func @sum_of_floats(%i: memref<4096x1xi64>, %u: memref<4096xf32>, %d: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096xf32>) outs(%d : memref<64xf32>) reduction(sum) {plan = #scatter.plan<>}
  return
}

// All indices are checked before the first write, of sorted ones too: the promise
// may be broken. Then few of the indices of a run are read.

// CHECK-LABEL: func @sorted(
// CHECK-SAME:    %[[I:.*]]: memref<4096x1xi64>
// CHECK:         vector.load %{{.*}} : memref<4096xi64>, vector<8xi64>
// CHECK:         scf.if
// CHECK:           scf.while
// CHECK:             arith.addi %{{.*}}, %c{{[0-9]+}}
// CHECK:           scf.while
func.func @sorted(%i: memref<4096x1xi64>, %u: memref<4096xi32>, %d: memref<64xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096xi32>) outs(%d : memref<64xi32>) reduction(max) {indices_are_sorted, plan = #scatter.plan<>}
  return
}

// Overwritten elements, slices, few tuples and tuples that are dropped have no
// runs.

// CHECK-LABEL: func @others(
// CHECK-NOT:     scf.while
func.func @others(%i: memref<4096x1xi64>, %few: memref<64x1xi64>, %u: memref<4096xi32>, %v: memref<64xi32>, %rows: memref<4096x8xi32>, %d: memref<64xi32>, %e: memref<64x8xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096xi32>) outs(%d : memref<64xi32>)
  scatter.scatter_nd_update ins(%i, %rows : memref<4096x1xi64>, memref<4096x8xi32>) outs(%e : memref<64x8xi32>) reduction(sum)
  scatter.scatter_nd_update ins(%few, %v : memref<64x1xi64>, memref<64xi32>) outs(%d : memref<64xi32>) reduction(sum)
  scatter.scatter_nd_update ins(%i, %u : memref<4096x1xi64>, memref<4096xi32>) outs(%d : memref<64xi32>) reduction(sum) out_of_bounds(drop)
  return
}
