// RUN: scatter-opt %s --scatter-fuse-producers --mlir-print-debuginfo | FileCheck %s

// An index of the gather is reported where the gather is.

// CHECK: #[[UPDATE:.*]] = loc("update")
// CHECK: scatter.generic {{.*}} indices(%{{.*}}, %{{.*}} : tensor<5x1xi64>, tensor<5x1xi64>)
// CHECK: } -> tensor<8x64xf32> loc(#[[LOC:.*]])
// CHECK: #[[GATHER:.*]] = loc("gather")
// CHECK: #[[LOC]] = loc(fused<[#[[UPDATE]], #[[GATHER]]]>[#[[UPDATE]]])
func.func @gather(%d: tensor<8x64xf32>, %i: tensor<5x1xi64>, %s: tensor<5x1xi64>, %x: tensor<9x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<5x64xf32>
  %g = scatter.gather_nd ins(%s, %x : tensor<5x1xi64>, tensor<9x64xf32>) outs(%e : tensor<5x64xf32>) -> tensor<5x64xf32> loc("gather")
  %r = scatter.scatter_nd_update ins(%i, %g : tensor<5x1xi64>, tensor<5x64xf32>) outs(%d : tensor<8x64xf32>) reduction(sum) -> tensor<8x64xf32> loc("update")
  return %r : tensor<8x64xf32>
}
