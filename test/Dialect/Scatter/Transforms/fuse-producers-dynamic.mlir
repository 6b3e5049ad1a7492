// RUN: scatter-opt %s --scatter-split-checks --scatter-fuse-producers --canonicalize | FileCheck %s

// Dynamic sizes: queries of the size of the producer become those of its
// operands, so that the producer disappears.

// CHECK-LABEL: @message_passing
// CHECK-SAME: (%[[SRC:[^:]*]]: tensor<?xi64>, %[[DST:[^:]*]]: tensor<?x1xi64>, %[[X:[^:]*]]: tensor<?x64xf32>, %[[W:[^:]*]]: tensor<?xf32>, %[[OUT:[^:]*]]: tensor<?x64xf32>)
// CHECK-NOT: linalg.generic
// CHECK-NOT: tensor.empty
// CHECK: scatter.check_indices %[[DST]]
// CHECK: scf.if
// CHECK: scatter.generic {{.*}}sizes_match{{.*}} ins(%[[X]], %[[W]] : tensor<?x64xf32>, tensor<?xf32>) outs(%[[OUT]] : tensor<?x64xf32>) out_of_bounds [undefined, undefined]
// CHECK: } else {
// CHECK: scatter.report shape
// CHECK: scatter.report_indices
func.func @message_passing(%src: tensor<?xi64>, %dst: tensor<?x1xi64>, %x: tensor<?x64xf32>, %w: tensor<?xf32>, %out: tensor<?x64xf32>) -> tensor<?x64xf32> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %src, %c0 : tensor<?xi64>
    %empty = tensor.empty(%n) : tensor<?x64xf32>
    %m = linalg.generic {
           indexing_maps = [affine_map<(e, f) -> (e)>, affine_map<(e, f) -> (e)>,
                            affine_map<(e, f) -> (e, f)>],
           iterator_types = ["parallel", "parallel"]}
         ins(%src, %w : tensor<?xi64>, tensor<?xf32>)
         outs(%empty : tensor<?x64xf32>) {
    ^bb0(%i: i64, %b: f32, %o: f32):
      %e = arith.index_cast %i : i64 to index
      %f = linalg.index 1 : index
      %a = tensor.extract %x[%e, %f] : tensor<?x64xf32>
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32
    } -> tensor<?x64xf32>
    %r = scatter.scatter_nd_update ins(%dst, %m : tensor<?x1xi64>, tensor<?x64xf32>)
           outs(%out : tensor<?x64xf32>) reduction(sum) -> tensor<?x64xf32>
    return %r : tensor<?x64xf32>
}
