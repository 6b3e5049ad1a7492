// The pass takes the entries of a machine description, within their ranges.

// RUN: not scatter-opt %s --scatter-vectorize-contractions="vector-bytes=24" 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not scatter-opt %s --scatter-vectorize-contractions="threads=0" 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: scatter-opt %s --scatter-vectorize-contractions="vector-bytes=16" | FileCheck %s

// VECTOR: error: 'vector-bytes': expected a power of two in [16, 1024], found 24
// THREADS: error: 'threads': expected a number in [1, 1024], found 0

// CHECK-LABEL: func.func @product
// CHECK: vector<4xf32>
// CHECK-NOT: linalg.matmul
func.func @product(%a: memref<16x16xf32>, %b: memref<16x16xf32>,
                   %c: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x16xf32>, memref<16x16xf32>)
    outs(%c : memref<16x16xf32>)
  return
}
