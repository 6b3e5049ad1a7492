// RUN: scatter-opt %s --convert-scatter-to-loops --canonicalize --cse | FileCheck %s

#private_blocks = #scatter.plan<partition = private, threads = 2, offsets = blocks>
#private_with_source = #scatter.plan<partition = private, threads = 2, offsets = blocks, prefetch = <level = 0>, stores = <nontemporal_bytes = 16777216, memcpy_bytes = 2048>>
#serial = #scatter.plan<threads = 2, offsets = blocks>

// Each thread applies half of the tuples to a private copy of `data` that is filled
// with the identity; then each combines both copies of half of the slots. What
// no thread wrote keeps its bits.

// CHECK-LABEL: func @maximum(
// CHECK-SAME:      %[[DATA:[a-z0-9]+]]: memref<40xf32>
// CHECK-DAG:     %[[LOWEST:.*]] = arith.constant dense<0xFF800000> : vector<16xf32>
// CHECK-DAG:     %[[BITS:.*]] = arith.constant dense<-8388608> : vector<16xi32>
// CHECK:         %[[COPIES:.*]] = memref.alloc() {alignment = 64 : i64} : memref<80xf32>
// CHECK:         scf.parallel (%[[PART:.*]]) =
// CHECK:           %[[ORIGIN:.*]] = arith.muli %[[PART]], %c40
// CHECK:           vector.store %[[LOWEST]], %[[COPIES]]
// CHECK:           memref.store %{{.*}}, %[[COPIES]]
// CHECK:           vector.broadcast %[[ORIGIN]] : index
// CHECK:           } else {
// CHECK:             scf.for
// CHECK:               %[[SLOT:.*]] = arith.addi %[[ORIGIN]], %{{.*}}
// CHECK:               memref.load %[[COPIES]][%[[SLOT]]]
// CHECK:               arith.maximumf
// CHECK:               memref.store %{{.*}}, %[[COPIES]][%[[SLOT]]]
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK:             %[[OLD:.*]] = vector.load %[[DATA]]
// CHECK:             %[[NEW:.*]] = scf.for %[[COPY:.*]] = %c0 to %c2 step %c1 iter_args(%[[SO_FAR:.*]] = %[[OLD]])
// CHECK:               %[[AT:.*]] = arith.muli %[[COPY]], %c40
// CHECK:               %[[CHUNK:.*]] = vector.load %[[COPIES]]
// CHECK:               %[[CHUNK_BITS:.*]] = arith.bitcast %[[CHUNK]]
// CHECK:               %[[UNTOUCHED:.*]] = arith.cmpi eq, %[[CHUNK_BITS]], %[[BITS]]
// CHECK:               %[[BOTH:.*]] = arith.maximumf %[[SO_FAR]], %[[CHUNK]]
// CHECK:               arith.select %[[UNTOUCHED]], %[[SO_FAR]], %[[BOTH]]
// CHECK:             vector.store %[[NEW]], %[[DATA]]
// CHECK:         memref.dealloc %[[COPIES]]
func.func @maximum(%d: memref<40xf32>, %i: memref<65x1xi64>, %u: memref<65xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<65x1xi64>, memref<65xf32>)
      outs(%d : memref<40xf32>) reduction(max) out_of_bounds(undefined) {plan = #private_blocks}
  return
}

// The identity in the form in which elements are stored.

// CHECK-LABEL: func @minimum_of_bf16(
// CHECK:         arith.constant dense<32640> : vector<32xi16>
func.func @minimum_of_bf16(%d: memref<40xbf16>, %i: memref<64x1xi64>, %u: memref<64xbf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xbf16>)
      outs(%d : memref<40xbf16>) reduction(min) out_of_bounds(undefined) {plan = #private_blocks}
  return
}

// CHECK-LABEL: func @minimum_of_si4(
// CHECK:         arith.constant dense<7> : vector<64xi8>
func.func @minimum_of_si4(%d: memref<40xsi4>, %i: memref<64x1xi64>, %u: memref<64xsi4>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xsi4>)
      outs(%d : memref<40xsi4>) reduction(min) out_of_bounds(undefined) {plan = #private_blocks}
  return
}

// CHECK-LABEL: func @maximum_of_i32(
// CHECK:         arith.constant dense<-2147483648> : vector<16xi32>
func.func @maximum_of_i32(%d: memref<40xi32>, %i: memref<64x1xi64>, %u: memref<64xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xi32>)
      outs(%d : memref<40xi32>) reduction(max) out_of_bounds(undefined) {plan = #private_blocks}
  return
}

// CHECK-LABEL: func @minimum_of_ui32(
// CHECK:         arith.constant dense<-1> : vector<16xi32>
func.func @minimum_of_ui32(%d: memref<40xui32>, %i: memref<64x1xi64>, %u: memref<64xui32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xui32>)
      outs(%d : memref<40xui32>) reduction(min) out_of_bounds(undefined) {plan = #private_blocks}
  return
}

// CHECK-LABEL: func @product_of_i32(
// CHECK:         arith.constant dense<1> : vector<16xi32>
// CHECK:         scf.parallel
func.func @product_of_i32(%d: memref<40xi32>, %i: memref<64x1xi64>, %u: memref<64xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xi32>)
      outs(%d : memref<40xi32>) reduction(prod) out_of_bounds(undefined) {plan = #private_blocks}
  return
}

// A size known at run time.

// CHECK-LABEL: func @open(
// CHECK:         %[[BOTH:.*]] = arith.muli %{{.*}}, %c2
// CHECK:         memref.alloc(%[[BOTH]])
// CHECK:         scf.parallel
func.func @open(%d: memref<?xi64>, %i: memref<64x1xi64>, %u: memref<64xi64>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xi64>)
      outs(%d : memref<?xi64>) reduction(sum) out_of_bounds(undefined) {plan = #private_blocks}
  return
}

// Private copies are combined with the source, which is not copied.

// CHECK-LABEL: func @source(
// CHECK-SAME:      %[[DATA:.*]]: memref<40xi32>, %[[SOURCE:.*]]: memref<40xi32>,
// CHECK-NOT:     %[[SOURCE]]
// CHECK:         memref.alloc() {{.*}} : memref<80xi32>
// CHECK:         scf.parallel
// CHECK:         scf.parallel
// CHECK:           %[[OLD:.*]] = vector.load %[[SOURCE]]
// CHECK:           iter_args(%{{.*}} = %[[OLD]])
// CHECK:           vector.store %{{.*}}, %[[DATA]]
func.func @source(%d: memref<40xi32>, %s: memref<40xi32>, %i: memref<64x1xi64>, %u: memref<64xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xi32>)
      outs(%d : memref<40xi32>) source(%s : memref<40xi32>) reduction(sum) out_of_bounds(undefined) {plan = #private_with_source}
  return
}

// A source with another layout is copied before.

// CHECK-LABEL: func @strided_source(
// CHECK-SAME:      %[[DATA:[a-z0-9]+]]: memref<8x5xi32>
// CHECK:         %[[FLAT:.*]] = memref.reinterpret_cast %[[DATA]]
// CHECK:         scf.for
// CHECK:           vector.store %{{.*}}, %[[FLAT]]
// CHECK:         memref.alloc() {{.*}} : memref<80xi32>
// CHECK:         scf.parallel
// CHECK:         scf.parallel
// CHECK:           vector.load %[[FLAT]]
// CHECK:           vector.store %{{.*}}, %[[FLAT]]
func.func @strided_source(%d: memref<8x5xi32>, %s: memref<8x5xi32, strided<[8, 1]>>, %i: memref<64x2xi64>, %u: memref<64xi32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x2xi64>, memref<64xi32>)
      outs(%d : memref<8x5xi32>) source(%s : memref<8x5xi32, strided<[8, 1]>>) reduction(sum) out_of_bounds(undefined) {plan = #private_with_source}
  return
}

// Sums of floats depend on the order, differences are not combined by
// differences, and an 8-bit float without infinity has no identity.

// CHECK-LABEL: func @where_order_matters(
// CHECK-NOT:     memref.alloc() {alignment = 64 : i64} : memref<80x
// CHECK:         return
func.func @where_order_matters(%d: memref<40xf32>, %e: memref<40xi32>, %f: memref<40xf8E4M3FN>, %i: memref<64x1xi64>, %u: memref<64xf32>, %v: memref<64xi32>, %w: memref<64xf8E4M3FN>) {
  scatter.scatter_nd_update ins(%i, %u : memref<64x1xi64>, memref<64xf32>)
      outs(%d : memref<40xf32>) reduction(sum) out_of_bounds(undefined) {plan = #serial}
  scatter.scatter_nd_update ins(%i, %v : memref<64x1xi64>, memref<64xi32>)
      outs(%e : memref<40xi32>) reduction(sub) out_of_bounds(undefined) {plan = #serial}
  scatter.scatter_nd_update ins(%i, %w : memref<64x1xi64>, memref<64xf8E4M3FN>)
      outs(%f : memref<40xf8E4M3FN>) reduction(max) out_of_bounds(undefined) {plan = #serial}
  return
}
