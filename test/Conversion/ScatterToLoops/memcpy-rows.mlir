// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/stores = </&nontemporal_bytes = 65536, /' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=NONTEMPORAL

// RUN: sed 's/memcpy_bytes = 2048/memcpy_bytes = 0/' %s | scatter-opt --convert-scatter-to-loops | FileCheck %s --check-prefix=NEVER

#rows = #scatter.plan<stores = <memcpy_bytes = 2048>>
#prefetch_8 = #scatter.plan<prefetch = <8, data_bytes = 524288, total_bytes = 2097152>, stores = <memcpy_bytes = 2048>>
// NEVER-NOT: scatter.copy_row

// Rows from 2 KiB on are copied by the C library.

// CHECK-LABEL: func @long_rows(
// CHECK:         scf.for
// CHECK:           scatter.copy_row %c512, %{{.*}}[%{{.*}}] to %{{.*}}[%{{.*}}] : memref<32768xf32>, memref<131072xf32>
// CHECK-NEXT:    } {loop_annotation =
// CHECK-NOT:     vector.
// Those that are written by non-temporal stores are copied by the runtime
// library.
// NONTEMPORAL-LABEL: func @long_rows(
// NONTEMPORAL:        scf.for
// NONTEMPORAL-NEXT:     arith
// NONTEMPORAL:          scatter.copy_row %c512, %{{.*}} nontemporal {prefetch_bytes = 8192 : i64}
// NONTEMPORAL-NOT:    scatter.copy_row
// NONTEMPORAL:        return
func.func @long_rows(%u: memref<64x512xf32>, %d: memref<64x2048xf32>) {
  scatter.slice_scatter ins(%u : memref<64x512xf32>) outs(%d : memref<64x2048xf32>) from [64] to [576] axes [1] {plan = #rows}
  return
}

// CHECK-LABEL: func @shorter_rows(
// CHECK-NOT:     scatter.copy_row
// CHECK:         return
func.func @shorter_rows(%u: memref<64x511xf32>, %d: memref<64x2048xf32>) {
  scatter.slice_scatter ins(%u : memref<64x511xf32>) outs(%d : memref<64x2048xf32>) from [64] to [575] axes [1] {plan = #rows}
  return
}

// Nor rows that are reversed or combined.

// CHECK-LABEL: func @reversed_rows(
// CHECK-NOT:     scatter.copy_row
// CHECK:         return
func.func @reversed_rows(%u: memref<8x4096xf32>, %d: memref<8x4096xf32>) {
  scatter.slice_scatter ins(%u : memref<8x4096xf32>) outs(%d : memref<8x4096xf32>) from [-1] to [-9999] step [-1] axes [1] {plan = #rows}
  return
}

// CHECK-LABEL: func @sums(
// CHECK-NOT:     scatter.copy_row
// CHECK:         return
func.func @sums(%i: memref<4x1xi64>, %u: memref<4x4096xf32>, %d: memref<16x4096xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x4096xf32>) outs(%d : memref<16x4096xf32>) reduction(sum)
  return
}

// Of a length that is known at run time, the code for both.

// CHECK-LABEL: func @dynamic_rows(
// CHECK:         %[[ISLONG:.*]] = arith.cmpi uge, %{{.*}}, %c1024
// CHECK:         scf.if %[[ISLONG]] {
// CHECK-NEXT:      scatter.copy_row
// CHECK-NEXT:    } else {
// CHECK:           vector.store
func.func @dynamic_rows(%i: memref<?x1xi64>, %u: memref<?x?xf16>, %d: memref<?x?xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?x?xf16>) outs(%d : memref<?x?xf16>) {plan = #prefetch_8}
  return
}
