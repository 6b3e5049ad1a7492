// RUN: scatter-opt %s --scatter-split-checks --canonicalize --cse --split-input-file | FileCheck %s

// Each index operand under `error` has a check; the sizes that are not static
// are compared. The reports are those of the op, in its order.

#x = affine_map<(e, f)[src, dst] -> (src, f)>
#w = affine_map<(e, f)[src, dst] -> (e)>
#out = affine_map<(e, f)[src, dst] -> (dst, f)>

// CHECK-LABEL: func @messages(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<?x4xf32>, %[[W:[^:]*]]: tensor<?xf32>, %[[SRC:[^:]*]]: tensor<?x1xi64>, %[[DST:[^:]*]]: tensor<?x1xi32>, %[[OUT:[^:]*]]: tensor<9x4xf32>)
// CHECK-DAG:     %[[EDGES:.*]] = tensor.dim %[[W]]
// CHECK-DAG:     %[[SOURCES:.*]] = tensor.dim %[[SRC]]
// CHECK-DAG:     %[[TARGETS:.*]] = tensor.dim %[[DST]]
// CHECK-DAG:     %[[NODES:.*]] = tensor.dim %[[X]]
// CHECK-DAG:     scatter.check_indices %[[SRC]] within [%[[NODES]]] : tensor<?x1xi64>
// CHECK-DAG:     scatter.check_indices %[[DST]] within [9] negative_indices(reject) : tensor<?x1xi32>
// CHECK-DAG:     arith.cmpi eq, %[[SOURCES]], %[[EDGES]]
// CHECK-DAG:     arith.cmpi eq, %[[TARGETS]], %[[EDGES]]
// CHECK:         scf.if
// CHECK:           scatter.generic {indexing_maps = [{{.*}}], sizes_match} indices(%[[SRC]], %[[DST]] :
// CHECK-SAME:        out_of_bounds [undefined, undefined] negative_indices [wrap, reject]
// CHECK:         } else {
// CHECK-COUNT-2:   scatter.report shape
// CHECK:           scatter.report_indices %[[SRC]] within [%[[NODES]]] : tensor<?x1xi64>
// CHECK:           scatter.report_indices %[[DST]] within [9] negative_indices(reject) : tensor<?x1xi32>
// CHECK-NEXT:      scf.yield %[[OUT]]
func.func @messages(%x: tensor<?x4xf32>, %w: tensor<?xf32>, %src: tensor<?x1xi64>, %dst: tensor<?x1xi32>, %out: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %r = scatter.generic {indexing_maps = [#x, #w, #out]} indices(%src, %dst : tensor<?x1xi64>, tensor<?x1xi32>) ins(%x, %w : tensor<?x4xf32>, tensor<?xf32>) outs(%out : tensor<9x4xf32>) negative_indices [wrap, reject] {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %old, %m : f32
    scatter.yield %s : f32
  } -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

// -----

// Both results of an op leave its branch; a following op by the same indices
// shares check and branch.

#u = affine_map<(e)[i] -> (e)>
#o = affine_map<(e)[i] -> (i)>

// CHECK-LABEL: func @two_results(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<5x1xi64>, %[[U:[^:]*]]: tensor<5xf32>, %[[P:[^:]*]]: tensor<8xf32>, %[[Q:[^:]*]]: tensor<8xi64>)
// CHECK:         %[[VALID:.*]] = scatter.check_indices %[[I]] within [8] : tensor<5x1xi64>
// CHECK-NOT:     scatter.check_indices
// CHECK:         %[[R:.*]]:2 = scf.if %[[VALID]]
// CHECK:           %[[G:.*]]:2 = scatter.generic
// CHECK:           %[[S:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[U]] : {{.*}}) outs(%[[G]]#0 :
// CHECK:           scf.yield %[[G]]#1, %[[S]]
// CHECK:         } else {
// CHECK-NEXT:      scatter.report_indices %[[I]] within [8]
// CHECK-NOT:       scatter.report_indices
// CHECK:           scf.yield %[[Q]], %[[P]]
func.func @two_results(%i: tensor<5x1xi64>, %u: tensor<5xf32>, %p: tensor<8xf32>, %q: tensor<8xi64>) -> (tensor<8xf32>, tensor<8xi64>) {
  %r:2 = scatter.generic {indexing_maps = [#u, #o, #o]} indices(%i : tensor<5x1xi64>) ins(%u : tensor<5xf32>) outs(%p, %q : tensor<8xf32>, tensor<8xi64>) {
  ^bb0(%a: f32, %old: f32, %count: i64):
    %one = arith.constant 1 : i64
    %m = arith.maximumf %a, %old : f32
    %n = arith.addi %count, %one : i64
    scatter.yield %m, %n : f32, i64
  } -> tensor<8xf32>, tensor<8xi64>
  %s = scatter.scatter_nd_update ins(%i, %u : tensor<5x1xi64>, tensor<5xf32>) outs(%r#0 : tensor<8xf32>) reduction(sum) -> tensor<8xf32>
  return %s, %r#1 : tensor<8xf32>, tensor<8xi64>
}

// -----

// Policies other than `error` stay, as does an op that has nothing to report.

// CHECK-LABEL: func @mixed_policies(
// CHECK:         scatter.check_indices %{{.*}} within [8] : tensor<5x1xi64>
// CHECK-NOT:     scatter.check_indices
// CHECK:         scatter.generic
// CHECK-SAME:      out_of_bounds [undefined, drop]
func.func @mixed_policies(%i: tensor<5x1xi64>, %j: tensor<5x1xi64>, %p: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %r = scatter.generic {indexing_maps = [affine_map<(e)[i, j] -> (i, j)>]} indices(%i, %j : tensor<5x1xi64>, tensor<5x1xi64>) outs(%p : tensor<8x8xf32>) out_of_bounds [error, drop] {
  ^bb0(%old: f32):
    %s = arith.negf %old : f32
    scatter.yield %s : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func @nothing_to_report(
// CHECK-NOT:     scf.if
// CHECK:         out_of_bounds [clamp]
func.func @nothing_to_report(%i: tensor<5x1xi64>, %p: tensor<8xf32>) -> tensor<8xf32> {
  %r = scatter.generic {indexing_maps = [affine_map<(e)[i] -> (i)>]} indices(%i : tensor<5x1xi64>) outs(%p : tensor<8xf32>) out_of_bounds [clamp] {
  ^bb0(%old: f32):
    %s = arith.negf %old : f32
    scatter.yield %s : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
