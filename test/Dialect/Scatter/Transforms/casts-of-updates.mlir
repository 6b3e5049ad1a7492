// RUN: %scatter_test_patterns %s --test-scatter-patterns=names=bubble-up-casts | FileCheck %s --check-prefix=UP
// RUN: %scatter_test_patterns %s --test-scatter-patterns=names=push-down-casts | FileCheck %s --check-prefix=DOWN

// Conversions of elements move through updates and gathers, to the operands and
// to the result.

// UP-LABEL: func @round_trip(
// UP-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[U:[^:]*]]: tensor<4x8xf32>, %[[D:[^:]*]]: tensor<16x8xf16>
// UP:         %[[T:.*]] = arith.truncf %[[U]] : tensor<4x8xf32> to tensor<4x8xf16>
// UP-NEXT:    %[[R:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[T]] : {{.*}}) outs(%[[D]] : tensor<16x8xf16>) out_of_bounds(drop)
// UP-NEXT:    return %[[R]]
func.func @round_trip(%i: tensor<4x1xi64>, %u: tensor<4x8xf32>, %d: tensor<16x8xf16>) -> tensor<16x8xf16> {
  %w = arith.extf %d : tensor<16x8xf16> to tensor<16x8xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x8xf32>) outs(%w : tensor<16x8xf32>) out_of_bounds(drop) -> tensor<16x8xf32>
  %t = arith.truncf %r : tensor<16x8xf32> to tensor<16x8xf16>
  return %t : tensor<16x8xf16>
}

// The same in linalg ops, with a report.

// UP-LABEL: func @in_linalg(
// UP-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[U:[^:]*]]: tensor<4x?xf32>, %[[D:[^:]*]]: tensor<16x?xf16>
// UP:         %[[T:.*]] = arith.truncf %[[U]]
// UP:         %[[R:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[T]] : {{.*}}) outs(%[[D]] : tensor<16x?xf16>) ->
// UP:         return %[[R]]
#id = affine_map<(a, b) -> (a, b)>
func.func @in_linalg(%i: tensor<4x1xi64>, %u: tensor<4x?xf32>, %d: tensor<16x?xf16>, %n: index) -> tensor<16x?xf16> {
  %e = tensor.empty(%n) : tensor<16x?xf32>
  %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<16x?xf16>) outs(%e : tensor<16x?xf32>) {
  ^bb0(%a: f16, %b: f32):
    %c = arith.extf %a : f16 to f32
    linalg.yield %c : f32
  } -> tensor<16x?xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x?xf32>) outs(%w : tensor<16x?xf32>) -> tensor<16x?xf32>
  %f = tensor.empty(%n) : tensor<16x?xf16>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<16x?xf32>) outs(%f : tensor<16x?xf16>) {
  ^bb0(%a: f32, %b: f16):
    %c = arith.truncf %a : f32 to f16
    linalg.yield %c : f16
  } -> tensor<16x?xf16>
  return %t : tensor<16x?xf16>
}

// Zeros of the other type.

// UP-LABEL: func @fill(
// UP:         %[[F:.*]] = linalg.fill ins(%{{.*}} : f16) outs(%{{.*}} : tensor<16xf16>)
// UP:         scatter.slice_scatter ins(%{{.*}} : tensor<4xf16>) outs(%[[F]] : tensor<16xf16>) from [2] to [6]
func.func @fill(%u: tensor<4xf32>) -> tensor<16xf16> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %d = linalg.fill ins(%z : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %r = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<16xf32>) from [2] to [6] -> tensor<16xf32>
  %t = arith.truncf %r : tensor<16xf32> to tensor<16xf16>
  return %t : tensor<16xf16>
}

// Integers are truncated before they are added, but a sum may need more bits.

// UP-LABEL: func @sum_truncated(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xi8>) reduction(sum)
func.func @sum_truncated(%i: tensor<4x1xi64>, %u: tensor<4xi32>, %d: tensor<16xi32>) -> tensor<16xi8> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xi32>) outs(%d : tensor<16xi32>) reduction(sum) -> tensor<16xi32>
  %t = arith.trunci %r : tensor<16xi32> to tensor<16xi8>
  return %t : tensor<16xi8>
}

// UP-LABEL: func @sum_to_bool(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xi32>) reduction(sum)
func.func @sum_to_bool(%i: tensor<4x1xi64>, %u: tensor<4xi32>, %d: tensor<16xi32>) -> tensor<16xi1> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xi32>) outs(%d : tensor<16xi32>) reduction(sum) -> tensor<16xi32>
  %t = arith.trunci %r : tensor<16xi32> to tensor<16xi1>
  return %t : tensor<16xi1>
}

// UP-LABEL: func @sum_extended(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xi8>) reduction(sum)
// UP:         arith.extsi
func.func @sum_extended(%i: tensor<4x1xi64>, %u: tensor<4xi8>, %d: tensor<16xi8>) -> tensor<16xi32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xi8>) outs(%d : tensor<16xi8>) reduction(sum) -> tensor<16xi8>
  %t = arith.extsi %r : tensor<16xi8> to tensor<16xi32>
  return %t : tensor<16xi32>
}

// A sum is rounded after each addition.

// UP-LABEL: func @sum_rounded(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xf32>) reduction(sum)
// DOWN-LABEL: func @sum_rounded(
// DOWN:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xf32>) reduction(sum)
func.func @sum_rounded(%i: tensor<4x1xi64>, %u: tensor<4xf16>, %d: tensor<16xf16>) -> tensor<16xf16> {
  %v = arith.extf %u : tensor<4xf16> to tensor<4xf32>
  %w = arith.extf %d : tensor<16xf16> to tensor<16xf32>
  %r = scatter.scatter_nd_update ins(%i, %v : tensor<4x1xi64>, tensor<4xf32>) outs(%w : tensor<16xf32>) reduction(sum) -> tensor<16xf32>
  %t = arith.truncf %r : tensor<16xf32> to tensor<16xf16>
  return %t : tensor<16xf16>
}

// Monotonic conversions keep maxima. Signed and unsigned integers compare
// differently, and f8E4M3FN has NaN instead of infinity.

// UP-LABEL: func @max_rounded(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xf16>) reduction(max)
func.func @max_rounded(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<16xf32>) -> tensor<16xf16> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) reduction(max) -> tensor<16xf32>
  %t = arith.truncf %r : tensor<16xf32> to tensor<16xf16>
  return %t : tensor<16xf16>
}

// UP-LABEL: func @max_without_infinity(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xf32>) reduction(max)
func.func @max_without_infinity(%i: tensor<4x1xi64>, %u: tensor<4xf32>, %d: tensor<16xf32>) -> tensor<16xf8E4M3FN> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xf32>) outs(%d : tensor<16xf32>) reduction(max) -> tensor<16xf32>
  %t = arith.truncf %r : tensor<16xf32> to tensor<16xf8E4M3FN>
  return %t : tensor<16xf8E4M3FN>
}

// UP-LABEL: func @max_unsigned(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xi8>) reduction(max)
func.func @max_unsigned(%i: tensor<4x1xi64>, %u: tensor<4xi8>, %d: tensor<16xi8>) -> tensor<16xi32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xi8>) outs(%d : tensor<16xi8>) reduction(max) -> tensor<16xi8>
  %t = arith.extui %r : tensor<16xi8> to tensor<16xi32>
  return %t : tensor<16xi32>
}

// UP-LABEL: func @min_bool_signed(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xi1>) reduction(min)
func.func @min_bool_signed(%i: tensor<4x1xi64>, %u: tensor<4xi1>, %d: tensor<16xi1>) -> tensor<16xi32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xi1>) outs(%d : tensor<16xi1>) reduction(min) -> tensor<16xi1>
  %t = arith.extsi %r : tensor<16xi1> to tensor<16xi32>
  return %t : tensor<16xi32>
}

// UP-LABEL: func @min_bool(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xf32>) reduction(min)
func.func @min_bool(%i: tensor<4x1xi64>, %u: tensor<4xi1>, %d: tensor<16xi1>) -> tensor<16xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xi1>) outs(%d : tensor<16xi1>) reduction(min) -> tensor<16xi1>
  %t = arith.uitofp %r : tensor<16xi1> to tensor<16xf32>
  return %t : tensor<16xf32>
}

// Bits are no numbers.

// UP-LABEL: func @max_bits(
// UP:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<16xi32>) reduction(max)
func.func @max_bits(%i: tensor<4x1xi64>, %u: tensor<4xi32>, %d: tensor<16xi32>) -> tensor<16xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4xi32>) outs(%d : tensor<16xi32>) reduction(max) -> tensor<16xi32>
  %t = arith.bitcast %r : tensor<16xi32> to tensor<16xf32>
  return %t : tensor<16xf32>
}

// A second use needs the result as it is.

// UP-LABEL: func @two_uses(
// UP:         scatter.slice_scatter {{.*}} -> tensor<16xf32>
// UP:         arith.truncf
func.func @two_uses(%u: tensor<4xf32>, %d: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf16>) {
  %r = scatter.slice_scatter ins(%u : tensor<4xf32>) outs(%d : tensor<16xf32>) from [2] to [6] -> tensor<16xf32>
  %t = arith.truncf %r : tensor<16xf32> to tensor<16xf16>
  return %r, %t : tensor<16xf32>, tensor<16xf16>
}

// DOWN-LABEL: func @both(
// DOWN-SAME:    %[[U:[^:]*]]: tensor<?xf16>, %[[D:[^:]*]]: tensor<16xf16>, %[[P:[^:]*]]: index, %[[Q:[^:]*]]: index
// DOWN:         %[[R:.*]] = scatter.slice_scatter ins(%[[U]] : {{.*}}) outs(%[[D]] : {{.*}}) from [%[[P]]] to [%[[Q]]] -> tensor<16xf16>
// DOWN:         arith.extf %[[R]]
func.func @both(%u: tensor<?xf16>, %d: tensor<16xf16>, %p: index, %q: index) -> tensor<16xf32> {
  %v = arith.extf %u : tensor<?xf16> to tensor<?xf32>
  %w = arith.extf %d : tensor<16xf16> to tensor<16xf32>
  %r = scatter.slice_scatter ins(%v : tensor<?xf32>) outs(%w : tensor<16xf32>) from [%p] to [%q] -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// DOWN-LABEL: func @different(
// DOWN:         scatter.slice_scatter {{.*}} -> tensor<16xi32>
func.func @different(%u: tensor<4xi8>, %d: tensor<16xi8>) -> tensor<16xi32> {
  %v = arith.extsi %u : tensor<4xi8> to tensor<4xi32>
  %w = arith.extui %d : tensor<16xi8> to tensor<16xi32>
  %r = scatter.slice_scatter ins(%v : tensor<4xi32>) outs(%w : tensor<16xi32>) from [2] to [6] -> tensor<16xi32>
  return %r : tensor<16xi32>
}

// DOWN-LABEL: func @gather(
// DOWN-SAME:    %[[I:[^:]*]]: tensor<?x1xi64>, %[[X:[^:]*]]: tensor<16x8xf16>
// DOWN:         %[[G:.*]] = scatter.gather_nd ins(%[[I]], %[[X]] : {{.*}}) outs(%{{.*}} : tensor<?x8xf16>) out_of_bounds(drop)
// DOWN:         arith.extf %[[G]]
func.func @gather(%i: tensor<?x1xi64>, %x: tensor<16x8xf16>, %e: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %w = arith.extf %x : tensor<16x8xf16> to tensor<16x8xf32>
  %g = scatter.gather_nd ins(%i, %w : tensor<?x1xi64>, tensor<16x8xf32>) outs(%e : tensor<?x8xf32>) out_of_bounds(drop) -> tensor<?x8xf32>
  return %g : tensor<?x8xf32>
}

// What dropped tuples read may not be a converted number.

// DOWN-LABEL: func @gather_fill(
// DOWN:         scatter.gather_nd {{.*}} -> tensor<4xf32>
// UP-LABEL: func @gather_fill(
// UP-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[X:[^:]*]]: tensor<16xf16>, %[[F:[^:]*]]: f32
// UP:         %[[T:.*]] = arith.truncf %[[F]] : f32 to f16
// UP:         scatter.gather_nd ins(%[[I]], %[[X]] : {{.*}}) outs(%{{.*}} : tensor<4xf16>) fill(%[[T]] : f16) out_of_bounds(clamp)
func.func @gather_fill(%i: tensor<4x1xi64>, %x: tensor<16xf16>, %f: f32) -> tensor<4xf16> {
  %w = arith.extf %x : tensor<16xf16> to tensor<16xf32>
  %e = tensor.empty() : tensor<4xf32>
  %g = scatter.gather_nd ins(%i, %w : tensor<4x1xi64>, tensor<16xf32>) outs(%e : tensor<4xf32>) fill(%f : f32) out_of_bounds(clamp) -> tensor<4xf32>
  %t = arith.truncf %g : tensor<4xf32> to tensor<4xf16>
  return %t : tensor<4xf16>
}
