// RUN: scatter-opt %s --scatter-plan="nontemporal-bytes=0" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: scatter-opt %s --scatter-plan="nontemporal-bytes=16384" --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=NONTEMPORAL

// A copy and a slice with steps after it, in one pass: windows take what lies
// between the elements of the slice from the source of the copy.

// CHECK-LABEL: func @every_second(
// CHECK-NOT:     memref.copy
// CHECK-DAG:     %[[S:.*]] = memref.reinterpret_cast %arg0
// CHECK-DAG:     %[[U:.*]] = memref.reinterpret_cast %arg1
// CHECK-DAG:     %[[O:.*]] = memref.reinterpret_cast %arg2
// CHECK:         scf.for
// CHECK:           scf.for %{{.*}} = %c0 to %c2048 step %c8
// CHECK:             vector.load %[[U]]{{.*}} vector<8xf32>
// CHECK:             vector.load %[[S]]{{.*}} vector<16xf32>
// CHECK:             vector.store %{{.*}}, %[[O]]{{.*}} vector<16xf32>
// CHECK-NOT:       store
// CHECK:         return
// NONTEMPORAL-LABEL: func @every_second(
// NONTEMPORAL:         %[[ALIGNED:.*]] = arith.cmpi eq
// NONTEMPORAL:         scf.if %[[ALIGNED]] {
// NONTEMPORAL:           vector.store {{.*}}nontemporal = true
// NONTEMPORAL:           scatter.stream_fence
// NONTEMPORAL:         } else {
// NONTEMPORAL-NOT:       nontemporal
// NONTEMPORAL:         return
func.func @every_second(%s: memref<64x4096xf32>, %u: memref<64x2048xf32>, %o: memref<64x4096xf32>) {
  memref.copy %s, %o : memref<64x4096xf32> to memref<64x4096xf32>
  scatter.slice_scatter ins(%u : memref<64x2048xf32>) outs(%o : memref<64x4096xf32>) from [0] to [4096] step [2] axes [1]
  return
}

// Elements before the slice are copied too.

// CHECK-LABEL: func @reversed_inside(
// CHECK-DAG:     %[[S:.*]] = memref.reinterpret_cast %arg0
// CHECK-DAG:     %[[O:.*]] = memref.reinterpret_cast %arg2
// CHECK:         scf.for
// CHECK:             vector.load %[[S]]{{.*}} vector<32xf16>
// CHECK:             vector.store %{{.*}}, %[[O]]{{.*}} vector<32xf16>
// Above the windows 24 elements,
// CHECK:           %[[ABOVE:.*]] = vector.load %[[S]]{{.*}} vector<16xf16>
// CHECK:           vector.store %[[ABOVE]], %[[O]]
// below them 40, and then the rest of the slice.
// CHECK:           %[[BELOW:.*]] = vector.load %[[S]]{{.*}} vector<32xf16>
// CHECK:           vector.store %[[BELOW]], %[[O]]
// CHECK:           scf.for %{{.*}} = %c0 to %c2 step %c1
// CHECK:             memref.store %{{.*}}, %[[O]]
// CHECK-NOT:     scatter.
// CHECK:         return
func.func @reversed_inside(%s: memref<4x256xf16>, %u: memref<4x50xf16>, %o: memref<4x256xf16>) {
  memref.copy %s, %o : memref<4x256xf16> to memref<4x256xf16>
  scatter.slice_scatter ins(%u : memref<4x50xf16>) outs(%o : memref<4x256xf16>) from [230] to [30] step [-4] axes [1]
  return
}

// LLVM leaves the loop as it is.

// CHECK-LABEL: func @one_row(
// CHECK:         scf.for
// CHECK:           vector.shuffle
// CHECK:           vector.store
// CHECK-NEXT:    } {loop_annotation =
func.func @one_row(%s: memref<4096xf32>, %u: memref<2048xf32>, %o: memref<4096xf32>) {
  memref.copy %s, %o : memref<4096xf32> to memref<4096xf32>
  scatter.slice_scatter ins(%u : memref<2048xf32>) outs(%o : memref<4096xf32>) from [0] to [4096] step [2]
  return
}

// At run time: an empty slice or one that does not fit leaves the copy.

// CHECK-LABEL: func @dynamic(
// CHECK:         %[[FITS:.*]] = arith.cmpi eq
// CHECK:         %[[NOTEMPTY:.*]] = arith.cmpi ne
// CHECK:         arith.andi {{.*}}%[[NOTEMPTY]]
// CHECK:         scf.if
// CHECK:           vector.shuffle
// CHECK:         } else {
// CHECK-NOT:       vector.shuffle
// CHECK:           scatter.copy_run
// CHECK:           scatter.report shape
func.func @dynamic(%s: memref<?x?xf32>, %u: memref<?x?xf32>, %o: memref<?x?xf32>, %b: index, %e: index) {
  memref.copy %s, %o : memref<?x?xf32> to memref<?x?xf32>
  scatter.slice_scatter ins(%u : memref<?x?xf32>) outs(%o : memref<?x?xf32>) from [%b] to [%e] step [2] axes [1]
  return
}

// Not after something else that reads or writes.

// CHECK-LABEL: func @read_between(
// CHECK:         memref.copy
func.func @read_between(%s: memref<64x256xf32>, %u: memref<64x128xf32>, %o: memref<64x256xf32>, %p: memref<64x256xf32>) {
  memref.copy %s, %o : memref<64x256xf32> to memref<64x256xf32>
  memref.copy %o, %p : memref<64x256xf32> to memref<64x256xf32>
  scatter.slice_scatter ins(%u : memref<64x128xf32>) outs(%o : memref<64x256xf32>) from [0] to [256] step [2] axes [1]
  return
}

// Not after a slice of everything: its sizes are checked.

// CHECK-LABEL: func @checked_copy(
// CHECK-COUNT-2: scatter.report shape
func.func @checked_copy(%s: memref<?xf32>, %u: memref<?xf32>, %o: memref<?xf32>) {
  scatter.slice_scatter ins(%s : memref<?xf32>) outs(%o : memref<?xf32>) from [] to []
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%o : memref<?xf32>) from [0] to [64] step [2]
  return
}

// Not between memrefs of other layouts, of another buffer, along another axis,
// or by steps of 1.

// CHECK-LABEL: func @another_layout(
// CHECK:         memref.copy
func.func @another_layout(%s: memref<64x256xf32, strided<[512, 1]>>, %u: memref<64x128xf32>, %o: memref<64x256xf32>) {
  memref.copy %s, %o : memref<64x256xf32, strided<[512, 1]>> to memref<64x256xf32>
  scatter.slice_scatter ins(%u : memref<64x128xf32>) outs(%o : memref<64x256xf32>) from [0] to [256] step [2] axes [1]
  return
}

// CHECK-LABEL: func @another_buffer(
// CHECK:         memref.copy
func.func @another_buffer(%s: memref<64x256xf32>, %u: memref<64x128xf32>, %o: memref<64x256xf32>, %p: memref<64x256xf32>) {
  memref.copy %s, %p : memref<64x256xf32> to memref<64x256xf32>
  scatter.slice_scatter ins(%u : memref<64x128xf32>) outs(%o : memref<64x256xf32>) from [0] to [256] step [2] axes [1]
  return
}

// CHECK-LABEL: func @another_axis(
// CHECK:         memref.copy
func.func @another_axis(%s: memref<64x256xf32>, %u: memref<32x256xf32>, %o: memref<64x256xf32>) {
  memref.copy %s, %o : memref<64x256xf32> to memref<64x256xf32>
  scatter.slice_scatter ins(%u : memref<32x256xf32>) outs(%o : memref<64x256xf32>) from [0] to [64] step [2] axes [0]
  return
}

// CHECK-LABEL: func @without_steps(
// CHECK:         memref.copy
func.func @without_steps(%s: memref<64x256xf32>, %u: memref<64x128xf32>, %o: memref<64x256xf32>) {
  memref.copy %s, %o : memref<64x256xf32> to memref<64x256xf32>
  scatter.slice_scatter ins(%u : memref<64x128xf32>) outs(%o : memref<64x256xf32>) from [0] to [128] axes [1]
  return
}

// A vector without an element of the slice is copied.

// CHECK-LABEL: func @every_32nd(
// CHECK:         %[[V0:.*]] = vector.load %{{.*}} vector<16xf32>
// CHECK-NEXT:    %[[W0:.*]] = vector.shuffle %[[V0]]
// CHECK-NEXT:    vector.store %[[W0]]
// CHECK:         %[[V1:.*]] = vector.load %{{.*}} vector<16xf32>
// CHECK-NEXT:    vector.store %[[V1]]
func.func @every_32nd(%s: memref<64x256xf32>, %u: memref<64x8xf32>, %o: memref<64x256xf32>) {
  memref.copy %s, %o : memref<64x256xf32> to memref<64x256xf32>
  scatter.slice_scatter ins(%u : memref<64x8xf32>) outs(%o : memref<64x256xf32>) from [0] to [256] step [32] axes [1]
  return
}

// Parts of larger memrefs with rows at the same distances.

// CHECK-LABEL: func @one_layout(
// CHECK-NOT:     memref.copy
// CHECK:         vector.shuffle
func.func @one_layout(%s: memref<64x256xf32, strided<[512, 1], offset: 4>>, %u: memref<64x128xf32>, %o: memref<64x256xf32, strided<[512, 1], offset: ?>>) {
  memref.copy %s, %o : memref<64x256xf32, strided<[512, 1], offset: 4>> to memref<64x256xf32, strided<[512, 1], offset: ?>>
  scatter.slice_scatter ins(%u : memref<64x128xf32>) outs(%o : memref<64x256xf32, strided<[512, 1], offset: ?>>) from [0] to [256] step [2] axes [1]
  return
}

// Strides of run time may differ.

// CHECK-LABEL: func @unknown_layout(
// CHECK:         memref.copy
func.func @unknown_layout(%s: memref<64x256xf32, strided<[?, 1]>>, %u: memref<64x128xf32>, %o: memref<64x256xf32, strided<[?, 1]>>) {
  memref.copy %s, %o : memref<64x256xf32, strided<[?, 1]>> to memref<64x256xf32, strided<[?, 1]>>
  scatter.slice_scatter ins(%u : memref<64x128xf32>) outs(%o : memref<64x256xf32, strided<[?, 1]>>) from [0] to [256] step [2] axes [1]
  return
}

// Rows without windows: the copy, by loops, then the slice.

// CHECK-LABEL: func @every_100th(
// CHECK:         scatter.copy_run %c16384
// CHECK:         scf.for
// CHECK:           memref.store
func.func @every_100th(%s: memref<64x256xf32>, %u: memref<64x3xf32>, %o: memref<64x256xf32>) {
  memref.copy %s, %o : memref<64x256xf32> to memref<64x256xf32>
  scatter.slice_scatter ins(%u : memref<64x3xf32>) outs(%o : memref<64x256xf32>) from [0] to [256] step [100] axes [1]
  return
}
