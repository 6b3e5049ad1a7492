// RUN: %npy %t.d.npy i4 "np.zeros((3, 2))"
// RUN: %npy %t.u.npy i4 "[5, 6, 7]"
// RUN: %npy %t.good.npy i8 "[[0, 1], [-2, 0], [2, 1]]"
// RUN: %npy %t.twice.npy i8 "[[0, 1], [0, 1], [2, 1]]"
// RUN: %npy %t.falls.npy i8 "[[0, 1], [2, 1], [1, 0]]"
// RUN: %npy %t.outside.npy i8 "[[0, 1], [1, 2], [2, 1]]"
// RUN: %npy %t.more.npy i8 "[[0, 1], [1, 0], [2, 0], [2, 1]]"

// Promises that hold change nothing; one that does not ends the process.

// RUN: scatter-run %s --input=%t.d.npy --input=%t.good.npy --input=%t.u.npy --passes=generate-runtime-verification | FileCheck %s
// CHECK: {{^}}[[LB:\[]][[LB]]0, 5],
// CHECK-NEXT: [6, 0],
// CHECK-NEXT: [0, 7]]

// RUN: not scatter-run %s --input=%t.d.npy --input=%t.twice.npy --input=%t.u.npy --passes=generate-runtime-verification 2>&1 | FileCheck %s --check-prefixes=ABORTED,TWICE
// RUN: not scatter-run %s --input=%t.d.npy --input=%t.falls.npy --input=%t.u.npy --passes=generate-runtime-verification 2>&1 | FileCheck %s --check-prefixes=ABORTED,FALLS
// RUN: not scatter-run %s --input=%t.d.npy --input=%t.outside.npy --input=%t.u.npy --passes=generate-runtime-verification 2>&1 | FileCheck %s --check-prefixes=ABORTED,OUTSIDE
// RUN: not scatter-run %s --input=%t.d.npy --input=%t.more.npy --input=%t.u.npy --passes=generate-runtime-verification 2>&1 | FileCheck %s --check-prefixes=ABORTED,SIZES
// TWICE-DAG: 'indices': expected no two tuples for one slot, as 'unique_indices' promises
// FALLS-DAG: 'indices': expected ascending tuples, as 'indices_are_sorted' promises
// OUTSIDE-DAG: 'indices': expected all indices within the bounds of 'data'
// SIZES-DAG: 'updates' dimension 0: expected the size that the other operands have
// ABORTED-DAG: internal error: aborted
func.func @f(%d: tensor<?x?xi32>, %i: tensor<?x2xi64>, %u: tensor<?xi32>) -> tensor<?x?xi32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x2xi64>, tensor<?xi32>) outs(%d : tensor<?x?xi32>) out_of_bounds(undefined) {sizes_match, unique_indices, indices_are_sorted} -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
