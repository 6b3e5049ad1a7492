// RUN: scatter-opt %s -split-input-file --scatter-refine-shapes -verify-diagnostics | FileCheck %s

// CHECK-LABEL: @updates_and_indices_from_each_other
// CHECK: %[[I:.*]] = tensor.cast %{{.*}} : tensor<4x?xi64> to tensor<4x1xi64>
// CHECK: %[[U:.*]] = tensor.cast %{{.*}} : tensor<?x8xf32> to tensor<4x8xf32>
// CHECK: scatter.scatter_nd_update ins(%[[I]], %[[U]]
// CHECK-SAME: outs(%{{.*}} : tensor<16x?xf32>) -> tensor<16x?xf32>
func.func @updates_and_indices_from_each_other(
    %i: tensor<4x?xi64>, %u: tensor<?x8xf32>,
    %d: tensor<16x?xf32>) -> tensor<16x?xf32> {
  %r = scatter.scatter_nd_update
         ins(%i, %u : tensor<4x?xi64>, tensor<?x8xf32>)
         outs(%d : tensor<16x?xf32>) -> tensor<16x?xf32>
  return %r : tensor<16x?xf32>
}

// -----

// CHECK-LABEL: @what_an_op_before_requires
// CHECK: tensor.cast %{{.*}} : tensor<?xf32> to tensor<4xf32>
// CHECK: tensor.cast %{{.*}} : tensor<?x1xi64> to tensor<4x1xi64>
func.func @what_an_op_before_requires(
    %i: tensor<4x1xi64>, %j: tensor<?x1xi64>, %u: tensor<?xf32>,
    %d: tensor<?xf32>) -> tensor<?xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<?xf32>)
         outs(%d : tensor<?xf32>) -> tensor<?xf32>
  %s = scatter.scatter_nd_update ins(%j, %u : tensor<?x1xi64>, tensor<?xf32>)
         outs(%r : tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// Only one of the branches runs.
// CHECK-LABEL: @branches_tell_nothing_to_each_other
// CHECK: tensor.cast %{{.*}} : tensor<?xf32> to tensor<4xf32>
// CHECK: tensor.cast %{{.*}} : tensor<?xf32> to tensor<5xf32>
func.func @branches_tell_nothing_to_each_other(
    %c: i1, %i: tensor<4x1xi64>, %j: tensor<5x1xi64>, %u: tensor<?xf32>,
    %d: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.if %c -> tensor<8xf32> {
    %a = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<?xf32>)
           outs(%d : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %a : tensor<8xf32>
  } else {
    %b = scatter.scatter_nd_update ins(%j, %u : tensor<5x1xi64>, tensor<?xf32>)
           outs(%d : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// Upstream would move a cast into the producer, and nothing would compare the
// size of what the producer reads.
// CHECK-LABEL: @producers_keep_their_sizes
// CHECK-NOT: tensor.cast
// CHECK: scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : tensor<4x1xi64>, tensor<?x?xf32>)
func.func @producers_keep_their_sizes(
    %i: tensor<4x1xi64>, %u: tensor<?x?xf32>, %e: tensor<?x?xf32>,
    %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %v = linalg.exp ins(%u : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>)
         -> tensor<?x?xf32>
  %r = scatter.scatter_nd_update
         ins(%i, %v : tensor<4x1xi64>, tensor<?x?xf32>)
         outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: @promised_sizes_of_producers_are_known
// CHECK: %[[U:.*]] = tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<4x8xf32>
// CHECK: scatter.scatter_nd_update ins(%{{.*}}, %[[U]]
func.func @promised_sizes_of_producers_are_known(
    %i: tensor<4x1xi64>, %u: tensor<?x?xf32>, %e: tensor<?x?xf32>,
    %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %v = linalg.exp ins(%u : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>)
         -> tensor<?x?xf32>
  %r = scatter.scatter_nd_update
         ins(%i, %v : tensor<4x1xi64>, tensor<?x?xf32>)
         outs(%d : tensor<16x8xf32>) {sizes_match} -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// CHECK-LABEL: @casts_of_arguments
// CHECK: tensor.cast %{{.*}} : tensor<?xf32> to tensor<4xf32>
// CHECK: tensor.cast %{{.*}} : tensor<?xi32> to tensor<4xi32>
func.func @casts_of_arguments(
    %i: tensor<4x1xi64>, %u: tensor<5xf32>, %v: tensor<?xi32>,
    %d: tensor<8xf32>, %e: tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %c = tensor.cast %u : tensor<5xf32> to tensor<?xf32>
  %r = scatter.scatter_nd_update ins(%i, %c : tensor<4x1xi64>, tensor<?xf32>)
         outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %s = scatter.scatter_nd_update ins(%i, %v : tensor<4x1xi64>, tensor<?xi32>)
         outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r, %s : tensor<8xf32>, tensor<8xi32>
}

// -----

func.func @contradiction(
    %i: tensor<4x1xi64>, %j: tensor<5x1xi64>, %u: tensor<?xf32>,
    %d: tensor<8xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<?xf32>)
         outs(%d : tensor<8xf32>) -> tensor<8xf32>
  // expected-error @below {{expected shapes that fit, found 'indices' [5, 1], 'updates' [4] and 'data' [8]}}
  %s = scatter.scatter_nd_update ins(%j, %u : tensor<5x1xi64>, tensor<?xf32>)
         outs(%r : tensor<8xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// CHECK-LABEL: @slice
// CHECK: tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<3x16xf32>
func.func @slice(%u: tensor<?x?xf32>, %d: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<?x?xf32>)
         outs(%d : tensor<8x16xf32>) from [1] to [7] step [2] -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// -----

// CHECK-LABEL: @slice_with_a_bound_of_run_time
// CHECK: tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<?x16xf32>
func.func @slice_with_a_bound_of_run_time(
    %u: tensor<?x?xf32>, %d: tensor<8x16xf32>, %n: index) -> tensor<8x16xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<?x?xf32>)
         outs(%d : tensor<8x16xf32>) from [%n] to [7] -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}

// -----

// The length of a slice is not the size of the dimension.
// CHECK-LABEL: @slices_tell_nothing_of_sliced_dimensions
// CHECK: tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<3x16xf32>
// CHECK: tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<5x16xf32>
// CHECK: tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<?x16xf32>
// CHECK: scatter.slice_scatter {{.*}} outs(%{{.*}} : tensor<?x16xf32>) from [] to []
func.func @slices_tell_nothing_of_sliced_dimensions(
    %u: tensor<?x?xf32>, %v: tensor<?x?xf32>, %w: tensor<?x?xf32>, %x: tensor<3x16xf32>,
    %d: tensor<8x16xf32>, %e: tensor<?x16xf32>) -> (tensor<8x16xf32>, tensor<?x16xf32>) {
  %0 = scatter.slice_scatter ins(%u : tensor<?x?xf32>)
         outs(%d : tensor<8x16xf32>) from [1] to [4] -> tensor<8x16xf32>
  %1 = scatter.slice_scatter ins(%v : tensor<?x?xf32>)
         outs(%0 : tensor<8x16xf32>) from [2] to [7] -> tensor<8x16xf32>
  %2 = scatter.slice_scatter ins(%x : tensor<3x16xf32>)
         outs(%e : tensor<?x16xf32>) from [1] to [4] -> tensor<?x16xf32>
  %3 = scatter.slice_scatter ins(%w : tensor<?x?xf32>)
         outs(%2 : tensor<?x16xf32>) from [] to [] -> tensor<?x16xf32>
  return %1, %3 : tensor<8x16xf32>, tensor<?x16xf32>
}

// -----

func.func @slice_contradiction(
    %u: tensor<?x?xf32>, %d: tensor<8x16xf32>, %e: tensor<8x17xf32>)
    -> (tensor<8x16xf32>, tensor<8x17xf32>) {
  %r = scatter.slice_scatter ins(%u : tensor<?x?xf32>)
         outs(%d : tensor<8x16xf32>) from [1] to [4] -> tensor<8x16xf32>
  // expected-error @below {{expected shapes that fit, found 'updates' [3, 16] and a slice [3, 17] of 'data' [8, 17]}}
  %s = scatter.slice_scatter ins(%u : tensor<?x?xf32>)
         outs(%e : tensor<8x17xf32>) from [1] to [4] -> tensor<8x17xf32>
  return %r, %s : tensor<8x16xf32>, tensor<8x17xf32>
}
