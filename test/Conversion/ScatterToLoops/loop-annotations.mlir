// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: scatter-run %s --emit=llvm --mtriple=x86_64 -o - | FileCheck %s --check-prefix=LLVM

#rows = #scatter.plan<prefetch = <level = 0>, stores = <memcpy_bytes = 2048>>
#strided = #scatter.plan<prefetch = <level = 0>, stores = <memcpy_bytes = 2048, strided_vectors = 1>>
#precomputed = #scatter.plan<offsets = precomputed>

// Which loops LLVM may unroll.

// CHECK-DAG: #[[$ROLLED:.*]] = #llvm.loop_annotation<disableNonforced = true>
// CHECK-DAG: #[[$UNROLL:.*]] = #llvm.loop_unroll<count = 4 : i32>
// CHECK-DAG: #[[$BY_FOUR:.*]] = #llvm.loop_annotation<disableNonforced = true, unroll = #[[$UNROLL]]>
// CHECK-DAG: #[[$UNROLL_TWICE:.*]] = #llvm.loop_unroll<count = 2 : i32>
// CHECK-DAG: #[[$BY_TWO:.*]] = #llvm.loop_annotation<disableNonforced = true, unroll = #[[$UNROLL_TWICE]]>

// LLVM's non-forced transformations of loops are disabled.

// CHECK-LABEL: func @copies(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             vector.store
// CHECK-NEXT:      } {loop_annotation = #[[$ROLLED]]}
// CHECK-NEXT:    } {loop_annotation = #[[$ROLLED]]}
// LLVM-LABEL: @_mlir_ciface_copies(
// LLVM:         br i1 {{.*}}, !llvm.loop ![[LOOP:[0-9]+]]
// LLVM:         ![[LOOP]] = distinct !{![[LOOP]], ![[DISABLE:[0-9]+]]}
// LLVM:         ![[DISABLE]] = !{!"llvm.loop.disable_nonforced"
func.func @copies(%u: memref<9x224xf32>, %d: memref<16x226xf32>) {
  scatter.slice_scatter ins(%u : memref<9x224xf32>) outs(%d : memref<16x226xf32>) from [1, 1] to [10, 225] {plan = #rows}
  return
}

// Rows of static length that are combined.

// CHECK-LABEL: func @static_sums(
// CHECK:         arith.addf
// CHECK-NEXT:    vector.store
// CHECK-NEXT:  } {loop_annotation = #[[$ROLLED]]}
func.func @static_sums(%i: memref<4x1xi64>, %u: memref<4x768xf32>, %d: memref<16x768xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<4x1xi64>, memref<4x768xf32>) outs(%d : memref<16x768xf32>) reduction(sum)
  return
}

// Loops over rows of any length that are combined are unrolled, but for floats
// that are converted, which take many instructions a vector; in the check
// each maximum waits for the last one.

// CHECK-LABEL: func @dynamic_sums(
// CHECK:         arith.maxsi
// CHECK-NEXT:    scf.yield
// CHECK-NEXT:  } {loop_annotation = #[[$ROLLED]]}
// CHECK:         arith.addf
// CHECK-NEXT:    vector.store
// CHECK-NEXT:  } {loop_annotation = #[[$BY_FOUR]]}
func.func @dynamic_sums(%i: memref<16x1xi64>, %u: memref<16x?xf32>, %d: memref<16x?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<16x1xi64>, memref<16x?xf32>) outs(%d : memref<16x?xf32>) reduction(sum)
  return
}

// CHECK-LABEL: func @dynamic_sums_of_halves(
// CHECK:         arith.addf
// CHECK-NOT:   #[[$BY_FOUR]]
// CHECK:         return
func.func @dynamic_sums_of_halves(%i: memref<16x1xi64>, %u: memref<16x?xf16>, %d: memref<16x?xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<16x1xi64>, memref<16x?xf16>) outs(%d : memref<16x?xf16>) reduction(sum)
  return
}

// Loops over strided elements carry their offsets and are unrolled.

// CHECK-LABEL: func @strided_elements(
// CHECK:         scf.for {{.*}} iter_args(%[[OFFSET:[a-z0-9]*]] = %{{.*}}) -> (index, index) {
// CHECK:           memref.store %{{.*}}, %{{.*}}[%[[OFFSET]]]
// CHECK:           %[[NEXT:.*]] = arith.addi %[[OFFSET]], %c9
// CHECK:           scf.yield
// CHECK-NEXT:    } {loop_annotation = #[[$BY_FOUR]]}
func.func @strided_elements(%u: memref<?xf32>, %d: memref<?xf32>, %n: index) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [0] to [%n] step [9] {plan = #rows}
  return
}

// What is left of a row after blocks of vectors is less than a block.

// CHECK-LABEL: func @rest_after_blocks(
// CHECK:         vector.shuffle
// CHECK-NOT:     #[[$BY_FOUR]]
// CHECK:         memref.store
// CHECK-NOT:     #[[$BY_FOUR]]
// CHECK:         return
func.func @rest_after_blocks(%u: memref<?xf32>, %d: memref<?xf32>, %n: index) {
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>) from [0] to [%n] step [3] {plan = #strided}
  return
}

// Loops over precomputed offsets are unrolled by four, those of minima and
// maxima of floats by two.

// CHECK-LABEL: func @sums_at_offsets(
// CHECK:         arith.addf
// CHECK-NEXT:    memref.store
// CHECK-NEXT:  } {loop_annotation = #[[$BY_FOUR]]}
func.func @sums_at_offsets(%i: memref<1024x1xi64>, %u: memref<1024xf32>, %d: memref<65536xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1024x1xi64>, memref<1024xf32>) outs(%d : memref<65536xf32>) reduction(sum) {plan = #precomputed}
  return
}

// CHECK-LABEL: func @float_minima_at_offsets(
// CHECK:         arith.minimumf
// CHECK-NEXT:    memref.store
// CHECK-NEXT:  } {loop_annotation = #[[$BY_TWO]]}
func.func @float_minima_at_offsets(%i: memref<1024x1xi64>, %u: memref<1024xf32>, %d: memref<65536xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1024x1xi64>, memref<1024xf32>) outs(%d : memref<65536xf32>) reduction(min) {plan = #precomputed}
  return
}

// CHECK-LABEL: func @integer_minima_at_offsets(
// CHECK:         arith.minsi
// CHECK-NEXT:    memref.store
// CHECK-NEXT:  } {loop_annotation = #[[$BY_FOUR]]}
func.func @integer_minima_at_offsets(%i: memref<1024x1xi64>, %u: memref<1024xi32>, %d: memref<65536xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<1024x1xi64>, memref<1024xi32>) outs(%d : memref<65536xi32>) reduction(min) {plan = #precomputed}
  return
}
