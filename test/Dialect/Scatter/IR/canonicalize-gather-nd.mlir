// RUN: scatter-opt %s --canonicalize --split-input-file | FileCheck %s

// Constant indices in bounds are not checked at run time, and need no fill.

// CHECK-LABEL: func @constant_indices_in_bounds(
// CHECK:         %[[I:.*]] = arith.constant dense<{{\[\[}}4], [7]]> : tensor<2x1xi64>
// CHECK-NOT:     fill
// CHECK:         scatter.gather_nd ins(%[[I]], %{{.*}}) outs(%{{.*}}) out_of_bounds(undefined) negative_indices(reject) -> tensor<2xf32>
func.func @constant_indices_in_bounds(%d: tensor<8xf32>, %o: tensor<2xf32>, %f: f32) -> tensor<2xf32> {
  %i = arith.constant dense<[[4], [-1]]> : tensor<2x1xi64>
  %r = scatter.gather_nd ins(%i, %d : tensor<2x1xi64>, tensor<8xf32>) outs(%o : tensor<2xf32>) fill(%f : f32) out_of_bounds(drop) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// The sizes are those of the dimensions after the batch dimensions.

// CHECK-LABEL: func @constant_indices_beside_batch(
// CHECK:         arith.constant dense<2> : tensor<2x1xi64>
// CHECK:         out_of_bounds(undefined) negative_indices(reject) batch_dims(1)
func.func @constant_indices_beside_batch(%d: tensor<2x3xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %i = arith.constant dense<[[2], [-1]]> : tensor<2x1xi64>
  %r = scatter.gather_nd ins(%i, %d : tensor<2x1xi64>, tensor<2x3xf32>) outs(%o : tensor<2xf32>) batch_dims(1) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func @constant_index_out_of_bounds(
// CHECK:         scatter.gather_nd ins({{.*}}) outs({{.*}}) batch_dims(1) -> tensor<2xf32>
func.func @constant_index_out_of_bounds(%d: tensor<2x3xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %i = arith.constant dense<[[2], [3]]> : tensor<2x1xi64>
  %r = scatter.gather_nd ins(%i, %d : tensor<2x1xi64>, tensor<2x3xf32>) outs(%o : tensor<2xf32>) batch_dims(1) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// A fill of 0 is the default; -0 is another number. Policies that drop nothing
// read no fill.

// CHECK-LABEL: func @fills(
// CHECK-SAME:    %[[F:[^:]*]]: f32)
// CHECK:         %[[N:.*]] = arith.constant -0.0
// CHECK:         scatter.gather_nd {{.*}} outs(%{{[^)]*}}) out_of_bounds(drop)
// CHECK:         scatter.gather_nd {{.*}} fill(%[[N]] : f32) out_of_bounds(drop)
// CHECK:         scatter.gather_nd {{.*}} fill(%[[F]] : f32) out_of_bounds(clamp)
// CHECK:         scatter.gather_nd {{.*}} outs(%{{[^)]*}}) -> tensor<4xf32>
func.func @fills(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %negative = arith.constant -0.0 : f32
  %0 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) fill(%zero : f32) out_of_bounds(drop) -> tensor<4xf32>
  %1 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) fill(%negative : f32) out_of_bounds(drop) -> tensor<4xf32>
  %2 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) fill(%f : f32) out_of_bounds(clamp) -> tensor<4xf32>
  %3 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<8xf32>) outs(%o : tensor<4xf32>) fill(%f : f32) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Casts that hide static sizes are absorbed.

// CHECK-LABEL: func @cast(
// CHECK:         scatter.gather_nd ins(%{{.*}}, %{{.*}} : tensor<4x1xi64>, tensor<8xf32>) outs(%{{.*}} : tensor<4xf32>) -> tensor<4xf32>
func.func @cast(%i: tensor<4x1xi64>, %d: tensor<8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %ci = tensor.cast %i : tensor<4x1xi64> to tensor<?x?xi64>
  %cd = tensor.cast %d : tensor<8xf32> to tensor<?xf32>
  %co = tensor.cast %o : tensor<4xf32> to tensor<?xf32>
  %0 = scatter.gather_nd ins(%ci, %cd : tensor<?x?xi64>, tensor<?xf32>) outs(%co : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// Without tuples nothing is read or reported; slices of size 0 are not read,
// but under `error` their tuples are checked.

// CHECK-LABEL: func @no_tuples(
// CHECK-SAME:    %[[O:[^:]*]]: tensor<0x8xf32>)
// CHECK-NEXT:    return %[[O]]
func.func @no_tuples(%i: tensor<0x1xi64>, %d: tensor<4x8xf32>, %o: tensor<0x8xf32>) -> tensor<0x8xf32> {
  %r = scatter.gather_nd ins(%i, %d : tensor<0x1xi64>, tensor<4x8xf32>) outs(%o : tensor<0x8xf32>) -> tensor<0x8xf32>
  return %r : tensor<0x8xf32>
}

// CHECK-LABEL: func @empty_slices(
// CHECK-SAME:    %[[O:[^:]*]]: tensor<4x0xf32>)
// CHECK-NEXT:    %[[R:.*]] = scatter.gather_nd
// CHECK-NEXT:    return %[[R]], %[[O]]
func.func @empty_slices(%i: tensor<4x1xi64>, %d: tensor<4x0xf32>, %o: tensor<4x0xf32>) -> (tensor<4x0xf32>, tensor<4x0xf32>) {
  %0 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<4x0xf32>) outs(%o : tensor<4x0xf32>) -> tensor<4x0xf32>
  %1 = scatter.gather_nd ins(%i, %d : tensor<4x1xi64>, tensor<4x0xf32>) outs(%o : tensor<4x0xf32>) out_of_bounds(drop) -> tensor<4x0xf32>
  return %0, %1 : tensor<4x0xf32>, tensor<4x0xf32>
}
