// RUN: scatter-opt %s --scatter-split-checks --canonicalize --cse --transform-interpreter --canonicalize --cse | FileCheck %s
// RUN: scatter-opt %s --scatter-split-checks --transform-interpreter -o /dev/null --verify-diagnostics

// Tuples without duplicates and slices are divided among the iterations of
// scf.forall, which warns about a dimension that is a reduction. One check of
// sizes and indices is outside.

// A tile of tuples may update any row of its columns.

// CHECK-LABEL: func @unique_tuples(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x1xi64>, %[[U:[^:]*]]: tensor<?x?xf32>, %[[D:[^:]*]]: tensor<?x?xf32>
// CHECK:         scf.if
// CHECK:           scf.forall (%{{.*}}, %{{.*}}) in (%{{.*}}, %{{.*}}) shared_outs(%[[OUT:.*]] = %[[D]])
// CHECK:             %[[IS:.*]] = tensor.extract_slice %[[I]][%[[T:.*]], 0] [%[[N:.*]], 1] [1, 1]
// CHECK:             %[[US:.*]] = tensor.extract_slice %[[U]][%[[T]], %[[C:.*]]] [%[[N]], %[[M:.*]]] [1, 1]
// CHECK:             %[[DS:.*]] = tensor.extract_slice %[[OUT]][0, %[[C]]] [%{{.*}}, %[[M]]] [1, 1]
// CHECK:             %[[R:.*]] = scatter.scatter_nd_update ins(%[[IS]], %[[US]] : {{.*}}) outs(%[[DS]] : {{.*}}) out_of_bounds(undefined) {sizes_match, unique_indices}
// CHECK:             tensor.parallel_insert_slice %[[R]] into %[[OUT]][0, %[[C]]]
// CHECK:         } else {
// CHECK:           scatter.report_indices

// CHECK-LABEL: func @static_tuples(
// CHECK-NOT:     scf.if
// CHECK:         scf.forall (%{{.*}}, %{{.*}}) in (2, 3)
// CHECK:           scatter.scatter_nd_update {{.*}} out_of_bounds(drop)

// A tile of a slice updates the part of `data` between its first and its last
// position, whose order depends on the sign of the step.

// CHECK-LABEL: func @slices(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<?x8xf32>, %[[D:[^:]*]]: tensor<?x16xf32>, %[[P:[^:]*]]: index, %[[Q:[^:]*]]: index, %[[S:[^:]*]]: index
// CHECK:         %[[UP:.*]] = arith.cmpi sgt, %[[S]], %c0
// CHECK:         scf.if
// CHECK:           scf.forall (%{{.*}}, %{{.*}}) in (%{{.*}}, 3) shared_outs(%[[OUT:.*]] = %[[D]])
// CHECK:             %[[LOW:.*]] = arith.select %[[UP]]
// CHECK:             %[[US:.*]] = tensor.extract_slice %[[U]][%[[A:.*]], %[[B:.*]]] [%[[N:.*]], %[[M:.*]]] [1, 1]
// CHECK:             %[[DS:.*]] = tensor.extract_slice %[[OUT]]
// CHECK:             %[[R:.*]] = scatter.slice_scatter ins(%[[US]] : {{.*}}) outs(%[[DS]] : {{.*}}) from [%{{.*}}, -1] to [%{{.*}}, -9223372036854775807] step [%[[S]], -2] {sizes_match}
// CHECK:             tensor.parallel_insert_slice %[[R]] into %[[OUT]]
// CHECK:         } else {
// CHECK:           scatter.report zero_step
module attributes {transform.with_named_sequence} {
  func.func @unique_tuples(%i: tensor<?x1xi64>, %u: tensor<?x?xf32>, %d: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x?xf32>) outs(%d : tensor<?x?xf32>) {unique_indices} -> tensor<?x?xf32>
    return %r : tensor<?x?xf32>
  }
  func.func @static_tuples(%i: tensor<6x1xi64>, %u: tensor<6x8xf32>, %d: tensor<9x8xf32>) -> tensor<9x8xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<6x8xf32>) outs(%d : tensor<9x8xf32>) out_of_bounds(drop) {unique_indices} -> tensor<9x8xf32>
    return %r : tensor<9x8xf32>
  }
  func.func @slices(%u: tensor<?x8xf32>, %d: tensor<?x16xf32>, %p: index, %q: index, %s: index) -> tensor<?x16xf32> {
    %r = scatter.slice_scatter ins(%u : tensor<?x8xf32>) outs(%d : tensor<?x16xf32>) from [%p, 15] to [%q, -20] step [%s, -2] -> tensor<?x16xf32>
    return %r : tensor<?x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update", "scatter.slice_scatter"]} in %root : (!transform.any_op) -> !transform.any_op
    %1, %loop = transform.structured.tile_using_forall %0 tile_sizes [4, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
