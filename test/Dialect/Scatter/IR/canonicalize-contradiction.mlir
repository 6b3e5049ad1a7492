// RUN: scatter-opt %s --canonicalize --split-input-file --verify-diagnostics

// Upstream's folding of casts makes sizes static that contradict each other.
// What would be a report at run time is an error at compile time then; no fold
// or pattern may hide it.

func.func @length_of_slice(%u: tensor<20x8xf32>, %d: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %c = tensor.cast %d : tensor<32x8xf32> to tensor<?x8xf32>
  // expected-error @+1 {{'updates' dimension 0: expected size 3 (the length of the slice), found 20}}
  %r = scatter.slice_scatter ins(%u : tensor<20x8xf32>) outs(%c : tensor<?x8xf32>) from [0] to [3] -> tensor<?x8xf32>
  %s = tensor.cast %r : tensor<?x8xf32> to tensor<32x8xf32>
  return %s : tensor<32x8xf32>
}

// -----

func.func @empty_updates_of_slice(%u: tensor<0x8xf32>, %d: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %c = tensor.cast %d : tensor<32x8xf32> to tensor<?x8xf32>
  // expected-error @+1 {{'updates' dimension 0: expected size 3 (the length of the slice), found 0}}
  %r = scatter.slice_scatter ins(%u : tensor<0x8xf32>) outs(%c : tensor<?x8xf32>) from [0] to [3] -> tensor<?x8xf32>
  %s = tensor.cast %r : tensor<?x8xf32> to tensor<32x8xf32>
  return %s : tensor<32x8xf32>
}

// -----

func.func @no_tuple_but_updates(%i: tensor<0x1xi64>, %u: tensor<3x8xf32>, %d: tensor<32x8xf32>) -> tensor<32x8xf32> {
  %c = tensor.cast %u : tensor<3x8xf32> to tensor<?x8xf32>
  // expected-error @+1 {{'updates' dimension 0: expected size 0 (as in 'indices'), found 3}}
  %r = scatter.scatter_nd_update ins(%i, %c : tensor<0x1xi64>, tensor<?x8xf32>) outs(%d : tensor<32x8xf32>) -> tensor<32x8xf32>
  return %r : tensor<32x8xf32>
}

// -----

// 2 x 6 elements would fit a box of 3 x 4.

func.func @box(%u: tensor<2x6xf32>, %d: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %i = arith.constant dense<[[0], [2], [4]]> : tensor<3x1xi64>
  %c = tensor.cast %u : tensor<2x6xf32> to tensor<?x?xf32>
  // expected-error @+1 {{'updates' dimension 0: expected size 3 (as in 'indices'), found 2}}
  %r = scatter.scatter_nd_update ins(%i, %c : tensor<3x1xi64>, tensor<?x?xf32>) outs(%d : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
