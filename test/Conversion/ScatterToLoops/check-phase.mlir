// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// Under `error` every component is tested before the first write, eight i64 at
// a time; only where the test fails does the runtime look for the first bad index.
// What is kept is the largest component of each lane, shifted so that the
// smallest valid one is the smallest number of its type.

// CHECK-LABEL: func @vector_loop_then_writes_or_report(
// CHECK-SAME:    %[[D:[^:]*]]: memref<100xf32>, %[[I:[^:]*]]: memref<64x1xi64>
// CHECK-DAG:     %[[SHIFT:.*]] = arith.constant dense<9223372036854775708> : vector<8xi64>
// CHECK-DAG:     %[[LAST:.*]] = arith.constant dense<-9223372036854775609> : vector<8xi64>
// CHECK-DAG:     %[[LEAST:.*]] = arith.constant dense<-9223372036854775808> : vector<8xi64>
// CHECK:         %[[LARGEST:.*]] = scf.for %[[K:.*]] = %c0 to %c64 step %c8 iter_args(%[[SO_FAR:.*]] = %[[LEAST]]) -> (vector<8xi64>)
// CHECK:           %[[V:.*]] = vector.load %{{.*}}[%[[K]]] : memref<64xi64>, vector<8xi64>
// CHECK:           %[[SHIFTED:.*]] = arith.subi %[[V]], %[[SHIFT]]
// CHECK:           arith.maxsi %[[SO_FAR]], %[[SHIFTED]]
// CHECK:         %[[INVALID:.*]] = arith.cmpi sgt, %[[LARGEST]], %[[LAST]]
// CHECK:         %[[FAILS:.*]] = vector.reduction <or>, %[[INVALID]]
// CHECK-NOT:     memref.store
// CHECK:         scf.if %[[FAILS]] {
// CHECK-NOT:       memref.store
// CHECK:           scatter.report_invalid_index index %
// CHECK:         } else {
// CHECK-NOT:       scatter.report
// CHECK:           memref.store
// CHECK:         return
func.func @vector_loop_then_writes_or_report(%d: memref<100xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>)
  return
}

// The search for the first bad index gets the dimensions of the tuples, merged
// where they are contiguous, and the sizes of the dimensions that they index.

// CHECK-LABEL: func @first_bad_tuple(
// CHECK:         scatter.report_invalid_index index %{{.*}}[%c0] batch(%c3_i64) strides(%c2_i64) dims(%c7_i64, %c9_i64) stride %c1_i64 : memref<6xi64>
func.func @first_bad_tuple(%d: memref<7x9xf32>, %i: memref<3x2xi64>, %u: memref<3xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<3x2xi64>, memref<3xf32>) outs(%d : memref<7x9xf32>)
  return
}

// CHECK-LABEL: func @first_bad_tuple_of_several_dimensions(
// CHECK:         scatter.report_invalid_index index %{{.*}}[%c14] batch(%c4_i64, %c6_i64) strides(%c100_i64, %c4_i64) dims(%c7_i64, %c9_i64) stride %c-14_i64 : memref<335xi64>
func.func @first_bad_tuple_of_several_dimensions(%d: memref<7x9xf32>, %i: memref<4x2x3x2xi64, strided<[100, 12, 4, -14], offset: 14>>, %u: memref<4x2x3xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x2x3x2xi64, strided<[100, 12, 4, -14], offset: 14>>, memref<4x2x3xf32>) outs(%d : memref<7x9xf32>)
  return
}

// k = 2: the limits of the two dimensions alternate within a vector.

// CHECK-LABEL: func @two_components_alternate(
// CHECK-DAG:     arith.constant dense<[9223372036854775801, 9223372036854775799, 9223372036854775801, 9223372036854775799, 9223372036854775801, 9223372036854775799, 9223372036854775801, 9223372036854775799]> : vector<8xi64>
// CHECK-DAG:     arith.constant dense<[-9223372036854775795, -9223372036854775791, -9223372036854775795, -9223372036854775791, -9223372036854775795, -9223372036854775791, -9223372036854775795, -9223372036854775791]> : vector<8xi64>
// CHECK:         scf.for %[[T:.*]] = %c0 to %c8 step %c4 iter_args
// CHECK:           %[[K:.*]] = arith.muli %[[T]], %c2
// CHECK:           vector.load %{{.*}}[%[[K]]] : memref<16xi64>, vector<8xi64>
// CHECK-NOT:       vector.load
// CHECK:         vector.reduction
func.func @two_components_alternate(%d: memref<7x9xf32>, %i: memref<8x2xi64>, %u: memref<8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8x2xi64>, memref<8xf32>) outs(%d : memref<7x9xf32>)
  return
}

// k = 3 does not divide 8 lanes: three vectors, 8 tuples, have the pattern of
// the next three.

// CHECK-LABEL: func @three_components_take_three_vectors(
// CHECK-DAG:     arith.constant dense<[9223372036854775803, 9223372036854775801, 9223372036854775799, 9223372036854775803, 9223372036854775801, 9223372036854775799, 9223372036854775803, 9223372036854775801]> : vector<8xi64>
// CHECK-DAG:     arith.constant dense<[9223372036854775799, 9223372036854775803, 9223372036854775801, 9223372036854775799, 9223372036854775803, 9223372036854775801, 9223372036854775799, 9223372036854775803]> : vector<8xi64>
// CHECK-DAG:     arith.constant dense<[9223372036854775801, 9223372036854775799, 9223372036854775803, 9223372036854775801, 9223372036854775799, 9223372036854775803, 9223372036854775801, 9223372036854775799]> : vector<8xi64>
// CHECK:         scf.for %{{.*}} = %c0 to %c16 step %c8 iter_args({{.*}}) -> (vector<8xi64>, vector<8xi64>, vector<8xi64>)
// CHECK-COUNT-3: vector.load {{.*}} vector<8xi64>
// CHECK-COUNT-3: arith.cmpi sgt
// CHECK:         vector.reduction <or>
func.func @three_components_take_three_vectors(%d: memref<5x7x9xf32>, %i: memref<16x3xi64>, %u: memref<16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<16x3xi64>, memref<16xf32>) outs(%d : memref<5x7x9xf32>)
  return
}

// i32: sixteen at a time. Limits beyond the type are cut to it: every i32 is
// valid in a dimension of 2^32.

// CHECK-LABEL: func @short_indices(
// CHECK-DAG:     arith.constant dense<2147483548> : vector<16xi32>
// CHECK-DAG:     arith.constant dense<-2147483449> : vector<16xi32>
// CHECK:         vector.load {{.*}} vector<16xi32>
func.func @short_indices(%d: memref<100xf32>, %i: memref<64x1xi32>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi32>, memref<64xf32>) outs(%d : memref<100xf32>)
  return
}

// CHECK-LABEL: func @limits_beyond_the_type(
// CHECK-DAG:     %[[LAST:.*]] = arith.constant dense<2147483647> : vector<16xi32>
// CHECK:         %[[V:.*]] = vector.load {{.*}} vector<16xi32>
// CHECK-NEXT:    arith.maxsi %{{.*}}, %[[V]]
// CHECK:         arith.cmpi sgt, %{{.*}}, %[[LAST]]
func.func @limits_beyond_the_type(%d: memref<4294967296xi8>, %i: memref<64x1xi32>, %u: memref<64xi8>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi32>, memref<64xi8>) outs(%d : memref<4294967296xi8>)
  return
}

// Unsigned indices do not count from the end: the interval begins at 0.

// CHECK-LABEL: func @unsigned_indices(
// CHECK-DAG:     %[[LAST:.*]] = arith.constant dense<-9223372036854775709> : vector<8xi64>
// CHECK-DAG:     %[[LEAST:.*]] = arith.constant dense<-9223372036854775808> : vector<8xi64>
// CHECK:         %[[V:.*]] = vector.load {{.*}} vector<8xi64>
// CHECK-NEXT:    arith.subi %[[V]], %[[LEAST]]
// CHECK:         arith.cmpi sgt, %{{.*}}, %[[LAST]]
// CHECK:         scatter.report_invalid_index index_unsigned
func.func @unsigned_indices(%d: memref<100xf32>, %i: memref<64x1xui64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xui64>, memref<64xf32>) outs(%d : memref<100xf32>)
  return
}

// CHECK-LABEL: func @short_unsigned_indices_are_zero_extended(
// CHECK:         vector.load {{.*}} vector<16xi32>
// CHECK:         scatter.report_invalid_index index_unsigned
// CHECK:         memref.load {{.*}} memref<64xi32>
// CHECK-NEXT:    arith.index_castui
func.func @short_unsigned_indices_are_zero_extended(%d: memref<100xf32>, %i: memref<64x1xui32>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xui32>, memref<64xf32>) outs(%d : memref<100xf32>)
  return
}

// CHECK-LABEL: func @signed_indices(
// CHECK:         vector.load {{.*}} vector<16xi32>
// CHECK:         memref.load {{.*}} memref<64xi32>
// CHECK-NEXT:    arith.index_cast %
func.func @signed_indices(%d: memref<100xf32>, %i: memref<64x1xsi32>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xsi32>, memref<64xf32>) outs(%d : memref<100xf32>)
  return
}

// CHECK-LABEL: func @indices_of_type_index(
// CHECK:         vector.load {{.*}} vector<8xindex>
func.func @indices_of_type_index(%d: memref<100xf32>, %i: memref<64x1xindex>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xindex>, memref<64xf32>) outs(%d : memref<100xf32>)
  return
}

// Rejected negative indices are those below 0.

// CHECK-LABEL: func @rejected_negative_indices(
// CHECK-DAG:     %[[LAST:.*]] = arith.constant dense<-9223372036854775709> : vector<8xi64>
// CHECK-DAG:     %[[LEAST:.*]] = arith.constant dense<-9223372036854775808> : vector<8xi64>
// CHECK:         %[[V:.*]] = vector.load
// CHECK-NEXT:    arith.subi %[[V]], %[[LEAST]]
// CHECK:         arith.cmpi sgt, %{{.*}}, %[[LAST]]
// CHECK:         scatter.report_invalid_index index_reject
func.func @rejected_negative_indices(%d: memref<100xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>) negative_indices(reject)
  return
}

// Tuples of several dimensions are one run, 3 * 4 * 5 of them. 60 is no multiple
// of 8: the last vector begins at 52 and overlaps the one before.

// CHECK-LABEL: func @tuples_of_three_dimensions_are_one_run(
// CHECK:         scf.for %[[T:.*]] = %c0 to %c60 step %c8 iter_args
// CHECK:           %[[K:.*]] = arith.minui %[[T]], %c52
// CHECK:           vector.load %{{.*}}[%[[K]]] : memref<60xi64>, vector<8xi64>
// CHECK:         vector.reduction <or>
// CHECK-NOT:     scf.for
// CHECK:         scf.if
func.func @tuples_of_three_dimensions_are_one_run(%d: memref<100xf32>, %i: memref<3x4x5x1xi64>, %u: memref<3x4x5xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<3x4x5x1xi64>, memref<3x4x5xf32>) outs(%d : memref<100xf32>)
  return
}

// A number of tuples known at run time: vectors, or if they do not fill one, one
// by one. A size known at run time may be 0, where no index is valid.

// CHECK-LABEL: func @sizes_known_at_run_time(
// CHECK:         %[[FILLS:.*]] = arith.cmpi uge, %[[COUNT:.*]], %c8
// CHECK:         scf.if %[[FILLS]] -> (i1) {
// CHECK:           %[[LAST:.*]] = arith.subi %[[COUNT]], %c8
// CHECK:           scf.for %[[T:.*]] = %c0 to %[[COUNT]] step %c8 iter_args
// CHECK:             %[[K:.*]] = arith.minui %[[T]], %[[LAST]]
// CHECK:             vector.load %{{.*}}[%[[K]]]
// CHECK:           vector.reduction <or>
// CHECK:           arith.cmpi ne, %{{.*}}, %c0
// CHECK:         } else {
// CHECK:           scf.for %{{.*}} = %c0 to %[[COUNT]] step %c1 iter_args
// CHECK:             memref.load
// CHECK:         scf.if
func.func @sizes_known_at_run_time(%d: memref<?xf32>, %i: memref<?x1xi64>, %u: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>) outs(%d : memref<?xf32>)
  return
}

// Few tuples, and tuples that do not lie next to each other, are tested one by
// one.

// CHECK-LABEL: func @few_tuples(
// CHECK-NOT:     vector
// CHECK:         scatter.report_invalid_index index
func.func @few_tuples(%d: memref<100xf32>, %i: memref<7x1xi64>, %u: memref<7xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<7x1xi64>, memref<7xf32>) outs(%d : memref<100xf32>)
  return
}

// CHECK-LABEL: func @strided_tuples(
// CHECK-NOT:     vector
// CHECK:         scatter.report_invalid_index index
func.func @strided_tuples(%d: memref<100xf32>, %i: memref<64x1xi64, strided<[2, 1]>>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64, strided<[2, 1]>>, memref<64xf32>) outs(%d : memref<100xf32>)
  return
}

// A single tuple, not in a list.

// CHECK-LABEL: func @one_tuple(
// CHECK-NOT:     scf.for
// CHECK:         scf.if
// CHECK:           vector.store
// CHECK:         else
// CHECK:           scatter.report_invalid_index index
func.func @one_tuple(%d: memref<100x8xf32>, %i: memref<1xi64>, %u: memref<8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1xi64>, memref<8xf32>) outs(%d : memref<100x8xf32>)
  return
}

//===----------------------------------------------------------------------===//
// No check phase
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @promised_indices_are_not_checked(
// CHECK-NOT:     scatter.report
// CHECK-NOT:     scf.if
// CHECK:         scf.for
// CHECK:           memref.store
// CHECK-NOT:     scatter.report
// CHECK:         return
func.func @promised_indices_are_not_checked(%d: memref<100xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>) out_of_bounds(undefined)
  return
}

// Promised and rejected: the index is the position.

// CHECK-LABEL: func @proven_indices_are_positions(
// CHECK:         %[[P:.*]] = memref.load %{{.*}} : memref<64xi64>
// CHECK-NEXT:    %[[N:.*]] = arith.index_cast %[[P]]
// CHECK-NOT:     arith.select
// CHECK:         memref.store %{{.*}}, %{{.*}}[%[[N]]]
func.func @proven_indices_are_positions(%d: memref<100xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>) out_of_bounds(undefined) negative_indices(reject)
  return
}

// CHECK-LABEL: func @no_component_no_check(
// CHECK-NOT:     scatter.report
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @no_component_no_check(%d: memref<8xf32>, %i: memref<4x0xi64>, %u: memref<4x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x0xi64>, memref<4x8xf32>) outs(%d : memref<8xf32>) reduction(sum)
  return
}

// CHECK-LABEL: func @drop_and_clamp_report_nothing(
// CHECK-NOT:     scatter.report
// CHECK:         return
func.func @drop_and_clamp_report_nothing(%d: memref<100xf32>, %i: memref<64x1xi64>, %u: memref<64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>) out_of_bounds(drop)
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>) outs(%d : memref<100xf32>) out_of_bounds(clamp)
  return
}
