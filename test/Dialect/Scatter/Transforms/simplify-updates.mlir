// RUN: scatter-opt %s --scatter-simplify-updates | FileCheck %s

// Conversions move to where fewer elements are converted.

// CHECK-LABEL: func @few_tuples(
// CHECK:         arith.truncf %{{.*}} : tensor<4x8xf32> to tensor<4x8xf16>
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<16x8xf16>
func.func @few_tuples(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf16> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  %t = arith.truncf %r : tensor<16x8xf32> to tensor<16x8xf16>
  return %t : tensor<16x8xf16>
}

// CHECK-LABEL: func @many_tuples(
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<16x8xf32>
// CHECK:         arith.truncf %{{.*}} : tensor<16x8xf32>
func.func @many_tuples(%i: tensor<40x1xi64>, %u: tensor<40x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf16> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<40x1xi64>, tensor<40x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  %t = arith.truncf %r : tensor<16x8xf32> to tensor<16x8xf16>
  return %t : tensor<16x8xf16>
}

// Of run-time numbers only where the update then moves narrower elements.

// CHECK-LABEL: func @unknown_narrows(
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<16x8xf16>
func.func @unknown_narrows(%i: tensor<?x1xi64>, %u: tensor<?x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf16> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  %t = arith.truncf %r : tensor<16x8xf32> to tensor<16x8xf16>
  return %t : tensor<16x8xf16>
}

// CHECK-LABEL: func @unknown_widens(
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<16x8xf16>
func.func @unknown_widens(%i: tensor<?x1xi64>, %u: tensor<?x8xf16>, %d: tensor<16x8xf16>) -> tensor<16x8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x8xf16>) outs(%d : tensor<16x8xf16>) -> tensor<16x8xf16>
  %t = arith.extf %r : tensor<16x8xf16> to tensor<16x8xf32>
  return %t : tensor<16x8xf32>
}

// A gather of few rows of a table converts these.

// CHECK-LABEL: func @table(
// CHECK:         scatter.gather_nd {{.*}} -> tensor<4x8xf16>
// CHECK:         arith.extf
func.func @table(%i: tensor<4x1xi64>, %x: tensor<16x8xf16>) -> tensor<4x8xf32> {
  %w = arith.extf %x : tensor<16x8xf16> to tensor<16x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %g = scatter.gather_nd ins(%i, %w : tensor<4x1xi64>, tensor<16x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %g : tensor<4x8xf32>
}

// Each batch has a table of its own.

// CHECK-LABEL: func @batched_table(
// CHECK:         arith.extf %{{.*}} : tensor<3x4x8xf16>
// CHECK:         scatter.gather_nd {{.*}} -> tensor<3x5x8xf32>
func.func @batched_table(%i: tensor<3x5x1xi64>, %x: tensor<3x4x8xf16>) -> tensor<3x5x8xf32> {
  %w = arith.extf %x : tensor<3x4x8xf16> to tensor<3x4x8xf32>
  %e = tensor.empty() : tensor<3x5x8xf32>
  %g = scatter.gather_nd ins(%i, %w : tensor<3x5x1xi64>, tensor<3x4x8xf32>) outs(%e : tensor<3x5x8xf32>) batch_dims(1) -> tensor<3x5x8xf32>
  return %g : tensor<3x5x8xf32>
}

// The padding is the copy that is updated.

// CHECK-LABEL: func @pad(
// CHECK:         %[[P:.*]] = tensor.pad
// CHECK:         tensor.insert_slice %{{.*}} into %[[P]][3] [4] [1]
func.func @pad(%u: tensor<4xf32>, %d: tensor<9xf32>) -> tensor<11xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.insert_slice %u into %d[1] [4] [1] : tensor<4xf32> into tensor<9xf32>
  %p = tensor.pad %r low[2] high[0] {
  ^bb0(%a: index):
    tensor.yield %z : f32
  } : tensor<9xf32> to tensor<11xf32>
  return %p : tensor<11xf32>
}
