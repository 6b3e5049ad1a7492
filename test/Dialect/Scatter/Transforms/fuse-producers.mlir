// RUN: scatter-opt %s --scatter-fuse-producers | FileCheck %s

// CHECK-DAG: #[[$BY_SRC:.*]] = affine_map<(d0, d1)[s0, s1] -> (s1, d1)>
// CHECK-DAG: #[[$BY_TUPLE:.*]] = affine_map<(d0, d1)[s0, s1] -> (d0)>
// CHECK-DAG: #[[$BY_DST:.*]] = affine_map<(d0, d1)[s0, s1] -> (s0, d1)>
// CHECK-DAG: #[[$TRANSPOSED:.*]] = affine_map<(d0, d1)[s0] -> (d1, d0)>
// CHECK-DAG: #[[$WEIGHT:.*]] = affine_map<(d0, d1)[s0] -> (d0)>
// CHECK-DAG: #[[$OUT:.*]] = affine_map<(d0, d1)[s0] -> (s0, d1)>

// A gather by tensor.extract: the tensor is read by tuples, and its indices,
// which the program promises to be valid, become an index operand.

// CHECK-LABEL: @message_passing
// CHECK-SAME: (%[[SRC:.*]]: tensor<9xi64>, %[[DST:.*]]: tensor<9x1xi64>, %[[X:.*]]: tensor<20x64xf32>, %[[W:.*]]: tensor<9xf32>, %[[O:.*]]: tensor<20x64xf32>)
// CHECK-NOT: linalg
// CHECK: %[[S:.*]] = tensor.expand_shape %[[SRC]]
// CHECK: scatter.generic {indexing_maps = [#[[$BY_SRC]], #[[$BY_TUPLE]], #[[$BY_DST]]]} indices(%[[DST]], %[[S]]
// CHECK-SAME: ins(%[[X]], %[[W]] :
// CHECK-SAME: outs(%[[O]] :
// CHECK-SAME: out_of_bounds [error, undefined] negative_indices [wrap, reject] {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[OLD:.*]]: f32):
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[OLD]], %[[P]]
// CHECK-NEXT: scatter.yield %[[T]]
func.func @message_passing(%src: tensor<9xi64>, %dst: tensor<9x1xi64>, %x: tensor<20x64xf32>, %w: tensor<9xf32>, %out: tensor<20x64xf32>) -> tensor<20x64xf32> {
    %empty = tensor.empty() : tensor<9x64xf32>
    %m = linalg.generic {
           indexing_maps = [affine_map<(e, f) -> (e)>, affine_map<(e, f) -> (e)>,
                            affine_map<(e, f) -> (e, f)>],
           iterator_types = ["parallel", "parallel"]}
         ins(%src, %w : tensor<9xi64>, tensor<9xf32>)
         outs(%empty : tensor<9x64xf32>) {
    ^bb0(%i: i64, %b: f32, %o: f32):
      %e = arith.index_cast %i : i64 to index
      %f = linalg.index 1 : index
      %a = tensor.extract %x[%e, %f] : tensor<20x64xf32>
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32
    } -> tensor<9x64xf32>
    %r = scatter.scatter_nd_update ins(%dst, %m : tensor<9x1xi64>, tensor<9x64xf32>)
           outs(%out : tensor<20x64xf32>) reduction(sum) -> tensor<20x64xf32>
    return %r : tensor<20x64xf32>
}

// Transposes, broadcasts, arithmetic and casts, one after the other.

// CHECK-LABEL: @chain
// CHECK-NOT: linalg
// CHECK: scatter.generic {indexing_maps = [#[[$TRANSPOSED]], #[[$WEIGHT]], #[[$OUT]]]}
// CHECK: arith.mulf
// CHECK-NEXT: %[[C:.*]] = arith.truncf
// CHECK-NEXT: scatter.yield %[[C]] : bf16
func.func @chain(%dst: tensor<9x1xi64>, %u: tensor<64x9xf32>, %w: tensor<9xf32>, %out: tensor<20x64xbf16>) -> tensor<20x64xbf16> {
    %e0 = tensor.empty() : tensor<9x64xf32>
    %t = linalg.transpose ins(%u : tensor<64x9xf32>) outs(%e0 : tensor<9x64xf32>) permutation = [1, 0]
    %b = linalg.broadcast ins(%w : tensor<9xf32>) outs(%e0 : tensor<9x64xf32>) dimensions = [1]
    %p = arith.mulf %t, %b : tensor<9x64xf32>
    %c = arith.truncf %p : tensor<9x64xf32> to tensor<9x64xbf16>
    %r = scatter.scatter_nd_update ins(%dst, %c : tensor<9x1xi64>, tensor<9x64xbf16>)
           outs(%out : tensor<20x64xbf16>) out_of_bounds(drop) -> tensor<20x64xbf16>
    return %r : tensor<20x64xbf16>
}

// Sizes that were checked before.

// CHECK-LABEL: @checked_sizes
// CHECK: scatter.generic {{.*}}sizes_match
// CHECK: arith.negf
// CHECK: scatter.yield
func.func @checked_sizes(%dst: tensor<?x1xi64>, %u: tensor<?x64xf32>, %out: tensor<20x64xf32>) -> (tensor<20x64xf32>) {
    %p = arith.negf %u : tensor<?x64xf32>
    %r = scatter.scatter_nd_update ins(%dst, %p : tensor<?x1xi64>, tensor<?x64xf32>)
           outs(%out : tensor<20x64xf32>) out_of_bounds(drop) {sizes_match} -> tensor<20x64xf32>
    return %r: tensor<20x64xf32>
}

// Left alone: sizes that are checked at run time, whose report names 'updates'.

// CHECK-LABEL: @dynamic_sizes
// CHECK: arith.negf %{{.*}} : tensor<?x64xf32>
// CHECK: scatter.scatter_nd_update
func.func @dynamic_sizes(%dst: tensor<?x1xi64>, %u: tensor<?x64xf32>, %out: tensor<20x64xf32>) -> (tensor<20x64xf32>) {
    %p = arith.negf %u : tensor<?x64xf32>
    %r = scatter.scatter_nd_update ins(%dst, %p : tensor<?x1xi64>, tensor<?x64xf32>)
           outs(%out : tensor<20x64xf32>) out_of_bounds(drop) -> tensor<20x64xf32>
    return %r: tensor<20x64xf32>
}

// Left alone: a producer with another use.

// CHECK-LABEL: @other_use
// CHECK: arith.negf %{{.*}} : tensor<9x64xf32>
// CHECK: scatter.scatter_nd_update
func.func @other_use(%dst: tensor<9x1xi64>, %u: tensor<9x64xf32>, %out: tensor<20x64xf32>)
    -> (tensor<20x64xf32>, tensor<9x64xf32>) {
  %p = arith.negf %u : tensor<9x64xf32>
  %r = scatter.scatter_nd_update ins(%dst, %p : tensor<9x1xi64>, tensor<9x64xf32>)
         outs(%out : tensor<20x64xf32>) -> tensor<20x64xf32>
  return %r, %p : tensor<20x64xf32>, tensor<9x64xf32>
}

// Left alone: what is the same for all tuples, which would be computed for
// each, and what is read by tuples.

// CHECK-LABEL: @not_once_per_tuple
// CHECK: arith.negf %{{.*}} : tensor<64xf32>
// CHECK: math.exp %{{.*}} : tensor<20x64xf32>
// CHECK: scatter.generic
func.func @not_once_per_tuple(%dst: tensor<9x2xi64>, %bias: tensor<64xf32>, %x: tensor<20x64xf32>,
                              %out: tensor<20x64xf32>) -> tensor<20x64xf32> {
  %p = arith.negf %bias : tensor<64xf32>
  %q = math.exp %x : tensor<20x64xf32>
  %r = scatter.generic {indexing_maps = [affine_map<(e, f)[i, j] -> (f)>, affine_map<(e, f)[i, j] -> (j, f)>,
                                         affine_map<(e, f)[i, j] -> (i, f)>]}
         indices(%dst : tensor<9x2xi64>) ins(%p, %q : tensor<64xf32>, tensor<20x64xf32>)
         outs(%out : tensor<20x64xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %s = arith.addf %a, %b : f32
    scatter.yield %s : f32
  } -> tensor<20x64xf32>
  return %r : tensor<20x64xf32>
}

// Left alone: a reduction.

// CHECK-LABEL: @reduction
// CHECK: linalg.matmul
// CHECK: scatter.scatter_nd_update
func.func @reduction(%dst: tensor<9x1xi64>, %a: tensor<9x4xf32>, %b: tensor<4x64xf32>, %init: tensor<9x64xf32>,
                     %out: tensor<20x64xf32>) -> tensor<20x64xf32> {
  %p = linalg.matmul ins(%a, %b : tensor<9x4xf32>, tensor<4x64xf32>) outs(%init : tensor<9x64xf32>) -> tensor<9x64xf32>
  %r = scatter.scatter_nd_update ins(%dst, %p : tensor<9x1xi64>, tensor<9x64xf32>)
         outs(%out : tensor<20x64xf32>) -> tensor<20x64xf32>
  return %r : tensor<20x64xf32>
}

// A position of the producer's loops becomes one of the tuples.

// CHECK-LABEL: @position
// CHECK: scatter.generic
// CHECK: %[[E:.*]] = scatter.index 0
// CHECK: arith.index_cast %[[E]] : index to i64
func.func @position(%dst: tensor<9x1xi64>, %init: tensor<9xi64>, %out: tensor<20xi64>) -> tensor<20xi64> {
  %p = linalg.generic {indexing_maps = [affine_map<(e) -> (e)>], iterator_types = ["parallel"]}
      outs(%init : tensor<9xi64>) {
  ^bb0(%o: i64):
    %e = linalg.index 0 : index
    %n = arith.index_cast %e : index to i64
    linalg.yield %n : i64
  } -> tensor<9xi64>
  %r = scatter.scatter_nd_update ins(%dst, %p : tensor<9x1xi64>, tensor<9xi64>)
         outs(%out : tensor<20xi64>) -> tensor<20xi64>
  return %r : tensor<20xi64>
}

// A gather: its data is read by tuples, by the policy of the gather. Its fill
// value is none of the update, so that a gather that drops tuples stays.

// CHECK-LABEL: @gathers
// CHECK-SAME: (%[[SRC:[^:]*]]: tensor<9x1xi64>, %[[DST:[^:]*]]: tensor<9x1xi64>, %[[X:[^:]*]]: tensor<20x64xf32>, %[[O:[^:]*]]: tensor<30x64xf32>)
// CHECK: %[[A:.*]] = scatter.generic {{.*}} indices(%[[DST]], %[[SRC]] : {{.*}}) ins(%[[X]] : tensor<20x64xf32>) outs(%[[O]] : tensor<30x64xf32>) out_of_bounds [drop, clamp] negative_indices [wrap, reject]
// CHECK: arith.negf
// CHECK: scatter.gather_nd {{.*}} out_of_bounds(drop)
// CHECK: scatter.scatter_nd_update
func.func @gathers(%src: tensor<9x1xi64>, %dst: tensor<9x1xi64>, %x: tensor<20x64xf32>, %out: tensor<30x64xf32>)
    -> tensor<30x64xf32> {
  %e = tensor.empty() : tensor<9x64xf32>
  %g = scatter.gather_nd ins(%src, %x : tensor<9x1xi64>, tensor<20x64xf32>) outs(%e : tensor<9x64xf32>)
         out_of_bounds(clamp) negative_indices(reject) -> tensor<9x64xf32>
  %n = arith.negf %g : tensor<9x64xf32>
  %a = scatter.scatter_nd_update ins(%dst, %n : tensor<9x1xi64>, tensor<9x64xf32>) outs(%out : tensor<30x64xf32>)
         reduction(sum) out_of_bounds(drop) -> tensor<30x64xf32>
  %h = scatter.gather_nd ins(%src, %x : tensor<9x1xi64>, tensor<20x64xf32>) outs(%e : tensor<9x64xf32>)
         out_of_bounds(drop) -> tensor<9x64xf32>
  %b = scatter.scatter_nd_update ins(%dst, %h : tensor<9x1xi64>, tensor<9x64xf32>) outs(%a : tensor<30x64xf32>)
         reduction(sum) out_of_bounds(drop) -> tensor<30x64xf32>
  return %b : tensor<30x64xf32>
}

// The form that lowered JAX has: the index is an element of another tensor, and
// is clamped; the weight has a dimension of size 1.

// CHECK-LABEL: @clamped_extract
// CHECK-SAME: (%[[SRC:[^:]*]]: tensor<9x1xi32>, %[[DST:[^:]*]]: tensor<9x1xi32>, %[[X:[^:]*]]: tensor<20x64xf32>, %[[W:[^:]*]]: tensor<9x1xf32>, %[[O:[^:]*]]: tensor<20x64xf32>)
// CHECK-NOT: linalg
// CHECK: %[[V:.*]] = tensor.extract_slice %[[W]][0, 0] [9, 1] [1, 1] : tensor<9x1xf32> to tensor<9xf32>
// CHECK: scatter.generic {{.*}} indices(%[[DST]], %[[SRC]] : {{.*}}) ins(%[[X]], %[[V]] : tensor<20x64xf32>, tensor<9xf32>)
// CHECK-SAME: out_of_bounds [drop, clamp] negative_indices [reject, reject] {
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: scatter.yield
func.func @clamped_extract(%src: tensor<9x1xi32>, %dst: tensor<9x1xi32>, %x: tensor<20x64xf32>, %w: tensor<9x1xf32>,
                           %out: tensor<20x64xf32>) -> tensor<20x64xf32> {
  %c0 = arith.constant 0 : index
  %c19 = arith.constant 19 : index
  %empty = tensor.empty() : tensor<9x64xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(e, f) -> (e, 0)>, affine_map<(e, f) -> (e, f)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<9x1xf32>) outs(%empty : tensor<9x64xf32>) {
  ^bb0(%b: f32, %o: f32):
    %e = linalg.index 0 : index
    %f = linalg.index 1 : index
    %i = tensor.extract %src[%e, %c0] : tensor<9x1xi32>
    %n = arith.index_cast %i : i32 to index
    %low = arith.maxsi %n, %c0 : index
    %at = arith.minsi %low, %c19 : index
    %a = tensor.extract %x[%at, %f] : tensor<20x64xf32>
    %p = arith.mulf %b, %a : f32
    linalg.yield %p : f32
  } -> tensor<9x64xf32>
  %r = scatter.scatter_nd_update ins(%dst, %m : tensor<9x1xi32>, tensor<9x64xf32>)
         outs(%out : tensor<20x64xf32>) reduction(sum) out_of_bounds(drop) negative_indices(reject) -> tensor<20x64xf32>
  return %r : tensor<20x64xf32>
}

// Left alone: the fill of the data, and producers of updates of dynamic sizes.

// CHECK-LABEL: @named_producers
// CHECK: linalg.fill
// CHECK: linalg.exp
// CHECK: scatter.scatter_nd_update
func.func @named_producers(%dst: tensor<?x1xi64>, %u: tensor<?x64xf32>, %init: tensor<?x64xf32>,
                           %empty: tensor<20x64xf32>, %zero: f32) -> tensor<20x64xf32> {
  %d = linalg.fill ins(%zero : f32) outs(%empty : tensor<20x64xf32>) -> tensor<20x64xf32>
  %e = linalg.exp ins(%u : tensor<?x64xf32>) outs(%init : tensor<?x64xf32>) -> tensor<?x64xf32>
  %r = scatter.scatter_nd_update ins(%dst, %e : tensor<?x1xi64>, tensor<?x64xf32>)
         outs(%d : tensor<20x64xf32>) -> tensor<20x64xf32>
  return %r : tensor<20x64xf32>
}

// A producer that reads a part of a tensor is left alone: the extent of an input
// is that of the loop.

// CHECK-LABEL: func @part_of_a_row
// CHECK-NOT: scatter.generic
// CHECK: scatter.scatter_nd_update
func.func @part_of_a_row(%x: tensor<9x11xf32>, %src: tensor<6xi64>, %dst: tensor<6x1xi64>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %empty = tensor.empty() : tensor<6x8xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(e, f) -> (e)>, affine_map<(e, f) -> (e, f)>], iterator_types = ["parallel", "parallel"]}
      ins(%src : tensor<6xi64>) outs(%empty : tensor<6x8xf32>) {
  ^bb0(%s: i64, %unused: f32):
    %row = arith.index_cast %s : i64 to index
    %column = linalg.index 1 : index
    %a = tensor.extract %x[%row, %column] : tensor<9x11xf32>
    linalg.yield %a : f32
  } -> tensor<6x8xf32>
  %r = scatter.scatter_nd_update ins(%dst, %m : tensor<6x1xi64>, tensor<6x8xf32>) outs(%out : tensor<4x8xf32>) reduction(sum) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// The same for rows, of a size that is known at run time only.

// CHECK-LABEL: func @some_rows
// CHECK-NOT: scatter.generic
// CHECK: scatter.scatter_nd_update
func.func @some_rows(%x: tensor<?x8xf32>, %dst: tensor<6x1xi64>, %out: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %empty = tensor.empty() : tensor<6x8xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(e, f) -> (e, f)>], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<6x8xf32>) {
  ^bb0(%unused: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %a = tensor.extract %x[%row, %column] : tensor<?x8xf32>
    linalg.yield %a : f32
  } -> tensor<6x8xf32>
  %r = scatter.scatter_nd_update ins(%dst, %m : tensor<6x1xi64>, tensor<6x8xf32>) outs(%out : tensor<4x8xf32>) reduction(sum) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
