// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

// Sizes that the types leave open are compared before anything else, also
// before the indices are read.

// CHECK-LABEL: func @static_sizes_need_no_check(
// CHECK-NOT:     extract_strided_metadata
// CHECK-NOT:     scf.if
// CHECK-NOT:     scatter.report
// CHECK:         return
func.func @static_sizes_need_no_check(%d: memref<8x16xf32>, %i: memref<4x1xi64>, %u: memref<4x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x16xf32>) outs(%d : memref<8x16xf32>) out_of_bounds(undefined)
  scatter.slice_scatter ins(%u : memref<4x16xf32>) outs(%d : memref<8x16xf32>) from [0] to [8] step [2]
  return
}

// Operand 1 is `updates`; the position is followed by dimension, size found and
// size expected.

// CHECK-LABEL: func @number_of_tuples(
// CHECK-SAME:    %{{[^:]*}}: memref<8xf32>, %[[I:[^:]*]]: memref<?x1xi64>, %[[U:[^:]*]]: memref<?xf32>
// CHECK-DAG:     %{{.*}}, %{{.*}}, %[[FOUND:.*]], %{{.*}} = memref.extract_strided_metadata %[[U]]
// CHECK-DAG:     %{{.*}}, %{{.*}}, %[[SIZES:.*]]:2, %{{.*}}:2 = memref.extract_strided_metadata %[[I]]
// CHECK:         %[[HOLDS:.*]] = arith.cmpi eq, %[[FOUND]], %[[SIZES]]#0
// CHECK:         scf.if %[[HOLDS]] {
// CHECK:           memref.store
// CHECK:         } else {
// CHECK-DAG:       %[[E:.*]] = arith.index_cast %[[SIZES]]#0 : index to i64
// CHECK-DAG:       %[[F:.*]] = arith.index_cast %[[FOUND]] : index to i64
// CHECK:           scatter.report shape %c1_i64, %c0_i64, %[[F]], %[[E]]
// CHECK:         return
func.func @number_of_tuples(%d: memref<8xf32>, %i: memref<?x1xi64>, %u: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>) outs(%d : memref<8xf32>) out_of_bounds(undefined)
  return
}

// The number of components is fixed by the ranks; here it must be 2. Operand 0
// is `indices`.

// CHECK-LABEL: func @number_of_components(
// CHECK:         %[[HOLDS:.*]] = arith.cmpi eq, %{{.*}}, %c2
// CHECK:         scf.if %[[HOLDS]] {
// CHECK-NOT:       scatter.report
// CHECK:         } else {
// CHECK:           scatter.report shape %c0_i64, %c1_i64, %{{.*}}, %c2_i64
// CHECK:         return
func.func @number_of_components(%d: memref<8x9xf32>, %i: memref<4x?xi64>, %u: memref<4xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x?xi64>, memref<4xf32>) outs(%d : memref<8x9xf32>) out_of_bounds(undefined)
  return
}

// The first of several that fail is reported first, and the runtime keeps the
// first report: components, then the dimensions of `updates` in their order,
// then indices.

// CHECK-LABEL: func @reports_in_order(
// CHECK:         scf.if
// CHECK:           scatter.report_invalid_index index
// CHECK:           scatter.report shape %c0_i64, %c1_i64,
// CHECK:           scatter.report shape %c1_i64, %c0_i64,
// CHECK:           scatter.report shape %c1_i64, %c1_i64,
// CHECK:         return
func.func @reports_in_order(%d: memref<?x?xf32>, %i: memref<?x?xi64>, %u: memref<?x?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x?xi64>, memref<?x?xf32>) outs(%d : memref<?x?xf32>)
  return
}

// Every policy compares sizes: what they promise is about indices.

// CHECK-LABEL: func @every_policy_compares_sizes(
// CHECK-COUNT-3: scatter.report shape
// CHECK-NOT:     scatter.report
// CHECK:         return
func.func @every_policy_compares_sizes(%d: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<?xf32>) outs(%d : memref<8xf32>) out_of_bounds(drop)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<?xf32>) outs(%d : memref<8xf32>) out_of_bounds(clamp)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<?xf32>) outs(%d : memref<8xf32>) out_of_bounds(undefined)
  return
}

// The length of a slice and the other dimensions.

// CHECK-LABEL: func @sizes_of_a_slice(
// CHECK:         scatter.report shape %c1_i64, %c0_i64,
// CHECK:         scatter.report shape %c1_i64, %c1_i64,
// CHECK:         return
func.func @sizes_of_a_slice(%d: memref<8x?xf32>, %u: memref<?x?xf32>) {
  scatter.slice_scatter ins(%u : memref<?x?xf32>) outs(%d : memref<8x?xf32>) from [1] to [3]
  return
}
