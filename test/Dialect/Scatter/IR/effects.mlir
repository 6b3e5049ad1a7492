// RUN: scatter-opt %s --cse | FileCheck %s

// Tensor forms have no effect: equal ones are one, unused ones vanish, reports
// with them.

// CHECK-LABEL: func @equal_tensor_forms_are_one(
// CHECK-COUNT-1: scatter.scatter_nd_update
// CHECK-NOT:     scatter.scatter_nd_update
// CHECK-COUNT-1: scatter.slice_scatter
// CHECK-NOT:     scatter.
// CHECK:         return %[[A:.*]], %[[A]], %[[B:.*]], %[[B]]
func.func @equal_tensor_forms_are_one(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>, %a: index)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  %2 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32>
  %3 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Attributes tell ops apart.

// CHECK-LABEL: func @tensor_forms_that_differ_in_an_attribute(
// CHECK-COUNT-4: scatter.scatter_nd_update
func.func @tensor_forms_that_differ_in_an_attribute(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) out_of_bounds(drop) -> tensor<8xf32>
  %2 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) negative_indices(reject) -> tensor<8xf32>
  %3 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) {unique_indices} -> tensor<8xf32>
  return %0, %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @unused_tensor_forms_vanish(
// CHECK-NEXT:    return
func.func @unused_tensor_forms_vanish(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<8xf32>, %a: index) {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32>
  return
}

// Memref forms write `data`: none vanishes, and no load after one is that before.

// CHECK-LABEL: func @memref_forms_stay(
// CHECK:         %[[A:.*]] = memref.load
// CHECK-COUNT-2: scatter.scatter_nd_update
// CHECK:         %[[B:.*]] = memref.load
// CHECK-COUNT-2: scatter.slice_scatter
// CHECK:         %[[C:.*]] = memref.load
// CHECK:         return %[[A]], %[[B]], %[[C]]
func.func @memref_forms_stay(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %d[%c0] : memref<8xf32>
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) reduction(sum)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) reduction(sum)
  %1 = memref.load %d[%c0] : memref<8xf32>
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [0] to [4]
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [0] to [4]
  %2 = memref.load %d[%c0] : memref<8xf32>
  return %0, %1, %2 : f32, f32, f32
}

// A report is an effect.

// CHECK-LABEL: func @reports_stay(
// CHECK-COUNT-2: scatter.report
func.func @reports_stay(%a: i64) {
  scatter.report index %a, %a, %a, %a
  scatter.report index %a, %a, %a, %a
  return
}

// So is a report of an index, which reads the indices too.

// CHECK-LABEL: func @reports_of_indices_stay(
// CHECK:         memref.store
// CHECK-NEXT:    scatter.report_invalid_index
// CHECK-NEXT:    memref.store
// CHECK-NEXT:    scatter.report_invalid_index
func.func @reports_of_indices_stay(%i: memref<8xi64>, %a: i64, %b: i64, %c0: index) {
  memref.store %a, %i[%c0] : memref<8xi64>
  scatter.report_invalid_index index %i[%c0] batch() strides() dims(%a) stride %a : memref<8xi64>
  memref.store %b, %i[%c0] : memref<8xi64>
  scatter.report_invalid_index index %i[%c0] batch() strides() dims(%a) stride %a : memref<8xi64>
  return
}
