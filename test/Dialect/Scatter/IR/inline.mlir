// RUN: scatter-opt %s --inline | FileCheck %s

// Functions with ops of the dialect are inlined.

func.func private @update(%d: tensor<8xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<8xf32> {
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.slice_scatter ins(%u : tensor<2xf32>) outs(%0 : tensor<8xf32>) from [1] to [5] step [2] -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: func @caller(
// CHECK-NOT:     call
// CHECK:         scatter.scatter_nd_update
// CHECK:         scatter.slice_scatter
func.func @caller(%d: tensor<8xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<8xf32> {
  %0 = call @update(%d, %i, %u) : (tensor<8xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
