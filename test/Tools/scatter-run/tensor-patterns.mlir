// RUN: %npy %t.i.npy i8 "[[1], [8], [1], [-9]]"
// RUN: %npy %t.u.npy i4 "np.arange(64).reshape(4, 16)"
// RUN: %npy %t.d.npy i4 "1000 * np.arange(144).reshape(9, 16)"
// RUN: %npy %t.p.npy i8 "3"

// The exported patterns change no value.

// RUN: scatter-run %s --input=%t.i.npy --input=%t.u.npy --input=%t.d.npy --input=%t.p.npy > %t.expected
// RUN: %scatter_test_patterns %s --test-scatter-patterns=names=insert-to-slice,slices,overwritten,expand -o %t.expand.mlir
// RUN: scatter-run %t.expand.mlir --input=%t.i.npy --input=%t.u.npy --input=%t.d.npy --input=%t.p.npy > %t.found
// RUN: cmp %t.expected %t.found
// RUN: %scatter_test_patterns %s --test-scatter-patterns=names=slices,overwritten,collapse,slice-to-insert -o %t.collapse.mlir
// RUN: scatter-run %t.collapse.mlir --input=%t.i.npy --input=%t.u.npy --input=%t.d.npy --input=%t.p.npy > %t.found
// RUN: cmp %t.expected %t.found
// RUN: not cmp %s %t.expand.mlir
func.func @main(%i: tensor<4x1xi64>, %u: tensor<4x16xi32>, %d: tensor<9x16xi32>, %p: index) -> (tensor<9x16xi32>, tensor<9x4xi32>, tensor<3x16xi32>, tensor<14x16xi32>, tensor<9x4x4xi32>, tensor<9x4x4xi32>, tensor<8x16xi32>) {
  %zero = arith.constant 0 : i32
  %inserted = tensor.insert_slice %u into %d[%p, 0] [4, 16] [1, 1] : tensor<4x16xi32> into tensor<9x16xi32>
  %a = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x16xi32>) outs(%d : tensor<9x16xi32>) reduction(sum) out_of_bounds(drop) -> tensor<9x16xi32>
  %columns = tensor.extract_slice %a[0, 4] [9, 4] [1, 1] : tensor<9x16xi32> to tensor<9x4xi32>
  %b = scatter.slice_scatter ins(%u : tensor<4x16xi32>) outs(%d : tensor<9x16xi32>) from [7] to [0] step [-2] -> tensor<9x16xi32>
  %rows = tensor.extract_slice %b[2, 0] [3, 16] [1, 1] : tensor<9x16xi32> to tensor<3x16xi32>
  %c = scatter.slice_scatter ins(%u : tensor<4x16xi32>) outs(%d : tensor<9x16xi32>) from [6] to [-10] step [-2] -> tensor<9x16xi32>
  %padded = tensor.pad %c low[2, 0] high[3, 0] {
  ^bb0(%x: index, %y: index):
    tensor.yield %zero : i32
  } : tensor<9x16xi32> to tensor<14x16xi32>
  %e = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x16xi32>) outs(%d : tensor<9x16xi32>) reduction(max) out_of_bounds(clamp) -> tensor<9x16xi32>
  %expanded = tensor.expand_shape %e [[0], [1, 2]] output_shape [9, 4, 4] : tensor<9x16xi32> into tensor<9x4x4xi32>
  %ux = tensor.expand_shape %u [[0], [1, 2]] output_shape [4, 4, 4] : tensor<4x16xi32> into tensor<4x4x4xi32>
  %dx = tensor.expand_shape %d [[0], [1, 2]] output_shape [9, 4, 4] : tensor<9x16xi32> into tensor<9x4x4xi32>
  %f = scatter.slice_scatter ins(%ux : tensor<4x4x4xi32>) outs(%dx : tensor<9x4x4xi32>) from [2] to [6] -> tensor<9x4x4xi32>
  %old = tensor.extract_slice %d[1, 0] [8, 16] [1, 1] : tensor<9x16xi32> to tensor<8x16xi32>
  %g = scatter.slice_scatter ins(%u : tensor<4x16xi32>) outs(%old : tensor<8x16xi32>) from [4] to [8] -> tensor<8x16xi32>
  %h = scatter.slice_scatter ins(%u : tensor<4x16xi32>) outs(%g : tensor<8x16xi32>) from [0] to [4] -> tensor<8x16xi32>
  return %inserted, %columns, %rows, %padded, %expanded, %f, %h : tensor<9x16xi32>, tensor<9x4xi32>, tensor<3x16xi32>, tensor<14x16xi32>, tensor<9x4x4xi32>, tensor<9x4x4xi32>, tensor<8x16xi32>
}
