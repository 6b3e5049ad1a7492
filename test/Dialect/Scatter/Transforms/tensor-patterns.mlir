// RUN: split-file %s %t
// RUN: %scatter_test_patterns %t/insert.mlir --test-scatter-patterns=names=insert-to-slice | FileCheck %t/insert.mlir
// RUN: %scatter_test_patterns %t/slices.mlir --test-scatter-patterns=names=slices,pads-up --canonicalize --cse | FileCheck %t/slices.mlir
// RUN: %scatter_test_patterns %t/pads-down.mlir --test-scatter-patterns=names=pads-down --canonicalize --cse | FileCheck %t/pads-down.mlir
// RUN: %scatter_test_patterns %t/overwritten.mlir --test-scatter-patterns=names=overwritten | FileCheck %t/overwritten.mlir
// RUN: %scatter_test_patterns %t/reshapes.mlir --test-scatter-patterns=names=expand | FileCheck %t/reshapes.mlir --check-prefix=EXPAND
// RUN: %scatter_test_patterns %t/reshapes.mlir --test-scatter-patterns=names=collapse | FileCheck %t/reshapes.mlir --check-prefix=COLLAPSE

// The exported patterns between updates and ops of tensor.

//--- insert.mlir

// The stop is beyond the last position, and not beyond the next one.

// CHECK-LABEL: func @insert(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<4x?xf32>, %[[D:[^:]*]]: tensor<16x?xf32>, %[[P:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK-DAG:     %[[TO:.*]] = arith.addi %[[P]], %c8
// CHECK-DAG:     %[[LENGTH:.*]] = arith.muli %[[N]], %c3
// CHECK-DAG:     %[[TO1:.*]] = arith.addi %[[LENGTH]], %c1
// CHECK:         scatter.slice_scatter ins(%[[U]] : {{.*}}) outs(%[[D]] : {{.*}}) from [%[[P]], 1] to [%[[TO]], %[[TO1]]] step [2, 3] {sizes_match}
func.func @insert(%u: tensor<4x?xf32>, %d: tensor<16x?xf32>, %p: index, %n: index) -> tensor<16x?xf32> {
  %r = tensor.insert_slice %u into %d[%p, 1] [4, %n] [2, 3] : tensor<4x?xf32> into tensor<16x?xf32>
  return %r : tensor<16x?xf32>
}

// CHECK-LABEL: func @static_insert(
// CHECK:         scatter.slice_scatter {{.*}} from [3, 0] to [7, 2] -> tensor<16x2xf32>
func.func @static_insert(%u: tensor<4x2xf32>, %d: tensor<16x2xf32>) -> tensor<16x2xf32> {
  %r = tensor.insert_slice %u into %d[3, 0] [4, 2] [1, 1] : tensor<4x2xf32> into tensor<16x2xf32>
  return %r : tensor<16x2xf32>
}

// A part of lower rank stays.

// CHECK-LABEL: func @lower_rank(
// CHECK:         tensor.insert_slice
func.func @lower_rank(%u: tensor<4xf32>, %d: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %r = tensor.insert_slice %u into %d[0, 1] [4, 1] [1, 1] : tensor<4xf32> into tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

//--- slices.mlir

// Columns of an update are the update of columns. Rows are not.

// CHECK-LABEL: func @columns(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x1xi64>, %[[U:[^:]*]]: tensor<?x16xf32>, %[[D:[^:]*]]: tensor<9x16xf32>
// CHECK-DAG:     %[[US:.*]] = tensor.extract_slice %[[U]][0, 4] [%{{.*}}, 4] [1, 1]
// CHECK-DAG:     %[[DS:.*]] = tensor.extract_slice %[[D]][0, 4] [9, 4] [1, 1]
// CHECK:         %[[R:.*]] = scatter.scatter_nd_update ins(%{{.*}}, %[[US]] : {{.*}}) outs(%[[DS]] : {{.*}}) reduction(sum) out_of_bounds(drop) {sizes_match}
// CHECK:         return %[[R]]
func.func @columns(%i: tensor<?x1xi64>, %u: tensor<?x16xf32>, %d: tensor<9x16xf32>) -> tensor<9x4xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x16xf32>) outs(%d : tensor<9x16xf32>) reduction(sum) out_of_bounds(drop) {sizes_match} -> tensor<9x16xf32>
  %s = tensor.extract_slice %r[0, 4] [9, 4] [1, 1] : tensor<9x16xf32> to tensor<9x4xf32>
  return %s : tensor<9x4xf32>
}

// CHECK-LABEL: func @rows(
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<9x16xf32>
// CHECK:         tensor.extract_slice
func.func @rows(%i: tensor<4x1xi64>, %u: tensor<4x16xf32>, %d: tensor<9x16xf32>) -> tensor<4x16xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x16xf32>) outs(%d : tensor<9x16xf32>) reduction(sum) out_of_bounds(drop) -> tensor<9x16xf32>
  %s = tensor.extract_slice %r[2, 0] [4, 16] [1, 1] : tensor<9x16xf32> to tensor<4x16xf32>
  return %s : tensor<4x16xf32>
}

// What was written, and what was not.

// CHECK-LABEL: func @same(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<4x16xf32>, %[[D:[^:]*]]: tensor<9x16xf32>
// CHECK:         %[[T:.*]] = tensor.extract_slice %[[D]][7, 0] [2, 16] [1, 1]
// CHECK:         return %[[U]], %[[T]]
func.func @same(%u: tensor<4x16xf32>, %d: tensor<9x16xf32>) -> (tensor<4x16xf32>, tensor<2x16xf32>) {
  %r = scatter.slice_scatter ins(%u : tensor<4x16xf32>) outs(%d : tensor<9x16xf32>) from [-7] to [6] -> tensor<9x16xf32>
  %s = tensor.extract_slice %r[2, 0] [4, 16] [1, 1] : tensor<9x16xf32> to tensor<4x16xf32>
  %t = tensor.extract_slice %r[7, 0] [2, 16] [1, 1] : tensor<9x16xf32> to tensor<2x16xf32>
  return %s, %t : tensor<4x16xf32>, tensor<2x16xf32>
}

// CHECK-LABEL: func @part(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<4x16xf32>, %[[D:[^:]*]]: tensor<9x16xf32>
// CHECK-DAG:     %[[US:.*]] = tensor.extract_slice %[[U]][1, 0] [2, 16] [1, 1]
// CHECK-DAG:     %[[DS:.*]] = tensor.extract_slice %[[D]][2, 0] [4, 16] [1, 1]
// CHECK:         scatter.slice_scatter ins(%[[US]] : {{.*}}) outs(%[[DS]] : {{.*}}) from [3] to [0] step [-2]
func.func @part(%u: tensor<4x16xf32>, %d: tensor<9x16xf32>) -> tensor<4x16xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<4x16xf32>) outs(%d : tensor<9x16xf32>) from [7] to [0] step [-2] -> tensor<9x16xf32>
  %s = tensor.extract_slice %r[2, 0] [4, 16] [1, 1] : tensor<9x16xf32> to tensor<4x16xf32>
  return %s : tensor<4x16xf32>
}

// An update that may report checks all indices of each part.

// CHECK-LABEL: func @may_report(
// CHECK:         scatter.scatter_nd_update {{.*}} outs(%{{.*}} : tensor<9x4xf32>) -> tensor<9x4xf32>
func.func @may_report(%i: tensor<4x1xi64>, %u: tensor<4x16xf32>, %d: tensor<9x16xf32>) -> tensor<9x4xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x16xf32>) outs(%d : tensor<9x16xf32>) -> tensor<9x16xf32>
  %s = tensor.extract_slice %r[0, 4] [9, 4] [1, 1] : tensor<9x16xf32> to tensor<9x4xf32>
  return %s : tensor<9x4xf32>
}

// CHECK-LABEL: func @may_report_sizes(
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<9x16xf32>
// CHECK:         tensor.extract_slice
func.func @may_report_sizes(%i: tensor<?x1xi64>, %u: tensor<?x16xf32>, %d: tensor<9x16xf32>) -> tensor<9x4xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x16xf32>) outs(%d : tensor<9x16xf32>) -> tensor<9x16xf32>
  %s = tensor.extract_slice %r[0, 4] [9, 4] [1, 1] : tensor<9x16xf32> to tensor<9x4xf32>
  return %s : tensor<9x4xf32>
}

// CHECK-LABEL: func @pad(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<4x5xf32>, %[[D:[^:]*]]: tensor<9x5xf32>
// CHECK:         %[[P:.*]] = tensor.pad %[[D]] low[2, 0] high[3, 0]
// CHECK:         scatter.slice_scatter ins(%[[U]] : {{.*}}) outs(%[[P]] : {{.*}}) from [8] to [1] step [-2]
func.func @pad(%u: tensor<4x5xf32>, %d: tensor<9x5xf32>) -> tensor<14x5xf32> {
  %z = arith.constant 0.0 : f32
  %r = scatter.slice_scatter ins(%u : tensor<4x5xf32>) outs(%d : tensor<9x5xf32>) from [6] to [-10] step [-2] -> tensor<9x5xf32>
  %p = tensor.pad %r low[2, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<14x5xf32>
  return %p : tensor<14x5xf32>
}

// A part of a gather reads the tuples and the columns that it needs.

// CHECK-LABEL: func @part_of_gather(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<6x1xi64>, %[[X:[^:]*]]: tensor<9x16xf32>
// CHECK-DAG:     %[[IS:.*]] = tensor.extract_slice %[[I]][2, 0] [3, 1] [1, 1]
// CHECK-DAG:     %[[XS:.*]] = tensor.extract_slice %[[X]][0, 4] [9, 8] [1, 1]
// CHECK:         scatter.gather_nd ins(%[[IS]], %[[XS]] : {{.*}}) {{.*}} out_of_bounds(clamp) -> tensor<3x8xf32>
func.func @part_of_gather(%i: tensor<6x1xi64>, %x: tensor<9x16xf32>) -> tensor<3x8xf32> {
  %e = tensor.empty() : tensor<6x16xf32>
  %g = scatter.gather_nd ins(%i, %x : tensor<6x1xi64>, tensor<9x16xf32>) outs(%e : tensor<6x16xf32>) out_of_bounds(clamp) -> tensor<6x16xf32>
  %s = tensor.extract_slice %g[2, 4] [3, 8] [1, 1] : tensor<6x16xf32> to tensor<3x8xf32>
  return %s : tensor<3x8xf32>
}

// CHECK-LABEL: func @gather_columns(
// CHECK:         scatter.gather_nd {{.*}} outs(%{{.*}} : tensor<6x8xf32>) -> tensor<6x8xf32>
func.func @gather_columns(%i: tensor<6x1xi64>, %x: tensor<9x16xf32>) -> tensor<6x8xf32> {
  %e = tensor.empty() : tensor<6x16xf32>
  %g = scatter.gather_nd ins(%i, %x : tensor<6x1xi64>, tensor<9x16xf32>) outs(%e : tensor<6x16xf32>) -> tensor<6x16xf32>
  %s = tensor.extract_slice %g[0, 4] [6, 8] [1, 1] : tensor<6x16xf32> to tensor<6x8xf32>
  return %s : tensor<6x8xf32>
}

// The other tuples may be out of bounds.

// CHECK-LABEL: func @gather_may_report(
// CHECK:         scatter.gather_nd {{.*}} -> tensor<6x16xf32>
// CHECK:         tensor.extract_slice
func.func @gather_may_report(%i: tensor<6x1xi64>, %x: tensor<9x16xf32>) -> tensor<3x8xf32> {
  %e = tensor.empty() : tensor<6x16xf32>
  %g = scatter.gather_nd ins(%i, %x : tensor<6x1xi64>, tensor<9x16xf32>) outs(%e : tensor<6x16xf32>) -> tensor<6x16xf32>
  %s = tensor.extract_slice %g[2, 4] [3, 8] [1, 1] : tensor<6x16xf32> to tensor<3x8xf32>
  return %s : tensor<3x8xf32>
}

// CHECK-LABEL: func @pad_insertion(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<4x5xf32>, %[[D:[^:]*]]: tensor<9x?xf32>, %[[N:[^:]*]]: index
// CHECK-DAG:     %[[P:.*]] = tensor.pad %[[D]] low[2, %[[N]]] high[0, 1]
// CHECK-DAG:     %[[AT:.*]] = arith.addi %[[N]], %c3
// CHECK:         tensor.insert_slice %[[U]] into %[[P]][2, %[[AT]]] [4, 5] [2, 1]
func.func @pad_insertion(%u: tensor<4x5xf32>, %d: tensor<9x?xf32>, %n: index) -> tensor<11x?xf32> {
  %z = arith.constant 0.0 : f32
  %r = tensor.insert_slice %u into %d[0, 3] [4, 5] [2, 1] : tensor<4x5xf32> into tensor<9x?xf32>
  %p = tensor.pad %r low[2, %n] high[0, 1] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x?xf32> to tensor<11x?xf32>
  return %p : tensor<11x?xf32>
}

// Tuples that are in bounds stay in bounds of more rows.

// CHECK-LABEL: func @pad_rows(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<4x1xi64>, %[[U:[^:]*]]: tensor<4x5xf32>, %[[D:[^:]*]]: tensor<9x5xf32>
// CHECK:         %[[P:.*]] = tensor.pad %[[D]] low[0, 0] high[3, 0]
// CHECK:         scatter.scatter_nd_update ins(%[[I]], %[[U]] : {{.*}}) outs(%[[P]] : {{.*}}) reduction(sum) out_of_bounds(undefined) negative_indices(reject) -> tensor<12x5xf32>
func.func @pad_rows(%i: tensor<4x1xi64>, %u: tensor<4x5xf32>, %d: tensor<9x5xf32>) -> tensor<12x5xf32> {
  %z = arith.constant 0.0 : f32
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x5xf32>) outs(%d : tensor<9x5xf32>) reduction(sum) out_of_bounds(undefined) negative_indices(reject) -> tensor<9x5xf32>
  %p = tensor.pad %r low[0, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<12x5xf32>
  return %p : tensor<12x5xf32>
}

// Dropped tuples could be in bounds of more rows, and negative ones count from
// another end. Columns of the padding would need updates.

// CHECK-LABEL: func @pad_dropped(
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<9x5xf32>
// CHECK:         tensor.pad
func.func @pad_dropped(%i: tensor<4x1xi64>, %u: tensor<4x5xf32>, %d: tensor<9x5xf32>) -> tensor<12x5xf32> {
  %z = arith.constant 0.0 : f32
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x5xf32>) outs(%d : tensor<9x5xf32>) out_of_bounds(drop) negative_indices(reject) -> tensor<9x5xf32>
  %p = tensor.pad %r low[0, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<12x5xf32>
  return %p : tensor<12x5xf32>
}

// CHECK-LABEL: func @pad_wrapped(
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<9x5xf32>
// CHECK:         tensor.pad
func.func @pad_wrapped(%i: tensor<4x1xi64>, %u: tensor<4x5xf32>, %d: tensor<9x5xf32>) -> tensor<12x5xf32> {
  %z = arith.constant 0.0 : f32
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x5xf32>) outs(%d : tensor<9x5xf32>) out_of_bounds(undefined) -> tensor<9x5xf32>
  %p = tensor.pad %r low[0, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<12x5xf32>
  return %p : tensor<12x5xf32>
}

// CHECK-LABEL: func @pad_columns(
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<9x5xf32>
// CHECK:         tensor.pad
func.func @pad_columns(%i: tensor<4x1xi64>, %u: tensor<4x5xf32>, %d: tensor<9x5xf32>) -> tensor<9x7xf32> {
  %z = arith.constant 0.0 : f32
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<4x1xi64>, tensor<4x5xf32>) outs(%d : tensor<9x5xf32>) out_of_bounds(undefined) negative_indices(reject) -> tensor<9x5xf32>
  %p = tensor.pad %r low[0, 0] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<9x7xf32>
  return %p : tensor<9x7xf32>
}

//--- pads-down.mlir

// What is padded is updated before: the inverse of the patterns above.

// CHECK-LABEL: func @slice(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<4x5xf32>, %[[D:[^:]*]]: tensor<9x5xf32>
// CHECK:         %[[R:.*]] = scatter.slice_scatter ins(%[[U]] : {{.*}}) outs(%[[D]] : {{.*}}) from [6] to [-9223372036854775807] step [-2] {{.*}}-> tensor<9x5xf32>
// CHECK:         tensor.pad %[[R]] low[2, 0] high[3, 0]
func.func @slice(%u: tensor<4x5xf32>, %d: tensor<9x5xf32>) -> tensor<14x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[2, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<14x5xf32>
  %r = scatter.slice_scatter ins(%u : tensor<4x5xf32>) outs(%p : tensor<14x5xf32>) from [8] to [1] step [-2] -> tensor<14x5xf32>
  return %r : tensor<14x5xf32>
}

// CHECK-LABEL: func @insertion(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<4x5xf32>, %[[D:[^:]*]]: tensor<9x?xf32>, %[[N:[^:]*]]: index
// CHECK:         %[[R:.*]] = tensor.insert_slice %[[U]] into %[[D]][0, %[[N]]] [4, 5] [2, 1]
// CHECK:         tensor.pad %[[R]] low[2, 0] high[3, 0]
func.func @insertion(%u: tensor<4x5xf32>, %d: tensor<9x?xf32>, %n: index) -> tensor<14x?xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[2, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x?xf32> to tensor<14x?xf32>
  %r = tensor.insert_slice %u into %p[2, %n] [4, 5] [2, 1] : tensor<4x5xf32> into tensor<14x?xf32>
  return %r : tensor<14x?xf32>
}

// Tuples that are known are those of fewer rows.

// CHECK-LABEL: func @tuples(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<3x5xf32>, %[[D:[^:]*]]: tensor<9x5xf32>
// CHECK:         %[[I:.*]] = arith.constant dense<{{\[\[}}0], [8], [7]]> : tensor<3x1xi64>
// CHECK:         %[[R:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[U]] : {{.*}}) outs(%[[D]] : {{.*}}) reduction(sum) {{.*}}-> tensor<9x5xf32>
// CHECK:         tensor.pad %[[R]] low[2, 0] high[3, 0]
func.func @tuples(%u: tensor<3x5xf32>, %d: tensor<9x5xf32>) -> tensor<14x5xf32> {
  %z = arith.constant 0.0 : f32
  %i = arith.constant dense<[[2], [10], [-5]]> : tensor<3x1xi64>
  %p = tensor.pad %d low[2, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<14x5xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3x5xf32>) outs(%p : tensor<14x5xf32>) reduction(sum) -> tensor<14x5xf32>
  return %r : tensor<14x5xf32>
}

// Slices are padded like those of `updates`. Any tuples may name them.

// CHECK-LABEL: func @slices(
// CHECK-SAME:    %[[I:[^:]*]]: tensor<?x1xi64>, %[[U:[^:]*]]: tensor<?x5xf32>, %[[D:[^:]*]]: tensor<9x5xf32>, %[[N:[^:]*]]: index
// CHECK:         %[[R:.*]] = scatter.scatter_nd_update ins(%[[I]], %[[U]] : {{.*}}) outs(%[[D]] : {{.*}}) reduction(max) {sizes_match} -> tensor<9x5xf32>
// CHECK:         tensor.pad %[[R]] low[0, 1] high[0, %[[N]]]
func.func @slices(%i: tensor<?x1xi64>, %u: tensor<?x5xf32>, %d: tensor<9x5xf32>, %n: index) -> tensor<9x?xf32> {
  %z = arith.constant 1.0 : f32
  %p = tensor.pad %d low[0, 1] high[0, %n] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<9x?xf32>
  %q = tensor.pad %u low[0, 1] high[0, %n] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<?x5xf32> to tensor<?x?xf32>
  %r = scatter.scatter_nd_update ins(%i, %q : tensor<?x1xi64>, tensor<?x?xf32>) outs(%p : tensor<9x?xf32>) reduction(max) {sizes_match} -> tensor<9x?xf32>
  return %r : tensor<9x?xf32>
}

// Positions in the padding, padding that the update changes, and what else needs
// the pad.

// CHECK-LABEL: func @slice_of_padding(
// CHECK:         tensor.pad
// CHECK:         scatter.slice_scatter {{.*}} -> tensor<14x5xf32>
func.func @slice_of_padding(%u: tensor<4x5xf32>, %d: tensor<9x5xf32>) -> tensor<14x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[2, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<14x5xf32>
  %r = scatter.slice_scatter ins(%u : tensor<4x5xf32>) outs(%p : tensor<14x5xf32>) from [11] to [4] step [-2] -> tensor<14x5xf32>
  return %r : tensor<14x5xf32>
}

// CHECK-LABEL: func @insertion_into_padding(
// CHECK:         tensor.pad
// CHECK:         tensor.insert_slice
func.func @insertion_into_padding(%u: tensor<4x5xf32>, %d: tensor<9x5xf32>) -> tensor<14x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[2, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<14x5xf32>
  %r = tensor.insert_slice %u into %p[1, 0] [4, 5] [2, 1] : tensor<4x5xf32> into tensor<14x5xf32>
  return %r : tensor<14x5xf32>
}

// CHECK-LABEL: func @tuples_of_padding(
// CHECK:         tensor.pad
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<14x5xf32>
func.func @tuples_of_padding(%u: tensor<3x5xf32>, %d: tensor<9x5xf32>) -> tensor<14x5xf32> {
  %z = arith.constant 0.0 : f32
  %i = arith.constant dense<[[2], [10], [-2]]> : tensor<3x1xi64>
  %p = tensor.pad %d low[2, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<14x5xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3x5xf32>) outs(%p : tensor<14x5xf32>) -> tensor<14x5xf32>
  return %r : tensor<14x5xf32>
}

// CHECK-LABEL: func @unknown_tuples(
// CHECK:         tensor.pad
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<14x5xf32>
func.func @unknown_tuples(%i: tensor<3x1xi64>, %u: tensor<3x5xf32>, %d: tensor<9x5xf32>) -> tensor<14x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[2, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<14x5xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3x5xf32>) outs(%p : tensor<14x5xf32>) -> tensor<14x5xf32>
  return %r : tensor<14x5xf32>
}

// CHECK-LABEL: func @other_padding(
// CHECK-COUNT-2: tensor.pad
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<9x7xf32>
func.func @other_padding(%i: tensor<3x1xi64>, %u: tensor<3x5xf32>, %d: tensor<9x5xf32>) -> tensor<9x7xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[0, 1] high[0, 1] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<9x7xf32>
  %q = tensor.pad %u low[0, 0] high[0, 2] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<3x5xf32> to tensor<3x7xf32>
  %r = scatter.scatter_nd_update ins(%i, %q : tensor<3x1xi64>, tensor<3x7xf32>) outs(%p : tensor<9x7xf32>) -> tensor<9x7xf32>
  return %r : tensor<9x7xf32>
}

// CHECK-LABEL: func @added_padding(
// CHECK-COUNT-2: tensor.pad
// CHECK:         scatter.scatter_nd_update {{.*}} -> tensor<9x7xf32>
func.func @added_padding(%i: tensor<3x1xi64>, %u: tensor<3x5xf32>, %d: tensor<9x5xf32>) -> tensor<9x7xf32> {
  %z = arith.constant 1.0 : f32
  %p = tensor.pad %d low[0, 1] high[0, 1] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<9x7xf32>
  %q = tensor.pad %u low[0, 1] high[0, 1] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<3x5xf32> to tensor<3x7xf32>
  %r = scatter.scatter_nd_update ins(%i, %q : tensor<3x1xi64>, tensor<3x7xf32>) outs(%p : tensor<9x7xf32>) reduction(sum) -> tensor<9x7xf32>
  return %r : tensor<9x7xf32>
}

// CHECK-LABEL: func @used_pad(
// CHECK:         tensor.pad
// CHECK:         scatter.slice_scatter {{.*}} -> tensor<14x5xf32>
func.func @used_pad(%u: tensor<4x5xf32>, %d: tensor<9x5xf32>) -> (tensor<14x5xf32>, tensor<14x5xf32>) {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[2, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<9x5xf32> to tensor<14x5xf32>
  %r = scatter.slice_scatter ins(%u : tensor<4x5xf32>) outs(%p : tensor<14x5xf32>) from [8] to [1] step [-2] -> tensor<14x5xf32>
  return %r, %p : tensor<14x5xf32>, tensor<14x5xf32>
}

//--- overwritten.mlir

// CHECK-LABEL: func @all(
// CHECK:         %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<9x?xf32>
// CHECK:         scatter.slice_scatter {{.*}} outs(%[[E]] :
func.func @all(%a: tensor<4x?xf32>, %b: tensor<5x?xf32>, %d: tensor<9x?xf32>) -> tensor<9x?xf32> {
  %r = scatter.slice_scatter ins(%a : tensor<4x?xf32>) outs(%d : tensor<9x?xf32>) from [0] to [4] {sizes_match} -> tensor<9x?xf32>
  %s = scatter.slice_scatter ins(%b : tensor<5x?xf32>) outs(%r : tensor<9x?xf32>) from [4] to [9] {sizes_match} -> tensor<9x?xf32>
  return %s : tensor<9x?xf32>
}

// CHECK-LABEL: func @gap(
// CHECK-NOT:     tensor.empty
func.func @gap(%a: tensor<4xf32>, %b: tensor<4xf32>, %d: tensor<9xf32>) -> tensor<9xf32> {
  %r = scatter.slice_scatter ins(%a : tensor<4xf32>) outs(%d : tensor<9xf32>) from [0] to [4] -> tensor<9xf32>
  %s = scatter.slice_scatter ins(%b : tensor<4xf32>) outs(%r : tensor<9xf32>) from [5] to [9] -> tensor<9xf32>
  return %s : tensor<9xf32>
}

// CHECK-LABEL: func @used(
// CHECK-NOT:     tensor.empty
func.func @used(%a: tensor<4xf32>, %b: tensor<5xf32>, %d: tensor<9xf32>) -> (tensor<9xf32>, tensor<9xf32>) {
  %r = scatter.slice_scatter ins(%a : tensor<4xf32>) outs(%d : tensor<9xf32>) from [0] to [4] -> tensor<9xf32>
  %s = scatter.slice_scatter ins(%b : tensor<5xf32>) outs(%r : tensor<9xf32>) from [4] to [9] -> tensor<9xf32>
  return %r, %s : tensor<9xf32>, tensor<9xf32>
}

// Slices that are inserted into a pad, a fill or a constant: what they leave is
// what is padded, or nothing.

// CHECK-LABEL: func @padding(
// CHECK-SAME:    %[[U:[^:]*]]: tensor<3x5xf32>, %[[D:[^:]*]]: tensor<6x5xf32>
// CHECK-NOT:     tensor.pad
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<9x5xf32>
// CHECK:         %[[R:.*]] = tensor.insert_slice %[[D]] into %[[E]][0, 0] [6, 5] [1, 1]
// CHECK:         tensor.insert_slice %[[U]] into %[[R]][6, 0] [3, 5] [1, 1]
func.func @padding(%u: tensor<3x5xf32>, %d: tensor<6x5xf32>) -> tensor<9x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[0, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<6x5xf32> to tensor<9x5xf32>
  %r = tensor.insert_slice %u into %p[6, 0] [3, 5] [1, 1] : tensor<3x5xf32> into tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}

// CHECK-LABEL: func @padding_of_slice(
// CHECK-NOT:     tensor.pad
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<9x5xf32>
// CHECK:         %[[R:.*]] = tensor.insert_slice %{{.*}} into %[[E]][3, 0] [6, 5] [1, 1]
// CHECK:         scatter.slice_scatter {{.*}} outs(%[[R]] :
func.func @padding_of_slice(%u: tensor<4x5xf32>, %d: tensor<6x5xf32>) -> tensor<9x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[3, 0] high[0, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<6x5xf32> to tensor<9x5xf32>
  %r = scatter.slice_scatter ins(%u : tensor<4x5xf32>) outs(%p : tensor<9x5xf32>) from [0] to [4] -> tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}

// CHECK-LABEL: func @part_of_padding(
// CHECK:         tensor.pad
// CHECK-NOT:     tensor.empty
// CHECK:         return
func.func @part_of_padding(%u: tensor<2x5xf32>, %d: tensor<6x5xf32>) -> tensor<9x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[0, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<6x5xf32> to tensor<9x5xf32>
  %r = tensor.insert_slice %u into %p[7, 0] [2, 5] [1, 1] : tensor<2x5xf32> into tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}

// CHECK-LABEL: func @constant(
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<9x5xf32>
// CHECK:         tensor.insert_slice %{{.*}} into %[[E]]
func.func @constant(%a: tensor<9x2xf32>, %b: tensor<9x4xf32>) -> tensor<9x5xf32> {
  %z = arith.constant dense<0.0> : tensor<9x5xf32>
  %q = tensor.insert_slice %a into %z[0, 0] [9, 2] [1, 1] : tensor<9x2xf32> into tensor<9x5xf32>
  %r = tensor.insert_slice %b into %q[0, 1] [9, 4] [1, 1] : tensor<9x4xf32> into tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}

// Slices of a tensor that exists are inserted in place, and two dimensions are
// not compared.

// CHECK-LABEL: func @insertions(
// CHECK-NOT:     tensor.empty
// CHECK:         return
func.func @insertions(%a: tensor<9x2xf32>, %b: tensor<9x4xf32>, %d: tensor<9x5xf32>) -> tensor<9x5xf32> {
  %q = tensor.insert_slice %a into %d[0, 0] [9, 2] [1, 1] : tensor<9x2xf32> into tensor<9x5xf32>
  %r = tensor.insert_slice %b into %q[0, 1] [9, 4] [1, 1] : tensor<9x4xf32> into tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}

// CHECK-LABEL: func @corner(
// CHECK:         tensor.pad
// CHECK-NOT:     tensor.empty
// CHECK:         return
func.func @corner(%u: tensor<3x4xf32>, %d: tensor<6x5xf32>) -> tensor<9x5xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %d low[0, 0] high[3, 0] {
  ^bb0(%a: index, %b: index):
    tensor.yield %z : f32
  } : tensor<6x5xf32> to tensor<9x5xf32>
  %r = tensor.insert_slice %u into %p[6, 0] [3, 4] [1, 1] : tensor<3x4xf32> into tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}

//--- reshapes.mlir

// EXPAND-LABEL: func @expand(
// EXPAND-SAME:    %{{.*}}, %[[U:[^:]*]]: tensor<?x16xf32>, %[[D:[^:]*]]: tensor<9x16xf32>
// EXPAND-DAG:     %[[UE:.*]] = tensor.expand_shape %[[U]] {{\[}}[0], [1, 2]] output_shape [%{{.*}}, 4, 4]
// EXPAND-DAG:     %[[DE:.*]] = tensor.expand_shape %[[D]] {{\[}}[0], [1, 2]] output_shape [9, 4, 4]
// EXPAND:         %[[R:.*]] = scatter.scatter_nd_update ins(%{{.*}}, %[[UE]] : {{.*}}) outs(%[[DE]] : {{.*}}) reduction(sum) {sizes_match} -> tensor<9x4x4xf32>
// EXPAND:         return %[[R]]
func.func @expand(%i: tensor<?x1xi64>, %u: tensor<?x16xf32>, %d: tensor<9x16xf32>) -> tensor<9x4x4xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x16xf32>) outs(%d : tensor<9x16xf32>) reduction(sum) {sizes_match} -> tensor<9x16xf32>
  %e = tensor.expand_shape %r [[0], [1, 2]] output_shape [9, 4, 4] : tensor<9x16xf32> into tensor<9x4x4xf32>
  return %e : tensor<9x4x4xf32>
}

// EXPAND-LABEL: func @slice_expand(
// EXPAND:         scatter.slice_scatter ins(%{{.*}} : tensor<3x?x4xf32>) outs(%{{.*}} : tensor<9x?x4xf32>) from [2] to [5] {sizes_match}
func.func @slice_expand(%u: tensor<3x?xf32>, %d: tensor<9x?xf32>, %n: index) -> tensor<9x?x4xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<3x?xf32>) outs(%d : tensor<9x?xf32>) from [2] to [5] {sizes_match} -> tensor<9x?xf32>
  %e = tensor.expand_shape %r [[0], [1, 2]] output_shape [9, %n, 4] : tensor<9x?xf32> into tensor<9x?x4xf32>
  return %e : tensor<9x?x4xf32>
}

// A size may be the result of arith.constant.

// EXPAND-LABEL: func @slice_expand_constant(
// EXPAND:         scatter.slice_scatter ins(%{{.*}} : tensor<3x?x4xf32>) outs(%{{.*}} : tensor<9x?x4xf32>) from [2] to [5] {sizes_match}
func.func @slice_expand_constant(%u: tensor<3x?xf32>, %d: tensor<9x?xf32>) -> tensor<9x?x4xf32> {
  %n = arith.constant 2 : index
  %r = scatter.slice_scatter ins(%u : tensor<3x?xf32>) outs(%d : tensor<9x?xf32>) from [2] to [5] {sizes_match} -> tensor<9x?xf32>
  %e = tensor.expand_shape %r [[0], [1, 2]] output_shape [9, %n, 4] : tensor<9x?xf32> into tensor<9x?x4xf32>
  return %e : tensor<9x?x4xf32>
}

// EXPAND-LABEL: func @collapse_data(
// EXPAND-SAME:    %{{.*}}, %{{.*}}, %[[X:[^:]*]]: tensor<9x4x4xf32>
// EXPAND:         %[[R:.*]] = scatter.scatter_nd_update ins(%{{.*}} : tensor<5x2x1xi64>, tensor<5x2x4x4xf32>) outs(%[[X]] : tensor<9x4x4xf32>) out_of_bounds(drop)
// EXPAND:         tensor.collapse_shape %[[R]]
func.func @collapse_data(%i: tensor<5x2x1xi64>, %u: tensor<5x2x16xf32>, %x: tensor<9x4x4xf32>) -> tensor<9x16xf32> {
  %d = tensor.collapse_shape %x [[0], [1, 2]] : tensor<9x4x4xf32> into tensor<9x16xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<5x2x1xi64>, tensor<5x2x16xf32>) outs(%d : tensor<9x16xf32>) out_of_bounds(drop) -> tensor<9x16xf32>
  return %r : tensor<9x16xf32>
}

// COLLAPSE-LABEL: func @slice_axis2(
// COLLAPSE:         scatter.slice_scatter ins(%{{.*}} : tensor<3x10xf32>) outs(%{{.*}} : tensor<9x10xf32>) from [2] to [5]
func.func @slice_axis2(%u: tensor<3x2x5xf32>, %d: tensor<9x2x5xf32>) -> tensor<9x10xf32> {
  %r = scatter.slice_scatter ins(%u : tensor<3x2x5xf32>) outs(%d : tensor<9x2x5xf32>) from [2] to [5] -> tensor<9x2x5xf32>
  %e = tensor.collapse_shape %r [[0], [1, 2]] : tensor<9x2x5xf32> into tensor<9x10xf32>
  return %e : tensor<9x10xf32>
}

// COLLAPSE-LABEL: func @slice_last_axis(
// COLLAPSE-SAME:    %{{.*}}, %[[X:[^:]*]]: tensor<10x9xf32>
// COLLAPSE:         %[[R:.*]] = scatter.slice_scatter ins(%{{.*}} : tensor<10x3xf32>) outs(%[[X]] : tensor<10x9xf32>) from [2] to [5] axes [1]
// COLLAPSE:         tensor.expand_shape %[[R]]
func.func @slice_last_axis(%u: tensor<2x5x3xf32>, %x: tensor<10x9xf32>) -> tensor<2x5x9xf32> {
  %d = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 5, 9] : tensor<10x9xf32> into tensor<2x5x9xf32>
  %r = scatter.slice_scatter ins(%u : tensor<2x5x3xf32>) outs(%d : tensor<2x5x9xf32>) from [2] to [5] axes [2] -> tensor<2x5x9xf32>
  return %r : tensor<2x5x9xf32>
}

// Dimensions that indices refer to keep their places.

// EXPAND-LABEL: func @indexed(
// EXPAND:         scatter.scatter_nd_update {{.*}} -> tensor<6x4xf32>
func.func @indexed(%i: tensor<3x1xi64>, %u: tensor<3x4xf32>, %d: tensor<6x4xf32>) -> tensor<2x3x4xf32> {
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<3x1xi64>, tensor<3x4xf32>) outs(%d : tensor<6x4xf32>) out_of_bounds(drop) -> tensor<6x4xf32>
  %e = tensor.expand_shape %r [[0, 1], [2]] output_shape [2, 3, 4] : tensor<6x4xf32> into tensor<2x3x4xf32>
  return %e : tensor<2x3x4xf32>
}

// Dimensions of the tuples move from `updates` to `indices` and back.

// EXPAND-LABEL: func @collapsed_updates(
// EXPAND-SAME:    %[[I:[^:]*]]: tensor<10x1xi64>, %[[X:[^:]*]]: tensor<5x2x4xf32>, %[[D:[^:]*]]: tensor<9x4xf32>
// EXPAND:         %[[E:.*]] = tensor.expand_shape %[[I]] {{\[}}[0, 1], [2]] output_shape [5, 2, 1]
// EXPAND:         %[[R:.*]] = scatter.scatter_nd_update ins(%[[E]], %[[X]] : {{.*}}) outs(%[[D]] : {{.*}}) reduction(sum) out_of_bounds(drop) {indices_are_sorted}
// EXPAND:         return %[[R]]
func.func @collapsed_updates(%i: tensor<10x1xi64>, %x: tensor<5x2x4xf32>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %u = tensor.collapse_shape %x [[0, 1], [2]] : tensor<5x2x4xf32> into tensor<10x4xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<10x1xi64>, tensor<10x4xf32>) outs(%d : tensor<9x4xf32>) reduction(sum) out_of_bounds(drop) {indices_are_sorted} -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

// EXPAND-LABEL: func @both_collapsed(
// EXPAND-SAME:    %[[I:[^:]*]]: tensor<?x2x1xi64>, %[[X:[^:]*]]: tensor<?x2x4xf32>
// EXPAND-NOT:     tensor.collapse_shape
// EXPAND:         scatter.scatter_nd_update ins(%[[I]], %[[X]] : {{.*}}) {{.*}} {sizes_match} -> tensor<9x4xf32>
func.func @both_collapsed(%i: tensor<?x2x1xi64>, %x: tensor<?x2x4xf32>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %j = tensor.collapse_shape %i [[0, 1], [2]] : tensor<?x2x1xi64> into tensor<?x1xi64>
  %u = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x2x4xf32> into tensor<?x4xf32>
  %r = scatter.scatter_nd_update ins(%j, %u : tensor<?x1xi64>, tensor<?x4xf32>) outs(%d : tensor<9x4xf32>) out_of_bounds(undefined) {sizes_match} -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

// COLLAPSE-LABEL: func @expanded_indices(
// COLLAPSE-SAME:    %[[I:[^:]*]]: tensor<10x1xi64>, %[[U:[^:]*]]: tensor<5x2x4xf32>
// COLLAPSE:         %[[C:.*]] = tensor.collapse_shape %[[U]] {{\[}}[0, 1], [2]]
// COLLAPSE:         scatter.scatter_nd_update ins(%[[I]], %[[C]] : tensor<10x1xi64>, tensor<10x4xf32>)
func.func @expanded_indices(%i: tensor<10x1xi64>, %u: tensor<5x2x4xf32>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %j = tensor.expand_shape %i [[0, 1], [2]] output_shape [5, 2, 1] : tensor<10x1xi64> into tensor<5x2x1xi64>
  %r = scatter.scatter_nd_update ins(%j, %u : tensor<5x2x1xi64>, tensor<5x2x4xf32>) outs(%d : tensor<9x4xf32>) out_of_bounds(clamp) -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

// A report numbers the tuples in row-major order.

// EXPAND-LABEL: func @reports(
// EXPAND:         scatter.scatter_nd_update {{.*}} : tensor<5x2x1xi64>, tensor<5x2x4xf32>) outs(%{{.*}} : tensor<9x4xf32>) ->
func.func @reports(%i: tensor<10x1xi64>, %x: tensor<5x2x4xf32>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %u = tensor.collapse_shape %x [[0, 1], [2]] : tensor<5x2x4xf32> into tensor<10x4xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<10x1xi64>, tensor<10x4xf32>) outs(%d : tensor<9x4xf32>) -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

// Sizes that may have to be reported stay.

// EXPAND-LABEL: func @reports_sizes(
// EXPAND:         tensor.collapse_shape
// EXPAND:         scatter.scatter_nd_update {{.*}} : tensor<?x1xi64>, tensor<?x4xf32>
func.func @reports_sizes(%i: tensor<?x1xi64>, %x: tensor<?x2x4xf32>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %u = tensor.collapse_shape %x [[0, 1], [2]] : tensor<?x2x4xf32> into tensor<?x4xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<?x4xf32>) outs(%d : tensor<9x4xf32>) out_of_bounds(drop) -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}

// A dimension of the tuples is not merged with one of the slice, nor with the
// components.

// COLLAPSE-LABEL: func @straddles(
// COLLAPSE:         tensor.expand_shape
// COLLAPSE:         tensor.expand_shape
// COLLAPSE:         scatter.scatter_nd_update {{.*}} : tensor<10x2xi64>, tensor<10x4xf32>
func.func @straddles(%i: tensor<20xi64>, %x: tensor<40xf32>, %d: tensor<9x3x4xf32>) -> tensor<9x3x4xf32> {
  %j = tensor.expand_shape %i [[0, 1]] output_shape [10, 2] : tensor<20xi64> into tensor<10x2xi64>
  %u = tensor.expand_shape %x [[0, 1]] output_shape [10, 4] : tensor<40xf32> into tensor<10x4xf32>
  %r = scatter.scatter_nd_update ins(%j, %u : tensor<10x2xi64>, tensor<10x4xf32>) outs(%d : tensor<9x3x4xf32>) -> tensor<9x3x4xf32>
  return %r : tensor<9x3x4xf32>
}

// EXPAND-LABEL: func @gather_expand(
// EXPAND-SAME:    %[[I:[^:]*]]: tensor<10x1xi64>, %[[X:[^:]*]]: tensor<9x16xf32>
// EXPAND-DAG:     %[[IE:.*]] = tensor.expand_shape %[[I]] {{\[}}[0, 1], [2]] output_shape [5, 2, 1]
// EXPAND-DAG:     %[[XE:.*]] = tensor.expand_shape %[[X]] {{\[}}[0], [1, 2]] output_shape [9, 4, 4]
// EXPAND:         %[[R:.*]] = scatter.gather_nd ins(%[[IE]], %[[XE]] : {{.*}}) outs(%{{.*}} : tensor<5x2x4x4xf32>) out_of_bounds(drop)
// EXPAND:         return %[[R]]
func.func @gather_expand(%i: tensor<10x1xi64>, %x: tensor<9x16xf32>) -> tensor<5x2x4x4xf32> {
  %e = tensor.empty() : tensor<10x16xf32>
  %g = scatter.gather_nd ins(%i, %x : tensor<10x1xi64>, tensor<9x16xf32>) outs(%e : tensor<10x16xf32>) out_of_bounds(drop) -> tensor<10x16xf32>
  %r = tensor.expand_shape %g [[0, 1], [2, 3]] output_shape [5, 2, 4, 4] : tensor<10x16xf32> into tensor<5x2x4x4xf32>
  return %r : tensor<5x2x4x4xf32>
}

// EXPAND-LABEL: func @gather_collapsed_indices(
// EXPAND-SAME:    %[[I:[^:]*]]: tensor<5x2x1xi64>, %[[X:[^:]*]]: tensor<9x16xf32>
// EXPAND:         %[[R:.*]] = scatter.gather_nd ins(%[[I]], %[[X]] : {{.*}}) outs(%{{.*}} : tensor<5x2x16xf32>) fill(%{{.*}} : f32) out_of_bounds(clamp)
// EXPAND:         tensor.collapse_shape %[[R]] {{\[}}[0, 1], [2]]
func.func @gather_collapsed_indices(%i: tensor<5x2x1xi64>, %x: tensor<9x16xf32>, %f: f32) -> tensor<10x16xf32> {
  %j = tensor.collapse_shape %i [[0, 1], [2]] : tensor<5x2x1xi64> into tensor<10x1xi64>
  %e = tensor.empty() : tensor<10x16xf32>
  %g = scatter.gather_nd ins(%j, %x : tensor<10x1xi64>, tensor<9x16xf32>) outs(%e : tensor<10x16xf32>) fill(%f : f32) out_of_bounds(clamp) -> tensor<10x16xf32>
  return %g : tensor<10x16xf32>
}

// COLLAPSE-LABEL: func @gather_expanded_data(
// COLLAPSE-SAME:    %[[I:[^:]*]]: tensor<3x5x1xi64>, %[[X:[^:]*]]: tensor<3x9x16xf32>
// COLLAPSE:         %[[R:.*]] = scatter.gather_nd ins(%[[I]], %[[X]] : {{.*}}) outs(%{{.*}} : tensor<3x5x16xf32>) batch_dims(1)
// COLLAPSE:         tensor.expand_shape %[[R]] {{\[}}[0], [1], [2, 3]] output_shape [3, 5, 4, 4]
func.func @gather_expanded_data(%i: tensor<3x5x1xi64>, %x: tensor<3x9x16xf32>) -> tensor<3x5x4x4xf32> {
  %d = tensor.expand_shape %x [[0], [1], [2, 3]] output_shape [3, 9, 4, 4] : tensor<3x9x16xf32> into tensor<3x9x4x4xf32>
  %e = tensor.empty() : tensor<3x5x4x4xf32>
  %g = scatter.gather_nd ins(%i, %d : tensor<3x5x1xi64>, tensor<3x9x4x4xf32>) outs(%e : tensor<3x5x4x4xf32>) batch_dims(1) -> tensor<3x5x4x4xf32>
  return %g : tensor<3x5x4x4xf32>
}

// Batch dimensions are dimensions of `data` too.

// COLLAPSE-LABEL: func @gather_batch(
// COLLAPSE:         scatter.gather_nd {{.*}} -> tensor<3x5x4xf32>
// COLLAPSE:         tensor.collapse_shape
func.func @gather_batch(%i: tensor<3x5x1xi64>, %x: tensor<3x9x4xf32>) -> tensor<15x4xf32> {
  %e = tensor.empty() : tensor<3x5x4xf32>
  %g = scatter.gather_nd ins(%i, %x : tensor<3x5x1xi64>, tensor<3x9x4xf32>) outs(%e : tensor<3x5x4xf32>) out_of_bounds(drop) batch_dims(1) -> tensor<3x5x4xf32>
  %r = tensor.collapse_shape %g [[0, 1], [2]] : tensor<3x5x4xf32> into tensor<15x4xf32>
  return %r : tensor<15x4xf32>
}

// Sizes that are dynamic in one operand only do not move.

// EXPAND-LABEL: func @dynamic_in_one(
// EXPAND:         tensor.collapse_shape
// EXPAND:         scatter.scatter_nd_update {{.*}} : tensor<?x1xi64>, tensor<10x4xf32>
func.func @dynamic_in_one(%i: tensor<?x1xi64>, %x: tensor<5x2x4xf32>, %d: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %u = tensor.collapse_shape %x [[0, 1], [2]] : tensor<5x2x4xf32> into tensor<10x4xf32>
  %r = scatter.scatter_nd_update ins(%i, %u : tensor<?x1xi64>, tensor<10x4xf32>) outs(%d : tensor<9x4xf32>) out_of_bounds(undefined) {sizes_match} -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}
