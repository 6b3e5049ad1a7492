// RUN: scatter-opt %s --scatter-reuse-donated | FileCheck %s
// RUN: scatter-opt %s --scatter-to-llvm-bufferize | FileCheck %s --check-prefix=BUFFERS

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#swapped = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func @decay(
// CHECK-SAME:    %[[C:.*]]: tensor<4x4xf32>
// CHECK:       linalg.generic {{.*}} ins(%[[C]], %{{.*}}) outs(%[[C]] : tensor<4x4xf32>)
// BUFFERS-LABEL: func @decay(
// BUFFERS-SAME:    %[[C:.*]]: memref<4x4xf32>
// BUFFERS-NOT:   {{alloc|copy}}
// BUFFERS:       linalg.generic {{.*}} ins(%[[C]], %{{.*}}) outs(%[[C]] : memref<4x4xf32>)
// BUFFERS-NOT:   {{alloc|copy}}
// BUFFERS:       return
func.func @decay(%c: tensor<4x4xf32> {scatter.donated = 0}, %r: tensor<4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %r : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// Elements at other places are read after the write.

// CHECK-LABEL: func @transposed(
// CHECK:       outs(%{{.*}} : tensor<4x4xf32>)
// CHECK-NOT:   outs(%arg0
// CHECK:       return
func.func @transposed(%c: tensor<4x4xf32> {scatter.donated}) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #swapped, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// Donated to the other result.

// CHECK-LABEL: func @other(
// CHECK:       %[[E:.*]] = tensor.empty
// CHECK:       linalg.exp {{.*}} outs(%[[E]]
// CHECK:       linalg.abs {{.*}} outs(%arg0
func.func @other(%c: tensor<4xf32> {scatter.donated = 1}) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.abs ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// The old contents are needed later: bufferization allocates.

// BUFFERS-LABEL: func @needed(
// BUFFERS:       %[[N:.*]] = memref.alloc
// BUFFERS:       linalg.exp ins(%arg0 : memref<4xf32>) outs(%[[N]]
func.func @needed(%c: tensor<4xf32> {scatter.donated}, %i: index) -> (tensor<4xf32>, f32) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  %2 = tensor.extract %c[%i] : tensor<4xf32>
  %3 = arith.addf %1, %2 : f32
  return %0, %3 : tensor<4xf32>, f32
}
