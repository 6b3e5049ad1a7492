// RUN: not scatter-opt %s --transform-interpreter --split-input-file 2>&1 | FileCheck %s

// Elements that are no values of arith as they are in memory, and regions that
// arith does not compute as the specification demands.

// CHECK-COUNT-5: error: failed to apply
// CHECK-NOT: scf.for
module attributes {transform.with_named_sequence} {
  func.func @small_floats(%i: memref<4x1xi64>, %u: memref<4xf8E5M2>, %d: memref<8xf8E5M2>) {
    scatter.generic {indexing_maps = [affine_map<(e)[a] -> (e)>, affine_map<(e)[a] -> (a)>]}
      indices(%i : memref<4x1xi64>) ins(%u : memref<4xf8E5M2>) outs(%d : memref<8xf8E5M2>) out_of_bounds [drop] {
    ^bb0(%x: f8E5M2, %old: f8E5M2):
      %s = arith.addf %x, %old : f8E5M2
      scatter.yield %s : f8E5M2
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @bits_of_a_byte(%i: memref<4x1xi64>, %u: memref<4xi3>, %d: memref<8xi3>) {
    scatter.generic {indexing_maps = [affine_map<(e)[a] -> (e)>, affine_map<(e)[a] -> (a)>]}
      indices(%i : memref<4x1xi64>) ins(%u : memref<4xi3>) outs(%d : memref<8xi3>) out_of_bounds [drop] {
    ^bb0(%x: i3, %old: i3):
      scatter.yield %x : i3
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @rounding_to_bf16(%i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
    scatter.generic {indexing_maps = [affine_map<(e)[a] -> (e)>, affine_map<(e)[a] -> (a)>]}
      indices(%i : memref<4x1xi64>) ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) out_of_bounds [drop] {
    ^bb0(%x: f32, %old: f32):
      %n = arith.truncf %x : f32 to bf16
      %w = arith.extf %n : bf16 to f32
      scatter.yield %w : f32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @bits_of_a_byte_that_are_read(%i: memref<4x1xi64>, %d: memref<8xi3>, %o: memref<4xi3>) {
    scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<8xi3>) outs(%o : memref<4xi3>) out_of_bounds(drop)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.gather_nd"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @zero_of_an_unsigned_type(%i: memref<4x1xi64>, %d: memref<8xui32>, %o: memref<4xui32>) {
    scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<8xui32>) outs(%o : memref<4xui32>) out_of_bounds(drop)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.gather_nd"]} in %root : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.convert_to_loops %0 : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
