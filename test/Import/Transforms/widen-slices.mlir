// RUN: scatter-opt %s --scatter-widen-slices --canonicalize | FileCheck %s

#row = affine_map<(d0, d1, d2) -> (d0)>
#column = affine_map<(d0, d1, d2) -> (d1)>
#all = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// An index beside the position in a dimension, with the wrapping of negative
// indices that JAX writes.
// CHECK-LABEL: func @index_beside_iota
// CHECK-SAME: (%[[X:.*]]: tensor<100x64xf32>, %[[I:.*]]: tensor<8xi32>, %[[U:.*]]: tensor<8x64xf32>)
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}}outs(%{{.*}} : tensor<8x1xi32>)
// CHECK: tensor.extract %[[I]]
// CHECK-NOT: arith.select
// CHECK: scatter.scatter_nd_update ins(%[[ROWS]], %[[U]] : tensor<8x1xi32>, tensor<8x64xf32>) outs(%[[X]] : tensor<100x64xf32>) reduction(sum)
func.func @index_beside_iota(%x: tensor<100x64xf32>, %i: tensor<8xi32>, %u: tensor<8x64xf32>) -> tensor<100x64xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %size = arith.constant 64 : i32
  %empty = tensor.empty() : tensor<8x64x2xi32>
  %tuples = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%i : tensor<8xi32>) outs(%empty : tensor<8x64x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %1 = linalg.index 1 : index
    %place = arith.index_cast %1 : index to i32
    %isNegative = arith.cmpi slt, %place, %zero : i32
    %moved = arith.addi %place, %size : i32
    %column = arith.select %isNegative, %moved, %place : i32
    %2 = linalg.index 2 : index
    %isFirst = arith.cmpi eq, %2, %c0 : index
    %component = arith.select %isFirst, %in, %column : i32
    linalg.yield %component : i32
  } -> tensor<8x64x2xi32>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<8x64x2xi32>, tensor<8x64xf32>) outs(%x : tensor<100x64xf32>) reduction(sum) -> tensor<100x64xf32>
  return %r : tensor<100x64xf32>
}

// Columns that were put together, one of a constant.
// CHECK-LABEL: func @stacked_columns
// CHECK: tensor.extract %arg1
// CHECK: scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : tensor<8x1xi64>, tensor<8x4xf32>)
func.func @stacked_columns(%x: tensor<100x4xf32>, %i: tensor<8xi64>, %u: tensor<8x4xf32>) -> tensor<100x4xf32> {
  %c0 = arith.constant 0 : index
  %iota = arith.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %empty = tensor.empty() : tensor<8x4x2xi64>
  %wide = tensor.expand_shape %i [[0, 1]] output_shape [8, 1] : tensor<8xi64> into tensor<8x1xi64>
  %tuples = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, 0)>, #column, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%wide, %iota : tensor<8x1xi64>, tensor<4xi64>) outs(%empty : tensor<8x4x2xi64>) {
  ^bb0(%in: i64, %place: i64, %out: i64):
    %2 = linalg.index 2 : index
    %isFirst = arith.cmpi eq, %2, %c0 : index
    %component = arith.select %isFirst, %in, %place : i64
    linalg.yield %component : i64
  } -> tensor<8x4x2xi64>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<8x4x2xi64>, tensor<8x4xf32>) outs(%x : tensor<100x4xf32>) -> tensor<100x4xf32>
  return %r : tensor<100x4xf32>
}

// CHECK-LABEL: func @constant_tuples
// CHECK-DAG: arith.constant dense<[7, 3]> : tensor<2xi64>
// CHECK: scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : tensor<2x1xi64>, tensor<2x3xf32>)
func.func @constant_tuples(%x: tensor<100x3xf32>, %u: tensor<2x3xf32>) -> tensor<100x3xf32> {
  %tuples = arith.constant dense<[[[7, 0], [7, 1], [7, 2]], [[3, 0], [3, 1], [3, 2]]]> : tensor<2x3x2xi64>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<2x3x2xi64>, tensor<2x3xf32>) outs(%x : tensor<100x3xf32>) reduction(max) -> tensor<100x3xf32>
  return %r : tensor<100x3xf32>
}

// Two dimensions, one after the other.
// CHECK-LABEL: func @two_dimensions
// CHECK: scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : tensor<8x1xi64>, tensor<8x4x5xf32>)
func.func @two_dimensions(%x: tensor<100x4x5xf32>, %i: tensor<8xi64>, %u: tensor<8x4x5xf32>) -> tensor<100x4x5xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<8x4x5x3xi64>
  %tuples = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%i : tensor<8xi64>) outs(%empty : tensor<8x4x5x3xi64>) {
  ^bb0(%in: i64, %out: i64):
    %1 = linalg.index 1 : index
    %2 = linalg.index 2 : index
    %3 = linalg.index 3 : index
    %first = arith.index_cast %1 : index to i64
    %second = arith.index_cast %2 : index to i64
    %is0 = arith.cmpi eq, %3, %c0 : index
    %is1 = arith.cmpi eq, %3, %c1 : index
    %rest = arith.select %is1, %first, %second : i64
    %component = arith.select %is0, %in, %rest : i64
    linalg.yield %component : i64
  } -> tensor<8x4x5x3xi64>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<8x4x5x3xi64>, tensor<8x4x5xf32>) outs(%x : tensor<100x4x5xf32>) -> tensor<100x4x5xf32>
  return %r : tensor<100x4x5xf32>
}

// The index depends on the position: each tuple names an element.
// CHECK-LABEL: func @index_for_each_element
// CHECK: ins(%{{.*}} : tensor<8x4x2xi64>, tensor<8x4xf32>)
func.func @index_for_each_element(%x: tensor<100x4xf32>, %i: tensor<8x4xi64>, %u: tensor<8x4xf32>) -> tensor<100x4xf32> {
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<8x4x2xi64>
  %tuples = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%i : tensor<8x4xi64>) outs(%empty : tensor<8x4x2xi64>) {
  ^bb0(%in: i64, %out: i64):
    %1 = linalg.index 1 : index
    %place = arith.index_cast %1 : index to i64
    %2 = linalg.index 2 : index
    %isFirst = arith.cmpi eq, %2, %c0 : index
    %component = arith.select %isFirst, %in, %place : i64
    linalg.yield %component : i64
  } -> tensor<8x4x2xi64>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<8x4x2xi64>, tensor<8x4xf32>) outs(%x : tensor<100x4xf32>) -> tensor<100x4xf32>
  return %r : tensor<100x4xf32>
}

// A part of the dimension, and the dimension in another order.
// CHECK-LABEL: func @part_of_a_dimension
// CHECK: ins(%{{.*}} : tensor<2x3x2xi64>, tensor<2x3xf32>)
func.func @part_of_a_dimension(%x: tensor<100x4xf32>, %u: tensor<2x3xf32>) -> tensor<100x4xf32> {
  %tuples = arith.constant dense<[[[7, 0], [7, 1], [7, 2]], [[3, 0], [3, 1], [3, 2]]]> : tensor<2x3x2xi64>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<2x3x2xi64>, tensor<2x3xf32>) outs(%x : tensor<100x4xf32>) reduction(max) -> tensor<100x4xf32>
  return %r : tensor<100x4xf32>
}

// CHECK-LABEL: func @other_order
// CHECK: ins(%{{.*}} : tensor<2x3x2xi64>, tensor<2x3xf32>)
func.func @other_order(%x: tensor<100x3xf32>, %u: tensor<2x3xf32>) -> tensor<100x3xf32> {
  %tuples = arith.constant dense<[[[7, 0], [7, 2], [7, 1]], [[3, 0], [3, 2], [3, 1]]]> : tensor<2x3x2xi64>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<2x3x2xi64>, tensor<2x3xf32>) outs(%x : tensor<100x3xf32>) reduction(max) -> tensor<100x3xf32>
  return %r : tensor<100x3xf32>
}

// A single index for each element is not a slice.
// CHECK-LABEL: func @one_component
// CHECK: ins(%{{.*}} : tensor<3x1xi64>, tensor<3xf32>)
func.func @one_component(%x: tensor<3xf32>, %u: tensor<3xf32>) -> tensor<3xf32> {
  %tuples = arith.constant dense<[[0], [1], [2]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<3x1xi64>, tensor<3xf32>) outs(%x : tensor<3xf32>) reduction(sum) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// A type on the way that does not hold all positions.
// CHECK-LABEL: func @small_type
// CHECK: ins(%{{.*}} : tensor<1x200x2xi64>, tensor<1x200xf32>)
func.func @small_type(%x: tensor<100x200xf32>, %u: tensor<1x200xf32>) -> tensor<100x200xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %empty = tensor.empty() : tensor<1x200x2xi64>
  %tuples = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%empty : tensor<1x200x2xi64>) {
  ^bb0(%out: i64):
    %1 = linalg.index 1 : index
    %small = arith.index_cast %1 : index to i8
    %place = arith.extsi %small : i8 to i64
    %2 = linalg.index 2 : index
    %isFirst = arith.cmpi eq, %2, %c0 : index
    %component = arith.select %isFirst, %one, %place : i64
    linalg.yield %component : i64
  } -> tensor<1x200x2xi64>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<1x200x2xi64>, tensor<1x200xf32>) outs(%x : tensor<100x200xf32>) -> tensor<100x200xf32>
  return %r : tensor<100x200xf32>
}

// The number of rows is known at run time, the size of a row at compile time.
// CHECK-LABEL: func @dynamic_number_of_rows
// CHECK-SAME: (%[[X:.*]]: tensor<?x64xf32>, %[[I:.*]]: tensor<?xi32>, %[[U:.*]]: tensor<?x64xf32>)
// CHECK: %[[N:.*]] = tensor.dim %[[I]]
// CHECK: %[[ROWS:.*]] = linalg.generic {{.*}}outs(%{{.*}} : tensor<?x1xi32>)
// CHECK: scatter.scatter_nd_update ins(%[[ROWS]], %[[U]] : tensor<?x1xi32>, tensor<?x64xf32>) outs(%[[X]] : tensor<?x64xf32>) reduction(sum)
func.func @dynamic_number_of_rows(%x: tensor<?x64xf32>, %i: tensor<?xi32>, %u: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %i, %c0 : tensor<?xi32>
  %empty = tensor.empty(%n) : tensor<?x64x2xi32>
  %tuples = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%i : tensor<?xi32>) outs(%empty : tensor<?x64x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %1 = linalg.index 1 : index
    %column = arith.index_cast %1 : index to i32
    %2 = linalg.index 2 : index
    %isFirst = arith.cmpi eq, %2, %c0 : index
    %component = arith.select %isFirst, %in, %column : i32
    linalg.yield %component : i32
  } -> tensor<?x64x2xi32>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<?x64x2xi32>, tensor<?x64xf32>) outs(%x : tensor<?x64xf32>) reduction(sum) -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}

// A row of unknown size may be longer than the tuples count.
// CHECK-LABEL: func @dynamic_size_of_rows
// CHECK: ins(%{{.*}} : tensor<?x64x2xi32>, tensor<?x64xf32>)
func.func @dynamic_size_of_rows(%x: tensor<?x?xf32>, %i: tensor<?xi32>, %u: tensor<?x64xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %i, %c0 : tensor<?xi32>
  %empty = tensor.empty(%n) : tensor<?x64x2xi32>
  %tuples = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%i : tensor<?xi32>) outs(%empty : tensor<?x64x2xi32>) {
  ^bb0(%in: i32, %out: i32):
    %1 = linalg.index 1 : index
    %column = arith.index_cast %1 : index to i32
    %2 = linalg.index 2 : index
    %isFirst = arith.cmpi eq, %2, %c0 : index
    %component = arith.select %isFirst, %in, %column : i32
    linalg.yield %component : i32
  } -> tensor<?x64x2xi32>
  %r = scatter.scatter_nd_update ins(%tuples, %u : tensor<?x64x2xi32>, tensor<?x64xf32>) outs(%x : tensor<?x?xf32>) reduction(sum) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A comparison that holds is -1 as a signed number: the columns are reversed.
// CHECK-LABEL: func @sign_of_true
// CHECK: ins(%{{.*}} : tensor<4x8x2xi64>, tensor<4x8xf32>)
func.func @sign_of_true(%i: tensor<4xi64>, %u: tensor<4x8xf32>, %d: tensor<100x8xf32>) -> tensor<100x8xf32> {
  %e = tensor.empty() : tensor<4x8x2xi64>
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i64
  %seven = arith.constant 7 : i64
  %t = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<4x8x2xi64>) {
  ^bb0(%o: i64):
    %x = linalg.index 0 : index
    %y = linalg.index 1 : index
    %z = linalg.index 2 : index
    %column = arith.index_cast %y : index to i64
    %isFirst = arith.cmpi eq, %z, %c0 : index
    %row = tensor.extract %i[%x] : tensor<4xi64>
    %holds = arith.cmpi slt, %y, %c9 : index
    %sign = arith.extsi %holds : i1 to i64
    %isNegative = arith.cmpi slt, %sign, %zero : i64
    %reversed = arith.subi %seven, %column : i64
    %chosen = arith.select %isNegative, %reversed, %column : i64
    %component = arith.select %isFirst, %row, %chosen : i64
    linalg.yield %component : i64
  } -> tensor<4x8x2xi64>
  %r = scatter.scatter_nd_update ins(%t, %u : tensor<4x8x2xi64>, tensor<4x8xf32>) outs(%d : tensor<100x8xf32>) -> tensor<100x8xf32>
  return %r : tensor<100x8xf32>
}
