// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// The write phase under each policy: one load of the index, then no more than
// the policy needs.

// undefined: nothing is compared with a size; negative indices still wrap.

// CHECK-LABEL: func @undefined_wraps(
// CHECK:         %[[I:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK-DAG:     %[[NEGATIVE:.*]] = arith.cmpi slt, %[[I]], %c0
// CHECK-DAG:     %[[WRAPPED:.*]] = arith.addi %[[I]], %c100
// CHECK:         %[[P:.*]] = arith.select %[[NEGATIVE]], %[[WRAPPED]], %[[I]]
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[P]]]
func.func @undefined_wraps(%d: memref<100xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>) out_of_bounds(undefined)
  return
}

// drop: a tuple with an index outside [-100, 99] is skipped, by one comparison.

// CHECK-LABEL: func @drop(
// CHECK:         scf.for
// CHECK:           %[[I:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK:           %[[SHIFTED:.*]] = arith.addi %[[I]], %c100
// CHECK:           %[[VALID:.*]] = arith.cmpi ult, %[[SHIFTED]], %c200
// CHECK:           scf.if %[[VALID]] {
// CHECK:             memref.store
// CHECK-NOT:       else
// CHECK:         return
func.func @drop(%d: memref<100xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>) out_of_bounds(drop)
  return
}

// drop, two components: both must be valid, each in its own dimension.

// CHECK-LABEL: func @drop_if_any_component_is_bad(
// CHECK:         %[[V0:.*]] = arith.cmpi ult, %{{.*}}, %c14
// CHECK:         %[[V1:.*]] = arith.cmpi ult, %{{.*}}, %c18
// CHECK:         %[[BOTH:.*]] = arith.andi %[[V0]], %[[V1]]
// CHECK:         scf.if %[[BOTH]]
func.func @drop_if_any_component_is_bad(%d: memref<7x9xf32>, %i: memref<64x2xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x2xi64>, memref<64xf32>) outs(%d : memref<7x9xf32>) out_of_bounds(drop)
  return
}

// CHECK-LABEL: func @drop_rejecting_negative_indices(
// CHECK:         %[[I:.*]] = arith.index_cast %{{.*}} : i64 to index
// CHECK-NEXT:    %[[VALID:.*]] = arith.cmpi ult, %[[I]], %c100
// CHECK-NEXT:    scf.if %[[VALID]]
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[I]]]
func.func @drop_rejecting_negative_indices(%d: memref<100xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>) out_of_bounds(drop) negative_indices(reject)
  return
}

// clamp: after wrapping, into [0, 99]. The size is not 0: no condition.

// CHECK-LABEL: func @clamp(
// CHECK-NOT:     scf.if
// CHECK:         %[[P:.*]] = arith.select
// CHECK:         %[[LOW:.*]] = arith.maxsi %[[P]], %c0
// CHECK:         %[[Q:.*]] = arith.minsi %[[LOW]], %c99
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[Q]]]
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @clamp(%d: memref<100xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>) out_of_bounds(clamp)
  return
}

// CHECK-LABEL: func @clamp_unsigned(
// CHECK:         %[[I:.*]] = arith.index_castui
// CHECK-NEXT:    %[[P:.*]] = arith.minui %[[I]], %c99
// CHECK-NOT:     arith.maxsi
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[P]]]
func.func @clamp_unsigned(%d: memref<100xf32>, %i: memref<64x1xui32>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xui32>, memref<64xf32>) outs(%d : memref<100xf32>) out_of_bounds(clamp)
  return
}

// A dimension of run-time size may have none to clamp to: the tuple is dropped.

// CHECK-LABEL: func @clamp_into_run_time_size(
// CHECK:         %[[ANY:.*]] = arith.cmpi ne, %{{.*}}, %c0
// CHECK:         scf.if %[[ANY]]
// CHECK:           memref.store
func.func @clamp_into_run_time_size(%d: memref<?xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<?xf32>) out_of_bounds(clamp)
  return
}

// Nothing can be written into a dimension of size 0.

// CHECK-LABEL: func @clamp_into_empty_dimension(
// CHECK-NOT:     memref.store
// CHECK:         return
func.func @clamp_into_empty_dimension(%d: memref<0xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<0xf32>) out_of_bounds(clamp)
  return
}

// Offsets: each position by the stride of its dimension.

// CHECK-LABEL: func @offset_of_two_components(
// CHECK:         %[[I0:.*]] = arith.index_cast
// CHECK:         %[[OFFSET:.*]] = arith.muli %[[I0]], %c9
// CHECK:         %[[I1:.*]] = arith.index_cast
// CHECK:         %[[SUM:.*]] = arith.addi %[[OFFSET]], %[[I1]]
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[SUM]]]
func.func @offset_of_two_components(%d: memref<7x9xf32>, %i: memref<64x2xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x2xi64>, memref<64xf32>) outs(%d : memref<7x9xf32>) out_of_bounds(undefined) negative_indices(reject)
  return
}
