// Loops carry values that their bodies compute in other memory than that of
// the value before: the result of a gather, and values that change places.
// RUN: scatter-run %s | FileCheck %s
// RUN: scatter-run %s --threads=2 --machine=parallel-bytes=0 | FileCheck %s

// CHECK:      result0: tensor<3xi32>
// CHECK-NEXT: [3, 1, 2]
// CHECK-NEXT: result1: tensor<3xi32>
// CHECK-NEXT: [7, 5, 6]
// CHECK-NEXT: result2: tensor<3xi32>
// CHECK-NEXT: [2, 3, 1]
func.func @main() -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = arith.constant dense<[5, 6, 7]> : tensor<3xi32>
  %next = arith.constant dense<[[1], [2], [0]]> : tensor<3x1xi64>
  %empty = tensor.empty() : tensor<3xi32>
  // The values change places, and one of them is rotated: twice in two steps.
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<3xi32>, tensor<3xi32>) {
    %rotated = scatter.gather_nd ins(%next, %x : tensor<3x1xi64>, tensor<3xi32>) outs(%empty : tensor<3xi32>) -> tensor<3xi32>
    %back = scatter.gather_nd ins(%next, %rotated : tensor<3x1xi64>, tensor<3xi32>) outs(%empty : tensor<3xi32>) -> tensor<3xi32>
    scf.yield %y, %back : tensor<3xi32>, tensor<3xi32>
  }
  %w:2 = scf.while (%i = %c0, %x = %a) : (index, tensor<3xi32>) -> (index, tensor<3xi32>) {
    %go = arith.cmpi slt, %i, %c1 : index
    scf.condition(%go) %i, %x : index, tensor<3xi32>
  } do {
  ^bb0(%i: index, %x: tensor<3xi32>):
    %rotated = scatter.gather_nd ins(%next, %x : tensor<3x1xi64>, tensor<3xi32>) outs(%empty : tensor<3xi32>) -> tensor<3xi32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %rotated : index, tensor<3xi32>
  }
  return %r#0, %r#1, %w#1 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}
