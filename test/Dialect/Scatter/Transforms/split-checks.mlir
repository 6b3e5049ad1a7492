// RUN: scatter-opt %s --scatter-split-checks --split-input-file | FileCheck %s
// RUN: scatter-opt %s --scatter-split-checks --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=CLEAN

// What an update becomes. Locations are those of the update.

// CHECK-LABEL: func @tensor_form(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[U:[^:]*]]: tensor<4x8xf32>, %[[D:[^:]*]]: tensor<16x8xf32>
// CHECK-NEXT:    %[[VALID:.*]] = scatter.check_indices %[[I]] within [16] : tensor<4x1xi64>
// CHECK-NEXT:    %[[R:.*]] = scf.if %[[VALID]] -> (tensor<16x8xf32>) {
// CHECK-NEXT:      %[[NEW:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[U]] : tensor<4x1xi64>, tensor<4x8xf32>) outs(%[[D]] : tensor<16x8xf32>) reduction(sum) out_of_bounds(undefined) {my.note, unique_indices} -> tensor<16x8xf32>
// CHECK-NEXT:      scf.yield %[[NEW]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scatter.report_indices %[[I]] within [16] : tensor<4x1xi64>{{$}}
// CHECK-NEXT:      scf.yield %[[D]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[R]]
func.func @tensor_form(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<16x8xf32>) reduction(sum) {unique_indices, my.note} -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// -----

// CHECK-LABEL: func @memref_form(
// CHECK-SAME:    %[[I:[^:]*]]: memref<4x2xui32>, %[[U:[^:]*]]: memref<4xf32>, %[[D:[^:]*]]: memref<?x8xf32>
// CHECK:         %[[SIZE:.*]] = memref.dim %[[D]], %{{.*}}
// CHECK-NEXT:    %[[VALID:.*]] = scatter.check_indices %[[I]] within [%[[SIZE]], 8] negative_indices(reject) : memref<4x2xui32>
// CHECK-NEXT:    scf.if %[[VALID]] {
// CHECK-NEXT:      scatter.scatter_nd_update ins(%[[I]], %[[U]] : {{.*}}) outs(%[[D]] : memref<?x8xf32>) out_of_bounds(undefined) negative_indices(reject){{$}}
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scatter.report_indices %[[I]] within [%[[SIZE]], 8] negative_indices(reject) : memref<4x2xui32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @memref_form(%i: memref<4x2xui32>, %u: memref<4xf32>, %d: memref<?x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x2xui32>, memref<4xf32>) outs(%d : memref<?x8xf32>) negative_indices(reject)
  return
}

// -----

// Other policies report nothing.

// CHECK-LABEL: func @other_policies_stay(
// CHECK-NOT:     scatter.check_indices
// CHECK-NOT:     scf.if
// CHECK-COUNT-3: scatter.scatter_nd_update
// CHECK:         return
func.func @other_policies_stay(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds(drop)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds(clamp)
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds(undefined)
  return
}

// -----

// What is known leaves no branch: valid constants, no tuples, no components.

// CHECK-LABEL: func @known_to_be_valid(
// CHECK-NOT:     scatter.check_indices
// CHECK-NOT:     scf.if
// CHECK-COUNT-3: scatter.scatter_nd_update {{.*}} out_of_bounds(undefined)
// CHECK:         return
func.func @known_to_be_valid(%e: tensor<?x0x1xi64>, %v: tensor<?x0xf32>, %z: tensor<3x0xi64>, %w: tensor<3x8xf32>, %u: tensor<2xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<[[7], [-8]]> : tensor<2x1xi64>
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  %1 = scatter.scatter_nd_update ins(%e, %v : tensor<?x0x1xi64>, tensor<?x0xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = scatter.scatter_nd_update ins(%z, %w : tensor<3x0xi64>, tensor<3x8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func @known_to_be_invalid(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<2xf32>, %[[D:[^:]*]]: tensor<8xf32>
// CHECK-NEXT:    %[[I:.*]] = arith.constant
// CHECK-NEXT:    scatter.report_indices %[[I]] within [8] : tensor<2x1xi64>
// CHECK-NEXT:    return %[[D]]
func.func @known_to_be_invalid(%u: tensor<2xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %i = arith.constant dense<[[7], [8]]> : tensor<2x1xi64>
  %0 = scatter.scatter_nd_update ins(%i, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A check found valid later leaves no branch either.

// CLEAN-LABEL: func @known_after_canonicalization(
// CLEAN-NOT:     scf.if
// CLEAN:         scatter.scatter_nd_update {{.*}} out_of_bounds(undefined)
// CLEAN-NOT:     scatter.report_indices
// CLEAN:         return
func.func @known_after_canonicalization(%i: tensor<2x1xi64>, %u: tensor<2xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
  %c2 = arith.constant 2 : index
  %c = arith.constant dense<[[7], [0]]> : tensor<2x1xi64>
  %isLarge = arith.cmpi eq, %c2, %c2 : index
  %j = arith.select %isLarge, %c, %i : tensor<2x1xi64>
  %0 = scatter.scatter_nd_update ins(%j, %u : tensor<2x1xi64>, tensor<2xf32>) outs(%d : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// What a plan says about the check stays, and the rest with the update.

// CHECK-LABEL: func @plan_by_hand(
// CHECK:         scatter.check_indices %{{.*}} {plan = #scatter.plan<threads = <2, bytes = 50>, stores = <vector_bytes = 32>>} : memref<4x1xi64>
// CHECK:         scatter.scatter_nd_update {{.*}} out_of_bounds(undefined) {plan = #scatter.plan<threads = <2, bytes = 50>, prefetch = 8, stores = <vector_bytes = 32>>}
func.func @plan_by_hand(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>)
      {plan = #scatter.plan<threads = <2, bytes = 50>, prefetch = 8, stores = <vector_bytes = 32>>}
  return
}
