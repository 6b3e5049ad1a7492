// RUN: scatter-opt --convert-tosa-to-scatter --split-input-file --verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: func.func @one_batch
// CHECK: %[[D:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0, 1], [2]] : tensor<1x16x8xf32> into tensor<16x8xf32>
// CHECK: scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : tensor<4x1xi32>, tensor<4x8xf32>) outs(%[[D]] : tensor<16x8xf32>) negative_indices(reject) {unique_indices}
// CHECK: tensor.expand_shape
func.func @one_batch(%v: tensor<1x16x8xf32>, %i: tensor<1x4xi32>, %u: tensor<1x4x8xf32>) -> tensor<1x16x8xf32> {
  %r = tosa.scatter %v, %i, %u : (tensor<1x16x8xf32>, tensor<1x4xi32>, tensor<1x4x8xf32>) -> tensor<1x16x8xf32>
  return %r : tensor<1x16x8xf32>
}

// -----

// CHECK-LABEL: func.func @batches
// CHECK: %[[T:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<?x4xi32>) outs(%{{.*}} : tensor<?x4x2xi32>)
// CHECK: linalg.index 0
// CHECK: scatter.scatter_nd_update ins(%[[T]], %{{.*}} : tensor<?x4x2xi32>, tensor<?x4x8xf32>) outs(%{{.*}} : tensor<?x16x8xf32>) negative_indices(reject) {unique_indices}
func.func @batches(%v: tensor<?x16x8xf32>, %i: tensor<?x4xi32>, %u: tensor<?x4x8xf32>) -> tensor<?x16x8xf32> {
  %r = tosa.scatter %v, %i, %u : (tensor<?x16x8xf32>, tensor<?x4xi32>, tensor<?x4x8xf32>) -> tensor<?x16x8xf32>
  return %r : tensor<?x16x8xf32>
}

// -----

// CHECK-LABEL: func.func @other_ops_stay
// CHECK: tosa.gather
func.func @other_ops_stay(%v: tensor<1x16x8xf32>, %i: tensor<1x4xi32>) -> tensor<1x4x8xf32> {
  %r = tosa.gather %v, %i : (tensor<1x16x8xf32>, tensor<1x4xi32>) -> tensor<1x4x8xf32>
  return %r : tensor<1x4x8xf32>
}
