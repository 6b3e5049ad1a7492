// RUN: split-file %s %t
// RUN: scatter-opt %t/ops.mlir --scatter-plan=threads=2 --remarks-filter=scatter-plan -o %t/o 2>&1 | FileCheck %t/ops.mlir
// RUN: scatter-opt %t/ops.mlir --scatter-plan=threads=1 --remarks-filter=scatter-plan -o %t/o 2>&1 | FileCheck %t/ops.mlir --check-prefix=ONE
// RUN: scatter-opt %t/ops.mlir --scatter-plan="threads=2 partition=serial" --remarks-filter=scatter-plan -o %t/o 2>&1 | FileCheck %t/ops.mlir --check-prefix=SERIAL
// RUN: scatter-opt %t/ops.mlir --scatter-plan="threads=2 partition=chunks" --remarks-filter=scatter-plan -o %t/o 2>&1 | FileCheck %t/ops.mlir --check-prefix=CHUNKS
// RUN: scatter-opt %t/ops.mlir --scatter-to-llvm="threads=2 partition=slice" --remarks-filter=scatter-plan -o %t/o 2>&1 | FileCheck %t/ops.mlir --check-prefix=SLICE
// RUN: scatter-opt %t/ops.mlir --scatter-plan=threads=2 -o %t/o 2>&1 | count 0

// Which plan an op gets, and why, is told by remarks.

// RUN: scatter-opt %t/thresholds.mlir --scatter-plan=threads=2 | FileCheck %t/thresholds.mlir
// RUN: scatter-opt %t/thresholds.mlir --scatter-plan=threads=2 --convert-scatter-to-loops --canonicalize | FileCheck %t/thresholds.mlir --check-prefix=LOOPS

//--- ops.mlir

// CHECK:      [[#@LINE+17]]:{{.*}}partition=buckets, {{.*}}reason=ordered
// CHECK:      partition=serial, {{.*}}reason=small
// CHECK:      partition=chunks, {{.*}}reason=unique
// CHECK:      partition=slice, {{.*}}reason=whole
// CHECK:      partition=serial, {{.*}}reason=layout
// CHECK:      partition=private, {{.*}}reason=order-free
// CHECK:      partition=chunks, {{.*}}reason=sorted
// CHECK:      op=slice_scatter{{.*}}partition=slice
// CHECK:      partition=serial, prefetch=3, reason=given
// CHECK-NOT:  scatter-plan
// ONE-COUNT-7:    partition=serial, {{.*}}reason=one-thread
// SERIAL-COUNT-7: partition=serial, {{.*}}reason=requested
// CHUNKS:         not-allowed={{.*}}partition=buckets, {{.*}}reason=ordered
// CHUNKS:         partition=chunks, {{.*}}reason=requested
// SLICE-COUNT-4:  partition=slice, {{.*}}reason=requested
func.func @ops(%l: memref<65536x256xf32>, %d: memref<64x256xf32>, %i: memref<?x1xi64>, %u: memref<?x256xf32>, %z: memref<12x0xi64>, %a: memref<12x64x256xf32>, %w: memref<3x4x1xi64, strided<[8, 1, 1]>>, %x: memref<3x4x256xf32>,
               %k: memref<4x1xi64>, %v: memref<4x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>) outs(%l : memref<65536x256xf32>)
  scatter.scatter_nd_update ins(%k, %v : memref<4x1xi64>, memref<4x256xf32>) outs(%d : memref<64x256xf32>) reduction(sum)
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>) outs(%d : memref<64x256xf32>) {unique_indices}
  scatter.scatter_nd_update ins(%z, %a : memref<12x0xi64>, memref<12x64x256xf32>) outs(%d : memref<64x256xf32>) reduction(sum)
  scatter.scatter_nd_update ins(%w, %x : memref<3x4x1xi64, strided<[8, 1, 1]>>, memref<3x4x256xf32>) outs(%d : memref<64x256xf32>) reduction(sum)
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>) outs(%d : memref<64x256xf32>) reduction(max)
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>) outs(%d : memref<64x256xf32>) reduction(sum) {indices_are_sorted}
  scatter.slice_scatter ins(%d : memref<64x256xf32>) outs(%d : memref<64x256xf32>) from [] to []
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x256xf32>) outs(%d : memref<64x256xf32>) {plan = #scatter.plan<prefetch = 3>}
  return
}

//--- thresholds.mlir

// Rows of up to 72 bytes: from 1 MiB into 2 MiB on.

// CHECK-LABEL: func @rows_of_64_bytes(
// LOOPS-LABEL: func @rows_of_64_bytes(
// CHECK:         partition = {{buckets|private}}
// LOOPS:         scf.parallel
func.func @rows_of_64_bytes(%d: memref<32768x16xf32>, %i: memref<16384x1xi64>, %u: memref<16384x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<16384x1xi64>, memref<16384x16xf32>) outs(%d : memref<32768x16xf32>)
  return
}

// CHECK-LABEL: func @less_than_1_mib(
// LOOPS-LABEL: func @less_than_1_mib(
// CHECK-NOT:     partition
// LOOPS-NOT:     scf.parallel
// CHECK:         return
// LOOPS:         return
func.func @less_than_1_mib(%d: memref<32768x16xf32>, %i: memref<16383x1xi64>, %u: memref<16383x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<16383x1xi64>, memref<16383x16xf32>) outs(%d : memref<32768x16xf32>)
  return
}

// CHECK-LABEL: func @into_less_than_2_mib(
// LOOPS-LABEL: func @into_less_than_2_mib(
// CHECK-NOT:     partition
// LOOPS-NOT:     scf.parallel
// CHECK:         return
// LOOPS:         return
func.func @into_less_than_2_mib(%d: memref<32767x16xf32>, %i: memref<16384x1xi64>, %u: memref<16384x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<16384x1xi64>, memref<16384x16xf32>) outs(%d : memref<32767x16xf32>)
  return
}

// Longer rows, into `data` of any size: from 192 KiB on, without 72 bytes of each
// row.

// CHECK-LABEL: func @rows_of_1_kib(
// LOOPS-LABEL: func @rows_of_1_kib(
// CHECK:         partition = {{buckets|private}}
// LOOPS:         scf.parallel
func.func @rows_of_1_kib(%d: memref<64x256xf32>, %i: memref<207x1xi64>, %u: memref<207x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<207x1xi64>, memref<207x256xf32>) outs(%d : memref<64x256xf32>)
  return
}

// CHECK-LABEL: func @fewer_rows_of_1_kib(
// LOOPS-LABEL: func @fewer_rows_of_1_kib(
// CHECK-NOT:     partition
// LOOPS-NOT:     scf.parallel
// CHECK:         return
// LOOPS:         return
func.func @fewer_rows_of_1_kib(%d: memref<64x256xf32>, %i: memref<206x1xi64>, %u: memref<206x256xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<206x1xi64>, memref<206x256xf32>) outs(%d : memref<64x256xf32>)
  return
}

// CHECK-LABEL: func @rows_of_100_bytes(
// LOOPS-LABEL: func @rows_of_100_bytes(
// CHECK:         partition = {{buckets|private}}
// LOOPS:         scf.parallel
func.func @rows_of_100_bytes(%d: memref<64x25xf32>, %i: memref<7022x1xi64>, %u: memref<7022x25xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<7022x1xi64>, memref<7022x25xf32>) outs(%d : memref<64x25xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @fewer_rows_of_100_bytes(
// LOOPS-LABEL: func @fewer_rows_of_100_bytes(
// CHECK-NOT:     partition
// LOOPS-NOT:     scf.parallel
// CHECK:         return
// LOOPS:         return
func.func @fewer_rows_of_100_bytes(%d: memref<64x25xf32>, %i: memref<7021x1xi64>, %u: memref<7021x25xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<7021x1xi64>, memref<7021x25xf32>) outs(%d : memref<64x25xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// Rows that are shorter than a cache line: from 8 MiB on.

// CHECK-LABEL: func @rows_of_32_bytes(
// LOOPS-LABEL: func @rows_of_32_bytes(
// CHECK:         partition = {{buckets|private}}
// LOOPS:         scf.parallel
func.func @rows_of_32_bytes(%d: memref<262144x8xf32>, %i: memref<32768x1xi64>, %u: memref<32768x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<32768x1xi64>, memref<32768x8xf32>) outs(%d : memref<262144x8xf32>) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @into_less_than_8_mib(
// LOOPS-LABEL: func @into_less_than_8_mib(
// CHECK-NOT:     partition
// LOOPS-NOT:     scf.parallel
// CHECK:         return
// LOOPS:         return
func.func @into_less_than_8_mib(%d: memref<262143x8xf32>, %i: memref<32768x1xi64>, %u: memref<32768x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<32768x1xi64>, memref<32768x8xf32>) outs(%d : memref<262143x8xf32>) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @summed(
// LOOPS-LABEL: func @summed(
// CHECK:         partition = {{buckets|private}}
// LOOPS:         scf.parallel
func.func @summed(%d: memref<65536x16xf32>, %i: memref<16384x1xi64>, %u: memref<16384x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<16384x1xi64>, memref<16384x16xf32>) outs(%d : memref<65536x16xf32>) reduction(sum)
  return
}

// Elements, whose updates are copied into buckets: from 65536 tuples and 8 MiB on.

// CHECK-LABEL: func @elements(
// LOOPS-LABEL: func @elements(
// CHECK:         partition = buckets{{.*}} buckets = <bytes = 1048576>
// LOOPS:         scf.parallel
func.func @elements(%d: memref<2097152xf32>, %i: memref<65536x1xi64>, %u: memref<65536xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<65536x1xi64>, memref<65536xf32>) outs(%d : memref<2097152xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @few_elements(
// LOOPS-LABEL: func @few_elements(
// CHECK-NOT:     partition
// LOOPS-NOT:     scf.parallel
// CHECK:         return
// LOOPS:         return
func.func @few_elements(%d: memref<2097152xf32>, %i: memref<65535x1xi64>, %u: memref<65535xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<65535x1xi64>, memref<65535xf32>) outs(%d : memref<2097152xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @elements_of_less_than_8_mib(
// LOOPS-LABEL: func @elements_of_less_than_8_mib(
// CHECK-NOT:     partition
// LOOPS-NOT:     scf.parallel
// CHECK:         return
// LOOPS:         return
func.func @elements_of_less_than_8_mib(%d: memref<2097151xf32>, %i: memref<65536x1xi64>, %u: memref<65536xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<65536x1xi64>, memref<65536xf32>) outs(%d : memref<2097151xf32>) reduction(sum) out_of_bounds(undefined)
  return
}

// Copies of 2 MiB are the largest, and are made for 4 times the bytes of both.

// CHECK-LABEL: func @histogram(
// LOOPS-LABEL: func @histogram(
// CHECK:         partition = {{buckets|private}}
// LOOPS:         scf.parallel
func.func @histogram(%d: memref<524288xf32>, %i: memref<1048576x1xi64>, %u: memref<1048576xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1048576x1xi64>, memref<1048576xf32>) outs(%d : memref<524288xf32>) reduction(max) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @few_for_copies(
// LOOPS-LABEL: func @few_for_copies(
// CHECK-NOT:     partition
// LOOPS-NOT:     scf.parallel
// CHECK:         return
// LOOPS:         return
func.func @few_for_copies(%d: memref<524288xf32>, %i: memref<1048575x1xi64>, %u: memref<1048575xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1048575x1xi64>, memref<1048575xf32>) outs(%d : memref<524288xf32>) reduction(max) out_of_bounds(undefined)
  return
}

// CHECK-LABEL: func @much_data_for_copies(
// LOOPS-LABEL: func @much_data_for_copies(
// CHECK-NOT:     partition
// LOOPS-NOT:     scf.parallel
// CHECK:         return
// LOOPS:         return
func.func @much_data_for_copies(%d: memref<524289xf32>, %i: memref<2097152x1xi64>, %u: memref<2097152xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<2097152x1xi64>, memref<2097152xf32>) outs(%d : memref<524289xf32>) reduction(max) out_of_bounds(undefined)
  return
}
