// RUN: scatter-opt %s --scatter-split-checks --transform-interpreter --canonicalize --cse | FileCheck %s

// An update of one element for each position of the iteration space.

// CHECK-LABEL: func @tuples(
// CHECK-SAME:    %[[I:[^:]*]]: memref<?x1xi64>, %[[U:[^:]*]]: memref<?x8xf32>, %[[D:[^:]*]]: memref<?x8xf32>
// CHECK:         scf.if
// CHECK:           scf.for %[[T:.*]] =
// CHECK:             scf.for %[[C:.*]] =
// CHECK:               memref.load %[[I]][%[[T]], %c0]
// CHECK:               %[[ROW:.*]] = arith.select
// CHECK-DAG:           %[[NEW:.*]] = memref.load %[[U]][%[[T]], %[[C]]]
// CHECK-DAG:           %[[OLD:.*]] = memref.load %[[D]][%[[ROW]], %[[C]]]
// CHECK:               %[[SUM:.*]] = arith.addf %[[OLD]], %[[NEW]]
// CHECK:               memref.store %[[SUM]], %[[D]][%[[ROW]], %[[C]]]
// CHECK:         } else {
// CHECK:           scatter.report_indices

// CHECK-LABEL: func @static_tuples(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             %[[VALID:.*]] = arith.cmpi ult
// CHECK:             scf.if %[[VALID]]
// CHECK:               memref.store

// CHECK-LABEL: func @slices(
// CHECK-SAME:    %[[U:[^:]*]]: memref<?x8xf32>, %[[D:[^:]*]]: memref<?x16xf32>, %[[P:[^:]*]]: index, %[[Q:[^:]*]]: index, %[[S:[^:]*]]: index
// CHECK:         scf.if
// CHECK:           scf.for %[[R:.*]] =
// CHECK:             scf.for %[[C:.*]] =
// CHECK:               arith.muli %[[R]], %[[S]]
// CHECK:               arith.muli %[[C]], %c-2
// CHECK:               %[[V:.*]] = memref.load %[[U]][%[[R]], %[[C]]]
// CHECK:               memref.store %[[V]], %[[D]]
// CHECK:         } else {
// CHECK:           scatter.report zero_step

// What a tuple that is dropped reads is `fill`, or zero. Nothing is known to be
// dropped under `undefined`.

// CHECK-LABEL: func @gather(
// CHECK-SAME:    %[[I:[^:]*]]: memref<2x?x1xi32>, %[[D:[^:]*]]: memref<2x9x4xf16>, %[[O:[^:]*]]: memref<2x?x4xf16>, %[[F:[^:]*]]: f16
// CHECK:         scf.for %[[B:.*]] =
// CHECK:           scf.for %[[T:.*]] =
// CHECK:             scf.for %[[C:.*]] =
// CHECK:               %[[INDEX:.*]] = memref.load %[[I]][%[[B]], %[[T]], %c0]
// CHECK:               %[[ROW:.*]] = arith.index_cast %[[INDEX]]
// CHECK:               %[[INSIDE:.*]] = arith.cmpi ult, %[[ROW]], %c9
// CHECK:               %[[READ:.*]] = scf.if %[[INSIDE]] -> (f16) {
// CHECK:                 memref.load %[[D]][%[[B]], %[[ROW]], %[[C]]]
// CHECK:               } else {
// CHECK-NEXT:            scf.yield %[[F]]
// CHECK:               memref.store %[[READ]], %[[O]][%[[B]], %[[T]], %[[C]]]

// CHECK-LABEL: func @gather_zeros(
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:         scf.if
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %[[ZERO]]

// CHECK-LABEL: func @checked_gather(
// CHECK:         scatter.check_indices
// CHECK:           scf.for
// CHECK-NOT:         scf.if
// CHECK:             memref.load
// CHECK:             memref.load
// CHECK-NEXT:        memref.store
// CHECK:         } else {
// CHECK:           scatter.report_indices
module attributes {transform.with_named_sequence} {
  func.func @tuples(%i: memref<?x1xi64>, %u: memref<?x8xf32>, %d: memref<?x8xf32>) {
    scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x8xf32>) outs(%d : memref<?x8xf32>) reduction(sum)
    return
  }
  func.func @static_tuples(%i: memref<6x1xi64>, %u: memref<6x8xf32>, %d: memref<9x8xf32>) {
    scatter.scatter_nd_update ins(%i, %u : memref<6x1xi64>, memref<6x8xf32>) outs(%d : memref<9x8xf32>) out_of_bounds(drop)
    return
  }
  func.func @slices(%u: memref<?x8xf32>, %d: memref<?x16xf32>, %p: index, %q: index, %s: index) {
    scatter.slice_scatter ins(%u : memref<?x8xf32>) outs(%d : memref<?x16xf32>) from [%p, 15] to [%q, -20] step [%s, -2]
    return
  }
  func.func @gather(%i: memref<2x?x1xi32>, %d: memref<2x9x4xf16>, %o: memref<2x?x4xf16>, %f: f16) {
    scatter.gather_nd ins(%i, %d : memref<2x?x1xi32>, memref<2x9x4xf16>) outs(%o : memref<2x?x4xf16>) fill(%f : f16) batch_dims(1) out_of_bounds(drop) negative_indices(reject) {sizes_match}
    return
  }
  func.func @gather_zeros(%i: memref<6x2xi64>, %d: memref<9x4xi32>, %o: memref<6xi32>) {
    scatter.gather_nd ins(%i, %d : memref<6x2xi64>, memref<9x4xi32>) outs(%o : memref<6xi32>) out_of_bounds(drop)
    return
  }
  func.func @checked_gather(%i: memref<6x1xi64>, %d: memref<9xui8>, %o: memref<6xui8>) {
    scatter.gather_nd ins(%i, %d : memref<6x1xi64>, memref<9xui8>) outs(%o : memref<6xui8>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update", "scatter.slice_scatter", "scatter.gather_nd"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
