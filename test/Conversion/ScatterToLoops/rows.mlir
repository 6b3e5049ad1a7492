// RUN: sed 's/plan = #[a-z_0-9]*,\? \?//' %s | scatter-opt --convert-scatter-to-loops --canonicalize --cse | FileCheck %s
// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=SHORT

#rows = #scatter.plan<stores = <vector_bytes = 16, memcpy_bytes = 2048>>
#other_rows = #scatter.plan<stores = <vector_bytes = 16>>
#blocks = #scatter.plan<offsets = blocks, stores = <vector_bytes = 16>>
#overwritten_blocks = #scatter.plan<offsets = blocks, stores = <vector_bytes = 16, memcpy_bytes = 2048>>
#precomputed = #scatter.plan<offsets = precomputed, stores = <vector_bytes = 16, memcpy_bytes = 2048>>
#slice = #scatter.plan<prefetch = <level = 0>, stores = <vector_bytes = 16, memcpy_bytes = 2048>>

// How the contiguous part of a slice is written: by vectors of 64 bytes, with
// no arithmetic per element.

// A short static row has no loop: 37 = 16 + 16 + 4 + 1.

// CHECK-LABEL: func @static_row_is_unrolled(
// CHECK:         scf.for
// CHECK-NOT:       scf.
// CHECK:           vector.store {{.*}} vector<16xf32>
// CHECK:           vector.store {{.*}} vector<16xf32>
// CHECK:           vector.store {{.*}} vector<4xf32>
// CHECK:           memref.store
// CHECK-NOT:       store
// CHECK:         }
// SHORT-LABEL: func @static_row_is_unrolled(
// SHORT-COUNT-9:   vector.store {{.*}} vector<4xf32>
// SHORT:           memref.store
func.func @static_row_is_unrolled(%d: memref<100x37xf32>, %i: memref<64x1xi64>, %u: memref<64x37xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x37xf32>) outs(%d : memref<100x37xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// 256 bytes are unrolled, more are a loop; what remains is unrolled.

// CHECK-LABEL: func @bytes_256(
// CHECK:         scf.for
// CHECK-NOT:       scf.for
// CHECK-COUNT-4:   vector.store
// CHECK-NOT:       vector.store
// CHECK:         return
func.func @bytes_256(%d: memref<100x64xf32>, %i: memref<64x1xi64>, %u: memref<64x64xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x64xf32>) outs(%d : memref<100x64xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// Half as many if floats of 16 bits are converted.

// CHECK-LABEL: func @converted_bytes_128(
// CHECK:         scf.for
// CHECK-NOT:       scf.for
// CHECK-COUNT-2:   vector.store
// CHECK-NOT:       vector.store
// CHECK:         return
func.func @converted_bytes_128(%d: memref<100x64xf16>, %i: memref<64x1xi64>, %u: memref<64x64xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x64xf16>) outs(%d : memref<100x64xf16>) reduction(sum) out_of_bounds(undefined) {plan = #other_rows}
  return
}

// CHECK-LABEL: func @converted_bytes_192(
// CHECK:         scf.for
// CHECK:           scf.for {{.*}} step %c32
// CHECK-COUNT-1:     vector.store
// CHECK-NOT:       store
// CHECK:         return
func.func @converted_bytes_192(%d: memref<100x96xf16>, %i: memref<64x1xi64>, %u: memref<64x96xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x96xf16>) outs(%d : memref<100x96xf16>) reduction(sum) out_of_bounds(undefined) {plan = #other_rows}
  return
}

// Without a reduction two overlapping vectors copy what would else take four:
// 15 = 8 + 4 + 2 + 1.

// CHECK-LABEL: func @rest_overlaps(
// CHECK:         %[[LOW:.*]] = vector.load {{.*}} vector<8xf32>
// CHECK:         vector.store %[[LOW]]
// CHECK:         %[[FROM:.*]] = arith.addi %{{.*}}, %c7
// CHECK:         %[[TO:.*]] = arith.addi %{{.*}}, %c7
// CHECK:         %[[HIGH:.*]] = vector.load %{{.*}}[%[[FROM]]] {{.*}} vector<8xf32>
// CHECK:         vector.store %[[HIGH]], %{{.*}}[%[[TO]]]
// CHECK-NOT:     store
// CHECK:         return
func.func @rest_overlaps(%d: memref<100x15xf32>, %i: memref<64x1xi64>, %u: memref<64x15xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x15xf32>) outs(%d : memref<100x15xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// CHECK-LABEL: func @rest_overlaps_a_whole_vector(
// CHECK-COUNT-2: vector.store {{.*}} vector<16xf32>
// CHECK-NOT:     store
// CHECK:         return
func.func @rest_overlaps_a_whole_vector(%d: memref<100x31xf32>, %i: memref<64x1xi64>, %u: memref<64x31xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x31xf32>) outs(%d : memref<100x31xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// A reduction must not apply an update twice.

// CHECK-LABEL: func @rest_of_sums(
// CHECK:         vector.store {{.*}} vector<8xf32>
// CHECK:         vector.store {{.*}} vector<4xf32>
// CHECK:         vector.store {{.*}} vector<2xf32>
// CHECK:         memref.store
// CHECK-NOT:     store
// CHECK:         return
func.func @rest_of_sums(%d: memref<100x15xf32>, %i: memref<64x1xi64>, %u: memref<64x15xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x15xf32>) outs(%d : memref<100x15xf32>) reduction(sum) out_of_bounds(undefined) {plan = #blocks}
  return
}

// CHECK-LABEL: func @long_static_row_is_a_loop(
// CHECK-DAG:     %[[END:.*]] = arith.constant 144 : index
// CHECK:         scf.for {{.*}} step %c1
// CHECK:           scf.for {{.*}} to %[[END]] step %c16 {
// CHECK-COUNT-1:     vector.store {{.*}} vector<16xf32>
// CHECK:           }
// CHECK:           vector.store {{.*}} vector<2xf32>
// CHECK-NOT:       store
// CHECK:         return
func.func @long_static_row_is_a_loop(%d: memref<100x146xf32>, %i: memref<64x1xi64>, %u: memref<64x146xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x146xf32>) outs(%d : memref<100x146xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// A row of run-time length: a loop over vectors, then at most one of each
// shorter power of two.

// CHECK-LABEL: func @dynamic_row_is_a_loop_and_a_tail(
// CHECK:         scf.for {{.*}} step %c1
// CHECK:           scf.for {{.*}} step %c16 {
// CHECK:             vector.store {{.*}} vector<16xf32>
// CHECK:           scf.if
// CHECK:             vector.store {{.*}} vector<8xf32>
// CHECK:           scf.if
// CHECK:             vector.store {{.*}} vector<4xf32>
// CHECK:           scf.if
// CHECK:             vector.store {{.*}} vector<2xf32>
// CHECK:           scf.if
// CHECK:             memref.store
// CHECK-NOT:       store
// CHECK:         return
// SHORT-LABEL: func @dynamic_row_is_a_loop_and_a_tail(
// SHORT:           scf.for {{.*}} step %c4 {
// SHORT:             vector.store {{.*}} vector<4xf32>
// SHORT:           scf.if
// SHORT:             vector.store {{.*}} vector<2xf32>
// SHORT:           scf.if
// SHORT:             memref.store
func.func @dynamic_row_is_a_loop_and_a_tail(%d: memref<100x?xf32>, %i: memref<64x1xi64>, %u: memref<64x?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x?xf32>) outs(%d : memref<100x?xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// A size that is static in either operand is static in the loop.

// CHECK-LABEL: func @row_length_from_updates(
// CHECK:         vector.store {{.*}} vector<16xf32>
// CHECK-NOT:     vector<8xf32>
// CHECK:         return
func.func @row_length_from_updates(%d: memref<100x?xf32>, %i: memref<64x1xi64>, %u: memref<64x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x16xf32>) outs(%d : memref<100x?xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// The lanes follow from the element: 64 bytes are 8 f64, 32 f16, 64 i8. A
// complex number is two lanes.

// CHECK-LABEL: func @lanes(
// CHECK:         vector.store {{.*}} vector<8xf64>
// CHECK:         vector.store {{.*}} vector<32xf16>
// CHECK:         vector.store {{.*}} vector<64xi8>
// CHECK:         vector.store {{.*}} vector<8xf64>
// SHORT-LABEL: func @lanes(
// SHORT:         vector.store {{.*}} vector<2xf64>
// SHORT:         vector.store {{.*}} vector<8xf16>
// SHORT:         vector.store {{.*}} vector<16xi8>
// SHORT:         vector.store {{.*}} vector<2xf64>
func.func @lanes(%i: memref<4x1xi64>, %d0: memref<9x8xf64>, %u0: memref<4x8xf64>, %d1: memref<9x32xf16>, %u1: memref<4x32xf16>,
                 %d2: memref<9x64xi8>, %u2: memref<4x64xi8>, %d3: memref<9x4xcomplex<f64>>, %u3: memref<4x4xcomplex<f64>>) {
  scatter.scatter_nd_update ins(%i, %u0 : memref<4x1xi64>, memref<4x8xf64>) outs(%d0 : memref<9x8xf64>) out_of_bounds(undefined) {plan = #rows}
  scatter.scatter_nd_update ins(%i, %u1 : memref<4x1xi64>, memref<4x32xf16>) outs(%d1 : memref<9x32xf16>) out_of_bounds(undefined) {plan = #rows}
  scatter.scatter_nd_update ins(%i, %u2 : memref<4x1xi64>, memref<4x64xi8>) outs(%d2 : memref<9x64xi8>) out_of_bounds(undefined) {plan = #rows}
  scatter.scatter_nd_update ins(%i, %u3 : memref<4x1xi64>, memref<4x4xcomplex<f64>>) outs(%d3 : memref<9x4xcomplex<f64>>) out_of_bounds(undefined) {plan = #rows}
  return
}

// Slices of several dimensions are one row where both operands are contiguous:
// 3 * 5 * 4 = 60 = 3 * 16 + 8 + 4.

// CHECK-LABEL: func @contiguous_dimensions_are_one_row(
// CHECK-COUNT-1: scf.for
// CHECK-NOT:     scf.for
// CHECK-COUNT-3: vector.store {{.*}} vector<16xf32>
// CHECK:         vector.store {{.*}} vector<8xf32>
// CHECK:         vector.store {{.*}} vector<4xf32>
// CHECK:         return
func.func @contiguous_dimensions_are_one_row(%d: memref<100x3x5x4xf32>, %i: memref<64x1xi64>, %u: memref<64x3x5x4xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x3x5x4xf32>) outs(%d : memref<100x3x5x4xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// Also where their sizes are known at run time.

// CHECK-LABEL: func @dynamic_contiguous_dimensions_are_one_row(
// CHECK:         arith.muli %{{.*}}, %{{.*}}
// CHECK:         scf.for {{.*}} step %c1
// CHECK:           scf.for {{.*}} step %c16
// CHECK-NOT:       scf.for
// CHECK:         return
func.func @dynamic_contiguous_dimensions_are_one_row(%d: memref<100x?x?xf32>, %i: memref<64x1xi64>, %u: memref<64x?x?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64x?x?xf32>) outs(%d : memref<100x?x?xf32>) out_of_bounds(undefined) {plan = #rows}
  return
}

// k = 0: each update goes to the whole of `data`, in their order.

// CHECK-LABEL: func @whole_data_is_one_row(
// CHECK:         scf.for {{.*}} to %c3 step %c1
// CHECK-COUNT-2:   vector.store {{.*}} vector<16xf32>
// CHECK-NOT:       vector.store
// CHECK:         return
func.func @whole_data_is_one_row(%d: memref<4x8xf32>, %i: memref<3x0xi64>, %u: memref<3x4x8xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<3x0xi64>, memref<3x4x8xf32>) outs(%d : memref<4x8xf32>) reduction(sum) {plan = #other_rows}
  return
}

// k = r: single elements, in row-major order of the tuples.

// CHECK-LABEL: func @elements(
// CHECK:         scf.for {{.*}} to %c12 step %c1
// CHECK-NOT:       scf.for
// CHECK:           memref.store
// CHECK:         return
func.func @elements(%d: memref<8x9xf32>, %i: memref<3x4x2xi64>, %u: memref<3x4xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<3x4x2xi64>, memref<3x4xf32>) outs(%d : memref<8x9xf32>) out_of_bounds(undefined) {plan = #overwritten_blocks}
  return
}

// Nothing to write.

// CHECK-LABEL: func @no_tuple(
// CHECK-NOT:     store
// CHECK:         return
func.func @no_tuple(%d: memref<8x16xf32>, %i: memref<0x1xi64>, %u: memref<0x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<0x1xi64>, memref<0x16xf32>) outs(%d : memref<8x16xf32>) {plan = #precomputed}
  return
}

// Elements of less than 4 bytes may be at odd addresses: long rows there are
// written by aligned vectors, but for the first and the last one.

// CHECK-LABEL: func @odd_rows(
// CHECK:         %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index
// CHECK:         %[[LOW:.*]] = arith.andi %{{.*}}, %c3
// CHECK:         %[[ODD:.*]] = arith.cmpi ne, %[[LOW]], %c0
// CHECK:         %[[LONG:.*]] = arith.cmpi uge, %{{.*}}, %c64
// CHECK:         %[[BOTH:.*]] = arith.andi %[[LONG]], %[[ODD]]
// CHECK:         scf.if %[[BOTH]]
// CHECK:           vector.load
// CHECK:           arith.andi %{{.*}}, %c63
// CHECK:           scf.for
func.func @odd_rows(%d: memref<?x?xf16>, %i: memref<5x1xi64>, %u: memref<5x?xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5x1xi64>, memref<5x?xf16>) outs(%d : memref<?x?xf16>) {plan = #rows}
  return
}

// CHECK-LABEL: func @rows_of_4_bytes(
// CHECK-NOT:     memref.extract_aligned_pointer_as_index
// CHECK:         return
func.func @rows_of_4_bytes(%d: memref<?x?xf32>, %i: memref<5x1xi64>, %u: memref<5x?xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5x1xi64>, memref<5x?xf32>) outs(%d : memref<?x?xf32>) {plan = #rows}
  return
}

// CHECK-LABEL: func @odd_sums(
// CHECK-NOT:     memref.extract_aligned_pointer_as_index
// CHECK:         return
func.func @odd_sums(%d: memref<?x?xf16>, %i: memref<5x1xi64>, %u: memref<5x?xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<5x1xi64>, memref<5x?xf16>) outs(%d : memref<?x?xf16>) reduction(sum) {plan = #other_rows}
  return
}

// Rows shorter than a vector have loops of their own, without what long ones
// need.

// CHECK-LABEL: func @rows_of_a_slice(
// CHECK:         %[[FEW:.*]] = arith.cmpi ult, %{{.*}}, %c16
// CHECK:         scf.if %[[FEW]]
// CHECK:           scf.for
// CHECK-NOT:         scf.for
// CHECK:             vector.load {{.*}} vector<8xf32>
// CHECK:         } else {
// CHECK:           scf.for
// CHECK:             scf.for
// CHECK:               vector.load {{.*}} vector<16xf32>
func.func @rows_of_a_slice(%d: memref<?x?xf32>, %u: memref<?x?xf32>) {
  scatter.slice_scatter ins(%u : memref<?x?xf32>) outs(%d : memref<?x?xf32>) from [1, 0] to [100, 1000] axes [0, 1] {plan = #slice}
  return
}

// CHECK-LABEL: func @rows_of_a_known_size(
// CHECK-NOT:     arith.cmpi ult, %{{.*}}, %c16
// CHECK:         return
func.func @rows_of_a_known_size(%d: memref<?x40xf32>, %u: memref<?x3xf32>) {
  scatter.slice_scatter ins(%u : memref<?x3xf32>) outs(%d : memref<?x40xf32>) from [1, 4] to [100, 7] axes [0, 1] {plan = #slice}
  return
}
