// RUN: scatter-opt %s --transform-interpreter --verify-diagnostics

// Tuples that may name one slot are not divided among the iterations of
// scf.forall: the results of all but one would be lost.
module attributes {transform.with_named_sequence} {
  func.func @tuples(%i: tensor<6x1xi64>, %u: tensor<6x8xi32>, %d: tensor<9x8xi32>) -> tensor<9x8xi32> {
    // expected-note @below {{when applied to this op}}
    // expected-warning @below {{tiling is not thread safe at axis #0}}
    // expected-error @below {{to tile operation}}
    // expected-error @below {{failed to generate tiling loops}}
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<6x8xi32>) outs(%d : tensor<9x8xi32>) reduction(sum) out_of_bounds(drop) -> tensor<9x8xi32>
    return %r : tensor<9x8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{failed to apply}}
    %1, %loop = transform.structured.tile_using_forall %0 tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
