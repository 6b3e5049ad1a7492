// RUN: scatter-opt %s --canonicalize | FileCheck %s --check-prefix=SIMPLE
// RUN: scatter-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --cse | FileCheck %s --check-prefix=BUFFER
// RUN: scatter-opt %s --one-shot-bufferize="bufferize-function-boundaries" --scatter-plan --convert-scatter-to-loops --canonicalize --cse | FileCheck %s --check-prefix=LOOPS
// RUN: scatter-opt %s --scatter-to-llvm | FileCheck %s --check-prefix=LLVM

// The functions of docs/Lowering.md. The IR that it quotes for them is checked here.

// SIMPLE-LABEL: func @constant(
// SIMPLE:         scatter.slice_scatter ins(%{{.*}} : tensor<3x8xf32>) outs(%{{.*}} : tensor<16x8xf32>) from [0] to [6] step [2] -> tensor<16x8xf32>
func.func @constant(%d: tensor<16x8xf32>, %rows: tensor<3x8xf32>) -> tensor<16x8xf32> {
  %i = arith.constant dense<[[-16], [2], [4]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %rows : tensor<3x1xi64>, tensor<3x8xf32>) outs(%d : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// SIMPLE-LABEL: func @constant_sum(
// SIMPLE:         arith.constant dense<{{\[\[}}0], [2], [4]]> : tensor<3x1xi64>
// SIMPLE:         reduction(sum) out_of_bounds(undefined) negative_indices(reject) {indices_are_sorted, unique_indices}
func.func @constant_sum(%d: tensor<16x8xf32>, %rows: tensor<3x8xf32>) -> tensor<16x8xf32> {
  %i = arith.constant dense<[[-16], [2], [4]]> : tensor<3x1xi64>
  %r = scatter.scatter_nd_update ins(%i, %rows : tensor<3x1xi64>, tensor<3x8xf32>) outs(%d : tensor<16x8xf32>) reduction(sum) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// BUFFER-LABEL: func @shift(
// BUFFER-SAME:    %[[X:[^:]*]]: memref<8xf32>
// BUFFER:         %[[READ:.*]] = memref.subview %[[X]][0] [7] [1] : memref<8xf32> to memref<7xf32, strided<[1]>>
// BUFFER:         %[[U:.*]] = memref.alloc() {alignment = 64 : i64} : memref<7xf32>
// BUFFER:         memref.copy %[[READ]], %[[U]] : memref<7xf32, strided<[1]>> to memref<7xf32>
// BUFFER:         scatter.slice_scatter ins(%[[U]] : memref<7xf32>) outs(%[[X]] : memref<8xf32>) from [1] to [8]
func.func @shift(%x: tensor<8xf32>) -> tensor<8xf32> {
  %u = tensor.extract_slice %x[0] [7] [1] : tensor<8xf32> to tensor<7xf32>
  %r = scatter.slice_scatter ins(%u : tensor<7xf32>) outs(%x : tensor<8xf32>) from [1] to [8] -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// LOOPS-LABEL: func @add(
// LOOPS-DAG:     %[[LAST:.*]] = arith.constant dense<-9223372036854773809> : vector<8xi64>
// LOOPS-DAG:     %[[SHIFT:.*]] = arith.constant dense<9223372036854774808> : vector<8xi64>
// LOOPS-DAG:     %[[LEAST:.*]] = arith.constant dense<-9223372036854775808> : vector<8xi64>
// LOOPS:         %[[LARGEST:.*]] = scf.for %[[T:.*]] = %c0 to %c64 step %c8 iter_args(%[[BEFORE:.*]] = %[[LEAST]]) -> (vector<8xi64>) {
// LOOPS:           %[[I:.*]] = vector.load %[[FLATI:.*]][%[[T]]] : memref<64xi64>, vector<8xi64>
// LOOPS:           %[[SHIFTED:.*]] = arith.subi %[[I]], %[[SHIFT]] : vector<8xi64>
// LOOPS:           %[[LARGER:.*]] = arith.maxsi %[[BEFORE]], %[[SHIFTED]] : vector<8xi64>
// LOOPS:           scf.yield %[[LARGER]]
// LOOPS:         %[[BAD:.*]] = arith.cmpi sgt, %[[LARGEST]], %[[LAST]] : vector<8xi64>
// LOOPS:         %[[FAILS:.*]] = vector.reduction <or>, %[[BAD]] : vector<8xi1> into i1
// LOOPS:         scf.if %[[FAILS]] {
// LOOPS:           scatter.report_invalid_index index %[[FLATI]][%c0] batch(%c64_i64) strides(%c1_i64) dims(%c1000_i64) stride %c1_i64 : memref<64xi64>
// LOOPS:         } else {
// LOOPS:           scf.for %[[T:.*]] = %c0 to %c64 step %c1 {
// LOOPS-NOT:         memref.prefetch
// LOOPS:             %[[I:.*]] = memref.load %[[FLATI]][%[[T]]] : memref<64xi64>
// LOOPS:             %[[J:.*]] = arith.index_cast %[[I]] : i64 to index
// LOOPS:             %[[NEGATIVE:.*]] = arith.cmpi slt, %[[J]], %c0 : index
// LOOPS:             %[[WRAPPED:.*]] = arith.addi %[[J]], %c1000 : index
// LOOPS:             %[[POSITION:.*]] = arith.select %[[NEGATIVE]], %[[WRAPPED]], %[[J]] : index
// LOOPS:             %[[TO:.*]] = arith.muli %[[POSITION]], %c32 : index
// LOOPS:             %[[FROM:.*]] = arith.muli %[[T]], %c32 : index
// LOOPS:             %[[U:.*]] = vector.load %{{.*}}[%[[FROM]]] : memref<2048xf32>, vector<16xf32>
// LOOPS:             %[[E:.*]] = vector.load %[[TABLE:.*]][%[[TO]]] : memref<32000xf32>, vector<16xf32>
// LOOPS:             %[[S:.*]] = arith.addf %[[E]], %[[U]] : vector<16xf32>
// LOOPS:             vector.store %[[S]], %[[TABLE]][%[[TO]]] : memref<32000xf32>, vector<16xf32>
// LLVM-DAG:     llvm.mlir.global internal constant @scatter_location_0("{{.*}}lowering.mlir:[[#@LINE+4]]:3\00") {addr_space = 0 : i32}
// LLVM:         llvm.func @add(
// LLVM:         llvm.call @scatter_runtime_report_invalid_index(%{{.*}}) vararg(
func.func @add(%table: memref<1000x32xf32>, %indices: memref<64x1xi64>, %rows: memref<64x32xf32>) {
  scatter.scatter_nd_update ins(%indices, %rows : memref<64x1xi64>, memref<64x32xf32>)
      outs(%table : memref<1000x32xf32>) reduction(sum)
  return
}

// LOOPS-LABEL: func @append(
// LOOPS:         %[[FITS:.*]] = arith.cmpi eq, %[[LENGTH:.*]], %c1 : index
// LOOPS:         scf.if %[[FITS]] {
// LOOPS:           scf.for %[[HEAD:.*]] = %c0 to %c32 step %c1 {
// LOOPS:             %[[ROW:.*]] = arith.muli %[[HEAD]], %c524288 : index
// LOOPS:             %[[BEGIN:.*]] = arith.addi %{{.*}}, %[[ROW]] : index
// LOOPS:             %[[KVBEGIN:.*]] = arith.muli %[[HEAD]], %c128 : index
// LOOPS:             scf.for %[[I:.*]] = %c0 to %c128 step %c16 {
// LOOPS-DAG:           %[[TO:.*]] = arith.addi %[[BEGIN]], %[[I]] : index
// LOOPS-DAG:           %[[FROM:.*]] = arith.addi %[[KVBEGIN]], %[[I]] : index
// LOOPS:               %[[V:.*]] = vector.load %{{.*}}[%[[FROM]]] : memref<4096xf32>, vector<16xf32>
// LOOPS:               vector.store %[[V]], %{{.*}}[%[[TO]]] : memref<16777216xf32>, vector<16xf32>
// LOOPS-NOT:           vector.store
// LOOPS:         } else {
// LOOPS:           %[[FOUND:.*]] = arith.index_cast %[[LENGTH]]
// LOOPS:           scatter.report shape %c1_i64, %c2_i64, %c1_i64, %[[FOUND]]
func.func @append(%cache: memref<1x32x4096x128xf32>, %kv: memref<1x32x1x128xf32>, %p: index, %q: index) {
  scatter.slice_scatter ins(%kv : memref<1x32x1x128xf32>) outs(%cache : memref<1x32x4096x128xf32>) from [%p] to [%q] axes [2]
  return
}

// LOOPS-LABEL: func @reverse(
// LOOPS:         %[[V:.*]] = vector.load %{{.*}}[%c16] : memref<32xf32>, vector<16xf32>
// LOOPS:         %[[R:.*]] = vector.shuffle %[[V]], %[[V]] [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0] : vector<16xf32>, vector<16xf32>
// LOOPS:         vector.store %[[R]], %{{.*}}[%c0] : memref<32xf32>, vector<16xf32>
func.func @reverse(%d: memref<32xf32>, %u: memref<32xf32>) {
  scatter.slice_scatter ins(%u : memref<32xf32>) outs(%d : memref<32xf32>) from [-1] to [-33] step [-1]
  return
}

// LOOPS-LABEL: func @every_second(
// LOOPS:         %[[U:.*]] = vector.load %{{.*}} : memref<64xf32>, vector<8xf32>
// LOOPS:         %[[WIDE:.*]] = vector.shuffle %[[U]], %[[U]] [0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1] : vector<8xf32>, vector<8xf32>
// LOOPS:         %[[D:.*]] = vector.load %[[DATA:.*]][%[[TO:.*]]] : memref<128xf32>, vector<16xf32>
// LOOPS:         %[[W:.*]] = vector.shuffle %[[D]], %[[WIDE]] [16, 1, 17, 3, 18, 5, 19, 7, 20, 9, 21, 11, 22, 13, 23, 15] : vector<16xf32>, vector<16xf32>
// LOOPS:         vector.store %[[W]], %[[DATA]][%[[TO]]] : memref<128xf32>, vector<16xf32>
func.func @every_second(%d: memref<128xf32>, %u: memref<64xf32>) {
  scatter.slice_scatter ins(%u : memref<64xf32>) outs(%d : memref<128xf32>) from [0] to [128] step [2]
  return
}
