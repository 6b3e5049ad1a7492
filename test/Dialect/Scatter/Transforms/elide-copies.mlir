// RUN: scatter-opt %s --scatter-elide-copies | FileCheck %s

// A copy and the update of the copy become one op with a source.

//===----------------------------------------------------------------------===//
// What updates the copy
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @slice_of_static_bounds(
// CHECK-NOT:   memref.copy
// CHECK:       scatter.slice_scatter ins(%arg2 : memref<3x16xf32>) outs(%arg1 : memref<8x16xf32>) source(%arg0 : memref<8x16xf32>) from [2] to [5]
// CHECK-NEXT:  return
func.func @slice_of_static_bounds(%s: memref<8x16xf32>, %d: memref<8x16xf32>, %u: memref<3x16xf32>) {
  memref.copy %s, %d : memref<8x16xf32> to memref<8x16xf32>
  scatter.slice_scatter ins(%u : memref<3x16xf32>) outs(%d : memref<8x16xf32>) from [2] to [5]
  return
}

// CHECK-LABEL: @slice_of_run_time_bounds(
// CHECK-NOT:   memref.copy
// CHECK:       outs(%arg1 : memref<?x?xf32>) source(%arg0 : memref<?x?xf32>) from [%arg3] to [8] step [%arg4]
func.func @slice_of_run_time_bounds(%s: memref<?x?xf32>, %d: memref<?x?xf32>, %u: memref<?x?xf32>, %b: index, %n: index) {
  memref.copy %s, %d : memref<?x?xf32> to memref<?x?xf32>
  scatter.slice_scatter ins(%u : memref<?x?xf32>) outs(%d : memref<?x?xf32>) from [%b] to [8] step [%n]
  return
}

// CHECK-LABEL: @tuples(
// CHECK-NOT:   memref.copy
// CHECK:       scatter.scatter_nd_update ins(%arg2, %arg3 : {{.*}}) outs(%[[D:.*]] : memref<8xf32>) source(%arg0 : memref<8xf32>) reduction(sum)
// CHECK:       return %[[D]]
func.func @tuples(%s: memref<8xf32>, %n: index, %i: memref<?x1xi64>, %u: memref<?xf32>) -> memref<8xf32> {
  %d = memref.alloc() : memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>) outs(%d : memref<8xf32>) reduction(sum)
  return %d : memref<8xf32>
}

// A copy into a subview is a slice, with bounds of run time as well.

// CHECK-LABEL: @copy_into_a_subview(
// CHECK-NOT:   memref.copy
// CHECK:       scatter.slice_scatter ins(%arg1 : memref<7xf32>) outs(%{{.*}} : memref<8xf32>) source(%arg0 : memref<8xf32>) from [1] to [8]
// CHECK-NOT:   memref.copy
// CHECK:       return
func.func @copy_into_a_subview(%s: memref<8xf32>, %u: memref<7xf32>) -> memref<8xf32> {
  %d = memref.alloc() : memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %v = memref.subview %d[1] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1], offset: 1>>
  memref.copy %u, %v : memref<7xf32> to memref<7xf32, strided<[1], offset: 1>>
  return %d : memref<8xf32>
}

// CHECK-LABEL: @copy_into_a_subview_with_strides(
// CHECK-NOT:   memref.copy
// CHECK:       source(%arg0 : memref<8x4xf32>) from [1] to [9] step [2]
func.func @copy_into_a_subview_with_strides(%s: memref<8x4xf32>, %u: memref<4x4xf32>) -> memref<8x4xf32> {
  %d = memref.alloc() : memref<8x4xf32>
  memref.copy %s, %d : memref<8x4xf32> to memref<8x4xf32>
  %v = memref.subview %d[1, 0] [4, 4] [2, 1] : memref<8x4xf32> to memref<4x4xf32, strided<[8, 1], offset: 4>>
  memref.copy %u, %v : memref<4x4xf32> to memref<4x4xf32, strided<[8, 1], offset: 4>>
  return %d : memref<8x4xf32>
}

// CHECK-LABEL: @copy_into_a_subview_of_run_time(
// CHECK-NOT:   memref.copy
// CHECK:       %[[END:.*]] = arith.addi %arg3,
// CHECK:       scatter.slice_scatter ins(%arg1 : memref<4xf32>) {{.*}} source(%arg0 : memref<8xf32>) from [%arg3] to [%[[END]]]
// CHECK:       %[[END:.*]] = arith.addi
// CHECK:       scatter.slice_scatter ins(%arg2 : memref<?xf32>) {{.*}} source(%arg0 : memref<8xf32>) from [2] to [%[[END]]]
// CHECK-NOT:   memref.copy
// CHECK:       return
func.func @copy_into_a_subview_of_run_time(%s: memref<8xf32>, %u: memref<4xf32>, %w: memref<?xf32>, %n: index) -> memref<8xf32> {
  %d = memref.alloc() : memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %0 = memref.subview %d[%n] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  memref.copy %u, %0 : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %1 = memref.subview %d[2] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: 2>>
  memref.copy %w, %1 : memref<?xf32> to memref<?xf32, strided<[1], offset: 2>>
  return %d : memref<8xf32>
}

// CHECK-LABEL: @copy_into_a_subview_of_lower_rank(
// CHECK-NOT:   memref.copy
// CHECK:       %[[U:.*]] = memref.expand_shape %arg1 {{\[\[}}0, 1, 2, 3]] {{.*}} : memref<4xf32> into memref<1x1x4x1xf32>
// CHECK:       scatter.slice_scatter ins(%[[U]] : {{.*}}) {{.*}} from [1, 2, 3] to [2, 6, 4] axes [1, 2, 3]
func.func @copy_into_a_subview_of_lower_rank(%s: memref<1x3x8x5xf32>, %u: memref<4xf32>) -> memref<1x3x8x5xf32> {
  %d = memref.alloc() : memref<1x3x8x5xf32>
  memref.copy %s, %d : memref<1x3x8x5xf32> to memref<1x3x8x5xf32>
  %v = memref.subview %d[0, 1, 2, 3] [1, 1, 4, 1] [1, 1, 1, 1] : memref<1x3x8x5xf32> to memref<4xf32, strided<[5], offset: 53>>
  memref.copy %u, %v : memref<4xf32> to memref<4xf32, strided<[5], offset: 53>>
  return %d : memref<1x3x8x5xf32>
}

// What is copied may be a part of the buffer that the first copy writes.

// CHECK-LABEL: @copy_of_what_may_overlap(
// CHECK-COUNT-2: memref.copy
func.func @copy_of_what_may_overlap(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<7xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %v = memref.subview %d[1] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1], offset: 1>>
  memref.copy %u, %v : memref<7xf32> to memref<7xf32, strided<[1], offset: 1>>
  return
}

// CHECK-LABEL: @subview_with_a_stride_of_run_time(
// CHECK:       memref.copy %arg0, %{{.*}}
// CHECK:       memref.copy
func.func @subview_with_a_stride_of_run_time(%s: memref<8xf32>, %u: memref<4xf32>, %n: index) -> memref<8xf32> {
  %d = memref.alloc() : memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %0 = memref.subview %d[0] [4] [%n] : memref<8xf32> to memref<4xf32, strided<[?]>>
  memref.copy %u, %0 : memref<4xf32> to memref<4xf32, strided<[?]>>
  return %d : memref<8xf32>
}

// A copy into all of the buffer, or into a cast of it, is no update.

// CHECK-LABEL: @copies_of_everything(
// CHECK-COUNT-2: memref.copy
func.func @copies_of_everything(%s: memref<8xf32>, %t: memref<8xf32>, %d: memref<8xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  memref.copy %t, %d : memref<8xf32> to memref<8xf32>
  return
}

// CHECK-LABEL: @update_of_a_cast(
// CHECK:       memref.copy
// CHECK-NOT:   source
// CHECK:       return
func.func @update_of_a_cast(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<4xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %c = memref.cast %d : memref<8xf32> to memref<?xf32>
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%c : memref<?xf32>) from [0] to [4]
  return
}

// CHECK-LABEL: @update_of_a_subview(
// CHECK:       memref.copy
// CHECK-NOT:   source
// CHECK:       return
func.func @update_of_a_subview(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<2xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %v = memref.subview %d[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  scatter.slice_scatter ins(%u : memref<2xf32>) outs(%v : memref<4xf32, strided<[1], offset: 4>>) from [0] to [2]
  return
}

// Of two updates the first one has the source.

// CHECK-LABEL: @two_updates(
// CHECK-NOT:   memref.copy
// CHECK:       outs(%arg1 : memref<8xf32>) source(%arg0 : memref<8xf32>) from [0] to [4]
// CHECK:       outs(%arg1 : memref<8xf32>) from [2] to [6]
func.func @two_updates(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<4xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [0] to [4]
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [2] to [6]
  return
}

// What is updated by itself is no copy of the source.

// CHECK-LABEL: @source_of_its_own(
// CHECK:       memref.copy
// CHECK:       source(%arg2
func.func @source_of_its_own(%s: memref<8xf32>, %d: memref<8xf32>, %o: memref<8xf32>, %u: memref<4xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) source(%o : memref<8xf32>) from [0] to [4]
  return
}

//===----------------------------------------------------------------------===//
// What is in between
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @target_is_read_in_between(
// CHECK:       memref.copy
func.func @target_is_read_in_between(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %x = memref.load %d[%c0] : memref<8xf32>
  scatter.slice_scatter ins(%u : memref<8xf32>) outs(%d : memref<8xf32>) from [] to []
  return %x : f32
}

// CHECK-LABEL: @target_is_written_in_between(
// CHECK:       memref.copy
func.func @target_is_written_in_between(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  memref.store %x, %d[%c0] : memref<8xf32>
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [4] to [8]
  return
}

// CHECK-LABEL: @target_is_read_by_the_update(
// CHECK:       memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
func.func @target_is_read_by_the_update(%s: memref<8xf32>, %d: memref<8xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %f = memref.subview %d[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %v = memref.subview %d[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %f, %v : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: 4>>
  return
}

// The source may be read, also by the update.

// CHECK-LABEL: @source_is_read(
// CHECK-NOT:   memref.copy
// CHECK:       source(%arg0
func.func @source_is_read(%s: memref<8xf32>) -> (memref<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %d = memref.alloc() : memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %x = memref.load %s[%c0] : memref<8xf32>
  %u = memref.subview %s[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  scatter.slice_scatter ins(%u : memref<4xf32, strided<[1]>>) outs(%d : memref<8xf32>) from [4] to [8]
  return %d, %x : memref<8xf32>, f32
}

// CHECK-LABEL: @source_is_written_in_between(
// CHECK:       memref.copy
func.func @source_is_written_in_between(%s: memref<8xf32>, %u: memref<4xf32>, %x: f32) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %d = memref.alloc() : memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  memref.store %x, %s[%c0] : memref<8xf32>
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [4] to [8]
  return %d : memref<8xf32>
}

// Another argument may be the memory of the source, an allocation is not.

// CHECK-LABEL: @source_may_be_written_in_between(
// CHECK:       memref.copy
func.func @source_may_be_written_in_between(%s: memref<8xf32>, %o: memref<8xf32>, %u: memref<4xf32>, %x: f32) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %d = memref.alloc() : memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  memref.store %x, %o[%c0] : memref<8xf32>
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [4] to [8]
  return %d : memref<8xf32>
}

// CHECK-LABEL: @other_memory_is_written_in_between(
// CHECK-NOT:   memref.copy
// CHECK:       source(%arg0
func.func @other_memory_is_written_in_between(%s: memref<8xf32>, %x: f32) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  %d = memref.alloc() : memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %u = memref.alloc() : memref<1xf32>
  memref.store %x, %u[%c0] : memref<1xf32>
  scatter.slice_scatter ins(%u : memref<1xf32>) outs(%d : memref<8xf32>) from [4] to [5]
  return %d : memref<8xf32>
}

// CHECK-LABEL: @anything_may_be_done_in_between(
// CHECK:       memref.copy
func.func private @anything()
func.func @anything_may_be_done_in_between(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<4xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  func.call @anything() : () -> ()
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [4] to [8]
  return
}

// CHECK-LABEL: @update_in_a_loop(
// CHECK:       memref.copy
// CHECK-NOT:   source
// CHECK:       return
func.func @update_in_a_loop(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>) from [%i] to [8]
  }
  return
}

//===----------------------------------------------------------------------===//
// What is left if nothing is written
//===----------------------------------------------------------------------===//

// After a report the program goes on. Integers that were never written must not
// become addresses.

// CHECK-LABEL: @integers_that_are_loaded(
// CHECK:       memref.copy
func.func @integers_that_are_loaded(%s: memref<8xi64>, %i: memref<4x1xi64>, %u: memref<4xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %d = memref.alloc() : memref<8xi64>
  memref.copy %s, %d : memref<8xi64> to memref<8xi64>
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xi64>) outs(%d : memref<8xi64>)
  %x = memref.load %d[%c0] : memref<8xi64>
  return %x : i64
}

// CHECK-LABEL: @integers_that_are_indices(
// CHECK:       memref.copy
func.func @integers_that_are_indices(%s: memref<8x1xi64>, %i: memref<4x1xi64>, %u: memref<4x1xi64>, %o: memref<8xf32>, %v: memref<8xf32>) {
  %d = memref.alloc() : memref<8x1xi64>
  memref.copy %s, %d : memref<8x1xi64> to memref<8x1xi64>
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x1xi64>) outs(%d : memref<8x1xi64>)
  scatter.scatter_nd_update ins(%d, %v : memref<8x1xi64>, memref<8xf32>) outs(%o : memref<8xf32>) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: @integers_that_are_moved(
// CHECK-NOT:   memref.copy
// CHECK:       source(%arg0
func.func @integers_that_are_moved(%s: memref<8xi64>, %i: memref<4x1xi64>, %u: memref<4xi64>) -> memref<8xi64> {
  %d = memref.alloc() : memref<8xi64>
  memref.copy %s, %d : memref<8xi64> to memref<8xi64>
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xi64>) outs(%d : memref<8xi64>)
  return %d : memref<8xi64>
}

// CHECK-LABEL: @integers_without_a_report(
// CHECK-NOT:   memref.copy
// CHECK:       source(%arg0
func.func @integers_without_a_report(%s: memref<8xi64>, %i: memref<4x1xi64>, %u: memref<4xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %d = memref.alloc() : memref<8xi64>
  memref.copy %s, %d : memref<8xi64> to memref<8xi64>
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xi64>) outs(%d : memref<8xi64>) out_of_bounds(drop)
  %x = memref.load %d[%c0] : memref<8xi64>
  return %x : i64
}

// The size of a cast is compared when the op runs.

// CHECK-LABEL: @integers_under_a_cast(
// CHECK:       memref.copy
func.func @integers_under_a_cast(%s: memref<8xi64>, %u: memref<?xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %d = memref.alloc() : memref<8xi64>
  %c = memref.cast %u : memref<?xi64> to memref<8xi64>
  memref.copy %s, %d : memref<8xi64> to memref<8xi64>
  scatter.slice_scatter ins(%c : memref<8xi64>) outs(%d : memref<8xi64>) from [] to []
  %x = memref.load %d[%c0] : memref<8xi64>
  return %x : i64
}

// Memory that an op does not take.

// CHECK-LABEL: @large_elements(
// CHECK-COUNT-2: memref.copy
func.func @large_elements(%s: memref<8xi16777215>, %u: memref<4xi16777215>) -> memref<8xi16777215> {
  %d = memref.alloc() : memref<8xi16777215>
  memref.copy %s, %d : memref<8xi16777215> to memref<8xi16777215>
  %v = memref.subview %d[4] [4] [1] : memref<8xi16777215> to memref<4xi16777215, strided<[1], offset: 4>>
  memref.copy %u, %v : memref<4xi16777215> to memref<4xi16777215, strided<[1], offset: 4>>
  return %d : memref<8xi16777215>
}

// The end of the slice would overflow.

// CHECK-LABEL: @large_step(
// CHECK-COUNT-2: memref.copy
func.func @large_step(%s: memref<8xf32>, %u: memref<1xf32>) -> memref<8xf32> {
  %d = memref.alloc() : memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %v = memref.subview %d[4] [1] [9223372036854775807] : memref<8xf32> to memref<1xf32, strided<[9223372036854775807], offset: 4>>
  memref.copy %u, %v : memref<1xf32> to memref<1xf32, strided<[9223372036854775807], offset: 4>>
  return %d : memref<8xf32>
}

//===----------------------------------------------------------------------===//
// Copies that are copied back
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @copy_back(
// CHECK-NOT:   memref.copy
// CHECK:       memref.store
// CHECK-NEXT:  memref.dealloc
// CHECK-NEXT:  return
func.func @copy_back(%a: memref<8xf32>, %v: f32, %n: index) {
  %c = memref.alloc() : memref<8xf32>
  memref.copy %a, %c : memref<8xf32> to memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  memref.store %v, %other[%n] : memref<8xf32>
  memref.copy %c, %a : memref<8xf32> to memref<8xf32>
  memref.dealloc %c : memref<8xf32>
  return
}

// Both are written by somebody else: only what is copied back is known to be
// there.

// CHECK-LABEL: @copy_back_of_used_copies(
// CHECK:       memref.copy %arg0, %arg1
// CHECK-NEXT:  return
func.func @copy_back_of_used_copies(%a: memref<8xf32>, %c: memref<8xf32>) {
  memref.copy %a, %c : memref<8xf32> to memref<8xf32>
  memref.copy %c, %a : memref<8xf32> to memref<8xf32>
  return
}

// CHECK-LABEL: @copy_back_of_what_is_read_later(
// CHECK:       memref.copy %arg0, %[[C:.*]] :
// CHECK-NOT:   memref.copy
// CHECK:       memref.load %[[C]]
func.func @copy_back_of_what_is_read_later(%a: memref<8xf32>, %n: index) -> f32 {
  %c = memref.alloc() : memref<8xf32>
  memref.copy %a, %c : memref<8xf32> to memref<8xf32>
  memref.copy %c, %a : memref<8xf32> to memref<8xf32>
  %x = memref.load %c[%n] : memref<8xf32>
  return %x : f32
}

// CHECK-LABEL: @copy_back_of_another_value(
// CHECK-COUNT-4: memref.copy
func.func @copy_back_of_another_value(%a: memref<8xf32>, %v: f32, %n: index) {
  %c = memref.alloc() : memref<8xf32>
  memref.copy %a, %c : memref<8xf32> to memref<8xf32>
  memref.store %v, %a[%n] : memref<8xf32>
  memref.copy %c, %a : memref<8xf32> to memref<8xf32>
  %d = memref.alloc() : memref<8xf32>
  memref.copy %a, %d : memref<8xf32> to memref<8xf32>
  memref.store %v, %d[%n] : memref<8xf32>
  memref.copy %d, %a : memref<8xf32> to memref<8xf32>
  return
}
