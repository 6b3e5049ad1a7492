// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/memcpy_bytes = 2048/memcpy_bytes = 0/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=VECTORS
// RUN: sed 's/stores = </&nontemporal_bytes = 16384, /' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=STREAM
// RUN: sed 's/plan<stores/plan<partition = slice, threads = <2, bytes = 1024>, stores/; s/plan<prefetch/plan<partition = buckets, threads = <2, bytes = 1024>, prefetch/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=THREADS

#rows = #scatter.plan<stores = <memcpy_bytes = 2048>>
#serial = #scatter.plan<threads = 1, stores = <memcpy_bytes = 2048>>
#strided = #scatter.plan<stores = <memcpy_bytes = 2048, strided_vectors = 1>>
#tuples = #scatter.plan<prefetch = <16, data_bytes = 524288, total_bytes = 1048576>, stores = <memcpy_bytes = 2048>>

// Copy and update in one op.

//===----------------------------------------------------------------------===//
// slice_scatter: gaps and rows in turn
//===----------------------------------------------------------------------===//

// Each row of the slice is written after the gap before it, which is one copy
// however many dimensions it spans. The last gap is what follows the last row.

// CHECK-LABEL: func @box(
// CHECK-DAG:     %[[S:.*]] = memref.reinterpret_cast %arg0
// CHECK-DAG:     %[[U:.*]] = memref.reinterpret_cast %arg1
// CHECK-DAG:     %[[D:.*]] = memref.reinterpret_cast %arg2
// CHECK:         %[[END:.*]] = scf.for %{{.*}} = %c0 to %c3 step %c1 iter_args(%[[OUTER:.*]] = %c0)
// CHECK:           scf.for %{{.*}} = %c0 to %c4 step %c1 iter_args(%[[POSITION:.*]] = %[[OUTER]])
// CHECK:             %[[NEXT:.*]] = arith.addi %[[ROW:.*]], %c32 :
// CHECK:             %[[GAP:.*]] = arith.subi %[[ROW]], %[[POSITION]]
// CHECK:             scatter.copy_row %[[GAP]], %[[S]][%[[POSITION]]] to %[[D]][%[[POSITION]]]
// CHECK:             vector.load %[[U]]{{.*}} vector<16xf32>
// CHECK:             vector.store %{{.*}}, %[[D]][%[[ROW]]]
// CHECK:             scf.yield %[[NEXT]]
// CHECK:         %[[LAST:.*]] = arith.subi %c8192, %[[END]]
// CHECK:         scatter.copy_row %[[LAST]], %[[S]][%[[END]]] to %[[D]][%[[END]]]
// CHECK-NOT:     scatter.copy_row
// CHECK:         return

// Threads take ranges of the memory. A row belongs to the range that it begins
// in; the next one continues after it.

// THREADS-LABEL: func @box(
// THREADS:         scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c2)
// THREADS:           %[[BEGIN:.*]] = arith.muli %[[THREAD]], %c4096
// THREADS:           scf.for {{.*}} iter_args(%{{.*}} = %[[BEGIN]])
// THREADS:             %[[LATER:.*]] = arith.cmpi sge, %{{.*}}, %[[BEGIN]]
// THREADS:             scf.if
// THREADS:               scatter.copy_row
// THREADS:             } else {
// THREADS:               %[[AFTER:.*]] = arith.maxsi
// THREADS:               arith.select %[[LATER]], %{{.*}}, %[[AFTER]]
// THREADS:           arith.maxsi
// THREADS:           scatter.copy_row
// THREADS-NOT:     scatter.copy_row
// THREADS:         return
func.func @box(%s: memref<8x16x64xf32>, %u: memref<3x4x32xf32>, %d: memref<8x16x64xf32>) {
  scatter.slice_scatter ins(%u : memref<3x4x32xf32>) outs(%d : memref<8x16x64xf32>) source(%s : memref<8x16x64xf32>)
      from [2, 3, 16] to [5, 7, 48] {plan = #rows}
  return
}

// A step along an outer axis, downwards: rows are written in ascending order,
// those of the updates are read from the end.

// CHECK-LABEL: func @steps_downwards(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c4 step %c1 iter_args
// CHECK:           scatter.copy_row
// CHECK:           scf.for
// CHECK:             vector.load
// CHECK:             vector.store
// CHECK:         scatter.copy_row
func.func @steps_downwards(%s: memref<8x256xf32>, %u: memref<4x256xf32>, %d: memref<8x256xf32>) {
  scatter.slice_scatter ins(%u : memref<4x256xf32>) outs(%d : memref<8x256xf32>) source(%s : memref<8x256xf32>)
      from [7] to [-9] step [-2] {plan = #rows}
  return
}

// Rows backwards: vectors of the updates are reversed.

// CHECK-LABEL: func @reversed_rows(
// CHECK:         scf.for {{.*}} iter_args
// CHECK:           scatter.copy_row
// CHECK:           vector.shuffle
// CHECK:         scatter.copy_row
func.func @reversed_rows(%s: memref<8x256xf32>, %u: memref<4x32xf32>, %d: memref<8x256xf32>) {
  scatter.slice_scatter ins(%u : memref<4x32xf32>) outs(%d : memref<8x256xf32>) source(%s : memref<8x256xf32>)
      from [2, 40] to [6, 8] step [1, -1] {plan = #rows}
  return
}

// Bounds and sizes of run time: the same loop, beside a copy of everything for
// short rows and for slices without elements. Nothing is written before the
// sizes are known to fit.

// CHECK-LABEL: func @dynamic(
// CHECK-NOT:     scatter.copy_row
// CHECK:         scf.if
// CHECK-COUNT-2:   arith.cmpi ne, %{{.*}}, %c0
// CHECK:           %[[LONG:.*]] = arith.cmpi uge
// CHECK:           %[[ONE_PASS:.*]] = arith.andi %{{.*}}, %[[LONG]]
// CHECK:           scf.if %[[ONE_PASS]] {
// CHECK:             scf.for {{.*}} iter_args
// CHECK:               scatter.copy_row
// CHECK:             scatter.copy_row
// CHECK:         scatter.report shape

// Of the short rows none is written by nontemporal stores or memcpy, the copy of
// everything before them is.

// STREAM-LABEL: func @dynamic(
// STREAM-COUNT-3: scatter.nontemporal_fence
// STREAM:         scatter.copy_row {{.*}} to %{{[^ ]*}} :
// STREAM-NOT:     {{nontemporal|copy_row}}
// STREAM:         vector.store
// STREAM-NOT:     {{nontemporal|copy_row}}
// STREAM:         scatter.report shape
func.func @dynamic(%s: memref<?x?x?xf32>, %u: memref<?x?x?xf32>, %d: memref<?x?x?xf32>, %b: index, %e: index) {
  scatter.slice_scatter ins(%u : memref<?x?x?xf32>) outs(%d : memref<?x?x?xf32>) source(%s : memref<?x?x?xf32>)
      from [%b, %b] to [%e, %e] axes [0, 1] {plan = #rows}
  return
}

// A single long row is cut where the range of a thread ends.

// THREADS-LABEL: func @one_row(
// THREADS:         scf.parallel
// THREADS:           %[[CUT:.*]] = arith.minsi
// THREADS:           scatter.copy_row
// THREADS:           scatter.copy_row
// STREAM-LABEL: func @one_row(
// STREAM-COUNT-3: scatter.copy_row {{.*}} nontemporal
// STREAM:         scatter.nontemporal_fence
// STREAM-NOT:     scatter.copy_row
// STREAM:         return
func.func @one_row(%s: memref<65536xf32>, %u: memref<16384xf32>, %d: memref<65536xf32>) {
  scatter.slice_scatter ins(%u : memref<16384xf32>) outs(%d : memref<65536xf32>) source(%s : memref<65536xf32>)
      from [16384] to [32768] {plan = #rows}
  return
}

// Short rows and gaps are not written by nontemporal stores, whatever the whole
// has.

// STREAM-LABEL: func @short_rows_of_much(
// STREAM-NOT:     nontemporal
// STREAM:         return
func.func @short_rows_of_much(%s: memref<4096x128xf32>, %u: memref<2048x96xf32>, %d: memref<4096x128xf32>) {
  scatter.slice_scatter ins(%u : memref<2048x96xf32>) outs(%d : memref<4096x128xf32>) source(%s : memref<4096x128xf32>)
      from [0, 0] to [4096, 96] step [2, 1] {plan = #rows}
  return
}

// A fourth of much in short rows: all is copied first, by non-temporal stores.

// STREAM-LABEL: func @few_of_much(
// STREAM:         scatter.copy_row {{.*}} nontemporal
// STREAM:         scatter.nontemporal_fence
// STREAM:         scf.for
// STREAM-NOT:       nontemporal
// STREAM:           vector.store
// STREAM-NOT:     scf.for
// STREAM:         return
// CHECK-LABEL: func @few_of_much(
// CHECK:         scf.for
// CHECK:           scatter.copy_row
// CHECK:           vector.store
// CHECK:         return
// VECTORS-LABEL: func @few_of_much(
// VECTORS-NOT:     copy_row
// VECTORS:         return
func.func @few_of_much(%s: memref<4096x256xf32>, %u: memref<4096x64xf32>, %d: memref<4096x256xf32>) {
  scatter.slice_scatter ins(%u : memref<4096x64xf32>) outs(%d : memref<4096x256xf32>) source(%s : memref<4096x256xf32>)
      from [0, 5] to [4096, 69] {plan = #rows}
  return
}

// Not where rows are long: the gap and the row in turn.

// STREAM-LABEL: func @few_of_long_rows(
// STREAM:         scf.for %{{.*}} = %c0 to %c64 step %c1 iter_args
// STREAM:           scatter.copy_row {{.*}} nontemporal
// STREAM:           vector.load {{.*}} memref<4096xf32>
// STREAM:         return
func.func @few_of_long_rows(%s: memref<64x4096xf32>, %u: memref<64x64xf32>, %d: memref<64x4096xf32>) {
  scatter.slice_scatter ins(%u : memref<64x64xf32>) outs(%d : memref<64x4096xf32>) source(%s : memref<64x4096xf32>)
      from [0, 5] to [64, 69] {plan = #rows}
  return
}

// Of a slice of everything, in any order, the source is not read.

// CHECK-LABEL: func @everything(
// CHECK-NOT:     scatter.copy_row
// CHECK:         return
func.func @everything(%s: memref<8x256xf32>, %u: memref<8x256xf32>, %d: memref<8x256xf32>) {
  scatter.slice_scatter ins(%u : memref<8x256xf32>) outs(%d : memref<8x256xf32>) source(%s : memref<8x256xf32>)
      from [7] to [-9] step [-1] {plan = #rows}
  return
}

//===----------------------------------------------------------------------===//
// slice_scatter: all of the source first
//===----------------------------------------------------------------------===//

// Short rows and gaps, columns, steps of run time along the row, other layouts,
// elements without vectors.

// CHECK-LABEL: func @short_rows(
// CHECK:         scatter.copy_row %c4096
// CHECK-NOT:     copy_row
// CHECK:         return
func.func @short_rows(%s: memref<1024x4xf32>, %u: memref<1024x2xf32>, %d: memref<1024x4xf32>) {
  scatter.slice_scatter ins(%u : memref<1024x2xf32>) outs(%d : memref<1024x4xf32>) source(%s : memref<1024x4xf32>)
      from [0] to [2] axes [1] {plan = #rows}
  return
}

// CHECK-LABEL: func @one_element(
// CHECK:         scatter.copy_row %c2,
// CHECK:         memref.store
func.func @one_element(%s: memref<2xf32>, %u: memref<?xf32>, %d: memref<2xf32>) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<2xf32>) source(%s : memref<2xf32>) from [-16] to [25] step [19] {plan = #rows}
  return
}

// CHECK-LABEL: func @columns(
// CHECK:         scatter.copy_row %c16384
// CHECK:         memref.store
func.func @columns(%s: memref<128x128xf32>, %u: memref<128x1xf32>, %d: memref<128x128xf32>) {
  scatter.slice_scatter ins(%u : memref<128x1xf32>) outs(%d : memref<128x128xf32>) source(%s : memref<128x128xf32>)
      from [5] to [6] axes [1] {plan = #rows}
  return
}

// CHECK-LABEL: func @step_of_run_time(
// CHECK:         arith.cmpi ne, %arg3, %c0
// CHECK:         scatter.copy_row %c16384
// CHECK:         memref.store
func.func @step_of_run_time(%s: memref<128x128xf32>, %u: memref<128x?xf32>, %d: memref<128x128xf32>, %n: index) {
  scatter.slice_scatter ins(%u : memref<128x?xf32>) outs(%d : memref<128x128xf32>) source(%s : memref<128x128xf32>)
      from [0] to [128] step [%n] axes [1] {plan = #rows}
  return
}

// CHECK-LABEL: func @another_layout(
// CHECK:         scf.for %{{.*}} = %c0 to %c8
// CHECK:         scf.for %{{.*}} = %c0 to %c4
func.func @another_layout(%s: memref<8x256xf32, strided<[512, 1]>>, %u: memref<4x256xf32>, %d: memref<8x256xf32>) {
  scatter.slice_scatter ins(%u : memref<4x256xf32>) outs(%d : memref<8x256xf32>) source(%s : memref<8x256xf32, strided<[512, 1]>>)
      from [0] to [8] step [2] {plan = #rows}
  return
}

// CHECK-LABEL: func @no_vectors(
// CHECK:         scf.for %{{.*}} = %c0 to %c1024
// CHECK:         scf.for %{{.*}} = %c0 to %c4
func.func @no_vectors(%s: memref<1024xi24>, %u: memref<4xi24>, %d: memref<1024xi24>) {
  scatter.slice_scatter ins(%u : memref<4xi24>) outs(%d : memref<1024xi24>) source(%s : memref<1024xi24>) from [7] to [11] {plan = #rows}
  return
}

//===----------------------------------------------------------------------===//
// slice_scatter: strided rows
//===----------------------------------------------------------------------===//

// Blocks take what lies between the elements of the slice from the source.

// CHECK-LABEL: func @every_second(
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
// STREAM-LABEL: func @every_second(
// STREAM:         %[[ALIGNED:.*]] = arith.cmpi eq
// STREAM:         scf.for
// STREAM:           scf.if %[[ALIGNED]] {
// STREAM:             vector.store {{.*}}nontemporal = true
// STREAM:           } else {
// STREAM-NOT:         nontemporal = true
// STREAM:         scf.if %[[ALIGNED]] {
// STREAM-NEXT:      scatter.nontemporal_fence
// STREAM:         return
func.func @every_second(%s: memref<64x4096xf32>, %u: memref<64x2048xf32>, %o: memref<64x4096xf32>) {
  scatter.slice_scatter ins(%u : memref<64x2048xf32>) outs(%o : memref<64x4096xf32>) source(%s : memref<64x4096xf32>)
      from [0] to [4096] step [2] axes [1] {plan = #strided}
  return
}

// One element of the last axis, with a step on the one before: every twelfth
// element of a row.

// CHECK-LABEL: func @every_twelfth(
// CHECK-DAG:     %[[S:.*]] = memref.reinterpret_cast %arg0
// CHECK-DAG:     %[[O:.*]] = memref.reinterpret_cast %arg2
// CHECK:         scf.for
// CHECK:           scf.for %{{.*}} = %c0 to %c16 step %c4
// CHECK-COUNT-3:     vector.load %[[S]]{{.*}} vector<16xf32>
// CHECK-NOT:       memref.store
// CHECK:         return
func.func @every_twelfth(%s: memref<64x64x3xf32>, %u: memref<64x16x1xf32>, %o: memref<64x64x3xf32>) {
  scatter.slice_scatter ins(%u : memref<64x16x1xf32>) outs(%o : memref<64x64x3xf32>) source(%s : memref<64x64x3xf32>)
      from [0, 2] to [64, 3] step [4, 1] axes [1, 2] {plan = #strided}
  return
}

// Where the slice has all of the axes before that, they are one row.

// CHECK-LABEL: func @one_of_three_channels(
// CHECK-DAG:     %[[S:.*]] = memref.reinterpret_cast %arg0
// CHECK-DAG:     %[[O:.*]] = memref.reinterpret_cast %arg2
// CHECK-NOT:     scf.
// CHECK:         scf.for %{{.*}} = %c0 to %c4096 step %c16
// CHECK-COUNT-3:   vector.load %[[S]]{{.*}} vector<16xf32>
// CHECK-NOT:     {{memref.store|copy_row}}
// CHECK:         return
func.func @one_of_three_channels(%s: memref<64x64x3xf32>, %u: memref<64x64x1xf32>, %o: memref<64x64x3xf32>) {
  scatter.slice_scatter ins(%u : memref<64x64x1xf32>) outs(%o : memref<64x64x3xf32>) source(%s : memref<64x64x3xf32>)
      from [1] to [2] axes [2] {plan = #strided}
  return
}

// The elements after the blocks of a row are stored one by one. What lies
// between them is copied by ordinary stores before that, also where the blocks
// and the gap after the slice are written by non-temporal stores.

// STREAM-LABEL: func @rest_beside_nontemporal_blocks(
// STREAM:         scf.for
// STREAM:           scf.if %{{.*}} {
// STREAM-COUNT-3:     vector.store {{.*}}nontemporal = true
// STREAM-NOT:         nontemporal
// STREAM:             vector.store {{.*}} vector<8xf32>
// STREAM-NOT:         copy_row
// STREAM:             scatter.copy_row %c1081,{{.*}} nontemporal
// STREAM:             memref.store
// STREAM:           } else {
// STREAM:         return
func.func @rest_beside_nontemporal_blocks(%s: memref<64x4096xf32>, %u: memref<64x1005xf32>, %o: memref<64x4096xf32>) {
  scatter.slice_scatter ins(%u : memref<64x1005xf32>) outs(%o : memref<64x4096xf32>) source(%s : memref<64x4096xf32>)
      from [0] to [3015] step [3] axes [1] {plan = #strided}
  return
}

// No non-temporal stores in rows that end in long rests: 48 of 80 elements are a
// block.

// STREAM-LABEL: func @long_rests(
// STREAM-NOT:     nontemporal
// STREAM:         return
func.func @long_rests(%s: memref<256x80xf32>, %u: memref<256x27xf32>, %o: memref<256x80xf32>) {
  scatter.slice_scatter ins(%u : memref<256x27xf32>) outs(%o : memref<256x80xf32>) source(%s : memref<256x80xf32>)
      from [0] to [80] step [3] axes [1] {plan = #strided}
  return
}

// Elements before the slice are copied too.

// CHECK-LABEL: func @reversed_inside(
// CHECK-DAG:     %[[S:.*]] = memref.reinterpret_cast %arg0
// CHECK-DAG:     %[[O:.*]] = memref.reinterpret_cast %arg2
// CHECK:         scf.for
// CHECK:             vector.load %[[S]]{{.*}} vector<32xf16>
// CHECK:             vector.store %{{.*}}, %[[O]]{{.*}} vector<32xf16>
// Above the blocks 24 elements,
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
  scatter.slice_scatter ins(%u : memref<4x50xf16>) outs(%o : memref<4x256xf16>) source(%s : memref<4x256xf16>)
      from [230] to [30] step [-4] axes [1] {plan = #strided}
  return
}

// In a box the gaps between the rows are copied, and rows have blocks.

// CHECK-LABEL: func @strided_rows_of_a_box(
// CHECK:         scf.for %{{.*}} = %c0 to %c4 step %c1 iter_args
// CHECK:           scatter.copy_row
// CHECK:           scf.for
// CHECK:             vector.shuffle
// CHECK:         scatter.copy_row
func.func @strided_rows_of_a_box(%s: memref<8x256xf32>, %u: memref<4x128xf32>, %o: memref<8x256xf32>) {
  scatter.slice_scatter ins(%u : memref<4x128xf32>) outs(%o : memref<8x256xf32>) source(%s : memref<8x256xf32>)
      from [2, 0] to [6, 256] step [1, 2] {plan = #strided}
  return
}

// Blocks and the gaps between the rows are written by non-temporal stores alike,
// if they can be.

// STREAM-LABEL: func @aligned_rows_of_a_box(
// STREAM:         scf.for
// STREAM:           scf.if %{{.*}} {
// STREAM-NEXT:        scatter.copy_row {{.*}} nontemporal
// STREAM:             vector.store {{.*}}nontemporal = true
// STREAM:           } else {
// STREAM-NEXT:        scatter.copy_row
// STREAM-NOT:         nontemporal
// STREAM:           scf.yield
// STREAM:         return
func.func @aligned_rows_of_a_box(%s: memref<256x64xf32>, %u: memref<128x32xf32>, %o: memref<256x64xf32>) {
  scatter.slice_scatter ins(%u : memref<128x32xf32>) outs(%o : memref<256x64xf32>) source(%s : memref<256x64xf32>)
      from [0, 0] to [256, 64] step [2, 2] {plan = #strided}
  return
}

// Gaps of 2.6 KB are not, where the rows are not aligned.

// STREAM-LABEL: func @unaligned_rows_of_a_box(
// STREAM-NOT:     nontemporal
// STREAM:         return
func.func @unaligned_rows_of_a_box(%s: memref<64x650xf32>, %u: memref<32x325xf32>, %o: memref<64x650xf32>) {
  scatter.slice_scatter ins(%u : memref<32x325xf32>) outs(%o : memref<64x650xf32>) source(%s : memref<64x650xf32>)
      from [0, 0] to [64, 650] step [2, 2] {plan = #strided}
  return
}

// A single row is divided by the elements of `data`, not by those of the slice:
// parts begin at 4096 elements, or at a block if that is in the slice. A part
// may be one gap.

// THREADS-LABEL: func @strided_part_of_a_row(
// THREADS:         scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c2)
// THREADS:           %[[BEGIN:.*]] = arith.muli %[[THREAD]], %c4096
// THREADS:           %[[AFTER:.*]] = arith.cmpi sgt, %[[BEGIN]], %c2023
// THREADS:           %[[BOUND:.*]] = arith.minui %[[BEGIN]],
// THREADS:           arith.select %[[AFTER]], %[[BEGIN]], %[[BOUND]]
// THREADS:           scf.for
// THREADS:             vector.store {{.*}} vector<16xf32>
// THREADS:           scf.for
// THREADS:             vector.store {{.*}} vector<8xf32>
// The gaps have no vector loops.
// THREADS-NOT:       vector.
// THREADS:           scatter.copy_row
// THREADS-NEXT:      arith.subi
// THREADS-NEXT:      scatter.copy_row
// THREADS-NOT:       vector.
// THREADS:         return
func.func @strided_part_of_a_row(%s: memref<8192xf32>, %u: memref<512xf32>, %o: memref<8192xf32>) {
  scatter.slice_scatter ins(%u : memref<512xf32>) outs(%o : memref<8192xf32>) source(%s : memref<8192xf32>)
      from [1001] to [2025] step [2] {plan = #strided}
  return
}

// Gaps of a row that exceeds the cache are written by non-temporal stores too.
// There is no gap before the first block here.

// STREAM-LABEL: func @strided_part_of_a_large_row(
// STREAM:         scf.if
// STREAM-COUNT-1:   scatter.copy_row {{.*}} nontemporal
// STREAM-NOT:       copy_row
// STREAM:         } else {
func.func @strided_part_of_a_large_row(%s: memref<8192xf32>, %u: memref<512xf32>, %o: memref<8192xf32>) {
  scatter.slice_scatter ins(%u : memref<512xf32>) outs(%o : memref<8192xf32>) source(%s : memref<8192xf32>)
      from [1] to [1025] step [2] {plan = #strided}
  return
}

// Rows of 64 bytes and more, of which the slice has elements, have blocks.

// CHECK-LABEL: func @strided_rows_of_run_time(
// CHECK-NOT:     scatter.copy_row
// CHECK-DAG:     %[[BYTES:.*]] = arith.muli %{{.*}}, %c4 :
// CHECK-DAG:     %[[FILLS:.*]] = arith.cmpi uge, %[[BYTES]], %c64 :
// CHECK-DAG:     %[[ROWS:.*]] = arith.cmpi ne, %{{.*}}, %c0 :
// CHECK-DAG:     %[[ELEMENTS:.*]] = arith.cmpi ne, %{{.*}}, %c0 :
// CHECK-DAG:     %[[ANY:.*]] = arith.andi %[[ROWS]], %[[ELEMENTS]]
// CHECK:         %[[BLOCKS:.*]] = arith.andi %[[ANY]], %[[FILLS]]
// CHECK:         scf.if %[[BLOCKS]] {
// CHECK-NOT:       scatter.copy_row
// CHECK:           vector.shuffle
// CHECK:         } else {
// CHECK:           scatter.copy_row
func.func @strided_rows_of_run_time(%s: memref<?x?xf32>, %u: memref<?x?xf32>, %o: memref<?x?xf32>, %b: index, %e: index) {
  scatter.slice_scatter ins(%u : memref<?x?xf32>) outs(%o : memref<?x?xf32>) source(%s : memref<?x?xf32>)
      from [%b] to [%e] step [2] axes [1] {plan = #strided}
  return
}

// Rows of which the slice is a small part are updated after the copy, if the
// data exceeds a quarter of `nontemporal_bytes`.

// STREAM-LABEL: func @sparse_strided_rows(
// STREAM:         scatter.copy_row %c64000
// STREAM:         scf.for
// STREAM-NOT:       copy_row
// STREAM:           vector.shuffle
// STREAM-NOT:     copy_row
// STREAM:         return
func.func @sparse_strided_rows(%s: memref<64x1000xf32>, %u: memref<64x64xf32>, %o: memref<64x1000xf32>) {
  scatter.slice_scatter ins(%u : memref<64x64xf32>) outs(%o : memref<64x1000xf32>) source(%s : memref<64x1000xf32>)
      from [100] to [228] step [2] axes [1] {plan = #strided}
  return
}

// STREAM-LABEL: func @sparse_strided_rows_of_a_box(
// STREAM:         scatter.copy_row %c64000
// STREAM-NOT:     copy_row
// STREAM:         return
func.func @sparse_strided_rows_of_a_box(%s: memref<8x8x1000xf32>, %u: memref<4x8x64xf32>, %o: memref<8x8x1000xf32>) {
  scatter.slice_scatter ins(%u : memref<4x8x64xf32>) outs(%o : memref<8x8x1000xf32>) source(%s : memref<8x8x1000xf32>)
      from [2, 100] to [6, 228] step [1, 2] axes [0, 2] {plan = #strided}
  return
}

// These are not: a fourth of each row, and little data.

// STREAM-LABEL: func @dense_strided_rows(
// STREAM-NOT:     copy_row
// STREAM:         scf.for
// STREAM:           vector.shuffle
// STREAM:           scatter.copy_row
// STREAM-LABEL: func @few_sparse_strided_rows(
// STREAM-NOT:     copy_row
// STREAM:         scf.for
// STREAM:           vector.shuffle
// STREAM:           scatter.copy_row
func.func @dense_strided_rows(%s: memref<64x1000xf32>, %u: memref<64x128xf32>, %o: memref<64x1000xf32>) {
  scatter.slice_scatter ins(%u : memref<64x128xf32>) outs(%o : memref<64x1000xf32>) source(%s : memref<64x1000xf32>)
      from [100] to [356] step [2] axes [1] {plan = #strided}
  return
}
func.func @few_sparse_strided_rows(%s: memref<3x200xf32>, %u: memref<3x16xf32>, %o: memref<3x200xf32>) {
  scatter.slice_scatter ins(%u : memref<3x16xf32>) outs(%o : memref<3x200xf32>) source(%s : memref<3x200xf32>)
      from [40] to [72] step [2] axes [1] {plan = #strided}
  return
}

// Rows shorter than a vector are updated after the copy.

// CHECK-LABEL: func @short_strided_rows(
// CHECK:         scatter.copy_row %c960
// CHECK-NOT:     copy_row
// CHECK:         return
func.func @short_strided_rows(%s: memref<64x15xf32>, %u: memref<64x7xf32>, %o: memref<64x15xf32>) {
  scatter.slice_scatter ins(%u : memref<64x7xf32>) outs(%o : memref<64x15xf32>) source(%s : memref<64x15xf32>)
      from [1] to [15] step [2] axes [1] {plan = #strided}
  return
}

// CHECK-LABEL: func @strided_rows_of_a_vector(
// CHECK-NOT:     scatter.copy_row
// CHECK:         vector.shuffle
// CHECK:         return
func.func @strided_rows_of_a_vector(%s: memref<64x16xf32>, %u: memref<64x8xf32>, %o: memref<64x16xf32>) {
  scatter.slice_scatter ins(%u : memref<64x8xf32>) outs(%o : memref<64x16xf32>) source(%s : memref<64x16xf32>)
      from [0] to [16] step [2] axes [1] {plan = #strided}
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
  scatter.slice_scatter ins(%u : memref<64x8xf32>) outs(%o : memref<64x256xf32>) source(%s : memref<64x256xf32>)
      from [0] to [256] step [32] axes [1] {plan = #strided}
  return
}

// Parts of larger memrefs with rows at the same distances.

// CHECK-LABEL: func @one_layout(
// CHECK-NOT:     scatter.copy_row
// CHECK:         vector.shuffle
func.func @one_layout(%s: memref<64x256xf32, strided<[512, 1], offset: 4>>, %u: memref<64x128xf32>, %o: memref<64x256xf32, strided<[512, 1], offset: ?>>) {
  scatter.slice_scatter ins(%u : memref<64x128xf32>) outs(%o : memref<64x256xf32, strided<[512, 1], offset: ?>>)
      source(%s : memref<64x256xf32, strided<[512, 1], offset: 4>>) from [0] to [256] step [2] axes [1] {plan = #strided}
  return
}

// Rows without blocks.

// CHECK-LABEL: func @every_100th(
// CHECK:         scatter.copy_row %c16384
// CHECK:         scf.for
// CHECK:           memref.store
func.func @every_100th(%s: memref<64x256xf32>, %u: memref<64x3xf32>, %o: memref<64x256xf32>) {
  scatter.slice_scatter ins(%u : memref<64x3xf32>) outs(%o : memref<64x256xf32>) source(%s : memref<64x256xf32>)
      from [0] to [256] step [100] axes [1] {plan = #rows}
  return
}

//===----------------------------------------------------------------------===//
// scatter_nd_update: check, copy, update
//===----------------------------------------------------------------------===//

// A copy of up to twice as many bytes stays in the cache where more than a fourth
// of it is updated next.

// STREAM-LABEL: func @much_is_updated(
// STREAM-NOT:     nontemporal
// STREAM:         scatter.copy_row %c6144, {{.*}} : memref
// STREAM-NOT:     nontemporal
// STREAM:         return
func.func @much_is_updated(%s: memref<96x64xf32>, %i: memref<25x1xi64>, %u: memref<25x64xf32>, %d: memref<96x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<25x1xi64>, memref<25x64xf32>)
      outs(%d : memref<96x64xf32>) source(%s : memref<96x64xf32>) reduction(sum) {plan = #tuples}
  return
}

// STREAM-LABEL: func @little_is_updated(
// STREAM:         scatter.copy_row %c6144, {{.*}} nontemporal
// STREAM:         scatter.nontemporal_fence
// STREAM:         return
func.func @little_is_updated(%s: memref<96x64xf32>, %i: memref<24x1xi64>, %u: memref<24x64xf32>, %d: memref<96x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<24x1xi64>, memref<24x64xf32>)
      outs(%d : memref<96x64xf32>) source(%s : memref<96x64xf32>) reduction(sum) {plan = #tuples}
  return
}

// CHECK-LABEL: func @tuples(
// CHECK-NOT:     copy_row
// CHECK:         vector.reduction <or>
// CHECK:         scf.if
// CHECK-NOT:       copy_row
// CHECK:           scatter.report_invalid_index
// CHECK:         } else {
// CHECK-NEXT:      scatter.copy_row %c64000, %{{.*}}[%c0] to
// CHECK:           arith.addf
// STREAM-LABEL: func @tuples(
// STREAM:         scatter.copy_row {{.*}} nontemporal
// STREAM:         scatter.nontemporal_fence
// STREAM:         arith.addf
// THREADS-LABEL: func @tuples(
// THREADS:         scf.parallel
// THREADS:           scatter.copy_row
// THREADS:         arith.addf
func.func @tuples(%s: memref<1000x64xf32>, %i: memref<64x1xi64>, %u: memref<64x64xf32>, %d: memref<1000x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x64xf32>)
      outs(%d : memref<1000x64xf32>) source(%s : memref<1000x64xf32>) reduction(sum) {plan = #tuples}
  return
}

// What one thread updates next moves to it: the more lines that are, the larger
// is the copy that threads divide.

// THREADS-LABEL: func @copy_of_run_time_sizes(
// THREADS:         %[[TWICE:.*]] = arith.muli %{{.*}}, %c512
// THREADS:         %[[MORE:.*]] = arith.minui %[[TWICE]], %c6144
// THREADS:         %[[LEAST:.*]] = arith.addi %[[MORE]], %c2048
// THREADS:         %[[LARGE:.*]] = arith.cmpi uge, %{{.*}}, %[[LEAST]]
// THREADS:         arith.select %[[LARGE]], %c2, %c1
// THREADS:         scf.parallel
// THREADS:           scatter.copy_row
func.func @copy_of_run_time_sizes(%s: memref<?x64xf32>, %i: memref<?x1xi64>, %u: memref<?x64xf32>, %d: memref<?x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x64xf32>)
      outs(%d : memref<?x64xf32>) source(%s : memref<?x64xf32>) reduction(sum) {plan = #tuples}
  return
}

// CHECK-LABEL: func @tuples_without_a_check(
// CHECK:         scatter.copy_row %c8,
// CHECK:         scf.for
func.func @tuples_without_a_check(%s: memref<8xf32>, %i: memref<4x1xi64>, %u: memref<4xf32>, %d: memref<8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4xf32>)
      outs(%d : memref<8xf32>) source(%s : memref<8xf32>) out_of_bounds(drop) {plan = #serial}
  return
}
