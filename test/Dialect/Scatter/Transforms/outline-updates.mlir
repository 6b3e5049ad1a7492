// RUN: scatter-opt %s --scatter-outline-updates=min-updates=2 | FileCheck %s
// RUN: scatter-opt %s --scatter-outline-updates | FileCheck %s --check-prefix=SHORT

// Ops that are equal and have nothing to report share a function.

// CHECK-LABEL: func @equal(
// CHECK-SAME:    %[[I:.*]]: memref<?x1xi64>, %[[U:.*]]: memref<?x8xf32>, %[[V:.*]]: memref<?x8xf32>, %[[D:.*]]: memref<?x8xf32>
// CHECK-NEXT:    call @[[$SUM:.*]](%[[I]], %[[U]], %[[D]]) : (memref<?x1xi64>, memref<?x8xf32>, memref<?x8xf32>) -> ()
// CHECK-NEXT:    call @[[MAX:.*]](%[[I]], %[[V]], %[[D]])
// CHECK-NEXT:    call @[[$SUM]](%[[I]], %[[V]], %[[D]])
// CHECK-NEXT:    return
// SHORT-NOT:     call
func.func @equal(%i: memref<?x1xi64>, %u: memref<?x8xf32>, %v: memref<?x8xf32>, %d: memref<?x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x8xf32>) outs(%d : memref<?x8xf32>) reduction(sum) out_of_bounds(undefined) {sizes_match}
  scatter.scatter_nd_update ins(%i, %v : memref<?x1xi64>, memref<?x8xf32>) outs(%d : memref<?x8xf32>) reduction(max) out_of_bounds(undefined) {sizes_match}
  scatter.scatter_nd_update ins(%i, %v : memref<?x1xi64>, memref<?x8xf32>) outs(%d : memref<?x8xf32>) reduction(sum) out_of_bounds(undefined) {sizes_match}
  return
}

// Functions share too, and bounds are arguments.

// CHECK-LABEL: func @slices(
// CHECK-SAME:    %[[U:.*]]: memref<?xf32>, %[[D:.*]]: memref<?xf32>, %[[P:.*]]: index, %[[Q:.*]]: index
// CHECK-NEXT:    call @[[SLICE:.*]](%[[U]], %[[D]], %[[P]], %[[Q]])
// CHECK-NEXT:    call @[[SLICE]](%[[U]], %[[D]], %[[Q]], %[[P]])
func.func @slices(%u: memref<?xf32>, %d: memref<?xf32>, %p: index, %q: index) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [%p] to [%q] {sizes_match}
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [%q] to [%p] {sizes_match}
  return
}

// A report has the location of its op: each has a function.

// CHECK-LABEL: func @reports(
// CHECK-NEXT:    call @[[FIRST:.*]](
// CHECK-NOT:     call @[[FIRST]](
// CHECK:         call @
// CHECK-LABEL: func @unknown_sizes(
// CHECK-NEXT:    call @[[OTHER:.*]](
// CHECK-NOT:     call @[[OTHER]](
// CHECK:         call @
func.func @reports(%i: memref<4x1xi64>, %d: memref<?x8xf32>, %o: memref<4x8xf32>) {
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<?x8xf32>) outs(%o : memref<4x8xf32>)
  scatter.gather_nd ins(%i, %d : memref<4x1xi64>, memref<?x8xf32>) outs(%o : memref<4x8xf32>)
  return
}
func.func @unknown_sizes(%i: memref<?x1xi64>, %u: memref<?x8xf32>, %d: memref<?x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x8xf32>) outs(%d : memref<?x8xf32>) reduction(sum) out_of_bounds(drop)
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x8xf32>) outs(%d : memref<?x8xf32>) reduction(sum) out_of_bounds(drop)
  return
}

// What a region takes from outside is an argument.

#row = affine_map<(d0, d1)[s0] -> (d0, d1)>
#slot = affine_map<(d0, d1)[s0] -> (s0, d1)>
// CHECK-LABEL: func @region(
// CHECK-SAME:    %[[I:.*]]: memref<?x1xi64>, %[[U:.*]]: memref<?x8xf32>, %[[D:.*]]: memref<?x8xf32>, %[[X:.*]]: f32, %[[Y:.*]]: f32
// CHECK-NEXT:    call @[[SCALED:.*]](%[[I]], %[[U]], %[[D]], %[[X]])
// CHECK-NEXT:    call @[[SCALED]](%[[I]], %[[U]], %[[D]], %[[Y]])
func.func @region(%i: memref<?x1xi64>, %u: memref<?x8xf32>, %d: memref<?x8xf32>, %x: f32, %y: f32) {
  scatter.generic {indexing_maps = [#row, #slot], sizes_match} indices(%i : memref<?x1xi64>) ins(%u : memref<?x8xf32>) outs(%d : memref<?x8xf32>) out_of_bounds [undefined] {
  ^bb0(%new: f32, %old: f32):
    %product = arith.mulf %new, %x : f32
    %sum = arith.addf %old, %product : f32
    scatter.yield %sum : f32
  }
  scatter.generic {indexing_maps = [#row, #slot], sizes_match} indices(%i : memref<?x1xi64>) ins(%u : memref<?x8xf32>) outs(%d : memref<?x8xf32>) out_of_bounds [undefined] {
  ^bb0(%new: f32, %old: f32):
    %product = arith.mulf %new, %y : f32
    %sum = arith.addf %old, %product : f32
    scatter.yield %sum : f32
  }
  return
}

// Static sizes have short code, and one op is not many.

// CHECK-LABEL: func @static(
// CHECK-NOT:     call
// CHECK-LABEL: func @one(
// CHECK-NOT:     call
func.func @static(%u: memref<4xf32>, %d: memref<8xf32>) {
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [0] to [4]
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [0] to [4]
  return
}
func.func @one(%u: memref<?xf32>, %d: memref<?xf32>) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [0] to [4] {sizes_match}
  return
}

// CHECK:       func.func private @[[$SUM]](%[[A:.*]]: memref<?x1xi64>, %[[B:.*]]: memref<?x8xf32>, %[[C:.*]]: memref<?x8xf32>) attributes {llvm.linkage = #llvm.linkage<internal>, no_inline, passthrough = ["noinline"]} {
// CHECK-NEXT:    scatter.scatter_nd_update ins(%[[A]], %[[B]] : {{.*}}) outs(%[[C]] : {{.*}}) reduction(sum) out_of_bounds(undefined) {sizes_match}
// CHECK-NEXT:    return
