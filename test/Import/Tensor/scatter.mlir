// RUN: scatter-opt --convert-tensor-to-scatter %s | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK: %[[U:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<4x1x8xf32> into tensor<4x8xf32>
// CHECK: scatter.scatter_nd_update ins(%{{.*}}, %[[U]] : tensor<4x1xindex>, tensor<4x8xf32>) outs(%{{.*}} : tensor<16x8xf32>) negative_indices(reject) {unique_indices}
func.func @rows(%s: tensor<4x1x8xf32>, %d: tensor<16x8xf32>, %i: tensor<4x1xindex>) -> tensor<16x8xf32> {
  %r = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<4x1x8xf32>, tensor<16x8xf32>, tensor<4x1xindex>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// Dimensions before the last scattered one get a tuple for each position.
// CHECK-LABEL: func.func @middle_dimension
// CHECK: %[[T:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<3x4x2xindex>)
// CHECK: linalg.index 2
// CHECK: linalg.index 1
// CHECK: scatter.scatter_nd_update ins(%[[T]], %{{.*}} : tensor<3x4x2xindex>, tensor<3x4x6xf32>) outs(%{{.*}} : tensor<4x5x6xf32>)
func.func @middle_dimension(%s: tensor<3x4x6xf32>, %d: tensor<4x5x6xf32>, %i: tensor<3x1xi32>) -> tensor<4x5x6xf32> {
  %r = tensor.scatter %s into %d[%i] scatter_dims([1]) unique : (tensor<3x4x6xf32>, tensor<4x5x6xf32>, tensor<3x1xi32>) -> tensor<4x5x6xf32>
  return %r : tensor<4x5x6xf32>
}

// CHECK-LABEL: func.func @insert_slice_stays
// CHECK: tensor.insert_slice
func.func @insert_slice_stays(%s: tensor<4xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %r = tensor.insert_slice %s into %d[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
