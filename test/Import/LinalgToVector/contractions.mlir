// RUN: scatter-opt %s --scatter-vectorize-contractions --split-input-file | FileCheck %s
// RUN: scatter-opt %s --scatter-vectorize-contractions="threads=2 parallel-bytes=4096" --split-input-file | FileCheck %s --check-prefix=THREADS

// A tile has 16 vectors of sums: 8 rows of 2 vectors of 64 bytes.

// CHECK-LABEL: func @rows_and_columns(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c8
// CHECK-COUNT-16: vector.load
// CHECK:         scf.for {{.*}} -> ({{((vector<16xf32>(, )?){16})}})
// CHECK:         arith.mulf {{.*}} : vector<16xf32>
// CHECK-NEXT:    arith.addf {{.*}} : vector<16xf32>
// CHECK:         vector.store
// CHECK-NOT:     linalg
// CHECK:         return
// THREADS-LABEL: func @rows_and_columns(
// THREADS:       scf.parallel
func.func @rows_and_columns(%a: memref<16x32xf32>, %b: memref<32x32xf32>, %c: memref<16x32xf32>) {
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x32xf32>) outs(%c : memref<16x32xf32>)
  return
}

// -----

// CHECK-LABEL: func @filled_result_is_not_read(
// CHECK-NOT:     linalg.fill
// CHECK:         vector.broadcast %{{.*}} : f32 to vector<16xf32>
// CHECK:         return
func.func @filled_result_is_not_read(%a: memref<16x32xf32>, %b: memref<32x32xf32>) -> memref<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<16x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<16x32xf32>)
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x32xf32>) outs(%c : memref<16x32xf32>)
  return %c : memref<16x32xf32>
}

// -----

// CHECK-LABEL: func @fill_that_is_read_stays(
// CHECK:         linalg.fill
func.func @fill_that_is_read_stays(%a: memref<16x32xf32>, %b: memref<32x32xf32>, %d: memref<16x32xf32>) -> memref<16x32xf32> {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<16x32xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<16x32xf32>)
  memref.copy %c, %d : memref<16x32xf32> to memref<16x32xf32>
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x32xf32>) outs(%c : memref<16x32xf32>)
  return %c : memref<16x32xf32>
}

// -----

// 16 rows of 16 elements are transposed in 4 steps of 16 shuffles.

// CHECK-LABEL: func @contiguous_along_the_sum(
// CHECK-COUNT-64: vector.shuffle
// CHECK-NOT:     linalg
// CHECK:         return
#lhs = affine_map<(n, k) -> (k)>
#rhs = affine_map<(n, k) -> (n, k)>
#result = affine_map<(n, k) -> (n)>
func.func @contiguous_along_the_sum(%a: memref<256xf32>, %b: memref<16x256xf32>, %c: memref<16xf32>) {
  linalg.generic {indexing_maps = [#lhs, #rhs, #result], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<256xf32>, memref<16x256xf32>) outs(%c : memref<16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Threads divide the columns of one row.

// THREADS-LABEL: func @one_row(
// THREADS:         scf.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) {
func.func @one_row(%a: memref<1x64xf32>, %b: memref<64x512xf32>, %c: memref<1x512xf32>) {
  linalg.matmul ins(%a, %b : memref<1x64xf32>, memref<64x512xf32>) outs(%c : memref<1x512xf32>)
  return
}

// -----

// CHECK-LABEL: func @left_alone(
// CHECK-COUNT-6: linalg.matmul
// CHECK:         return
// THREADS-LABEL: func @left_alone(
// THREADS-COUNT-6: linalg.matmul
func.func @left_alone(%a: memref<16x32xf32>, %b: memref<32x?xf32>, %c: memref<16x?xf32>,
                      %d: memref<8x8xf32>, %e: memref<16x32xcomplex<f32>>, %f: memref<32x32xcomplex<f32>>,
                      %g: memref<16x32xcomplex<f32>>, %h: memref<16x32xf32, strided<[1, 16]>>, %i: memref<32x32xf32>, %j: memref<8x8xf32>, %k: memref<64x32xf32>) {
  // The number of columns is not known.
  linalg.matmul ins(%a, %b : memref<16x32xf32>, memref<32x?xf32>) outs(%c : memref<16x?xf32>)
  // Few products.
  linalg.matmul ins(%d, %d : memref<8x8xf32>, memref<8x8xf32>) outs(%j : memref<8x8xf32>)
  // No vectors of such elements.
  linalg.matmul ins(%e, %f : memref<16x32xcomplex<f32>>, memref<32x32xcomplex<f32>>) outs(%g : memref<16x32xcomplex<f32>>)
  // The columns of the result are not contiguous.
  linalg.matmul ins(%a, %i : memref<16x32xf32>, memref<32x32xf32>) outs(%h : memref<16x32xf32, strided<[1, 16]>>)
  // The op reads what it writes.
  linalg.matmul ins(%i, %i : memref<32x32xf32>, memref<32x32xf32>) outs(%i : memref<32x32xf32>)
  %view = memref.subview %k[16, 0] [32, 32] [1, 1] : memref<64x32xf32> to memref<32x32xf32, strided<[32, 1], offset: 512>>
  %rows = memref.subview %k[0, 0] [32, 32] [1, 1] : memref<64x32xf32> to memref<32x32xf32, strided<[32, 1]>>
  linalg.matmul ins(%rows, %i : memref<32x32xf32, strided<[32, 1]>>, memref<32x32xf32>)
      outs(%view : memref<32x32xf32, strided<[32, 1], offset: 512>>)
  return
}
