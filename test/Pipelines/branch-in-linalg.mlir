// RUN: scatter-opt %s --scatter-to-llvm-fuse | FileCheck %s

// A position of a linalg op stays in its region, though only a branch uses it.

// CHECK-LABEL: @gather_or_zero
// CHECK: linalg.generic
// CHECK: linalg.index 1
// CHECK: scf.if
// CHECK-NOT: linalg.index
// CHECK: linalg.yield
func.func @gather_or_zero(%x: tensor<?x3xf32>, %i: tensor<4xindex>, %init: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(e, f) -> (e)>, affine_map<(e, f) -> (e, f)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%i : tensor<4xindex>) outs(%init : tensor<4x3xf32>) {
  ^bb0(%e: index, %o: f32):
    %f = linalg.index 1 : index
    %valid = arith.cmpi ult, %e, %n : index
    %v = scf.if %valid -> (f32) {
      %y = tensor.extract %x[%e, %f] : tensor<?x3xf32>
      scf.yield %y : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %v : f32
  } -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
