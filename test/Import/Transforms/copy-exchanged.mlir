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

// So is what is in the buffer of another value, by a branch or an update of it,
// and what a loop has made.

// CHECK-LABEL: func @through_ops(
// CHECK:       ^bb0(%[[A:.*]]: tensor<8xf32>, %[[B:.*]]: tensor<8xf32>, %[[C:.*]]: tensor<8xf32>, %[[D:.*]]: tensor<8xf32>):
// CHECK:         %[[S:.*]] = arith.select
// CHECK-NEXT:    %[[S1:.*]] = bufferization.alloc_tensor() copy(%[[S]])
// CHECK-NEXT:    %[[I:.*]] = tensor.insert %{{.*}} into %[[A]]
// CHECK-NEXT:    %[[I1:.*]] = bufferization.alloc_tensor() copy(%[[I]])
// CHECK-NEXT:    %[[F:.*]] = scf.for
// CHECK:         %[[F1:.*]] = bufferization.alloc_tensor() copy(%[[F]])
// CHECK-NOT:     bufferization.alloc_tensor
// CHECK:         %[[J:.*]] = scf.if
// CHECK-NOT:     bufferization.alloc_tensor
// CHECK-DAG:     materialize_in_destination %[[S1]] in %[[A]]
// CHECK-DAG:     materialize_in_destination %[[I1]] in %[[B]]
// CHECK-DAG:     materialize_in_destination %[[F1]] in %[[C]]
// CHECK-DAG:     materialize_in_destination %[[J]] in %[[D]]
func.func @through_ops(%x: tensor<8xf32>, %p: i1, %n: index, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:4 = scf.while (%a = %x, %b = %x, %c = %x, %d = %x) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    scf.condition(%p) %a, %b, %c, %d : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  } do {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>, %d: tensor<8xf32>):
    %s = arith.select %p, %a, %b : tensor<8xf32>
    %i = tensor.insert %v into %a[%n] : tensor<8xf32>
    %f = scf.for %k = %c0 to %n step %c1 iter_args(%o = %c) -> tensor<8xf32> {
      %q = tensor.insert %v into %o[%k] : tensor<8xf32>
      scf.yield %q : tensor<8xf32>
    }
    %j = scf.if %p -> tensor<8xf32> {
      %q = tensor.insert %v into %d[%n] : tensor<8xf32>
      scf.yield %q : tensor<8xf32>
    } else {
      scf.yield %d : tensor<8xf32>
    }
    %a1 = bufferization.materialize_in_destination %s in %a : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %b1 = bufferization.materialize_in_destination %i in %b : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %c2 = bufferization.materialize_in_destination %f in %c : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %d1 = bufferization.materialize_in_destination %j in %d : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    scf.yield %a1, %b1, %c2, %d1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  return %r#0 : tensor<8xf32>
}
