// RUN: scatter-opt %s --generate-runtime-verification --canonicalize --cse | FileCheck %s

// What an op promises is asserted before it, sizes first.

// CHECK-LABEL: func @promises(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x2xi32>, %[[U:[^:]*]]: tensor<?xf32>, %[[D:[^:]*]]: tensor<?x?xf32>
// CHECK-DAG:     %[[D0:.*]] = tensor.dim %[[D]], %c0
// CHECK-DAG:     %[[D1:.*]] = tensor.dim %[[D]], %c1
// CHECK-DAG:     %[[N:.*]] = tensor.dim %[[I]], %c0
// CHECK-DAG:     cf.assert %{{.*}}, "{{.*}}'updates' dimension 0: expected the size that the other operands have
// CHECK:         %[[VALID:.*]] = scatter.check_indices %[[I]] within [%[[D0]], %[[D1]]]
// CHECK:         cf.assert %[[VALID]], "{{.*}}'indices': expected all indices within the bounds of 'data'
// CHECK:         %[[SLOTS:.*]] = arith.muli %[[D0]], %[[D1]]
// CHECK:         %[[NAMED:.*]] = memref.alloc(%[[SLOTS]]) {bufferization.manual_deallocation} : memref<?xi8>
// CHECK:         scf.for %[[T:.*]] = %c0 to %[[N]] {{.*}} iter_args(%[[LAST:.*]] = %c0)
// CHECK:           %[[ROW:.*]] = arith.muli
// CHECK:           %[[SLOT:.*]] = arith.addi %[[ROW]],
// CHECK:           %[[ASCENDS:.*]] = arith.cmpi sge, %[[SLOT]], %[[LAST]]
// CHECK:           cf.assert %[[ASCENDS]], "{{.*}}'indices': expected ascending tuples, as 'indices_are_sorted' promises
// CHECK:           %[[OLD:.*]] = memref.load %[[NAMED]][%[[SLOT]]]
// CHECK:           %[[FREE:.*]] = arith.cmpi eq, %[[OLD]], %c0_i8
// CHECK:           cf.assert %[[FREE]], "{{.*}}'indices': expected no two tuples for one slot, as 'unique_indices' promises
// CHECK:           scf.yield %[[SLOT]]
// CHECK:         memref.dealloc %[[NAMED]] {bufferization.manual_deallocation}
// CHECK:         scatter.scatter_nd_update
func.func @promises(%i: tensor<?x2xi32>, %u: tensor<?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x2xi32>, tensor<?xf32>) outs(%d : tensor<?x?xf32>) out_of_bounds(undefined) {sizes_match, unique_indices, indices_are_sorted} -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// What an op reports or ignores by itself is not asserted.

// CHECK-LABEL: func @nothing_promised(
// CHECK-NOT:     cf.assert
// CHECK-LABEL: func @dropped(
// CHECK-NOT:     scatter.check_indices
// CHECK:         scf.if
// CHECK-NEXT:      memref.load
func.func @nothing_promised(%i: memref<?x1xi64>, %u: memref<?xf32>, %d: memref<?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>) outs(%d : memref<?xf32>)
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [2] to [7]
  return
}
func.func @dropped(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds(drop) {unique_indices}
  return
}

// CHECK-LABEL: func @slice(
// CHECK:         cf.assert %{{.*}}, "{{.*}}'step' entry 0: expected a step other than 0
// CHECK:         cf.assert %{{.*}}, "{{.*}}'updates' dimension 0: expected the size that the other operands have
// CHECK:         scatter.slice_scatter
func.func @slice(%u: memref<?xf32>, %d: memref<?xf32>, %p: index, %q: index, %s: index) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [%p] to [%q] step [%s] {sizes_match}
  return
}

// CHECK-LABEL: func @gather(
// CHECK:         cf.assert %{{.*}}, "{{.*}}'out' dimension 0: expected the size that the other operands have
// CHECK:         scatter.check_indices
// CHECK:         cf.assert %{{.*}}, "{{.*}}'indices': expected all indices
// CHECK:         scatter.gather_nd
func.func @gather(%d: memref<?x4xf32>, %i: memref<?x1xi64>, %o: memref<?x4xf32>) {
  scatter.gather_nd ins(%i, %d : memref<?x1xi64>, memref<?x4xf32>) outs(%o : memref<?x4xf32>) out_of_bounds(undefined) {sizes_match}
  return
}

// CHECK-LABEL: func @generic(
// CHECK:         cf.assert %{{.*}}, "{{.*}}'indices' operand 0 dimension 0: expected the size that the other operands have
// CHECK:         scatter.check_indices %{{.*}} within [9]
// CHECK:         cf.assert %{{.*}}, "{{.*}}'indices' operand 0: expected all indices within the bounds of the dimensions that they index
// CHECK:         scatter.generic
func.func @generic(%i: tensor<?x1xi64>, %u: tensor<8xf32>, %d: tensor<9xf32>) -> tensor<9xf32> {
  %r = scatter.generic {indexing_maps = [affine_map<(e)[k] -> (e)>, affine_map<(e)[k] -> (k)>], sizes_match}
         indices(%i : tensor<?x1xi64>) ins(%u : tensor<8xf32>) outs(%d : tensor<9xf32>) out_of_bounds [undefined] {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<9xf32>
  return %r : tensor<9xf32>
}

// Each index operand is named.

// CHECK-LABEL: func @generic_gather(
// CHECK:         scatter.check_indices %{{.*}} within [9]
// CHECK:         cf.assert %{{.*}}, "{{.*}}'indices' operand 0: expected all indices
// CHECK:         scatter.check_indices %{{.*}} within [5]
// CHECK:         cf.assert %{{.*}}, "{{.*}}'indices' operand 1: expected all indices
// CHECK:         scatter.generic
func.func @generic_gather(%i: tensor<8x1xi64>, %j: tensor<8x1xi64>, %x: tensor<5xf32>, %d: tensor<9xf32>) -> tensor<9xf32> {
  %r = scatter.generic {indexing_maps = [affine_map<(e)[k, s] -> (s)>, affine_map<(e)[k, s] -> (k)>]}
         indices(%i, %j : tensor<8x1xi64>, tensor<8x1xi64>) ins(%x : tensor<5xf32>) outs(%d : tensor<9xf32>)
         out_of_bounds [undefined, undefined] {
  ^bb0(%a: f32, %old: f32):
    scatter.yield %a : f32
  } -> tensor<9xf32>
  return %r : tensor<9xf32>
}

// What no two tuples may write is told by the map of each out. A tuple that is
// dropped writes nothing. Sizes that do not match are left to the op, which
// reports them: no position of the one operand need be one of the other.

// CHECK-LABEL: func @unique_generic(
// CHECK-SAME:    %[[I:[^:]*]]: memref<?x1xi64>, %[[J:[^:]*]]: memref<?x1xi64>
// CHECK:         %[[N:.*]] = memref.dim %[[J]], %c0
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[N]],
// CHECK:         %[[MATCH:.*]] = arith.andi %{{.*}}, %[[SAME]]
// CHECK:         scf.if %[[MATCH]]
// CHECK:         %[[FIRST:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<45xi8>
// CHECK:         %[[SECOND:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<9xi8>
// CHECK:         scf.for
// CHECK:           %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %c5
// CHECK:           scf.if %[[INSIDE]]
// CHECK:             memref.load %[[FIRST]]
// CHECK:             cf.assert %{{.*}}, "{{.*}}'outs' operand 0: expected no two tuples for one element, as 'unique_indices' promises
// CHECK:             memref.load %[[SECOND]]
// CHECK:             cf.assert %{{.*}}, "{{.*}}'outs' operand 1: expected no two tuples for one element, as 'unique_indices' promises
// CHECK:         memref.dealloc %[[FIRST]]
// CHECK:         memref.dealloc %[[SECOND]]
// CHECK:         scatter.generic
func.func @unique_generic(%i: memref<?x1xi64>, %j: memref<?x1xi64>, %u: memref<?x4xf32>, %d: memref<9x4x5xf32>, %e: memref<4x9xf32>) {
  scatter.generic {indexing_maps = [affine_map<(e, f)[k, l] -> (e, f)>, affine_map<(e, f)[k, l] -> (k, f, l)>, affine_map<(e, f)[k, l] -> (f, k)>], unique_indices}
    indices(%i, %j : memref<?x1xi64>, memref<?x1xi64>) ins(%u : memref<?x4xf32>) outs(%d, %e : memref<9x4x5xf32>, memref<4x9xf32>)
    out_of_bounds [undefined, drop] negative_indices [reject, reject] {
  ^bb0(%a: f32, %old: f32, %older: f32):
    scatter.yield %a, %a : f32, f32
  }
  return
}
