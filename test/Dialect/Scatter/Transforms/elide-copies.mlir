// RUN: scatter-opt %s --scatter-elide-copies | FileCheck %s

// The rows before and after the slice are copied, the slice is not.
// CHECK-LABEL: @rows
// CHECK: memref.subview %{{.*}}[0, 0] [2, 16] [1, 1]
// CHECK: memref.copy
// CHECK: memref.subview %{{.*}}[5, 0] [3, 16] [1, 1]
// CHECK: memref.copy
// CHECK-NOT: memref.copy
// CHECK: scatter.slice_scatter
func.func @rows(%s: memref<8x16xf32>, %d: memref<8x16xf32>, %u: memref<3x16xf32>) {
  memref.copy %s, %d : memref<8x16xf32> to memref<8x16xf32>
  scatter.slice_scatter ins(%u : memref<3x16xf32>) outs(%d : memref<8x16xf32>)
      from [2] to [5]
  return
}

// CHECK-LABEL: @backwards_over_everything
// CHECK-NOT: memref.copy
// CHECK: scatter.slice_scatter
func.func @backwards_over_everything(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<8xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  scatter.slice_scatter ins(%u : memref<8xf32>) outs(%d : memref<8xf32>)
      from [-1] to [-9] step [-1]
  return
}

// CHECK-LABEL: @copy_into_a_subview
// CHECK: memref.subview %{{.*}}[0] [1] [1]
// CHECK: memref.copy
// CHECK: memref.subview %{{.*}}[1] [7] [1]
// CHECK: memref.copy
// CHECK-NOT: memref.copy
func.func @copy_into_a_subview(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<7xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %v = memref.subview %d[1] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1], offset: 1>>
  memref.copy %u, %v : memref<7xf32> to memref<7xf32, strided<[1], offset: 1>>
  return
}

// Elements 0, 2, 4 and 6 are overwritten, not 0 to 3.
// CHECK-LABEL: @copy_into_a_subview_with_strides
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
func.func @copy_into_a_subview_with_strides(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<4xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %v = memref.subview %d[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  memref.copy %u, %v : memref<4xf32> to memref<4xf32, strided<[2]>>
  return
}

// CHECK-LABEL: @copy_into_a_subview_of_run_time
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
func.func @copy_into_a_subview_of_run_time(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<4xf32>, %w: memref<?xf32>, %n: index) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %0 = memref.subview %d[%n] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  memref.copy %u, %0 : memref<4xf32> to memref<4xf32, strided<[1], offset: ?>>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %1 = memref.subview %d[2] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1], offset: 2>>
  memref.copy %w, %1 : memref<?xf32> to memref<?xf32, strided<[1], offset: 2>>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %2 = memref.subview %d[0] [4] [%n] : memref<8xf32> to memref<4xf32, strided<[?]>>
  memref.copy %u, %2 : memref<4xf32> to memref<4xf32, strided<[?]>>
  return
}

// The source of the overwrite is what the copy writes.
// CHECK-LABEL: @target_is_read_by_the_overwrite
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
func.func @target_is_read_by_the_overwrite(%s: memref<8xf32>, %d: memref<8xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %f = memref.subview %d[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %v = memref.subview %d[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %f, %v : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: 4>>
  return
}

// CHECK-LABEL: @target_is_used_in_between
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
func.func @target_is_used_in_between(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  %x = memref.load %d[%c0] : memref<8xf32>
  scatter.slice_scatter ins(%u : memref<8xf32>) outs(%d : memref<8xf32>) from [] to []
  return %x : f32
}

// CHECK-LABEL: @steps_leave_holes
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
func.func @steps_leave_holes(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<4xf32>) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<8xf32>)
      from [0] to [8] step [2]
  return
}

// Around a box that the slice leaves gaps in. Within it the copy and the slice
// follow each other.

// CHECK-LABEL: @holes_in_a_box
// CHECK: memref.subview %{{.*}}[0, 0] [2, 16] [1, 1]
// CHECK: memref.copy
// CHECK: memref.subview %{{.*}}[5, 0] [3, 16] [1, 1]
// CHECK: memref.copy
// CHECK: %[[S:.*]] = memref.subview %arg0[2, 0] [3, 16] [1, 1]
// CHECK: %[[D:.*]] = memref.subview %arg1[2, 0] [3, 16] [1, 1]
// CHECK: memref.copy %[[S]], %[[D]]
// CHECK: scatter.slice_scatter ins(%{{.*}}) outs(%[[D]] : {{.*}}) from [-1] to [-17] step [-2] axes [1]
func.func @holes_in_a_box(%s: memref<8x16xf32>, %d: memref<8x16xf32>, %u: memref<3x8xf32>) {
  memref.copy %s, %d : memref<8x16xf32> to memref<8x16xf32>
  scatter.slice_scatter ins(%u : memref<3x8xf32>) outs(%d : memref<8x16xf32>)
      from [2, -1] to [5, -17] step [1, -2]
  return
}

// CHECK-LABEL: @holes_in_reversed_rows
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8x16xf32> to memref<8x16xf32>
func.func @holes_in_reversed_rows(%s: memref<8x16xf32>, %d: memref<8x16xf32>, %u: memref<3x8xf32>) {
  memref.copy %s, %d : memref<8x16xf32> to memref<8x16xf32>
  scatter.slice_scatter ins(%u : memref<3x8xf32>) outs(%d : memref<8x16xf32>)
      from [4, 0] to [1, 16] step [-1, 2]
  return
}

// The size of %u is compared when the slice runs. If it is not 8, then nothing
// is overwritten.
// CHECK-LABEL: @updates_under_a_cast
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
func.func @updates_under_a_cast(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<?xf32>) {
  %c = memref.cast %u : memref<?xf32> to memref<8xf32>
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  scatter.slice_scatter ins(%c : memref<8xf32>) outs(%d : memref<8xf32>) from [] to []
  return
}

// CHECK-LABEL: @bounds_of_run_time
// CHECK: memref.copy %{{.*}}, %{{.*}} : memref<8xf32> to memref<8xf32>
func.func @bounds_of_run_time(%s: memref<8xf32>, %d: memref<8xf32>, %u: memref<?xf32>, %n: index) {
  memref.copy %s, %d : memref<8xf32> to memref<8xf32>
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<8xf32>) from [%n] to [8]
  return
}
