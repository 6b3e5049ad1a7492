// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: sed 's/prefetch = \([0-9]*\)/prefetch = <\1, level = 1>/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=L1
// RUN: sed 's/prefetch = [0-9]*/prefetch = <level = 0>/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=NONTEMPORAL --implicit-check-not=prefetch
// RUN: sed 's/prefetch = [0-9]*/prefetch = <level = 0>/; s/nontemporal_bytes = [0-9]*/nontemporal_bytes = 0/' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=OFF --implicit-check-not=prefetch --implicit-check-not=nontemporal --implicit-check-not=fence

#blocks_prefetch_96 = #scatter.plan<offsets = blocks, prefetch = 96>
#prefetch_96 = #scatter.plan<prefetch = 96, stores = <memcpy_bytes = 2048>>
#prefetch_96_2 = #scatter.plan<prefetch = 96>
#prefetch_16 = #scatter.plan<prefetch = 16>
#prefetch_8 = #scatter.plan<prefetch = 8>
#prefetch_16_2 = #scatter.plan<prefetch = 16, stores = <nontemporal_bytes = 65536, memcpy_bytes = 2048>>
#rows = #scatter.plan<prefetch = 0, stores = <nontemporal_bytes = 65536, memcpy_bytes = 2048>>

// Slots that are written some tuples later are prefetched; where much is
// written, whole lines are written by non-temporal stores. A prefetch into L2
// is no prefetch for writing, which would be one into L1.

// L1-LABEL: func @element(
// L1:         memref.prefetch {{.*}} write, locality<3>, data
// OFF-LABEL: func @element
// CHECK-LABEL: func @element(
// CHECK:         scf.for
// CHECK:           memref.prefetch {{.*}} read, locality<2>, data
// CHECK:           memref.store
// CHECK:         return
func.func @element(%d: memref<100000xf32>, %i: memref<640x1xi64>, %u: memref<640xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf32>)
      outs(%d : memref<100000xf32>) reduction(sum) out_of_bounds(undefined) {plan = #blocks_prefetch_96}
  return
}

// The index that is read ahead is one of the tuples: the loop ends 96 tuples before
// the last one.

// CHECK-LABEL: func @index_ahead_is_in_bounds(
// CHECK:         scf.for %[[T:.*]] = %c0 to %c544
// CHECK:           %[[AHEAD:.*]] = arith.addi %[[T]], %c96
// CHECK:           memref.load %{{.*}}[%[[AHEAD]]]
// CHECK:           memref.prefetch
func.func @index_ahead_is_in_bounds(%d: memref<100000xf32>, %i: memref<640x1xi64>, %u: memref<640xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf32>)
      outs(%d : memref<100000xf32>) out_of_bounds(undefined) {plan = #prefetch_96}
  return
}

// Tuples that run backwards, or whose stride is known at run time, are no
// different.

// CHECK-LABEL: func @index_ahead_of_tuples_that_run_backwards(
// CHECK:         scf.for %[[T:.*]] = %c0 to %c544
// CHECK:           %[[AT:.*]] = arith.subi %c543, %[[T]]
// CHECK:           memref.load %{{.*}}[%[[AT]]]
// CHECK:           memref.prefetch
func.func @index_ahead_of_tuples_that_run_backwards(%d: memref<100000xf32>,
    %i: memref<640x1xi64, strided<[-1, 1], offset: 639>>, %u: memref<640xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64, strided<[-1, 1], offset: 639>>, memref<640xf32>)
      outs(%d : memref<100000xf32>) reduction(sum) out_of_bounds(undefined) {plan = #prefetch_96_2}
  return
}

// CHECK-LABEL: func @index_ahead_with_a_run_time_stride(
// CHECK:         %{{.*}}, %{{.*}}, %{{.*}}, %[[STRIDE:[^:]*]]:2 = memref.extract_strided_metadata %arg1
// CHECK:         scf.for %[[T:.*]] = %c0 to %c544
// CHECK:           %[[AHEAD:.*]] = arith.addi %[[T]], %c96
// CHECK:           arith.muli %[[AHEAD]], %[[STRIDE]]#0
// CHECK:           memref.prefetch
func.func @index_ahead_with_a_run_time_stride(%d: memref<100000xf32>,
    %i: memref<640x1xi64, strided<[?, 1]>>, %u: memref<640xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64, strided<[?, 1]>>, memref<640xf32>)
      outs(%d : memref<100000xf32>) reduction(sum) out_of_bounds(undefined) {plan = #prefetch_96_2}
  return
}

// A line for each 64 bytes of a row.

// CHECK-LABEL: func @row_of_four_lines(
// CHECK-COUNT-4: memref.prefetch
// CHECK-NOT:     memref.prefetch
// CHECK:         return
func.func @row_of_four_lines(%d: memref<1000x64xf32>, %i: memref<640x1xi64>, %u: memref<640x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640x64xf32>)
      outs(%d : memref<1000x64xf32>) reduction(sum) out_of_bounds(undefined) {plan = #prefetch_16}
  return
}

// Those of a long row by a loop, four at a time.

// CHECK-LABEL: func @row_of_eighteen_lines(
// CHECK:         scf.for {{.*}} to %c640 step %c1
// CHECK:           scf.for {{.*}} = %c0 to %c256 step %c64
// CHECK-COUNT-4:     memref.prefetch
// CHECK-NOT:         memref.prefetch
// CHECK:           }
// CHECK-COUNT-2:   memref.prefetch
// CHECK-NOT:     memref.prefetch
// CHECK:         return
func.func @row_of_eighteen_lines(%d: memref<1000x288xf32>, %i: memref<640x1xi64>, %u: memref<640x288xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640x288xf32>)
      outs(%d : memref<1000x288xf32>) reduction(sum) out_of_bounds(undefined) {plan = #prefetch_8}
  return
}

// Non-temporal stores need cache-line aligned addresses; a fence orders them.

// CHECK-LABEL: func @large_overwrite_is_streamed(
// CHECK:         %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index
// CHECK:         arith.ori %[[ADDRESS]], %c256
// CHECK:         %[[ALIGNED:.*]] = arith.cmpi eq
// CHECK:         scf.for
// CHECK:           scf.if %[[ALIGNED]] {
// CHECK-NEXT:      } else {
// CHECK:             memref.prefetch
// CHECK:           scf.if %[[ALIGNED]] {
// CHECK:             vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK:           } else {
// CHECK-NOT:         nontemporal = true
// CHECK:             vector.store
// CHECK:         scf.if %[[ALIGNED]] {
// CHECK-NEXT:      scatter.nontemporal_fence
// CHECK:         return
func.func @large_overwrite_is_streamed(%d: memref<1000x64xf32>, %i: memref<640x1xi64>, %u: memref<640x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640x64xf32>) outs(%d : memref<1000x64xf32>) out_of_bounds(undefined) {plan = #prefetch_16_2}
  return
}

// Not for reductions, which have loaded the line, nor for few bytes.

// CHECK-LABEL: func @what_is_not_streamed(
// CHECK-NOT:     nontemporal
// CHECK:         return
func.func @what_is_not_streamed(%d: memref<1000x64xf32>, %i: memref<640x1xi64>, %u: memref<640x64xf32>, %j: memref<4x1xi64>, %v: memref<4x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640x64xf32>) outs(%d : memref<1000x64xf32>) reduction(sum) out_of_bounds(undefined) {plan = #prefetch_16}
  scatter.scatter_nd_update ins(%j, %v : memref<4x1xi64>, memref<4x64xf32>) outs(%d : memref<1000x64xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// A long row of a slice is a call of the runtime library, which prefetches what
// is read 8 KiB later.

// NONTEMPORAL-LABEL: func @long_row_of_a_slice(
// NONTEMPORAL:         scatter.copy_row {{.*}} nontemporal : memref
// CHECK-LABEL: func @long_row_of_a_slice(
// CHECK:         scatter.copy_row %c900000, %{{.*}}[%c0] to %{{.*}}[%c7] nontemporal {prefetch_bytes = 8192 : i64} : memref<900000xf32>, memref<1000000xf32>
// CHECK-NOT:     vector.store
// CHECK:         scatter.nontemporal_fence
// CHECK:         return
func.func @long_row_of_a_slice(%d: memref<1000000xf32>, %u: memref<900000xf32>) {
  scatter.slice_scatter ins(%u : memref<900000xf32>) outs(%d : memref<1000000xf32>) from [7] to [900007] {plan = #rows}
  return
}

// Reversed rows are written from their end, so that `updates` are read in
// ascending order, one stream for all rows. Their ends are stored as usual, by
// one loop. What is read 8 KiB later is prefetched, nothing beyond the end of
// `updates`.

// CHECK-LABEL: func @reversed_rows(
// CHECK-DAG:     %[[LAST:.*]] = arith.constant 1008 : index
// CHECK-DAG:     %[[LAST_UPDATE:.*]] = arith.constant 1048575 : index
// CHECK:         scf.for %[[ROW:.*]] =
// CHECK:           %[[FIRST:.*]] = arith.muli %[[ROW]], %c1024
// CHECK:           memref.extract_aligned_pointer_as_index
// CHECK:           %[[BEGIN:.*]] = arith.minui %{{.*}}, %c1024
// CHECK:           %[[REST:.*]] = arith.remui %{{.*}}, %c16
// CHECK:           %[[END:.*]] = arith.subi %c1024, %[[REST]]
// CHECK:           scf.for %[[DONE:.*]] = %[[BEGIN]] to %[[END]] step %c16
// CHECK:             %[[TO:.*]] = arith.subi %{{.*}}, %[[DONE]]
// CHECK:             %[[FROM:.*]] = arith.subi %[[LAST]], %[[TO]]
// CHECK:             %[[SOURCE:.*]] = arith.addi %[[FIRST]], %[[FROM]]
// CHECK:             %[[TARGET:.*]] = arith.addi %[[FIRST]], %[[TO]]
// CHECK:             %[[U:.*]] = vector.load %{{.*}}[%[[SOURCE]]]
// CHECK:             %[[REVERSED:.*]] = vector.shuffle %[[U]], %[[U]] [15, 14,
// CHECK:             %[[SOON:.*]] = arith.addi %[[SOURCE]], %c2048
// CHECK:             %[[AHEAD:.*]] = arith.minsi %[[SOON]], %[[LAST_UPDATE]]
// CHECK:             memref.prefetch %{{.*}}[%[[AHEAD]]], read, locality<3>, data
// CHECK:             vector.store %[[REVERSED]], %{{.*}}[%[[TARGET]]] {{.*}}nontemporal = true
// CHECK:           %[[WRITTEN:.*]] = arith.subi %[[END]], %[[BEGIN]]
// CHECK:           %[[ENDS:.*]] = arith.addi %[[BEGIN]], %[[REST]]
// CHECK:           scf.for %[[NUMBER:.*]] = %c0 to %[[ENDS]] step %c1
// CHECK:             %[[BEFORE:.*]] = arith.cmpi ult, %[[NUMBER]], %[[BEGIN]]
// CHECK:             %[[BEHIND:.*]] = arith.addi %[[WRITTEN]], %[[NUMBER]]
// CHECK:             arith.select %[[BEFORE]], %[[NUMBER]], %[[BEHIND]]
// CHECK-NOT:         memref.prefetch
// CHECK:         scatter.nontemporal_fence
func.func @reversed_rows(%d: memref<1024x1024xf32>, %u: memref<1024x1024xf32>) {
  scatter.slice_scatter ins(%u : memref<1024x1024xf32>) outs(%d : memref<1024x1024xf32>)
      from [-1] to [-1025] step [-1] axes [1] {plan = #rows}
  return
}
