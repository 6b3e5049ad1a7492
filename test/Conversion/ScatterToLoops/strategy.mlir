// RUN: split-file %s %t
// RUN: scatter-opt %t/ops.mlir --convert-scatter-to-loops=threads=2 --remarks-filter=scatter-strategy -o %t/o 2>&1 | FileCheck %t/ops.mlir
// RUN: scatter-opt %t/ops.mlir --convert-scatter-to-loops=threads=1 --remarks-filter=scatter-strategy -o %t/o 2>&1 | FileCheck %t/ops.mlir --check-prefix=ONE
// RUN: scatter-opt %t/ops.mlir --convert-scatter-to-loops="threads=2 scatter-strategy=serial" --remarks-filter=scatter-strategy -o %t/o 2>&1 | FileCheck %t/ops.mlir --check-prefix=SERIAL
// RUN: scatter-opt %t/ops.mlir --convert-scatter-to-loops="threads=2 scatter-strategy=tuples" --remarks-filter=scatter-strategy -o %t/o 2>&1 | FileCheck %t/ops.mlir --check-prefix=TUPLES
// RUN: scatter-opt %t/ops.mlir --scatter-to-llvm="threads=2 scatter-strategy=columns" --remarks-filter=scatter-strategy -o %t/o 2>&1 | FileCheck %t/ops.mlir --check-prefix=COLUMNS
// RUN: scatter-opt %t/ops.mlir --convert-scatter-to-loops="threads=2 parallel-bytes=64 cache-bytes=32 stream-bytes=32 prefetch=false" --remarks-filter=scatter-strategy -o %t/o 2>&1 | FileCheck %t/ops.mlir --check-prefix=OPTIONS
// RUN: not scatter-opt %t/ops.mlir --convert-scatter-to-loops="scatter-strategy=best" 2>&1 | FileCheck %t/ops.mlir --check-prefix=BAD
// RUN: scatter-opt %t/ops.mlir --convert-scatter-to-loops=threads=2 -o %t/o 2>&1 | count 0

// Which strategy is taken, and why, is told by remarks; tests can force one.

// Rows of 1 KiB go to lists from 1 MiB on; without a reduction shorter rows
// than that do not. Where order is free a small `data` is copied.

// RUN: scatter-opt %t/thresholds.mlir --convert-scatter-to-loops=threads=2 --canonicalize | FileCheck %t/thresholds.mlir

//--- ops.mlir

// BAD: Cannot find option named 'best'

// CHECK:      [[#@LINE+15]]:{{.*}}because="tuples may write one slot, in their order", from-bytes=1048576, from-row-bytes=1024, partition=lists, prefetch-tuples=16, stream-from-bytes=16777216
// CHECK:      because="tuples may write one slot, in their order", from-bytes=1048576, from-data-bytes=8388608, from-row-bytes=256, partition=lists, prefetch-tuples=16{{$}}
// CHECK:      because="unique_indices lets no two tuples write one slot", from-bytes=524288, partition=tuples, prefetch-tuples=16, stream-from-bytes=16777216
// CHECK:      because="every tuple writes all of data", from-bytes=524288, partition=columns{{$}}
// CHECK:      because="the tuples are not one loop, or the slices not contiguous", partition=serial{{$}}
// CHECK:      because="the order of the tuples makes no difference, and data is small", from-bytes=1048576, partition=copies, prefetch-tuples=16{{$}}
// CHECK:      because="indices_are_sorted has those of a slot follow each other", from-bytes=524288, partition=tuples, prefetch-tuples=16{{$}}
// CHECK-NOT:  scatter-strategy
// ONE-COUNT-7:    because="there is one thread"{{.*}}partition=serial
// SERIAL-COUNT-7: because="the option asks for it"{{.*}}partition=serial
// TUPLES:         because="tuples may write one slot{{.*}}not-allowed=tuples{{.*}}partition=lists
// TUPLES:         because="the option asks for it"{{.*}}partition=tuples
// COLUMNS-COUNT-4: because="the option asks for it", from-bytes=524288, partition=columns{{$}}
// OPTIONS:        because="tuples may write one slot, in their order", from-bytes=128, from-row-bytes=1024, partition=lists, stream-from-bytes=32
func.func @ops(%d: memref<64x256xf32>, %i: memref<12x1xi64>, %u: memref<12x256xf32>, %z: memref<12x0xi64>, %a: memref<12x64x256xf32>, %v: memref<?x256xf32, strided<[?, 1]>>, %w: memref<3x4x1xi64, strided<[8, 1, 1]>>, %x: memref<3x4x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<12x1xi64>, memref<12x256xf32>) outs(%d : memref<64x256xf32>)
  scatter.scatter_nd_update ins(%i, %u : memref<12x1xi64>, memref<12x256xf32>) outs(%d : memref<64x256xf32>) reduction(sum)
  scatter.scatter_nd_update ins(%i, %u : memref<12x1xi64>, memref<12x256xf32>) outs(%d : memref<64x256xf32>) {unique_indices}
  scatter.scatter_nd_update ins(%z, %a : memref<12x0xi64>, memref<12x64x256xf32>) outs(%d : memref<64x256xf32>) reduction(sum)
  scatter.scatter_nd_update ins(%w, %x : memref<3x4x1xi64, strided<[8, 1, 1]>>, memref<3x4x256xf32>) outs(%d : memref<64x256xf32>) reduction(sum)
  scatter.scatter_nd_update ins(%i, %u : memref<12x1xi64>, memref<12x256xf32>) outs(%d : memref<64x256xf32>) reduction(max)
  scatter.scatter_nd_update ins(%i, %u : memref<12x1xi64>, memref<12x256xf32>) outs(%d : memref<64x256xf32>) reduction(sum) {indices_are_sorted}
  return
}

//--- thresholds.mlir

// CHECK-LABEL: func @rows_of_1_kib(
// CHECK:         scf.parallel
func.func @rows_of_1_kib(%d: memref<8x256xf32>, %i: memref<1024x1xi64>, %u: memref<1024x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1024x1xi64>, memref<1024x256xf32>) outs(%d : memref<8x256xf32>)
  return
}

// CHECK-LABEL: func @less_than_1_mib(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @less_than_1_mib(%d: memref<8x256xf32>, %i: memref<1023x1xi64>, %u: memref<1023x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1023x1xi64>, memref<1023x256xf32>) outs(%d : memref<8x256xf32>)
  return
}

// CHECK-LABEL: func @shorter_rows(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @shorter_rows(%d: memref<8x128xf32>, %i: memref<8192x1xi64>, %u: memref<8192x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8192x1xi64>, memref<8192x128xf32>) outs(%d : memref<8x128xf32>)
  return
}

// CHECK-LABEL: func @shorter_rows_summed(
// CHECK:         scf.parallel
func.func @shorter_rows_summed(%d: memref<16384x128xf32>, %i: memref<8192x1xi64>, %u: memref<8192x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8192x1xi64>, memref<8192x128xf32>) outs(%d : memref<16384x128xf32>) reduction(sum)
  return
}

// CHECK-LABEL: func @summed_into_less_than_8_mib(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @summed_into_less_than_8_mib(%d: memref<16383x128xf32>, %i: memref<8192x1xi64>, %u: memref<8192x128xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<8192x1xi64>, memref<8192x128xf32>) outs(%d : memref<16383x128xf32>) reduction(sum)
  return
}

// CHECK-LABEL: func @elements(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @elements(%d: memref<67108864xf32>, %i: memref<16777216x1xi64>, %u: memref<16777216xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<16777216x1xi64>, memref<16777216xf32>) outs(%d : memref<67108864xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// Copies of 2 MiB are the largest, and are made for 4 times the bytes of both.

// CHECK-LABEL: func @histogram(
// CHECK:         scf.parallel
func.func @histogram(%d: memref<524288xf32>, %i: memref<1048576x1xi64>, %u: memref<1048576xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1048576x1xi64>, memref<1048576xf32>) outs(%d : memref<524288xf32>) reduction(max) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @few_for_copies(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @few_for_copies(%d: memref<524288xf32>, %i: memref<1048575x1xi64>, %u: memref<1048575xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1048575x1xi64>, memref<1048575xf32>) outs(%d : memref<524288xf32>) reduction(max) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @much_data_for_copies(
// CHECK-NOT:     scf.parallel
// CHECK:         return
func.func @much_data_for_copies(%d: memref<524289xf32>, %i: memref<2097152x1xi64>, %u: memref<2097152xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2097152x1xi64>, memref<2097152xf32>) outs(%d : memref<524289xf32>) reduction(max) out_of_bounds(undefined)
  return
}
