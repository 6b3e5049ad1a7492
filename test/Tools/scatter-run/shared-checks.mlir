// Two updates by the same indices, and a loop of updates by indices that do not
// change: the check is done once, values and reports are those of the ops.

// RUN: %npy %t.data.npy f4 "[1, 2, 3, 4]"
// RUN: %npy %t.good.npy i8 "[[0], [-1], [0]]"
// RUN: %npy %t.bad.npy i8 "[[0], [3], [-5]]"
// RUN: %npy %t.updates.npy f4 "[10, 20, 30]"

// RUN: scatter-run %s --entry=two --input=%t.data.npy --input=%t.good.npy --input=%t.updates.npy --threads=2 | FileCheck %s --check-prefix=TWO
// TWO: [30, 2, 3, 20]
// TWO: [41, 2, 3, 24]
// RUN: %fails 2 scatter-run %s --entry=two --input=%t.data.npy --input=%t.bad.npy --input=%t.updates.npy | FileCheck %s --check-prefix=TWO-BAD
// TWO-BAD: shared-checks.mlir:[[#@LINE+14]]:{{[0-9]+}}: error: 'indices' tuple 2, component 0: expected an index in [-4, 3] for a dimension of size 4, found -5

// RUN: scatter-run %s --entry=loop --input=%t.data.npy --input=%t.good.npy --input=%t.updates.npy | FileCheck %s --check-prefix=LOOP
// LOOP: [4001, 2, 3, 2004]
// RUN: %fails 2 scatter-run %s --entry=loop --input=%t.data.npy --input=%t.bad.npy --input=%t.updates.npy | FileCheck %s --check-prefix=LOOP-BAD
// LOOP-BAD: shared-checks.mlir:[[#@LINE+19]]:{{[0-9]+}}: error: 'indices' tuple 2, component 0: expected an index in [-4, 3] for a dimension of size 4, found -5

// The loops of the check, and no other: one vector of indices is compared.
// RUN: scatter-opt %s --scatter-to-llvm-simplify --scatter-to-llvm-checks | FileCheck %s --check-prefix=CHECKS
// CHECKS-LABEL: func.func @two(
// CHECKS-COUNT-1: scatter.check_indices
// CHECKS-LABEL: func.func @loop(

func.func @two(%data: tensor<?xf32>, %indices: tensor<?x1xi64>, %updates: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = scatter.scatter_nd_update ins(%indices, %updates : tensor<?x1xi64>, tensor<?xf32>) outs(%data : tensor<?xf32>) -> tensor<?xf32>
  %1 = scatter.scatter_nd_update ins(%indices, %updates : tensor<?x1xi64>, tensor<?xf32>) outs(%data : tensor<?xf32>) reduction(sum) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

func.func @loop(%data: tensor<?xf32>, %indices: tensor<?x1xi64>, %updates: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %r = scf.for %n = %c0 to %c100 step %c1 iter_args(%a = %data) -> tensor<?xf32> {
    %0 = scatter.scatter_nd_update ins(%indices, %updates : tensor<?x1xi64>, tensor<?xf32>) outs(%a : tensor<?xf32>) reduction(sum) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
