// RUN: scatter-opt %s | scatter-opt | FileCheck %s
// RUN: scatter-opt %s -mlir-print-op-generic | scatter-opt | FileCheck %s

#x = affine_map<(e, f)[src, dst] -> (src, f)>
#w = affine_map<(e, f)[src, dst] -> (e)>
#out = affine_map<(e, f)[src, dst] -> (dst, f)>

// CHECK-LABEL: @message_passing
// CHECK: scatter.generic {indexing_maps = [#[[X:.*]], #[[W:.*]], #[[OUT:.*]]]}
// CHECK-SAME: indices(%{{.*}}, %{{.*}} : tensor<?x1xi64>, tensor<?x1xi64>)
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<?x64xf32>, tensor<?xf32>)
// CHECK-SAME: outs(%{{.*}} : tensor<?x64xf32>) out_of_bounds [clamp, error] negative_indices [reject, wrap]
// CHECK: ^bb0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK: scatter.yield %{{.*}} : f32
// CHECK: } -> tensor<?x64xf32>
func.func @message_passing(%src: tensor<?x1xi64>, %dst: tensor<?x1xi64>, %x: tensor<?x64xf32>, %w: tensor<?xf32>,
                           %out: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %r = scatter.generic {indexing_maps = [#x, #w, #out]}
         indices(%src, %dst : tensor<?x1xi64>, tensor<?x1xi64>)
         ins(%x, %w : tensor<?x64xf32>, tensor<?xf32>)
         outs(%out : tensor<?x64xf32>) negative_indices [reject, wrap] out_of_bounds [clamp, error] {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %old, %m : f32
    scatter.yield %s : f32
  } -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}

// Two outs, an index of the region and no inputs.

// CHECK-LABEL: @arg_max
// CHECK: scatter.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], unique_indices}
// CHECK: scatter.index 0
// CHECK: scatter.yield %{{.*}}, %{{.*}} : f32, i64
func.func @arg_max(%i: memref<8x2xi32>, %u: memref<8xf32>, %max: memref<4x4xf32>, %arg: memref<4x4xi64>) {
  scatter.generic {indexing_maps = [affine_map<(e)[a, b] -> (e)>, affine_map<(e)[a, b] -> (a, b)>,
                                    affine_map<(e)[a, b] -> (a, b)>], unique_indices}
    indices(%i : memref<8x2xi32>) ins(%u : memref<8xf32>) outs(%max, %arg : memref<4x4xf32>, memref<4x4xi64>) {
  ^bb0(%x: f32, %m: f32, %old: i64):
    %e = scatter.index 0
    %e64 = arith.index_cast %e : index to i64
    %greater = arith.cmpf ogt, %x, %m : f32
    %new = arith.select %greater, %x, %m : f32
    %at = arith.select %greater, %e64, %old : i64
    scatter.yield %new, %at : f32, i64
  }
  return
}
