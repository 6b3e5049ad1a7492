// RUN: scatter-opt %s --scatter-vjp=function=sum | FileCheck %s --check-prefix=SUM
// RUN: scatter-opt %s --scatter-vjp=function=overwrite | FileCheck %s --check-prefix=OVERWRITE
// RUN: not scatter-opt %s --scatter-vjp=function=extreme 2>&1 | FileCheck %s --check-prefix=EXTREME
// RUN: not scatter-opt %s --scatter-vjp=function=matrix 2>&1 | FileCheck %s --check-prefix=MATRIX
// RUN: not scatter-opt %s --scatter-vjp 2>&1 | FileCheck %s --check-prefix=WHICH
// RUN: not scatter-opt %s --scatter-vjp=function=none 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// WHICH: scatter-vjp: expected one public function or the option 'function' with the name of one, found 4
// UNKNOWN: scatter-vjp: expected one public function or the option 'function' with the name of one, found 0

// The gradient of the updates is a gather of the cotangent.

// SUM-LABEL: func.func @sum_vjp
// SUM-SAME: (%{{.*}}: tensor<8xf32>, %[[I:.*]]: tensor<4x1xi64>, %{{.*}}: tensor<4xf32>, %[[G:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<4xf32>)
// SUM: %[[GU:.*]] = scatter.generic {{.*}} indices(%[[I]] : {{.*}} ins(%[[G]] : tensor<8xf32>) {{.*}} out_of_bounds [drop]
// SUM: return %[[G]], %[[GU]]
func.func @sum(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(sum)
         -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Without a reduction the last tuple of a slot has its gradient, and the old
// element none.

// OVERWRITE-LABEL: func.func @overwrite_vjp
// OVERWRITE: %[[WINNERS:.*]] = scatter.generic
// OVERWRITE: %[[GU:.*]] = scatter.generic {{.*}} ins(%[[G:.*]], %[[WINNERS]] : tensor<8xf32>, tensor<8xi64>)
// OVERWRITE: arith.cmpi eq
// OVERWRITE: %[[GD:.*]] = scatter.scatter_nd_update {{.*}} outs(%[[G]] : tensor<8xf32>) out_of_bounds(drop)
// OVERWRITE: return %[[GD]], %[[GU]]
func.func @overwrite(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// EXTREME: scatter-vjp: expected reduction none, sum or sub, found max
func.func @extreme(%d: tensor<8xf32>, %i: tensor<4x1xi64>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<8xf32>) reduction(max)
         -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// MATRIX: scatter-vjp: expected an op with a derivative, found 'linalg.matmul'
func.func @matrix(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
