// RUN: %npy %t.i.npy i8 "[[1], [0], [1]]"
// RUN: %npy %t.u.npy i4 "np.arange(9).reshape(3, 3)"
// RUN: %npy %t.d.npy i4 "np.zeros((2, 3))"
// RUN: scatter-run %s --input=%t.i.npy --input=%t.u.npy --input=%t.d.npy | FileCheck %s

// A producer that a host has vectorized, with transfers of several rows and of
// parts of rows.

// CHECK: {{^}}[[LB:\[]][[LB]]6, 8, 10],
// CHECK-NEXT: [12, 16, 20]]
func.func @f(%i: tensor<3x1xi64>, %u: tensor<?x?xi32>, %d: tensor<2x?xi32>) -> tensor<2x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %u, %c0 : tensor<?x?xi32>
  %m = tensor.dim %u, %c1 : tensor<?x?xi32>
  %pad = arith.constant 0 : i32
  %two = arith.constant dense<2> : vector<2x2xi32>
  %empty = tensor.empty(%n, %m) : tensor<?x?xi32>
  %v = scf.for %row = %c0 to %n step %c2 iter_args(%a = %empty) -> tensor<?x?xi32> {
    %rows = scf.for %column = %c0 to %m step %c2 iter_args(%b = %a) -> tensor<?x?xi32> {
      %x = vector.transfer_read %u[%row, %column], %pad : tensor<?x?xi32>, vector<2x2xi32>
      %y = arith.muli %x, %two : vector<2x2xi32>
      %w = vector.transfer_write %y, %b[%row, %column] : vector<2x2xi32>, tensor<?x?xi32>
      scf.yield %w : tensor<?x?xi32>
    }
    scf.yield %rows : tensor<?x?xi32>
  }
  %cast = tensor.cast %v : tensor<?x?xi32> to tensor<3x?xi32>
  %r = scatter.scatter_nd_update ins(%i, %cast : tensor<3x1xi64>, tensor<3x?xi32>) outs(%d : tensor<2x?xi32>) reduction(sum) -> tensor<2x?xi32>
  return %r : tensor<2x?xi32>
}
