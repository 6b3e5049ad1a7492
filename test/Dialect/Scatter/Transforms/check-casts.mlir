// RUN: scatter-opt %s --scatter-check-casts --canonicalize --cse | FileCheck %s

// Static sizes that a cast adds are compared where the cast is.

// CHECK-LABEL: func @argument(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<?x8xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]], %c0
// CHECK:         %[[DIFFERS:.*]] = arith.cmpi ne, %[[N]], %c4
// CHECK:         scf.if %[[DIFFERS]] {
// CHECK:           %[[FOUND:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK:           scatter.report operand %c2_i64, %c0_i64, %[[FOUND]], %c4_i64
// CHECK:         tensor.cast %[[A]] : tensor<?x8xf32> to tensor<4x8xf32>
func.func @argument(%a: tensor<?x8xf32>) -> tensor<4x8xf32> {
  %c = tensor.cast %a : tensor<?x8xf32> to tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// CHECK-LABEL: func @memory(
// CHECK-SAME:    %[[A:[^:]*]]: memref<?x?xf32>
// CHECK:         memref.dim %[[A]], %c1
// CHECK:         scatter.report operand %c2_i64, %c1_i64, %{{.*}}, %c8_i64
// CHECK:         memref.cast
func.func @memory(%a: memref<?x?xf32>) -> memref<?x8xf32> {
  %c = memref.cast %a : memref<?x?xf32> to memref<?x8xf32>
  return %c : memref<?x8xf32>
}

// The static size does not reach the op that computes the source: the slice is
// computed after the check.

// CHECK-LABEL: func @producers(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<?x8xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]], %c0
// CHECK:         scatter.report operand
// CHECK:         %[[PART:.*]] = tensor.extract_slice %[[A]][0, 0] [4, 8] [1, 1] : tensor<?x8xf32> to tensor<4x8xf32>
// CHECK:         %[[X:.*]] = linalg.exp ins(%[[PART]] : tensor<4x8xf32>)
// CHECK:         linalg.negf ins(%[[X]] : tensor<4x8xf32>)
// CHECK-NOT:     linalg
func.func @producers(%a: tensor<?x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %x = linalg.exp ins(%a : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %y = linalg.negf ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %c = tensor.cast %y : tensor<?x8xf32> to tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// CHECK-LABEL: func @no_elements(
// CHECK:         scatter.report operand
// CHECK:         return
func.func @no_elements(%a: tensor<?x8xf32>) -> tensor<0x8xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %x = linalg.exp ins(%a : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %c = tensor.cast %x : tensor<?x8xf32> to tensor<0x8xf32>
  return %c : tensor<0x8xf32>
}

// A size that is 0 may be known by a constant alone.

// CHECK-LABEL: func @no_rows(
// CHECK:         scatter.report operand
// CHECK:         return
func.func @no_rows(%a: tensor<?x?xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%c0, %m) : tensor<?x?xf32>
  %x = linalg.exp ins(%a : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %c = tensor.cast %x : tensor<?x?xf32> to tensor<?x8xf32>
  return %c : tensor<?x8xf32>
}

// What else needs the source computes it with its own size.

// CHECK-LABEL: func @shared(
// CHECK:         %[[X:.*]] = linalg.exp {{.*}} -> tensor<?x8xf32>
// CHECK:         scatter.report operand
// CHECK:         tensor.extract_slice %[[X]][0, 0] [4, 8] [1, 1]
func.func @shared(%a: tensor<?x8xf32>) -> (tensor<4x8xf32>, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %x = linalg.exp ins(%a : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %c = tensor.cast %x : tensor<?x8xf32> to tensor<4x8xf32>
  return %c, %x : tensor<4x8xf32>, tensor<?x8xf32>
}

// CHECK-LABEL: func @unranked(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<?x8xf32>
// CHECK:         tensor.dim %[[A]], %c0
// CHECK:         scatter.report operand
func.func @unranked(%a: tensor<?x8xf32>) -> tensor<4x8xf32> {
  %u = tensor.cast %a : tensor<?x8xf32> to tensor<*xf32>
  %c = tensor.cast %u : tensor<*xf32> to tensor<4x8xf32>
  return %c : tensor<4x8xf32>
}

// Sizes that are equal need no check. One that differs is reported.

// CHECK-LABEL: func @equal(
// CHECK-NOT:     scatter.report
// CHECK:         return
func.func @equal(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c = tensor.cast %a : tensor<4x8xf32> to tensor<?x8xf32>
  %d = tensor.cast %c : tensor<?x8xf32> to tensor<4x8xf32>
  return %d : tensor<4x8xf32>
}

// CHECK-LABEL: func @forgets(
// CHECK-NOT:     scatter.report
// CHECK:         return
func.func @forgets(%a: tensor<4x8xf32>) -> tensor<?x8xf32> {
  %c = tensor.cast %a : tensor<4x8xf32> to tensor<?x8xf32>
  return %c : tensor<?x8xf32>
}

// CHECK-LABEL: func @differs(
// CHECK:         scatter.report operand %c2_i64, %c0_i64, %c5_i64, %c4_i64
func.func @differs() -> tensor<4xf32> {
  %c5 = arith.constant 5 : index
  %e = tensor.empty(%c5) : tensor<?xf32>
  %c = tensor.cast %e : tensor<?xf32> to tensor<4xf32>
  return %c : tensor<4xf32>
}

// An update compares the sizes of `indices` and `updates` itself, that of `data`
// is the number of slots.

// CHECK-LABEL: func @operands(
// CHECK-NOT:     scatter.report
// CHECK:         return
func.func @operands(%i: tensor<?x1xi64>, %u: tensor<?x8xf32>, %d: tensor<9x8xf32>) -> tensor<9x8xf32> {
  %ci = tensor.cast %i : tensor<?x1xi64> to tensor<4x1xi64>
  %cu = tensor.cast %u : tensor<?x8xf32> to tensor<4x8xf32>
  %r = scatter.scatter_nd_update ins(%ci, %cu : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<9x8xf32>) -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}

// CHECK-LABEL: func @data(
// CHECK:         scatter.report operand
// CHECK:         scatter.scatter_nd_update
func.func @data(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<?x8xf32>) -> tensor<9x8xf32> {
  %c = tensor.cast %d : tensor<?x8xf32> to tensor<9x8xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%c : tensor<9x8xf32>) -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}

// The promise that sizes match is one of what casts say, too.

// CHECK-LABEL: func @promised(
// CHECK-NOT:     scatter.report
// CHECK:         return
func.func @promised(%i: tensor<4x1xi64>, %u: tensor<?x8xf32>, %d: tensor<9x8xf32>) -> tensor<9x8xf32> {
  %c = tensor.cast %u : tensor<?x8xf32> to tensor<4x8xf32>
  %r = scatter.scatter_nd_update ins(%i, %c : tensor<4x1xi64>, tensor<4x8xf32>) outs(%d : tensor<9x8xf32>) {sizes_match} -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}

// A generic update compares the sizes of its indices and inputs.

// CHECK-LABEL: func @generic(
// CHECK-COUNT-1: scatter.report operand
// CHECK-NOT:     scatter.report
// CHECK:         return
func.func @generic(%i: tensor<4x?xi64>, %u: tensor<?x8xf32>, %d: tensor<?x8xf32>) -> tensor<9x8xf32> {
  %ci = tensor.cast %i : tensor<4x?xi64> to tensor<4x1xi64>
  %cu = tensor.cast %u : tensor<?x8xf32> to tensor<4x8xf32>
  %cd = tensor.cast %d : tensor<?x8xf32> to tensor<9x8xf32>
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[r] -> (e, f)>, affine_map<(e, f)[r] -> (r, f)>]}
      indices(%ci : tensor<4x1xi64>) ins(%cu : tensor<4x8xf32>) outs(%cd : tensor<9x8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    scatter.yield %s : f32
  } -> tensor<9x8xf32>
  return %r : tensor<9x8xf32>
}

// There are no reports on devices.

// CHECK-LABEL: gpu.module @device
// CHECK-NOT:     scatter.report
gpu.module @device {
  gpu.func @f(%a: memref<?xf32>) {
    %c = memref.cast %a : memref<?xf32> to memref<4xf32>
    %c0 = arith.constant 0 : index
    %v = memref.load %c[%c0] : memref<4xf32>
    memref.store %v, %c[%c0] : memref<4xf32>
    gpu.return
  }
}

// -----

// The update compares its sizes itself, whatever the cast is of.

// CHECK-LABEL: func @view_of_indices(
// CHECK-NOT:     scatter.report
// CHECK:         memref.cast
// CHECK-NOT:     scatter.report
// CHECK:         scatter.scatter_nd_update
func.func @view_of_indices(%i: memref<?xi32>, %u: memref<?x?xf32>, %d: memref<?x?x?xf32>, %n: index, %s: index) {
  %v = memref.reinterpret_cast %i to offset: [0], sizes: [%n], strides: [%s] : memref<?xi32> to memref<?xi32, strided<[?]>>
  %c = memref.cast %v : memref<?xi32, strided<[?]>> to memref<1xi32, strided<[?]>>
  scatter.scatter_nd_update ins(%c, %u : memref<1xi32, strided<[?]>>, memref<?x?xf32>) outs(%d : memref<?x?x?xf32>)
  return
}
