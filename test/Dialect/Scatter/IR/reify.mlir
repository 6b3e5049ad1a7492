// RUN: scatter-opt %s --resolve-shaped-type-result-dims | FileCheck %s

// The result has the shape of `data`: its sizes are known without the op.

// CHECK-LABEL: func @size_of_scatter_nd_update(
// CHECK-SAME:    %{{[^:]*}}: tensor<?x?xi64>, %{{[^:]*}}: tensor<?x?xf32>, %[[D:[^:]*]]: tensor<?x?xf32>
// CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG:     %[[S0:.*]] = tensor.dim %[[D]], %[[C0]]
// CHECK-DAG:     %[[S1:.*]] = tensor.dim %[[D]], %[[C1]]
// CHECK:         return %[[S0]], %[[S1]]
func.func @size_of_scatter_nd_update(%i: tensor<?x?xi64>, %u: tensor<?x?xf32>, %d: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x?xi64>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) -> tensor<?x?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %r, %c1 : tensor<?x?xf32>
  return %0, %1 : index, index
}

// CHECK-LABEL: func @size_of_slice_scatter(
// CHECK-SAME:    %{{[^:]*}}: tensor<?x8xf32>, %[[D:[^:]*]]: tensor<?x8xf32>
// CHECK-DAG:     %[[C8:.*]] = arith.constant 8 : index
// CHECK-DAG:     %[[S0:.*]] = tensor.dim %[[D]], %{{.*}}
// CHECK:         return %[[S0]], %[[C8]]
func.func @size_of_slice_scatter(%u: tensor<?x8xf32>, %d: tensor<?x8xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scatter.slice_scatter ins(%u : tensor<?x8xf32>) outs(%d : tensor<?x8xf32>) from [1] to [3] -> tensor<?x8xf32>
  %0 = tensor.dim %r, %c0 : tensor<?x8xf32>
  %1 = tensor.dim %r, %c1 : tensor<?x8xf32>
  return %0, %1 : index, index
}
