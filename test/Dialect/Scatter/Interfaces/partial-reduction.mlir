// RUN: split-file %s %t
// RUN: scatter-opt %t/tiled.mlir --scatter-split-checks --transform-interpreter --canonicalize --cse | FileCheck %t/tiled.mlir
// RUN: not scatter-opt %t/refused.mlir --transform-interpreter --split-input-file 2>&1 | FileCheck %t/refused.mlir

//--- tiled.mlir

// Each tuple of a tile updates a copy of its own. The copies begin with the
// identity, and are combined with `data` at the end.

// CHECK-DAG:   #[[$SLOT:.*]] = affine_map<(d0, d1)[s0] -> (d0, s0, d1)>

// CHECK-LABEL: func @for(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x1xi64>, %[[U:[^:]*]]: tensor<?x?xi32>, %[[D:[^:]*]]: tensor<?x?xi32>
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : i32
// CHECK:         scf.if
// CHECK:           %[[E:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<3x?x?xi32>
// CHECK:           %[[F:.*]] = linalg.fill ins(%[[ONE]] : i32) outs(%[[E]]
// CHECK:           %[[P:.*]] = scf.for %[[T:.*]] = {{.*}} iter_args(%[[A:.*]] = %[[F]])
// CHECK-DAG:         %[[IS:.*]] = tensor.extract_slice %[[I]][%[[T]], 0] [%[[N:.*]], 1] [1, 1]
// CHECK-DAG:         %[[US:.*]] = tensor.extract_slice %[[U]][%[[T]], 0] [%[[N]], %{{.*}}] [1, 1]
// CHECK-DAG:         %[[AS:.*]] = tensor.extract_slice %[[A]][0, 0, 0] [%[[N]], %{{.*}}, %{{.*}}] [1, 1, 1]
// CHECK:             %[[R:.*]] = scatter.generic {indexing_maps = [#{{.*}}, #[[$SLOT]]], sizes_match} indices(%[[IS]] : {{.*}}) ins(%[[US]] : {{.*}}) outs(%[[AS]] : {{.*}}) out_of_bounds [undefined] {
// CHECK:               arith.muli
// CHECK:             tensor.insert_slice %[[R]] into %[[A]][0, 0, 0] [%[[N]], %{{.*}}, %{{.*}}] [1, 1, 1]
// CHECK:           linalg.reduce { arith.muli {{.*}} } ins(%[[P]] : {{.*}}) outs(%[[D]] : {{.*}}) dimensions = [0]
// CHECK:         } else {
// CHECK:           scatter.report_indices
module attributes {transform.with_named_sequence} {
  func.func @for(%i: tensor<?x1xi64>, %u: tensor<?x?xi32>, %d: tensor<?x?xi32>) -> tensor<?x?xi32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x?xi32>) outs(%d : tensor<?x?xi32>) reduction(prod) {one_for} -> tensor<?x?xi32>
    return %r : tensor<?x?xi32>
  }

// A thread updates one copy. The identity of a minimum of floats is infinity.

// CHECK-LABEL: func @forall(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<6x4x2xi32>, %[[U:[^:]*]]: tensor<6x4xf32>, %[[D:[^:]*]]: tensor<9x5xf32>
// CHECK-DAG:     %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK:         linalg.fill ins(%[[INF]] : f32) outs(%{{.*}} : tensor<2x9x5xf32>)
// CHECK:         %[[P:.*]] = scf.forall (%[[T:.*]]) in (2) shared_outs(%[[A:.*]] =
// CHECK:           %[[AS:.*]] = tensor.extract_slice %[[A]][%[[T]], 0, 0] [1, 9, 5] [1, 1, 1] : tensor<2x9x5xf32> to tensor<9x5xf32>
// CHECK:           %[[R:.*]] = scatter.scatter_nd_update ins(%{{.*}}, %{{.*}} : tensor<3x4x2xi32>, tensor<3x4xf32>) outs(%[[AS]] : tensor<9x5xf32>) reduction(min) out_of_bounds(drop)
// CHECK:           tensor.parallel_insert_slice %[[R]] into %[[A]][%[[T]], 0, 0] [1, 9, 5] [1, 1, 1]
// CHECK:         linalg.reduce { arith.minimumf } ins(%[[P]] : tensor<2x9x5xf32>) outs(%[[D]] : tensor<9x5xf32>) dimensions = [0]
  func.func @forall(%i: tensor<6x4x2xi32>, %u: tensor<6x4xf32>, %d: tensor<9x5xf32>) -> tensor<9x5xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x4x2xi32>, tensor<6x4xf32>) outs(%d : tensor<9x5xf32>) reduction(min) out_of_bounds(drop) {one_forall} -> tensor<9x5xf32>
    return %r : tensor<9x5xf32>
  }

// The type of a copy is that of its slice also where a size is the result of
// arith.constant.

// CHECK-LABEL: func @constant_size(
// CHECK:         tensor.extract_slice %{{.*}}[%{{.*}}, 0, 0] [1, 9, 1] [1, 1, 1] : tensor<2x9x1xi32> to tensor<9x1xi32>
  func.func @constant_size(%i: tensor<6x1xi32>, %v: tensor<6x1xi32>, %d: tensor<9x1xi32>) -> tensor<9x1xi32> {
    %u = tensor.cast %v : tensor<6x1xi32> to tensor<6x?xi32>
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi32>, tensor<6x?xi32>) outs(%d : tensor<9x1xi32>) reduction(sum) out_of_bounds(drop) {one_forall, sizes_match} -> tensor<9x1xi32>
    return %r : tensor<9x1xi32>
  }

// A region is a reduction if it combines each old element with a value that
// depends on none. Positions that it uses are those of the whole op. Flags that
// hold for its results need not hold for those of parts.

// CHECK-LABEL: func @generic_for(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<6x1xi64>, %[[J:[^:]*]]: tensor<6x1xi64>, %[[X:[^:]*]]: tensor<?x5xi32>, %[[W:[^:]*]]: tensor<6xi32>, %[[D:[^:]*]]: tensor<8x5xi32>, %[[E:[^:]*]]: tensor<8x5xi32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG:     %[[LEAST:.*]] = arith.constant -2147483648 : i32
// CHECK-DAG:     %[[F:.*]] = linalg.fill ins(%[[ZERO]] : i32) outs(%{{.*}} : tensor<4x8x5xi32>)
// CHECK-DAG:     %[[G:.*]] = linalg.fill ins(%[[LEAST]] : i32) outs(%{{.*}} : tensor<4x8x5xi32>)
// CHECK:         %[[P:.*]]:2 = scf.for %[[T:.*]] = {{.*}} iter_args(%[[A:.*]] = %[[F]], %[[B:.*]] = %[[G]])
// CHECK:           %[[R:.*]]:2 = scatter.generic {indexing_maps = [#{{.*}}, #{{.*}}, #[[$COPIES:.*]], #[[$COPIES]]], one_generic_for, sizes_match}
// CHECK:             %[[PLACE:.*]] = scatter.index 0
// CHECK:             arith.addi %[[PLACE]], %[[T]]
// CHECK-NOT:         overflow<
// CHECK:         linalg.reduce ins(%[[P]]#0, %[[P]]#1 : tensor<4x8x5xi32>, tensor<4x8x5xi32>) outs(%[[D]], %[[E]] : {{.*}}) dimensions = [0]
// CHECK:           arith.addi
// CHECK:           arith.maxsi
  func.func @generic_for(%i: tensor<6x1xi64>, %j: tensor<6x1xi64>, %x: tensor<?x5xi32>, %w: tensor<6xi32>, %d: tensor<8x5xi32>, %e: tensor<8x5xi32>) -> (tensor<8x5xi32>, tensor<8x5xi32>) {
    %r:2 = scatter.generic {indexing_maps = [affine_map<(e, f)[a, b] -> (b, f)>, affine_map<(e, f)[a, b] -> (e)>, affine_map<(e, f)[a, b] -> (a, f)>, affine_map<(e, f)[a, b] -> (a, f)>], one_generic_for}
        indices(%i, %j : tensor<6x1xi64>, tensor<6x1xi64>) ins(%x, %w : tensor<?x5xi32>, tensor<6xi32>) outs(%d, %e : tensor<8x5xi32>, tensor<8x5xi32>) out_of_bounds [drop, clamp] {
    ^bb0(%a: i32, %b: i32, %sum: i32, %max: i32):
      %p = scatter.index 0
      %q = arith.index_cast %p : index to i32
      %m = arith.muli %a, %b : i32
      %n = arith.addi %m, %q : i32
      %s = arith.addi %n, %sum overflow<nsw> : i32
      %t = arith.maxsi %max, %m : i32
      scatter.yield %s, %t : i32, i32
    } -> tensor<8x5xi32>, tensor<8x5xi32>
    return %r#0, %r#1 : tensor<8x5xi32>, tensor<8x5xi32>
  }

// Outs of different shapes are merged one after the other.

// CHECK-LABEL: func @generic_forall(
// CHECK:         %[[P:.*]]:2 = scf.forall (%[[T:.*]]) in (2) shared_outs(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) -> (tensor<2x8x5xf32>, tensor<2x5x8xf32>)
// CHECK-DAG:       tensor.extract_slice %[[A]][%[[T]], 0, 0] [1, 8, 5] [1, 1, 1] : tensor<2x8x5xf32> to tensor<8x5xf32>
// CHECK-DAG:       tensor.extract_slice %[[B]][%[[T]], 0, 0] [1, 5, 8] [1, 1, 1] : tensor<2x5x8xf32> to tensor<5x8xf32>
// CHECK:           scatter.generic
// CHECK-NOT:         fastmath
// CHECK:         linalg.reduce { arith.minimumf } ins(%[[P]]#0 : tensor<2x8x5xf32>)
// CHECK:         linalg.reduce { arith.maximumf } ins(%[[P]]#1 : tensor<2x5x8xf32>)
  func.func @generic_forall(%i: tensor<6x1xi64>, %u: tensor<6x5xf32>, %d: tensor<8x5xf32>, %e: tensor<5x8xf32>) -> (tensor<8x5xf32>, tensor<5x8xf32>) {
    %r:2 = scatter.generic {indexing_maps = [affine_map<(e, f)[a] -> (e, f)>, affine_map<(e, f)[a] -> (a, f)>, affine_map<(e, f)[a] -> (f, a)>], one_generic_forall}
        indices(%i : tensor<6x1xi64>) ins(%u : tensor<6x5xf32>) outs(%d, %e : tensor<8x5xf32>, tensor<5x8xf32>) {
    ^bb0(%x: f32, %min: f32, %max: f32):
      %s = arith.minimumf %x, %min fastmath<ninf> : f32
      %t = arith.maximumf %x, %max : f32
      scatter.yield %s, %t : f32, f32
    } -> tensor<8x5xf32>, tensor<5x8xf32>
    return %r#0, %r#1 : tensor<8x5xf32>, tensor<5x8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %4 = transform.structured.match attributes{one_generic_for} in %root : (!transform.any_op) -> !transform.any_op
    %5:5 = transform.structured.tile_reduction_using_for %4 by tile_sizes = [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %6 = transform.structured.match attributes{one_generic_forall} in %root : (!transform.any_op) -> !transform.any_op
    %7:6 = transform.structured.tile_reduction_using_forall %6 reduction_dims = [0] by num_threads = [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %0 = transform.structured.match attributes{one_for} in %root : (!transform.any_op) -> !transform.any_op
    %1:4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %2 = transform.structured.match attributes{one_forall} in %root : (!transform.any_op) -> !transform.any_op
    %3:4 = transform.structured.tile_reduction_using_forall %2 reduction_dims = [0] by num_threads = [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

//--- refused.mlir

// The order of the tuples makes a difference, or the op may report, or combining
// parts would flush denormals.

// CHECK-COUNT-8: error: failed to tile using partial reduction
// CHECK-NOT:     error:
module attributes {transform.with_named_sequence} {
  func.func @sum_of_floats(%i: tensor<6x1xi64>, %u: tensor<6xf32>, %d: tensor<8xf32>) -> tensor<8xf32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<6xf32>) outs(%d : tensor<8xf32>) reduction(sum) out_of_bounds(drop) -> tensor<8xf32>
    return %r : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @last_wins(%i: tensor<6x1xi64>, %u: tensor<6xi32>, %d: tensor<8xi32>) -> tensor<8xi32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<6xi32>) outs(%d : tensor<8xi32>) out_of_bounds(drop) -> tensor<8xi32>
    return %r : tensor<8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @check_first(%i: tensor<6x1xi64>, %u: tensor<6xi32>, %d: tensor<8xi32>) -> tensor<8xi32> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<6xi32>) outs(%d : tensor<8xi32>) reduction(sum) -> tensor<8xi32>
    return %r : tensor<8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @denormals(%i: tensor<6x1xi64>, %u: tensor<6xbf16>, %d: tensor<8xbf16>) -> tensor<8xbf16> {
    %r = scatter.scatter_nd_update ins(%i, %u : tensor<6x1xi64>, tensor<6xbf16>) outs(%d : tensor<8xbf16>) reduction(max) out_of_bounds(drop) -> tensor<8xbf16>
    return %r : tensor<8xbf16>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.scatter_nd_update"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// What is added depends on the old element.

module attributes {transform.with_named_sequence} {
  func.func @update_from_old_elements(%i: tensor<6x1xi64>, %u: tensor<6xi32>, %d: tensor<8xi32>) -> tensor<8xi32> {
    %r = scatter.generic {indexing_maps = [affine_map<(e)[a] -> (e)>, affine_map<(e)[a] -> (a)>]} indices(%i : tensor<6x1xi64>) ins(%u : tensor<6xi32>) outs(%d : tensor<8xi32>) out_of_bounds [drop] {
    ^bb0(%x: i32, %a: i32):
      %p = arith.muli %x, %a : i32
      %s = arith.addi %p, %a : i32
      scatter.yield %s : i32
    } -> tensor<8xi32>
    return %r : tensor<8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// So does what is added here, in a branch.

module attributes {transform.with_named_sequence} {
  func.func @update_from_old_elements_in_a_branch(%c: i1, %i: tensor<6x1xi64>, %u: tensor<6xi32>, %d: tensor<8xi32>) -> tensor<8xi32> {
    %r = scatter.generic {indexing_maps = [affine_map<(e)[a] -> (e)>, affine_map<(e)[a] -> (a)>]} indices(%i : tensor<6x1xi64>) ins(%u : tensor<6xi32>) outs(%d : tensor<8xi32>) out_of_bounds [drop] {
    ^bb0(%x: i32, %a: i32):
      %p = scf.if %c -> i32 {
        scf.yield %a : i32
      } else {
        scf.yield %x : i32
      }
      %s = arith.addi %p, %a : i32
      scatter.yield %s : i32
    } -> tensor<8xi32>
    return %r : tensor<8xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// There is no scalar form of reductions of this type.

module attributes {transform.with_named_sequence} {
  func.func @region_of_wide_floats(%i: tensor<6x1xi64>, %u: tensor<6xf128>, %d: tensor<8xf128>) -> tensor<8xf128> {
    %r = scatter.generic {indexing_maps = [affine_map<(e)[a] -> (e)>, affine_map<(e)[a] -> (a)>]} indices(%i : tensor<6x1xi64>) ins(%u : tensor<6xf128>) outs(%d : tensor<8xf128>) out_of_bounds [drop] {
    ^bb0(%x: f128, %a: f128):
      %s = arith.maximumf %x, %a : f128
      scatter.yield %s : f128
    } -> tensor<8xf128>
    return %r : tensor<8xf128>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// A dimension that says where one of the outs is written.

module attributes {transform.with_named_sequence} {
  func.func @divided_dimension_of_an_out(%i: tensor<6x1xi64>, %u: tensor<6xi32>, %d: tensor<8xi32>, %e: tensor<6xi32>) -> (tensor<8xi32>, tensor<6xi32>) {
    %r:2 = scatter.generic {indexing_maps = [affine_map<(e)[a] -> (e)>, affine_map<(e)[a] -> (a)>, affine_map<(e)[a] -> (e)>]} indices(%i : tensor<6x1xi64>) ins(%u : tensor<6xi32>) outs(%d, %e : tensor<8xi32>, tensor<6xi32>) out_of_bounds [drop] {
    ^bb0(%x: i32, %a: i32, %b: i32):
      %s = arith.addi %x, %a : i32
      %t = arith.addi %x, %b : i32
      scatter.yield %s, %t : i32, i32
    } -> tensor<8xi32>, tensor<6xi32>
    return %r#0, %r#1 : tensor<8xi32>, tensor<6xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["scatter.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %1:5 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
