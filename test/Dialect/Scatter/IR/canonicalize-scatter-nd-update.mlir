// RUN: scatter-opt %s --canonicalize="test-convergence" --split-input-file | FileCheck %s

// For each fold and pattern functions where it fires and where it must not.

//===----------------------------------------------------------------------===//
// Fold: nothing to write and nothing to report
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @no_tuple_is_data(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<16x8xf32>
// CHECK-NEXT:    return %[[D]]
func.func @no_tuple_is_data(%d: tensor<16x8xf32>, %i: tensor<0x1xi64>, %u: tensor<0x8xf32>) -> tensor<16x8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<0x1xi64>, tensor<0x8xf32>)
         outs(%d : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// The size of `updates` is not known to be 0: it may have to be reported.

// CHECK-LABEL: func @no_tuple_but_dynamic_updates_stays(
// CHECK:         scatter.scatter_nd_update
func.func @no_tuple_but_dynamic_updates_stays(%d: tensor<16x8xf32>, %i: tensor<0x1xi64>, %u: tensor<?x8xf32>) -> tensor<16x8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<0x1xi64>, tensor<?x8xf32>)
         outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: func @no_tuple_on_memrefs_stays(
// CHECK:         scatter.scatter_nd_update
func.func @no_tuple_on_memrefs_stays(%d: memref<16x8xf32>, %i: memref<0x1xi64>, %u: memref<0x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<0x1xi64>, memref<0x8xf32>) outs(%d : memref<16x8xf32>)
  return
}

// CHECK-LABEL: func @empty_slices_are_data_without_check(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<16x0xf32>
// CHECK-NEXT:    return %[[D]], %[[D]], %[[D]]
func.func @empty_slices_are_data_without_check(%d: tensor<16x0xf32>, %i: tensor<4x1xi64>, %u: tensor<4x0xf32>)
    -> (tensor<16x0xf32>, tensor<16x0xf32>, tensor<16x0xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x0xf32>)
         outs(%d : tensor<16x0xf32>) out_of_bounds(drop) -> tensor<16x0xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x0xf32>)
         outs(%d : tensor<16x0xf32>) out_of_bounds(clamp) -> tensor<16x0xf32>
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x0xf32>)
         outs(%d : tensor<16x0xf32>) out_of_bounds(undefined) -> tensor<16x0xf32>
  return %0, %1, %2 : tensor<16x0xf32>, tensor<16x0xf32>, tensor<16x0xf32>
}

// CHECK-LABEL: func @empty_slices_under_error_are_checked(
// CHECK:         scatter.scatter_nd_update
func.func @empty_slices_under_error_are_checked(%d: tensor<16x0xf32>, %i: tensor<4x1xi64>, %u: tensor<4x0xf32>) -> tensor<16x0xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x0xf32>)
         outs(%d : tensor<16x0xf32>) -> tensor<16x0xf32>
  return %r : tensor<16x0xf32>
}

//===----------------------------------------------------------------------===//
// NormalizeNegativeIndices
//===----------------------------------------------------------------------===//

// Each component counts from the end of its own dimension; what is out of
// bounds is left to the check at run time.

// CHECK-LABEL: func @negative_indices_count_from_the_start(
// CHECK:         %[[I:.*]] = arith.constant dense<{{\[\[}}3, 7], [0, -9], [4, 0]]> : tensor<3x2xi64>
// CHECK:         scatter.scatter_nd_update ins(%[[I]], %{{.*}}) outs(%{{.*}}) ->
func.func @negative_indices_count_from_the_start(%d: tensor<4x8xf32>, %u: tensor<3xf32>) -> tensor<4x8xf32> {
  %i = arith.constant dense<[[-1, -1], [-4, -9], [4, 0]]> : tensor<3x2xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x2xi64>, tensor<3xf32>)
         outs(%d : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func @negative_indices_of_other_types(
// CHECK-DAG:     arith.constant dense<{{\[\[}}7], [8]]> : tensor<2x1xi32>
// CHECK-DAG:     arith.constant dense<{{\[\[}}7], [8]]> : tensor<2x1xsi64>
// CHECK-DAG:     arith.constant dense<{{\[\[}}7], [8]]> : tensor<2x1xindex>
func.func @negative_indices_of_other_types(%d: tensor<8xf32>, %u: tensor<2xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %i32 = arith.constant dense<[[-1], [8]]> : tensor<2x1xi32>
  %si64 = arith.constant dense<[[-1], [8]]> : tensor<2x1xsi64>
  %index = arith.constant dense<[[-1], [8]]> : tensor<2x1xindex>
  %0 = scatter.scatter_nd_update ins(%i32, %u : tensor<2x1xi32>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%si64, %u : tensor<2x1xsi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %2 = scatter.scatter_nd_update ins(%index, %u : tensor<2x1xindex>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// 3000000000 - 1 is no i32: the index stays, and the check with it.

// CHECK-LABEL: func @negative_indices_stay_where_the_type_is_too_small(
// CHECK-DAG:     arith.constant dense<{{\[\[}}-1], [8]]> : tensor<2x1xi32>
// CHECK-DAG:     arith.constant dense<{{\[\[}}2999999999], [8]]> : tensor<2x1xi64>
// CHECK:         scatter.scatter_nd_update ins(%{{.*}} : tensor<2x1xi32>, {{.*}} reduction(sum) ->
// CHECK:         scatter.scatter_nd_update ins(%{{.*}} : tensor<2x1xi64>, {{.*}} reduction(sum) out_of_bounds(undefined)
func.func @negative_indices_stay_where_the_type_is_too_small(%d: tensor<3000000000xi8>, %u: tensor<2xi8>) -> (tensor<3000000000xi8>, tensor<3000000000xi8>) {
  %i32 = arith.constant dense<[[-1], [8]]> : tensor<2x1xi32>
  %i64 = arith.constant dense<[[-1], [8]]> : tensor<2x1xi64>
  %0 = scatter.scatter_nd_update ins(%i32, %u : tensor<2x1xi32>, tensor<2xi8>) outs(%d : tensor<3000000000xi8>) reduction(sum) -> tensor<3000000000xi8>
  %1 = scatter.scatter_nd_update ins(%i64, %u : tensor<2x1xi64>, tensor<2xi8>) outs(%d : tensor<3000000000xi8>) reduction(sum) -> tensor<3000000000xi8>
  return %0, %1 : tensor<3000000000xi8>, tensor<3000000000xi8>
}

// An unsigned index is never negative; 4294967295 is out of bounds.

// CHECK-LABEL: func @unsigned_indices_stay(
// CHECK:         arith.constant dense<4294967295> : tensor<2x1xui32>
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<8xf32>) ->
func.func @unsigned_indices_stay(%d: tensor<8xf32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<4294967295> : tensor<2x1xui32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xui32>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func @rejected_negative_indices_stay(
// CHECK:         arith.constant dense<-1>
// CHECK:         scatter.scatter_nd_update {{.*}} negative_indices(reject) ->
func.func @rejected_negative_indices_stay(%d: tensor<8xf32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<-1> : tensor<2x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>)
         outs(%d : tensor<8xf32>) negative_indices(reject) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func @negative_indices_into_dynamic_size_stay(
// CHECK:         arith.constant dense<-1>
// CHECK:         scatter.scatter_nd_update ins(%{{.*}}) outs(%{{.*}} : tensor<?xf32>) ->
func.func @negative_indices_into_dynamic_size_stay(%d: tensor<?xf32>, %u: tensor<2xf32>) -> tensor<?xf32> {
  %i = arith.constant dense<-1> : tensor<2x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>)
         outs(%d : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// ProveInBounds and InferPromises
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @valid_constants_need_no_check(
// CHECK:         reduction(sum) out_of_bounds(undefined) negative_indices(reject) ->
func.func @valid_constants_need_no_check(%d: tensor<8xf32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<[[7], [0], [7]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3xf32>)
         outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Normalised first, then proven.

// CHECK-LABEL: func @valid_negative_constants_need_no_check(
// CHECK:         arith.constant dense<{{\[\[}}7], [0], [7]]>
// CHECK:         reduction(sum) out_of_bounds(undefined) negative_indices(reject) ->
func.func @valid_negative_constants_need_no_check(%d: tensor<8xf32>, %u: tensor<3xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<[[-1], [-8], [7]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3xf32>)
         outs(%d : tensor<8xf32>) reduction(sum) out_of_bounds(clamp) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func @one_constant_out_of_bounds_keeps_the_check(
// CHECK:         scatter.scatter_nd_update {{.*}} reduction(sum) ->
// CHECK:         scatter.scatter_nd_update {{.*}} reduction(sum) ->
// CHECK:         scatter.scatter_nd_update {{.*}} reduction(sum) out_of_bounds(drop) negative_indices(reject) ->
func.func @one_constant_out_of_bounds_keeps_the_check(%d: tensor<8xf32>, %u: tensor<2xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %above = arith.constant dense<[[0], [8]]> : tensor<2x1xi64>
  %below = arith.constant dense<[[0], [-9]]> : tensor<2x1xi64>
  %negative = arith.constant dense<[[0], [-1]]> : tensor<2x1xi64>
  %0 = scatter.scatter_nd_update ins(%above, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%below, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  %2 = scatter.scatter_nd_update ins(%negative, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// A component is compared with the size of its own dimension: (0, 5) and (4, 0)
// are inside a 4x4 buffer as linear offsets only.

// CHECK-LABEL: func @components_are_compared_one_by_one(
// CHECK:         scatter.scatter_nd_update {{.*}} reduction(sum) ->
func.func @components_are_compared_one_by_one(%d: tensor<4x4xf32>, %u: tensor<2xf32>) -> tensor<4x4xf32> {
  %i = arith.constant dense<[[0, 5], [3, 0]]> : tensor<2x2xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x2xi64>, tensor<2xf32>)
         outs(%d : tensor<4x4xf32>) reduction(sum) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// CHECK-LABEL: func @constants_into_dynamic_size_keep_the_check(
// CHECK:         scatter.scatter_nd_update {{.*}} reduction(sum) ->
func.func @constants_into_dynamic_size_keep_the_check(%d: tensor<?xf32>, %u: tensor<1xf32>) -> tensor<?xf32> {
  %i = arith.constant dense<0> : tensor<1x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>)
         outs(%d : tensor<?xf32>) reduction(sum) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// More constants are left to the check phase.

// CHECK-LABEL: func @many_constants_keep_the_check(
// CHECK:         scatter.scatter_nd_update {{.*}} reduction(sum) ->
func.func @many_constants_keep_the_check(%d: tensor<8xf32>, %u: tensor<65537xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<0> : tensor<65537x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<65537x1xi64>, tensor<65537xf32>)
         outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func @promises_of_constants(
// CHECK:         reduction(sum) out_of_bounds(undefined) negative_indices(reject) {unique_indices} ->
// CHECK:         reduction(sum) out_of_bounds(undefined) negative_indices(reject) {indices_are_sorted} ->
// CHECK:         reduction(sum) out_of_bounds(undefined) negative_indices(reject) {indices_are_sorted, unique_indices} ->
// CHECK:         reduction(sum) out_of_bounds(undefined) negative_indices(reject) ->
func.func @promises_of_constants(%d: tensor<8x8xf32>, %u: tensor<3xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %unique = arith.constant dense<[[1, 5], [1, 3], [0, 7]]> : tensor<3x2xi64>
  %sorted = arith.constant dense<[[0, 7], [0, 7], [1, 0]]> : tensor<3x2xi64>
  %both = arith.constant dense<[[0, 7], [1, 3], [1, 5]]> : tensor<3x2xi64>
  %neither = arith.constant dense<[[1, 3], [0, 7], [1, 3]]> : tensor<3x2xi64>
  %0 = scatter.scatter_nd_update ins(%unique, %u : tensor<3x2xi64>, tensor<3xf32>) outs(%d : tensor<8x8xf32>) reduction(sum) -> tensor<8x8xf32>
  %1 = scatter.scatter_nd_update ins(%sorted, %u : tensor<3x2xi64>, tensor<3xf32>) outs(%d : tensor<8x8xf32>) reduction(sum) -> tensor<8x8xf32>
  %2 = scatter.scatter_nd_update ins(%both, %u : tensor<3x2xi64>, tensor<3xf32>) outs(%d : tensor<8x8xf32>) reduction(sum) -> tensor<8x8xf32>
  %3 = scatter.scatter_nd_update ins(%neither, %u : tensor<3x2xi64>, tensor<3xf32>) outs(%d : tensor<8x8xf32>) reduction(sum) -> tensor<8x8xf32>
  return %0, %1, %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// 7 and -1 name one element: nothing is promised before they are normalised.

// CHECK-LABEL: func @two_names_of_one_element_are_no_promise(
// CHECK:         reduction(sum) out_of_bounds(undefined) negative_indices(reject) {indices_are_sorted} ->
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<?xf32>) reduction(sum) ->
func.func @two_names_of_one_element_are_no_promise(%d: tensor<8xf32>, %e: tensor<?xf32>, %u: tensor<2xf32>) -> (tensor<8xf32>, tensor<?xf32>) {
  %i = arith.constant dense<[[7], [-1]]> : tensor<2x1xi64>
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%e : tensor<?xf32>) reduction(sum) -> tensor<?xf32>
  return %0, %1 : tensor<8xf32>, tensor<?xf32>
}

// Nor is anything inferred under `undefined`, which wraps as well: -1 may name
// element 3 or 0.

// CHECK-LABEL: func @wrapped_indices_are_no_promise(
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<?xf32>) reduction(sum) out_of_bounds(undefined) ->
func.func @wrapped_indices_are_no_promise(%d: tensor<?xf32>, %u: tensor<3xf32>) -> tensor<?xf32> {
  %i = arith.constant dense<[[-1], [0], [3]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3xf32>)
         outs(%d : tensor<?xf32>) reduction(sum) out_of_bounds(undefined) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// A promise that the program gives stays, also where it does not hold.

// CHECK-LABEL: func @given_promises_stay(
// CHECK:         {indices_are_sorted, unique_indices} ->
func.func @given_promises_stay(%d: tensor<8xf32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<1> : tensor<2x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>)
         outs(%d : tensor<8xf32>) reduction(sum) {unique_indices} -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func @run_time_indices_stay(
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<8xf32>) ->
func.func @run_time_indices_stay(%d: tensor<8xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// BoxToSliceScatter. Static slices with steps of 1 go on to insert_slice.
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @stepped_rows_are_a_slice(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<8x4xf32>, %[[U:[^:]*]]: tensor<3x4xf32>
// CHECK-NEXT:    %[[R:.*]] = scatter.slice_scatter ins(%[[U]] : tensor<3x4xf32>) outs(%[[D]] : tensor<8x4xf32>) from [1] to [7] step [2] ->
// CHECK-NEXT:    return %[[R]]
func.func @stepped_rows_are_a_slice(%d: tensor<8x4xf32>, %u: tensor<3x4xf32>) -> tensor<8x4xf32> {
  %i = arith.constant dense<[[1], [3], [5]]> : tensor<3x1xi32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi32>, tensor<3x4xf32>) outs(%d : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// A stop that would be negative counts from the end, so that another one is
// needed: 4, 2, 0 ends before -2, and 2, 1, 0 before -1. 6, 4, 2 ends before 0.

// CHECK-LABEL: func @descending_rows_are_a_slice(
// CHECK:         scatter.slice_scatter {{.*}} from [4] to [-9223372036854775807] step [-2] ->
// CHECK:         scatter.slice_scatter {{.*}} from [2] to [-9223372036854775807] step [-1] ->
// CHECK:         scatter.slice_scatter {{.*}} from [6] to [0] step [-2] ->
func.func @descending_rows_are_a_slice(%d: tensor<8xf32>, %u: tensor<3xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %i = arith.constant dense<[[4], [2], [0]]> : tensor<3x1xi64>
  %j = arith.constant dense<[[2], [1], [0]]> : tensor<3x1xi64>
  %k = arith.constant dense<[[6], [4], [2]]> : tensor<3x1xi64>
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%j, %u : tensor<3x1xi64>, tensor<3xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %2 = scatter.scatter_nd_update ins(%k, %u : tensor<3x1xi64>, tensor<3xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// The end of such a slice is no integer of 64 bits, but the size is.

// CHECK-LABEL: func @box_at_the_end_of_the_largest_size(
// CHECK:         scatter.slice_scatter {{.*}} from [9223372036854775802] to [9223372036854775807] step [2] ->
func.func @box_at_the_end_of_the_largest_size(%d: tensor<9223372036854775807xi8>, %u: tensor<3xi8>) -> tensor<9223372036854775807xi8> {
  %i = arith.constant dense<[[-5], [-3], [-1]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3xi8>) outs(%d : tensor<9223372036854775807xi8>) -> tensor<9223372036854775807xi8>
  return %r : tensor<9223372036854775807xi8>
}

// CHECK-LABEL: func @consecutive_rows_are_an_insertion(
// CHECK-NOT:     scatter.
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[2, 0] [3, 4] [1, 1]
func.func @consecutive_rows_are_an_insertion(%d: tensor<8x4xf32>, %u: tensor<3x4xf32>) -> tensor<8x4xf32> {
  %i = arith.constant dense<[[2], [3], [4]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3x4xf32>) outs(%d : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// The cross product of rows 0, 2 and columns 3, 4, 5; `updates` has one element
// for each tuple.

// CHECK-LABEL: func @box_of_two_components(
// CHECK:         %[[U:.*]] = tensor.reshape %{{.*}} : (tensor<6xf32>, tensor<2xindex>) -> tensor<2x3xf32>
// CHECK:         scatter.slice_scatter ins(%[[U]] : tensor<2x3xf32>) outs(%{{.*}} : tensor<4x8xf32>) from [0, 3] to [4, 6] step [2, 1] ->
func.func @box_of_two_components(%d: tensor<4x8xf32>, %u: tensor<6xf32>) -> tensor<4x8xf32> {
  %i = arith.constant dense<[[0, 3], [0, 4], [0, 5], [2, 3], [2, 4], [2, 5]]> : tensor<6x2xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x2xi64>, tensor<6xf32>) outs(%d : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// CHECK-LABEL: func @one_tuple_is_an_insertion(
// CHECK:         %[[U:.*]] = tensor.reshape %{{.*}} : (tensor<4xf32>, tensor<2xindex>) -> tensor<1x4xf32>
// CHECK:         tensor.insert_slice %[[U]] into %{{.*}}[5, 0] [1, 4] [1, 1]
func.func @one_tuple_is_an_insertion(%d: tensor<8x4xf32>, %u: tensor<4xf32>) -> tensor<8x4xf32> {
  %i = arith.constant dense<5> : tensor<1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<1xi64>, tensor<4xf32>) outs(%d : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// CHECK-LABEL: func @all_rows_are_updates(
// CHECK-SAME:    %{{[^:]*}}: tensor<3xf32>, %[[U:[^:]*]]: tensor<3xf32>
// CHECK-NEXT:    return %[[U]]
func.func @all_rows_are_updates(%d: tensor<3xf32>, %u: tensor<3xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[[0], [1], [2]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3xf32>) outs(%d : tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func @reductions_are_no_slice(
// CHECK-NOT:     slice_scatter
// CHECK:         scatter.scatter_nd_update
func.func @reductions_are_no_slice(%d: tensor<8xf32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<[[1], [3]]> : tensor<2x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) reduction(prod) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func @duplicates_are_no_slice(
// CHECK-NOT:     slice_scatter
// CHECK:         scatter.scatter_nd_update
// CHECK:         scatter.scatter_nd_update
func.func @duplicates_are_no_slice(%d: tensor<8xf32>, %u: tensor<2xf32>, %u4: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %i = arith.constant dense<3> : tensor<2x1xi64>
  %j = arith.constant dense<[[1], [3], [1], [3]]> : tensor<4x1xi64>
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%j, %u4 : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// Twice the distance is no number of 64 bits.

// CHECK-LABEL: func @no_box_of_large_distances(
// CHECK-NOT:     slice_scatter
// CHECK:         scatter.scatter_nd_update
func.func @no_box_of_large_distances(%u: tensor<3xi8>, %t: tensor<9223372036854775807xi8>) -> tensor<9223372036854775807xi8> {
  %indices = arith.constant dense<[[0], [-5], [3]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%indices, %u : tensor<3x1xi64>, tensor<3xi8>) outs(%t : tensor<9223372036854775807xi8>) -> tensor<9223372036854775807xi8>
  return %r : tensor<9223372036854775807xi8>
}

// Irregular distances; a diagonal; the first component varying fastest; a box
// with one tuple missing, and one with a tuple displaced.

// CHECK-LABEL: func @what_is_no_box(
// CHECK-NOT:     slice_scatter
// CHECK-COUNT-5: scatter.scatter_nd_update
func.func @what_is_no_box(%d: tensor<8x8xf32>, %u3: tensor<3xf32>, %u4: tensor<4xf32>, %rows: tensor<3x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %irregular = arith.constant dense<[[0], [1], [3]]> : tensor<3x1xi64>
  %diagonal = arith.constant dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi64>
  %transposed = arith.constant dense<[[0, 0], [1, 0], [0, 1], [1, 1]]> : tensor<4x2xi64>
  %missing = arith.constant dense<[[0, 0], [0, 1], [1, 0]]> : tensor<3x2xi64>
  %displaced = arith.constant dense<[[0, 0], [0, 1], [1, 0], [1, 2]]> : tensor<4x2xi64>
  %0 = scatter.scatter_nd_update ins(%irregular, %rows : tensor<3x1xi64>, tensor<3x8xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = scatter.scatter_nd_update ins(%diagonal, %u3 : tensor<3x2xi64>, tensor<3xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = scatter.scatter_nd_update ins(%transposed, %u4 : tensor<4x2xi64>, tensor<4xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = scatter.scatter_nd_update ins(%missing, %u3 : tensor<3x2xi64>, tensor<3xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = scatter.scatter_nd_update ins(%displaced, %u4 : tensor<4x2xi64>, tensor<4xf32>) outs(%d : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1, %2, %3, %4 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// CHECK-LABEL: func @dynamic_updates_are_no_slice(
// CHECK-NOT:     slice_scatter
// CHECK:         scatter.scatter_nd_update
func.func @dynamic_updates_are_no_slice(%d: tensor<8xf32>, %u: tensor<?xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<[[1], [3]]> : tensor<2x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<?xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Casts, by a pattern of the tensor dialect
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @casts_to_less_static_types_are_absorbed(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<16x8xf32>, %[[I:[^:]*]]: tensor<4x1xi64>, %[[U:[^:]*]]: tensor<4x8xf32>
// CHECK-NEXT:    %[[R:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[U]] : tensor<4x1xi64>, tensor<4x8xf32>) outs(%[[D]] : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
// CHECK-NEXT:    return %[[R]]
func.func @casts_to_less_static_types_are_absorbed(%d: tensor<16x8xf32>, %i: tensor<4x1xi64>, %u: tensor<4x8xf32>) -> tensor<16x8xf32> {
  %0 = tensor.cast %d : tensor<16x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %i : tensor<4x1xi64> to tensor<?x?xi64>
  %2 = tensor.cast %u : tensor<4x8xf32> to tensor<?x?xf32>
  %3 = scatter.scatter_nd_update ins(%1, %2 : tensor<?x?xi64>, tensor<?x?xf32>) outs(%0 : tensor<?x?xf32>) reduction(sum) -> tensor<?x?xf32>
  %4 = tensor.cast %3 : tensor<?x?xf32> to tensor<16x8xf32>
  return %4 : tensor<16x8xf32>
}

// CHECK-LABEL: func @casts_to_more_static_types_stay(
// CHECK:         %[[U:.*]] = tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<4x8xf32>
// CHECK:         ins(%{{.*}}, %[[U]] : tensor<?x?xi64>, tensor<4x8xf32>)
func.func @casts_to_more_static_types_stay(%d: tensor<?x?xf32>, %i: tensor<?x?xi64>, %u: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %u : tensor<?x?xf32> to tensor<4x8xf32>
  %r = scatter.scatter_nd_update ins(%i, %0 : tensor<?x?xi64>, tensor<4x8xf32>) outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The size that such a cast asserts is compared at run time, by the op: none of
// the patterns above may remove it.

// CHECK-LABEL: func @asserted_sizes_keep_the_op(
// CHECK-COUNT-3: scatter.scatter_nd_update
func.func @asserted_sizes_keep_the_op(%d: tensor<8xf32>, %e: tensor<8x0xf32>, %i: tensor<0x1xi64>, %j: tensor<4x1xi64>, %u: tensor<?xf32>, %v: tensor<?x?xf32>)
    -> (tensor<8xf32>, tensor<8x0xf32>, tensor<8xf32>) {
  %box = arith.constant dense<[[1], [3]]> : tensor<2x1xi64>
  %u0 = tensor.cast %u : tensor<?xf32> to tensor<0xf32>
  %u2 = tensor.cast %u : tensor<?xf32> to tensor<2xf32>
  %v4 = tensor.cast %v : tensor<?x?xf32> to tensor<4x0xf32>
  %0 = scatter.scatter_nd_update ins(%i, %u0 : tensor<0x1xi64>, tensor<0xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%j, %v4 : tensor<4x1xi64>, tensor<4x0xf32>) outs(%e : tensor<8x0xf32>) out_of_bounds(drop) -> tensor<8x0xf32>
  %2 = scatter.scatter_nd_update ins(%box, %u2 : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<8x0xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @box_keeps_unknown_attributes(
// CHECK:         scatter.slice_scatter {{.*}} from [3] to [9] step [3] {other.tag = 1 : i64}
func.func @box_keeps_unknown_attributes(%u: tensor<2x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %i = arith.constant dense<[[3], [6]]> : tensor<2x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2x8xf32>) outs(%d : tensor<16x8xf32>) {other.tag = 1} -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
