// RUN: scatter-opt %s --scatter-to-llvm-simplify --scatter-to-llvm-checks --scatter-to-llvm-fuse | FileCheck %s

// A producer is fused through a reshape: its dimensions become those of the
// tuples or of the slice. The report keeps the tuples of the program.

// CHECK-LABEL: func @messages(
// CHECK:         %[[I:.*]] = tensor.expand_shape %{{.*}} output_shape [40000, 1]
// CHECK:         scatter.check_indices %[[I]] within [500] : tensor<40000x1xi64>
// CHECK-NOT:     linalg.generic
// CHECK:         scatter.generic {{.*}} outs(%{{.*}} : tensor<500x64xf32>)
// CHECK:         arith.mulf
// CHECK:         scatter.report_indices %[[I]] within [500] : tensor<40000x1xi64>
func.func @messages(%i: tensor<40000xi64>, %w: tensor<4000x10xf32>, %x: tensor<4000x64xf32>, %d: tensor<500x64xf32>) -> tensor<500x64xf32> {
  %e = tensor.empty() : tensor<4000x10x64xf32>
  %m = linalg.generic {
         indexing_maps = [affine_map<(n, k, f) -> (n, f)>, affine_map<(n, k, f) -> (n, k)>,
                          affine_map<(n, k, f) -> (n, k, f)>],
         iterator_types = ["parallel", "parallel", "parallel"]}
       ins(%x, %w : tensor<4000x64xf32>, tensor<4000x10xf32>) outs(%e : tensor<4000x10x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<4000x10x64xf32>
  %j = tensor.expand_shape %i [[0, 1]] output_shape [40000, 1] : tensor<40000xi64> into tensor<40000x1xi64>
  %u = tensor.collapse_shape %m [[0, 1], [2]] : tensor<4000x10x64xf32> into tensor<40000x64xf32>
  %r = scatter.scatter_nd_update ins(%j, %u : tensor<40000x1xi64>, tensor<40000x64xf32>) outs(%d : tensor<500x64xf32>) reduction(sum) -> tensor<500x64xf32>
  return %r : tensor<500x64xf32>
}

// By tiles, where slots are short. Parts of a row become a dimension of `data`.

// CHECK-LABEL: func @heads(
// CHECK:         tensor.expand_shape %{{.*}} output_shape [500, 2, 2]
// CHECK:         scf.for
// CHECK:           linalg.generic {{.*}} outs(%{{.*}} : tensor<{{[0-9]+}}x2x2xf32>)
// CHECK:           scatter.scatter_nd_update {{.*}} -> tensor<500x2x2xf32>
// CHECK:         tensor.collapse_shape %{{.*}} : tensor<500x2x2xf32> into tensor<500x4xf32>
func.func @heads(%i: tensor<4000x1xi64>, %w: tensor<2xf32>, %x: tensor<4000x2x2xf16>, %d: tensor<500x4xf32>) -> tensor<500x4xf32> {
  %e = tensor.empty() : tensor<4000x2x2xf32>
  %m = linalg.generic {
         indexing_maps = [affine_map<(n, h, f) -> (n, h, f)>, affine_map<(n, h, f) -> (h)>,
                          affine_map<(n, h, f) -> (n, h, f)>],
         iterator_types = ["parallel", "parallel", "parallel"]}
       ins(%x, %w : tensor<4000x2x2xf16>, tensor<2xf32>) outs(%e : tensor<4000x2x2xf32>) {
  ^bb0(%a: f16, %b: f32, %o: f32):
    %c = arith.extf %a : f16 to f32
    %p = arith.mulf %c, %b : f32
    linalg.yield %p : f32
  } -> tensor<4000x2x2xf32>
  %u = tensor.collapse_shape %m [[0], [1, 2]] : tensor<4000x2x2xf32> into tensor<4000x4xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4000x1xi64>, tensor<4000x4xf32>) outs(%d : tensor<500x4xf32>) -> tensor<500x4xf32>
  return %r : tensor<500x4xf32>
}

// Another use needs the reshaped producer.

// CHECK-LABEL: func @used(
// CHECK:         linalg.exp
// CHECK:         %[[U:.*]] = tensor.collapse_shape
// CHECK:         scatter.scatter_nd_update ins(%{{.*}}, %[[U]] :
func.func @used(%i: tensor<40000x1xi64>, %x: tensor<4000x10x64xf32>, %d: tensor<500x64xf32>) -> (tensor<500x64xf32>, tensor<40000x64xf32>) {
  %e = tensor.empty() : tensor<4000x10x64xf32>
  %m = linalg.exp ins(%x : tensor<4000x10x64xf32>) outs(%e : tensor<4000x10x64xf32>) -> tensor<4000x10x64xf32>
  %u = tensor.collapse_shape %m [[0, 1], [2]] : tensor<4000x10x64xf32> into tensor<40000x64xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<40000x1xi64>, tensor<40000x64xf32>) outs(%d : tensor<500x64xf32>) reduction(sum) -> tensor<500x64xf32>
  return %r, %u : tensor<500x64xf32>, tensor<40000x64xf32>
}
