// RUN: scatter-opt %s --canonicalize="test-convergence" --split-input-file | FileCheck %s

// For each fold and pattern functions where it fires and where it must not.

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @empty_slice_is_data(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<8x4xf32>
// CHECK-NEXT:    return %[[D]], %[[D]]
func.func @empty_slice_is_data(%d: tensor<8x4xf32>, %u: tensor<0x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<0x4xf32>) outs(%d : tensor<8x4xf32>) from [5] to [2] -> tensor<8x4xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<0x4xf32>) outs(%d : tensor<8x4xf32>) from [7] to [-1] step [-1] -> tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}

// The slice may not be empty when it runs: that is reported.

// CHECK-LABEL: func @empty_updates_of_run_time_slice_stay(
// CHECK:         scatter.slice_scatter
func.func @empty_updates_of_run_time_slice_stay(%d: tensor<8x4xf32>, %u: tensor<0x4xf32>, %n: index) -> tensor<8x4xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<0x4xf32>) outs(%d : tensor<8x4xf32>) from [0] to [%n] -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// CHECK-LABEL: func @slice_of_everything_is_updates(
// CHECK-SAME:    %{{[^:]*}}: tensor<8x4xf32>, %[[U:[^:]*]]: tensor<8x4xf32>
// CHECK-NEXT:    return %[[U]], %[[U]], %[[U]]
func.func @slice_of_everything_is_updates(%d: tensor<8x4xf32>, %u: tensor<8x4xf32>)
    -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<8x4xf32>) outs(%d : tensor<8x4xf32>) from [] to [] -> tensor<8x4xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<8x4xf32>) outs(%d : tensor<8x4xf32>)
         from [0, -8] to [9223372036854775807, 8] axes [-1, 0] -> tensor<8x4xf32>
  %2 = scatter.slice_scatter ins(%u : tensor<8x4xf32>) outs(%d : tensor<8x4xf32>) from [-100] to [100] axes [1] -> tensor<8x4xf32>
  return %0, %1, %2 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}

// One position has no direction.

// CHECK-LABEL: func @one_position_is_updates(
// CHECK-SAME:    %{{[^:]*}}: tensor<1xf32>, %[[U:[^:]*]]: tensor<1xf32>
// CHECK-NEXT:    return %[[U]]
func.func @one_position_is_updates(%d: tensor<1xf32>, %u: tensor<1xf32>) -> tensor<1xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<1xf32>) outs(%d : tensor<1xf32>) from [0] to [-5] step [-3] -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// CHECK-LABEL: func @reversal_is_not_updates(
// CHECK:         scatter.slice_scatter {{.*}} step [-1]
func.func @reversal_is_not_updates(%d: tensor<8xf32>, %u: tensor<8xf32>) -> tensor<8xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<8xf32>) outs(%d : tensor<8xf32>) from [-1] to [-9] step [-1] -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// `updates` of another size must be reported.

// CHECK-LABEL: func @dynamic_sizes_of_everything_stay(
// CHECK:         scatter.slice_scatter
// CHECK:         scatter.slice_scatter
func.func @dynamic_sizes_of_everything_stay(%d: tensor<?xf32>, %u: tensor<?xf32>, %s: tensor<8xf32>) -> (tensor<?xf32>, tensor<8xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<?xf32>) outs(%d : tensor<?xf32>) from [] to [] -> tensor<?xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<?xf32>) outs(%s : tensor<8xf32>) from [] to [] -> tensor<8xf32>
  return %0, %1 : tensor<?xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @memrefs_stay(
// CHECK:         scatter.slice_scatter {{.*}} from [] to []
// CHECK:         scatter.slice_scatter {{.*}} from [5] to [2]
// CHECK:         scatter.slice_scatter {{.*}} from [1] to [3]
func.func @memrefs_stay(%d: memref<8xf32>, %u: memref<8xf32>, %e: memref<0xf32>, %p: memref<2xf32>) {
  scatter.slice_scatter ins(%u : memref<8xf32>) outs(%d : memref<8xf32>) from [] to []
  scatter.slice_scatter ins(%e : memref<0xf32>) outs(%d : memref<8xf32>) from [5] to [2]
  scatter.slice_scatter ins(%p : memref<2xf32>) outs(%d : memref<8xf32>) from [1] to [3]
  return
}

// -----

//===----------------------------------------------------------------------===//
// FoldConstantBounds
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @constants_become_static(
// CHECK-SAME:    %[[A:[^:]*]]: index
// CHECK-NEXT:    scatter.slice_scatter {{.*}} from [1, %[[A]]] to [7, 4] step [2, 1] axes [1, 0] ->
func.func @constants_become_static(%a: index, %d: tensor<8x8xf32>, %u: tensor<?x3xf32>) -> tensor<8x8xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %r = scatter.slice_scatter ins(%u : tensor<?x3xf32>) outs(%d : tensor<8x8xf32>)
         from [%c1, %a] to [%c7, 4] step [%c2, %c1] axes [1, 0] -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// CHECK-LABEL: func @constants_become_static_on_memrefs(
// CHECK:         scatter.slice_scatter {{.*}} from [1] to [3]{{$}}
func.func @constants_become_static_on_memrefs(%d: memref<8xf32>, %u: memref<2xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scatter.slice_scatter ins(%u : memref<2xf32>) outs(%d : memref<8xf32>) from [%c1] to [%c3] step [%c1]
  return
}

// The smallest integer would read as a run-time entry.

// CHECK-LABEL: func @smallest_integer_becomes_its_neighbour(
// CHECK:         scatter.slice_scatter {{.*}} from [-1] to [-9223372036854775807] step [-1]
func.func @smallest_integer_becomes_its_neighbour(%d: tensor<8xf32>, %u: tensor<8xf32>) -> tensor<8xf32> {
  %min = arith.constant -9223372036854775808 : index
  %r = scatter.slice_scatter ins(%u : tensor<8xf32>) outs(%d : tensor<8xf32>) from [-1] to [%min] step [-1] -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// The verifier would reject what is an error at run time only.

// CHECK-LABEL: func @constant_zero_step_is_reported_at_run_time(
// CHECK:         %[[ZERO:.*]] = arith.constant 0 : index
// CHECK:         scatter.slice_scatter {{.*}} from [1] to [3] step [%[[ZERO]]]
// CHECK:         scatter.slice_scatter {{.*}} from [3] to [1] step [%[[ZERO]]]
func.func @constant_zero_step_is_reported_at_run_time(%d: tensor<8xf32>, %u: tensor<2xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [%c1] to [%c3] step [%c0] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [%c3] to [%c1] step [%c0] -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @constant_length_that_does_not_fit_is_reported_at_run_time(
// CHECK:         %[[STOP:.*]] = arith.constant 4 : index
// CHECK:         scatter.slice_scatter {{.*}} from [1] to [%[[STOP]]]
func.func @constant_length_that_does_not_fit_is_reported_at_run_time(%d: tensor<8xf32>, %u: tensor<2xf32>) -> tensor<8xf32> {
  %c4 = arith.constant 4 : index
  %r = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [1] to [%c4] -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// ToInsertSlice
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @static_slice_is_an_insertion(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<8x16xf32>, %[[U:[^:]*]]: tensor<2x3xf32>
// CHECK-NEXT:    %[[R:.*]] = tensor.insert_slice %[[U]] into %[[D]][6, 3] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<8x16xf32>
// CHECK-NEXT:    return %[[R]]
func.func @static_slice_is_an_insertion(%d: tensor<8x16xf32>, %u: tensor<2x3xf32>) -> tensor<8x16xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<2x3xf32>) outs(%d : tensor<8x16xf32>)
         from [3, -2] to [6, 100] axes [-1, 0] -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// CHECK-LABEL: func @one_position_is_an_insertion_whatever_the_step(
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[7] [1] [1]
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[2] [1] [1]
func.func @one_position_is_an_insertion_whatever_the_step(%d: tensor<8xf32>, %u: tensor<1xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<1xf32>) outs(%d : tensor<8xf32>) from [-1] to [3] step [-5] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<1xf32>) outs(%d : tensor<8xf32>) from [2] to [4] step [2] -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// A chain of 16 slices becomes insertions. Those after them stay.

// CHECK-LABEL: func @long_chains_stay(
// CHECK-COUNT-16: tensor.insert_slice
// CHECK-NOT:     tensor.insert_slice
// CHECK-COUNT-4: scatter.slice_scatter
// CHECK-NOT:     scatter.slice_scatter
// CHECK:         return
func.func @long_chains_stay(%d0: tensor<64xf32>, %u: tensor<2xf32>) -> tensor<64xf32> {
  %d1 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d0 : tensor<64xf32>) from [0] to [2] -> tensor<64xf32>
  %d2 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d1 : tensor<64xf32>) from [2] to [4] -> tensor<64xf32>
  %d3 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d2 : tensor<64xf32>) from [4] to [6] -> tensor<64xf32>
  %d4 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d3 : tensor<64xf32>) from [6] to [8] -> tensor<64xf32>
  %d5 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d4 : tensor<64xf32>) from [8] to [10] -> tensor<64xf32>
  %d6 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d5 : tensor<64xf32>) from [10] to [12] -> tensor<64xf32>
  %d7 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d6 : tensor<64xf32>) from [12] to [14] -> tensor<64xf32>
  %d8 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d7 : tensor<64xf32>) from [14] to [16] -> tensor<64xf32>
  %d9 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d8 : tensor<64xf32>) from [16] to [18] -> tensor<64xf32>
  %d10 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d9 : tensor<64xf32>) from [18] to [20] -> tensor<64xf32>
  %d11 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d10 : tensor<64xf32>) from [20] to [22] -> tensor<64xf32>
  %d12 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d11 : tensor<64xf32>) from [22] to [24] -> tensor<64xf32>
  %d13 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d12 : tensor<64xf32>) from [24] to [26] -> tensor<64xf32>
  %d14 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d13 : tensor<64xf32>) from [26] to [28] -> tensor<64xf32>
  %d15 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d14 : tensor<64xf32>) from [28] to [30] -> tensor<64xf32>
  %d16 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d15 : tensor<64xf32>) from [30] to [32] -> tensor<64xf32>
  %d17 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d16 : tensor<64xf32>) from [32] to [34] -> tensor<64xf32>
  %d18 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d17 : tensor<64xf32>) from [34] to [36] -> tensor<64xf32>
  %d19 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d18 : tensor<64xf32>) from [36] to [38] -> tensor<64xf32>
  %d20 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d19 : tensor<64xf32>) from [38] to [40] -> tensor<64xf32>
  return %d20 : tensor<64xf32>
}

// CHECK-LABEL: func @steps_stay(
// CHECK:         scatter.slice_scatter {{.*}} step [2]
// CHECK:         scatter.slice_scatter {{.*}} step [-1]
func.func @steps_stay(%d: tensor<8xf32>, %u: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [0] to [8] step [2] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [3] to [-100] step [-1] -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @run_time_bounds_and_sizes_stay(
// CHECK-COUNT-3: scatter.slice_scatter
func.func @run_time_bounds_and_sizes_stay(%a: index, %d: tensor<8xf32>, %e: tensor<?xf32>, %u: tensor<2xf32>, %v: tensor<?xf32>)
    -> (tensor<8xf32>, tensor<?xf32>, tensor<8xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [%a] to [3] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%e : tensor<?xf32>) from [1] to [3] -> tensor<?xf32>
  %2 = scatter.slice_scatter ins(%v : tensor<?xf32>) outs(%d : tensor<8xf32>) from [1] to [3] -> tensor<8xf32>
  return %0, %1, %2 : tensor<8xf32>, tensor<?xf32>, tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// SkipOverwrittenSlice
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @overwritten_slice_is_not_written(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<8xf32>, %[[U1:[^:]*]]: tensor<4xf32>, %[[U2:[^:]*]]: tensor<4xf32>
// CHECK-NEXT:    %[[R:.*]] = scatter.slice_scatter ins(%[[U2]] : tensor<4xf32>) outs(%[[D]] : tensor<8xf32>)
// CHECK-NEXT:    return %[[R]]
func.func @overwritten_slice_is_not_written(%d: tensor<8xf32>, %u1: tensor<4xf32>, %u2: tensor<4xf32>) -> tensor<8xf32> {
  %0 = scatter.slice_scatter ins(%u1 : tensor<4xf32>) outs(%d : tensor<8xf32>) from [1] to [8] step [2] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u2 : tensor<4xf32>) outs(%0 : tensor<8xf32>) from [1] to [8] step [2] -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// With the same bounds and one size of `updates` both ops report the same.

// CHECK-LABEL: func @overwritten_run_time_slice_is_not_written(
// CHECK-SAME:    %{{[^:]*}}: index, %[[D:[^:]*]]: tensor<8xf32>, %[[U1:[^:]*]]: tensor<4xf32>, %[[U2:[^:]*]]: tensor<4xf32>
// CHECK-NEXT:    %[[R:.*]] = scatter.slice_scatter ins(%[[U2]] : tensor<4xf32>) outs(%[[D]] : tensor<8xf32>)
// CHECK-NEXT:    return %[[R]]
func.func @overwritten_run_time_slice_is_not_written(%a: index, %d: tensor<8xf32>, %u1: tensor<4xf32>, %u2: tensor<4xf32>) -> tensor<8xf32> {
  %0 = scatter.slice_scatter ins(%u1 : tensor<4xf32>) outs(%d : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u2 : tensor<4xf32>) outs(%0 : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// A cast may be wrong. The second op alone reports that.

// CHECK-LABEL: func @slice_overwritten_by_cast_updates(
// CHECK-COUNT-2: scatter.slice_scatter
func.func @slice_overwritten_by_cast_updates(%a: index, %d: tensor<8xf32>, %u1: tensor<4xf32>, %u2: tensor<?xf32>) -> tensor<8xf32> {
  %0 = scatter.slice_scatter ins(%u1 : tensor<4xf32>) outs(%d : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32>
  %cast = tensor.cast %u2 : tensor<?xf32> to tensor<4xf32>
  %1 = scatter.slice_scatter ins(%cast : tensor<4xf32>) outs(%0 : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// The first result is used elsewhere: both ops stay, each on `data`.

// CHECK-LABEL: func @overwritten_slice_with_another_use(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<8xf32>
// CHECK-COUNT-2: scatter.slice_scatter {{.*}} outs(%[[D]] :
func.func @overwritten_slice_with_another_use(%d: tensor<8xf32>, %u1: tensor<4xf32>, %u2: tensor<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = scatter.slice_scatter ins(%u1 : tensor<4xf32>) outs(%d : tensor<8xf32>) from [1] to [8] step [2] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u2 : tensor<4xf32>) outs(%0 : tensor<8xf32>) from [1] to [8] step [2] -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @other_slices_are_both_written(
// CHECK-COUNT-2: scatter.slice_scatter
func.func @other_slices_are_both_written(%d: tensor<8xf32>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %0 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [1] to [8] step [2] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%0 : tensor<8xf32>) from [0] to [8] step [2] -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// One start, stop and length, but elements 2 and 3 are written by one op each.

// CHECK-LABEL: func @other_steps_are_both_written(
// CHECK-COUNT-2: scatter.slice_scatter
func.func @other_steps_are_both_written(%d: tensor<8xf32>, %u: tensor<2xf32>, %v: tensor<2xf32>) -> tensor<8xf32> {
  %0 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [0] to [4] step [2] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%v : tensor<2xf32>) outs(%0 : tensor<8xf32>) from [0] to [4] step [3] -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func @other_stops_are_both_written(
// CHECK-COUNT-2: scatter.slice_scatter
func.func @other_stops_are_both_written(%a: index, %b: index, %d: tensor<8xf32>, %u: tensor<2xf32>, %v: tensor<2xf32>) -> tensor<8xf32> {
  %0 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%d : tensor<8xf32>) from [-3] to [%a] step [3] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%v : tensor<2xf32>) outs(%0 : tensor<8xf32>) from [-3] to [%b] step [3] -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func @other_axes_are_both_written(
// CHECK-COUNT-2: scatter.slice_scatter
func.func @other_axes_are_both_written(%d: tensor<8x8xf32>, %u: tensor<4x8xf32>, %v: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = scatter.slice_scatter ins(%u : tensor<4x8xf32>) outs(%d : tensor<8x8xf32>) from [1] to [8] step [2] axes [0] -> tensor<8x8xf32>
  %1 = scatter.slice_scatter ins(%v : tensor<8x4xf32>) outs(%0 : tensor<8x8xf32>) from [1] to [8] step [2] axes [1] -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Equal bounds and types of the updates, but row 0 is written by the first op
// alone.

// CHECK-LABEL: func @other_order_of_axes_is_written_twice(
// CHECK-COUNT-2: scatter.slice_scatter
func.func @other_order_of_axes_is_written_twice(%d: tensor<8x8xf32>, %u: tensor<4x4xf32>, %v: tensor<4x4xf32>) -> tensor<8x8xf32> {
  %0 = scatter.slice_scatter ins(%u : tensor<4x4xf32>) outs(%d : tensor<8x8xf32>) from [0, 1] to [8, 8] step [2, 2] axes [0, 1] -> tensor<8x8xf32>
  %1 = scatter.slice_scatter ins(%v : tensor<4x4xf32>) outs(%0 : tensor<8x8xf32>) from [0, 1] to [8, 8] step [2, 2] axes [1, 0] -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// The size of %u may be reported, while that of %v is right.

// CHECK-LABEL: func @updates_of_run_time_size_are_both_written(
// CHECK-COUNT-2: scatter.slice_scatter
func.func @updates_of_run_time_size_are_both_written(%d: tensor<8xf32>, %u: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<8xf32> {
  %0 = scatter.slice_scatter ins(%u : tensor<?xf32>) outs(%d : tensor<8xf32>) from [1] to [8] step [2] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%v : tensor<?xf32>) outs(%0 : tensor<8xf32>) from [1] to [8] step [2] -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Casts, by a pattern of the tensor dialect
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @casts_to_less_static_types_are_absorbed(
// CHECK-SAME:    %[[D:[^:]*]]: tensor<8x4xf32>, %[[U:[^:]*]]: tensor<4x4xf32>
// CHECK-NEXT:    %[[R:.*]] = scatter.slice_scatter ins(%[[U]] : tensor<4x4xf32>) outs(%[[D]] : tensor<8x4xf32>) from [1] to [8] step [2] -> tensor<8x4xf32>
// CHECK-NEXT:    return %[[R]]
func.func @casts_to_less_static_types_are_absorbed(%d: tensor<8x4xf32>, %u: tensor<4x4xf32>) -> tensor<8x4xf32> {
  %0 = tensor.cast %d : tensor<8x4xf32> to tensor<?x?xf32>
  %1 = tensor.cast %u : tensor<4x4xf32> to tensor<?x4xf32>
  %2 = scatter.slice_scatter ins(%1 : tensor<?x4xf32>) outs(%0 : tensor<?x?xf32>) from [1] to [8] step [2] -> tensor<?x?xf32>
  %3 = tensor.cast %2 : tensor<?x?xf32> to tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}

// CHECK-LABEL: func @casts_to_more_static_types_stay(
// CHECK:         %[[D:.*]] = tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<8x4xf32>
// CHECK:         outs(%[[D]] : tensor<8x4xf32>)
func.func @casts_to_more_static_types_stay(%d: tensor<?x?xf32>, %u: tensor<?x4xf32>) -> tensor<8x4xf32> {
  %0 = tensor.cast %d : tensor<?x?xf32> to tensor<8x4xf32>
  %r = scatter.slice_scatter ins(%u : tensor<?x4xf32>) outs(%0 : tensor<8x4xf32>) from [1] to [3] -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// The size that such a cast asserts is compared at run time, by the op: none of
// the patterns above may remove it.

// CHECK-LABEL: func @asserted_sizes_keep_the_op(
// CHECK-COUNT-5: scatter.slice_scatter
func.func @asserted_sizes_keep_the_op(%d: tensor<8xf32>, %u: tensor<?xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %u0 = tensor.cast %u : tensor<?xf32> to tensor<0xf32>
  %u2 = tensor.cast %u : tensor<?xf32> to tensor<2xf32>
  %u4 = tensor.cast %u : tensor<?xf32> to tensor<4xf32>
  %u8 = tensor.cast %u : tensor<?xf32> to tensor<8xf32>
  %v4 = tensor.generate {
  ^bb0(%i: index):
    %c = arith.constant 1.0 : f32
    tensor.yield %c : f32
  } : tensor<4xf32>
  %0 = scatter.slice_scatter ins(%u0 : tensor<0xf32>) outs(%d : tensor<8xf32>) from [3] to [3] -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u2 : tensor<2xf32>) outs(%d : tensor<8xf32>) from [3] to [5] -> tensor<8xf32>
  %2 = scatter.slice_scatter ins(%u8 : tensor<8xf32>) outs(%d : tensor<8xf32>) from [] to [] -> tensor<8xf32>
  %3 = scatter.slice_scatter ins(%u4 : tensor<4xf32>) outs(%d : tensor<8xf32>) from [0] to [8] step [2] -> tensor<8xf32>
  %4 = scatter.slice_scatter ins(%v4 : tensor<4xf32>) outs(%3 : tensor<8xf32>) from [0] to [8] step [2] -> tensor<8xf32>
  return %0, %1, %2, %4 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

//===----------------------------------------------------------------------===//
// Axes of which everything is selected
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @whole_axes_are_dropped(
// CHECK:         from [1] to [16] step [2] axes [1]
func.func @whole_axes_are_dropped(%d: memref<8x16x?xf32>, %u: memref<8x8x?xf32>) {
  scatter.slice_scatter ins(%u : memref<8x8x?xf32>) outs(%d : memref<8x16x?xf32>)
      from [-20, 1, 0] to [8, 16, 9223372036854775807] step [1, 2, 1]
  return
}

// Axes are in the order of the bounds.

// CHECK-LABEL: func @run_time_bounds_stay(
// CHECK-SAME:    %[[B:[^:]*]]: index
// CHECK:         from [%[[B]], 0] to [3, 4] axes [2, 0]
func.func @run_time_bounds_stay(%b: index, %d: memref<8x16x?xf32>, %u: memref<4x16x?xf32>) {
  scatter.slice_scatter ins(%u : memref<4x16x?xf32>) outs(%d : memref<8x16x?xf32>)
      from [%b, 0, 0] to [3, 16, 4] axes [-1, 1, 0]
  return
}

// Not a whole axis backwards, of a size that 100 may not reach, from its second
// position on, or with a step of run time, which is reported by its place.

// CHECK-LABEL: func @other_axes_stay(
// CHECK:         from [-1, 0] to [-9, 100] step [-1, 1]
// CHECK:         from [1, 1] to [8, 9223372036854775807]
// CHECK:         from [0, 0] to [8, 4] step [1, %{{.*}}]
func.func @other_axes_stay(%s: index, %d: memref<8x?xf32>, %u: memref<8x?xf32>, %v: memref<7x?xf32>) {
  scatter.slice_scatter ins(%u : memref<8x?xf32>) outs(%d : memref<8x?xf32>)
      from [-1, 0] to [-9, 100] step [-1, 1]
  scatter.slice_scatter ins(%v : memref<7x?xf32>) outs(%d : memref<8x?xf32>)
      from [1, 1] to [8, 9223372036854775807]
  scatter.slice_scatter ins(%u : memref<8x?xf32>) outs(%d : memref<8x?xf32>)
      from [0, 0] to [8, 4] step [1, %s]
  return
}

// Other bounds keep the source and the plan.

// CHECK-LABEL: func @source_and_plan_stay(
// CHECK:         outs(%arg0 : memref<8x?xf32>) source(%arg1 : memref<8x?xf32>) from [1] to [8] {plan = #scatter.plan<threads = 2>}
func.func @source_and_plan_stay(%d: memref<8x?xf32>, %s: memref<8x?xf32>, %u: memref<7x?xf32>) {
  %c1 = arith.constant 1 : index
  scatter.slice_scatter ins(%u : memref<7x?xf32>) outs(%d : memref<8x?xf32>) source(%s : memref<8x?xf32>)
      from [%c1, 0] to [8, 9223372036854775807] {plan = #scatter.plan<threads = 2>}
  return
}

// A source that is the memory of `data` says nothing.

// CHECK-LABEL: func @own_source(
// CHECK-NOT:     source
// CHECK:         return
func.func @own_source(%d: memref<8xf32>, %u: memref<4xf32>, %i: memref<4x1xi64>) {
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) source(%d : memref<8xf32>) from [0] to [4]
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) source(%d : memref<8xf32>)
  return
}

// Other bounds keep attributes that the op does not know.

// CHECK-LABEL: func @unknown_attributes_stay(
// CHECK:         from [2] to [6] step [3] {other.tag = 1 : i64}
func.func @unknown_attributes_stay(%u: tensor<?x16xf32>, %d: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c2 = arith.constant 2 : index
  %r = scatter.slice_scatter ins(%u : tensor<?x16xf32>) outs(%d : tensor<8x16xf32>)
      from [%c2, 0] to [6, 16] step [3, 1] {other.tag = 1} -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// A promise about sizes stays with constant bounds.

// CHECK-LABEL: func @promised_sizes(
// CHECK:         scatter.slice_scatter {{.*}} from [1] to [5] {sizes_match}
func.func @promised_sizes(%u: tensor<?xf32>, %d: tensor<?xf32>) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scatter.slice_scatter ins(%u : tensor<?xf32>) outs(%d : tensor<?xf32>) from [%c1] to [%c5] {sizes_match} -> tensor<?xf32>
  return %r : tensor<?xf32>
}
