// RUN: scatter-opt %s --scatter-copy-exchanged | FileCheck %s

// A value that takes another place is copied at first. One that stays is not.

// CHECK-LABEL: func @loop(
// CHECK:       ^bb0(%[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>, %[[C:.*]]: tensor<8xf32>, %[[D:.*]]: tensor<8xf32>):
// CHECK-DAG:     %[[A1:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK-DAG:     %[[B1:.*]] = bufferization.alloc_tensor() copy(%[[B]])
// CHECK-NOT:     bufferization.alloc_tensor
// CHECK:         %[[E:.*]] = linalg.exp
// CHECK-DAG:     materialize_in_destination %[[B1]] in %[[A]]
// CHECK-DAG:     materialize_in_destination %[[A1]] in %[[B]]
// CHECK-DAG:     materialize_in_destination %[[C]] in %[[C]]
// CHECK-DAG:     materialize_in_destination %[[E]] in %[[D]]
func.func @loop(%x: tensor<8xf32>, %p: i1) -> tensor<8xf32> {
  %r:4 = scf.while (%a = %x, %b = %x, %c = %x, %d = %x) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    scf.condition(%p) %a, %b, %c, %d : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  } do {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>):
    %empty = tensor.empty() : tensor<8xf32>
    %e = linalg.exp ins(%a : tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
    %a1 = bufferization.materialize_in_destination %b in %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %b1 = bufferization.materialize_in_destination %a in %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %c1 = bufferization.materialize_in_destination %c in %c : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %d1 = bufferization.materialize_in_destination %e in %d : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    scf.yield %a1, %b1, %c1, %d1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  return %r#0 : tensor<8xf32>
}
