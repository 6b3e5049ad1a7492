// RUN: scatter-opt %s --canonicalize --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: scatter-opt %s --canonicalize --scatter-to-llvm --mlir-print-debuginfo | FileCheck %s --check-prefix=REPORT

// What an overwritten slice would have reported is reported at its location.

// CHECK-LABEL: func @overwritten(
// CHECK:         scatter.slice_scatter ins(%{{.*}} : tensor<4xf32>{{.*}}loc(fused["model.onnx":1:1, "model.onnx":2:1])
// CHECK-NOT:     scatter.slice_scatter
// REPORT:        llvm.mlir.global internal constant @scatter_location{{.*}}("model.onnx:1:1\00")
// REPORT-NOT:    model.onnx:2:1
// REPORT:        llvm.func @overwritten(
func.func @overwritten(%a: index, %d: tensor<8xf32>, %u1: tensor<4xf32>, %u2: tensor<4xf32>) -> tensor<8xf32> {
  %0 = scatter.slice_scatter ins(%u1 : tensor<4xf32>) outs(%d : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32> loc("model.onnx":1:1)
  %1 = scatter.slice_scatter ins(%u2 : tensor<4xf32>) outs(%0 : tensor<8xf32>) from [%a] to [8] -> tensor<8xf32> loc("model.onnx":2:1)
  return %1 : tensor<8xf32>
}
