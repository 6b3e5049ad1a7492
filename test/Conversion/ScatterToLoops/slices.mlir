// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/stores = </&nontemporal_bytes = 16777216, /' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=LARGE

#rows = #scatter.plan<prefetch = <level = 0>, stores = <memcpy_bytes = 2048>>
#strided = #scatter.plan<prefetch = <level = 0>, stores = <memcpy_bytes = 2048, strided_vectors = 1>>

// The lowering of slice_scatter.

// Static bounds: positions are constants; two whole rows are one run.

// CHECK-LABEL: func @static_rows(
// CHECK-NOT:     scf.
// CHECK:         %[[V0:.*]] = vector.load %{{.*}}[%c0] : memref<32xf32>, vector<16xf32>
// CHECK:         vector.store %[[V0]], %{{.*}}[%c48] : memref<128xf32>
// CHECK:         %[[V1:.*]] = vector.load %{{.*}}[%c16]
// CHECK:         vector.store %[[V1]], %{{.*}}[%c64]
// CHECK-NOT:     scf.
// CHECK:         return
func.func @static_rows(%d: memref<8x16xf32>, %u: memref<2x16xf32>) {
  scatter.slice_scatter ins(%u : memref<2x16xf32>) outs(%d : memref<8x16xf32>) from [3] to [5] {plan = #rows}
  return
}

// `data` is not read: an element outside the slice costs nothing.

// CHECK-LABEL: func @work_is_that_of_the_slice(
// CHECK:         scf.for {{.*}} to %c32 step %c1
// CHECK:           scf.for {{.*}} to %c128 step %c16
// CHECK-COUNT-1:     vector.store {{.*}} vector<16xf32>
// CHECK-NOT:     store
// CHECK:         return
func.func @work_is_that_of_the_slice(%cache: memref<1x32x4096x128xf32>, %kv: memref<1x32x1x128xf32>) {
  scatter.slice_scatter ins(%kv : memref<1x32x1x128xf32>) outs(%cache : memref<1x32x4096x128xf32>) from [77] to [78] axes [2] {plan = #rows}
  return
}

// CHECK-LABEL: func @everything_is_one_run(
// CHECK-NOT:     scf.for
// CHECK:         scf.for {{.*}} to %c128 step %c16
// CHECK-COUNT-1:   vector.store
// CHECK-NOT:     store
// CHECK:         return
func.func @everything_is_one_run(%d: memref<8x16xf32>, %u: memref<8x16xf32>) {
  scatter.slice_scatter ins(%u : memref<8x16xf32>) outs(%d : memref<8x16xf32>) from [] to [] {plan = #rows}
  return
}

// Part of each row: rows of 8 at a distance of 16.

// CHECK-LABEL: func @columns(
// CHECK:         scf.for %[[R:.*]] = %c0 to %c8 step %c1
// CHECK:           vector.load {{.*}} vector<8xf32>
// CHECK:           vector.store {{.*}} vector<8xf32>
func.func @columns(%d: memref<8x16xf32>, %u: memref<8x8xf32>) {
  scatter.slice_scatter ins(%u : memref<8x8xf32>) outs(%d : memref<8x16xf32>) from [4] to [12] axes [-1] {plan = #rows}
  return
}

// Steps on an outer axis: rows all the same.

// CHECK-LABEL: func @every_second_row(
// CHECK:         scf.for {{.*}} to %c4 step %c1
// CHECK:           vector.store {{.*}} vector<16xf32>
func.func @every_second_row(%d: memref<8x16xf32>, %u: memref<4x16xf32>) {
  scatter.slice_scatter ins(%u : memref<4x16xf32>) outs(%d : memref<8x16xf32>) from [1] to [8] step [2] {plan = #rows}
  return
}

// A negative step on an outer axis: rows in descending order.

// CHECK-LABEL: func @rows_upside_down(
// CHECK:         scf.for %[[R:.*]] = %c0 to %c8 step %c1
// CHECK:           arith.muli %[[R]], %c-16
// CHECK-NOT:       vector.shuffle
// CHECK:           vector.store {{.*}} vector<16xf32>
func.func @rows_upside_down(%d: memref<8x16xf32>, %u: memref<8x16xf32>) {
  scatter.slice_scatter ins(%u : memref<8x16xf32>) outs(%d : memref<8x16xf32>) from [-1] to [-9] step [-1] {plan = #rows}
  return
}

// A step of -1 on the innermost axis: `data` is written in ascending order,
// `updates` is read backwards and each vector is reversed.

// CHECK-LABEL: func @reversed_row(
// CHECK:         %[[LAST:.*]] = vector.load %{{.*}}[%c16] : memref<32xf32>, vector<16xf32>
// CHECK:         %[[R0:.*]] = vector.shuffle %[[LAST]], %[[LAST]] [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
// CHECK:         vector.store %[[R0]], %{{.*}}[%c0] : memref<32xf32>
// CHECK:         %[[FIRST:.*]] = vector.load %{{.*}}[%c0]
// CHECK:         %[[R1:.*]] = vector.shuffle %[[FIRST]], %[[FIRST]]
// CHECK:         vector.store %[[R1]], %{{.*}}[%c16]
func.func @reversed_row(%d: memref<32xf32>, %u: memref<32xf32>) {
  scatter.slice_scatter ins(%u : memref<32xf32>) outs(%d : memref<32xf32>) from [-1] to [-33] step [-1] {plan = #rows}
  return
}

// CHECK-LABEL: func @reversed_row_of_dynamic_size(
// CHECK:         scf.for {{.*}} step %c16
// CHECK:           vector.shuffle {{.*}} [15, 14,
// CHECK:           vector.store
// CHECK:         scf.if
// CHECK:           vector.shuffle {{.*}} [7, 6,
func.func @reversed_row_of_dynamic_size(%d: memref<?xf32>, %u: memref<?xf32>) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [-1] to [-9223372036854775808] step [-1] {plan = #rows}
  return
}

// A literal step on the innermost axis: blocks of `data` are loaded, the updates
// put in and stored whole.

// CHECK-LABEL: func @every_second_element(
// CHECK:         scf.for %{{.*}} = %c0 to %c64 step %c8
// CHECK:           %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<8xf32>
// CHECK:           vector.load %{{.*}} : memref<128xf32>, vector<16xf32>
// CHECK:           vector.store %{{.*}} : memref<128xf32>, vector<16xf32>
// CHECK-NOT:     memref.store
// CHECK:         return
func.func @every_second_element(%d: memref<128xf32>, %u: memref<64xf32>) {
  scatter.slice_scatter ins(%u : memref<64xf32>) outs(%d : memref<128xf32>) from [0] to [128] step [2] {plan = #strided}
  return
}

// A block begins at a multiple of the step, here one before the slice. What
// fills no block is written by elements.

// CHECK-LABEL: func @odd_elements(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c56 step %c8
// CHECK:           %[[AT:.*]] = arith.muli %[[I]], %c2
// CHECK:           vector.load %[[D:.*]][%[[AT]]]
// CHECK:           vector.shuffle {{.*}} [0, 16, 2, 17, 4, 18, 6, 19, 8, 20, 10, 21, 12, 22, 14, 23]
// CHECK:           vector.store %{{.*}}, %[[D]][%[[AT]]]
// The rest has shorter vectors.
// CHECK:         vector.load {{.*}} vector<8xf32>
// CHECK:         vector.store {{.*}} vector<8xf32>
// CHECK:         scf.for %{{.*}} = %c0 to %c3 step %c1
// CHECK:           memref.store %{{.*}}, %[[D]]
func.func @odd_elements(%d: memref<127xf32>, %u: memref<63xf32>) {
  scatter.slice_scatter ins(%u : memref<63xf32>) outs(%d : memref<127xf32>) from [1] to [127] step [2] {plan = #strided}
  return
}

// One element of the last axis: with the axes before it this is a row of 768
// elements, of which the slice has every third.

// CHECK-LABEL: func @one_of_three_channels(
// CHECK-NOT:     scf.
// CHECK:         scf.for %[[I:.*]] = %c0 to %c256 step %c16
// CHECK:           %[[AT:.*]] = arith.muli %[[I]], %c3
// CHECK:           vector.load %[[D:.*]][%[[AT]]]
// CHECK:           vector.shuffle {{.*}} [0, 16, 2, 3, 17, 5, 6, 18, 8, 9, 19, 11, 12, 20, 14, 15]
// CHECK:           vector.store %{{.*}}, %[[D]][%[[AT]]]
// CHECK-NOT:     memref.store
// CHECK:         return
func.func @one_of_three_channels(%d: memref<16x16x3xf32>, %u: memref<16x16x1xf32>) {
  scatter.slice_scatter ins(%u : memref<16x16x1xf32>) outs(%d : memref<16x16x3xf32>) from [1] to [2] axes [2] {plan = #strided}
  return
}

// Not with padding between the rows, or if the size of the last axis is known
// only at run time: then the step is no literal.

// CHECK-LABEL: func @one_of_padded_channels(
// CHECK-NOT:     vector.shuffle
// CHECK:         return
func.func @one_of_padded_channels(%d: memref<16x16x3xf32, strided<[64, 4, 1]>>, %u: memref<16x16x1xf32>) {
  scatter.slice_scatter ins(%u : memref<16x16x1xf32>) outs(%d : memref<16x16x3xf32, strided<[64, 4, 1]>>) from [1] to [2] axes [2] {plan = #strided}
  return
}

// CHECK-LABEL: func @one_of_some_channels(
// CHECK-NOT:     vector.shuffle
// CHECK:         return
func.func @one_of_some_channels(%d: memref<16x16x?xf32>, %u: memref<16x16x1xf32>) {
  scatter.slice_scatter ins(%u : memref<16x16x1xf32>) outs(%d : memref<16x16x?xf32>) from [1] to [2] axes [2] {plan = #rows}
  return
}

// Rows of bytes that are shorter than a block of whole vectors, or end in one,
// have blocks of 16 bytes.

// CHECK-LABEL: func @short_rows_of_bytes(
// CHECK:         scf.for %{{.*}} = %c0 to %c9 step %c1
// CHECK-NOT:       vector<64xi8>
// CHECK:           scf.for %{{.*}} = %c0 to %c24 step %c8
// CHECK:             vector.load %{{.*}} vector<8xi8>
// CHECK:             vector.store %{{.*}} vector<16xi8>
// CHECK:           memref.store
func.func @short_rows_of_bytes(%d: memref<9x60xi8>, %u: memref<9x25xi8>) {
  scatter.slice_scatter ins(%u : memref<9x25xi8>) outs(%d : memref<9x60xi8>) from [0] to [50] step [2] axes [1] {plan = #strided}
  return
}

// CHECK-LABEL: func @bytes_of_any_number(
// CHECK:         scf.for %{{.*}} step %c32
// CHECK:           vector.store %{{.*}} vector<64xi8>
// CHECK:         scf.for %{{.*}} step %c8
// CHECK:           vector.store %{{.*}} vector<16xi8>
// CHECK:         scf.for %{{.*}} step %c1
// CHECK:           memref.store
func.func @bytes_of_any_number(%d: memref<?xi8>, %u: memref<?xi8>) {
  scatter.slice_scatter ins(%u : memref<?xi8>) outs(%d : memref<?xi8>) from [0] to [9223372036854775807] step [2] {plan = #strided}
  return
}

// No block exceeds the row.

// CHECK-LABEL: func @bytes_up_to_the_end(
// CHECK:         vector.store %{{.*}} vector<64xi8>
// CHECK-NOT:     vector.
// CHECK:         scf.for %{{.*}} = %c0 to %c8 step %c1
// CHECK:           memref.store
func.func @bytes_up_to_the_end(%d: memref<79xi8>, %u: memref<40xi8>) {
  scatter.slice_scatter ins(%u : memref<40xi8>) outs(%d : memref<79xi8>) from [0] to [79] step [2] {plan = #strided}
  return
}

// Blocks of 16 bytes with two updates are not faster than two elements.

// CHECK-LABEL: func @short_rows_with_long_steps(
// CHECK-NOT:     vector.
// CHECK:         return
func.func @short_rows_with_long_steps(%d: memref<9x64xi8>, %u: memref<9x7xi8>) {
  scatter.slice_scatter ins(%u : memref<9x7xi8>) outs(%d : memref<9x64xi8>) from [0] to [56] step [8] axes [1] {plan = #strided}
  return
}

// Three vectors bring every third element to the same lanes again.

// CHECK-LABEL: func @every_third_element(
// CHECK:         scf.for {{.*}} step %c16
// CHECK:           %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<16xf32>
// CHECK-NEXT:      %[[V0:.*]] = vector.load
// CHECK-NEXT:      vector.shuffle %[[V0]], %[[U]] [16, 1, 2, 17, 4, 5, 18, 7, 8, 19, 10, 11, 20, 13, 14, 21]
// CHECK-NEXT:      vector.store
// CHECK:           %[[V1:.*]] = vector.load
// CHECK-NEXT:      vector.shuffle %[[V1]], %[[U]] [0, 1, 22, 3, 4, 23, 6, 7, 24, 9, 10, 25, 12, 13, 26, 15]
// CHECK-NEXT:      vector.store
// CHECK:           %[[V2:.*]] = vector.load
// CHECK-NEXT:      vector.shuffle %[[V2]], %[[U]] [0, 27, 2, 3, 28, 5, 6, 29, 8, 9, 30, 11, 12, 31, 14, 15]
// CHECK-NEXT:      vector.store
// CHECK-NOT:     memref.store
// CHECK:         return
func.func @every_third_element(%d: memref<192xf32>, %u: memref<64xf32>) {
  scatter.slice_scatter ins(%u : memref<64xf32>) outs(%d : memref<192xf32>) from [0] to [192] step [3] {plan = #strided}
  return
}

// The hardware prefetches both streams, also beyond the cache.

// LARGE-LABEL: func @blocks_beyond_the_cache(
// LARGE-NOT:     memref.prefetch
// LARGE-NOT:     scf.if
// LARGE:         return
func.func @blocks_beyond_the_cache(%d: memref<4194304xf32>, %u: memref<2097152xf32>) {
  scatter.slice_scatter ins(%u : memref<2097152xf32>) outs(%d : memref<4194304xf32>) from [0] to [4194304] step [2] {plan = #strided}
  return
}

// Steps that are too long for that, or come to the same lanes too late: one by
// one.

// CHECK-LABEL: func @every_hundredth_element(
// CHECK-NOT:     vector.
// CHECK:         scf.for
// CHECK:           memref.store
// CHECK:         return
func.func @every_hundredth_element(%d: memref<12800xf32>, %u: memref<128xf32>) {
  scatter.slice_scatter ins(%u : memref<128xf32>) outs(%d : memref<12800xf32>) from [0] to [12800] step [100] {plan = #rows}
  return
}

// CHECK-LABEL: func @every_ninth_element(
// CHECK-NOT:     vector.
// CHECK:         return
func.func @every_ninth_element(%d: memref<1152xf32>, %u: memref<128xf32>) {
  scatter.slice_scatter ins(%u : memref<128xf32>) outs(%d : memref<1152xf32>) from [0] to [1152] step [9] {plan = #rows}
  return
}

// CHECK-LABEL: func @every_17th_byte(
// CHECK-NOT:     vector.
// CHECK:         return
func.func @every_17th_byte(%d: memref<2176xi8>, %u: memref<128xi8>) {
  scatter.slice_scatter ins(%u : memref<128xi8>) outs(%d : memref<2176xi8>) from [0] to [2176] step [17] {plan = #rows}
  return
}

//===----------------------------------------------------------------------===//
// Run-time bounds
//===----------------------------------------------------------------------===//

// One position known at run time: what is written is a row at p * 128.

// CHECK-LABEL: func @run_time_position(
// CHECK-SAME:    %[[P:[^:]*]]: index, %[[Q:[^:]*]]: index
// CHECK-DAG:     arith.cmpi slt, %[[P]], %c0
// CHECK-DAG:     arith.cmpi slt, %[[Q]], %c0
// CHECK:         %[[HOLDS:.*]] = arith.cmpi eq, %{{.*}}, %c1
// CHECK:         scf.if %[[HOLDS]] {
// CHECK:           scf.for {{.*}} to %c32 step %c1
// CHECK:             scf.for {{.*}} to %c128 step %c16
// CHECK-COUNT-1:       vector.store {{.*}} vector<16xf32>
// CHECK:         } else {
// CHECK:           scatter.report shape
// CHECK:         }
func.func @run_time_position(%p: index, %q: index, %cache: memref<1x32x4096x128xf32>, %kv: memref<1x32x1x128xf32>) {
  scatter.slice_scatter ins(%kv : memref<1x32x1x128xf32>) outs(%cache : memref<1x32x4096x128xf32>) from [%p] to [%q] axes [2] {plan = #rows}
  return
}

// A step known at run time: 0 is reported, and before the sizes.

// CHECK-LABEL: func @run_time_step(
// CHECK-SAME:    %[[S:[^:]*]]: index
// CHECK:         %[[MAGNITUDE:.*]] = arith.maxui %{{.*}}, %c1
// CHECK:         arith.divui %{{.*}}, %[[MAGNITUDE]]
// CHECK:         scf.if
// CHECK:           memref.store
// CHECK:         } else {
// CHECK:           %[[ZERO:.*]] = arith.cmpi eq, %[[S]], %c0
// CHECK:           scf.if %[[ZERO]] {
// CHECK:             scatter.report zero_step %c0_i64, %c0_i64,
// CHECK:           scatter.report shape
func.func @run_time_step(%s: index, %d: memref<?xf32>, %u: memref<?xf32>) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [0] to [100] step [%s] {plan = #rows}
  return
}

// A constant step of 0 among the operands is reported, not divided by.

// CHECK-LABEL: func @constant_zero_step(
// CHECK-NOT:     store
// CHECK:         scatter.report zero_step
// CHECK-NOT:     store
// CHECK:         return
func.func @constant_zero_step(%d: memref<8xf32>, %u: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  scatter.slice_scatter ins(%u : memref<2xf32>) outs(%d : memref<8xf32>) from [3] to [1] step [%c0] {plan = #rows}
  return
}

// Static bounds on a size known at run time.

// CHECK-LABEL: func @static_bounds_dynamic_size(
// CHECK:         arith.minsi
// CHECK:         scf.if
// CHECK:           vector.store
// CHECK:         else
// CHECK:           scatter.report shape %c1_i64, %c0_i64, %c4_i64
func.func @static_bounds_dynamic_size(%d: memref<?xf32>, %u: memref<4xf32>) {
  scatter.slice_scatter ins(%u : memref<4xf32>) outs(%d : memref<?xf32>) from [1] to [5] {plan = #rows}
  return
}

// Steps downwards: blocks are written upwards, the last updates first. The
// lowest one begins with element 1, as element 0 fills none.

// CHECK-LABEL: func @blocks_downwards(
// CHECK:         scf.for %[[I:.*]] = %c0 to %c32 step %c8
// CHECK:           %[[FIRST:.*]] = arith.subi %c24, %[[I]]
// CHECK:           %[[BACK:.*]] = arith.muli %[[FIRST]], %c-2
// CHECK:           %[[FROM:.*]] = arith.addi %[[BACK]], %c49
// CHECK:           %[[U:.*]] = vector.load %{{.*}}[%[[FIRST]]] : memref<33xf32>, vector<8xf32>
// CHECK:           vector.load %[[D:.*]][%[[FROM]]] : memref<65xf32>, vector<16xf32>
// CHECK:           %[[W:.*]] = vector.shuffle {{.*}} [0, 23, 2, 22, 4, 21, 6, 20, 8, 19, 10, 18, 12, 17, 14, 16]
// CHECK:           vector.store %[[W]], %[[D]][%[[FROM]]]
// CHECK:         memref.store %{{.*}}, %[[D]][%c0]
func.func @blocks_downwards(%d: memref<65xf32>, %u: memref<33xf32>) {
  scatter.slice_scatter ins(%u : memref<33xf32>) outs(%d : memref<65xf32>) from [-1] to [-66] step [-2] {plan = #strided}
  return
}

// What lies between the elements of a strided `data` may be somebody else's.

// CHECK-LABEL: func @no_blocks_over_gaps(
// CHECK-NOT:     vector.
// CHECK:         return
func.func @no_blocks_over_gaps(%d: memref<64xf32, strided<[2]>>, %u: memref<64xf32>) {
  scatter.slice_scatter ins(%u : memref<64xf32>) outs(%d : memref<64xf32, strided<[2]>>) from [0] to [64] {plan = #rows}
  return
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

// Values move as they are stored.

// CHECK-LABEL: func @bits_move(
// CHECK:         vector.store {{.*}} vector<16xi16>
// CHECK:         vector.store {{.*}} vector<16xi8>
// CHECK:         vector.store {{.*}} vector<8xf64>
func.func @bits_move(%d0: memref<64xbf16>, %u0: memref<16xbf16>, %d1: memref<64xi1>, %u1: memref<16xi1>,
                     %d2: memref<64xcomplex<f64>>, %u2: memref<4xcomplex<f64>>) {
  scatter.slice_scatter ins(%u0 : memref<16xbf16>) outs(%d0 : memref<64xbf16>) from [0] to [16] {plan = #rows}
  scatter.slice_scatter ins(%u1 : memref<16xi1>) outs(%d1 : memref<64xi1>) from [0] to [16] {plan = #rows}
  scatter.slice_scatter ins(%u2 : memref<4xcomplex<f64>>) outs(%d2 : memref<64xcomplex<f64>>) from [0] to [4] {plan = #rows}
  return
}

// A reversed complex number keeps its parts in order.

// CHECK-LABEL: func @reversed_complex(
// CHECK-NOT:     vector.shuffle
// CHECK:         return
func.func @reversed_complex(%d: memref<16xcomplex<f32>>, %u: memref<16xcomplex<f32>>) {
  scatter.slice_scatter ins(%u : memref<16xcomplex<f32>>) outs(%d : memref<16xcomplex<f32>>) from [-1] to [-17] step [-1] {plan = #rows}
  return
}
