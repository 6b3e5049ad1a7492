// RUN: %lower %s -o %t.mlir
// RUN: %run -e main %t.mlir | FileCheck %s
// RUN: not %run -e many %t.mlir 2>&1 | FileCheck %s --check-prefix=MANY

// No tuple names no slot of a dimension of size 0, whose size is known at run
// time only.

// CHECK: 43

// Tuples that fill vectors do.

// MANY: error: 'indices' tuple 0, component 0: expected no index into a dimension of size 0, found 0
// MANY-NOT: 43

func.func @update(%n: index, %tuples: index) attributes {no_inline} {
  %d = memref.alloc(%n) : memref<?xf32>
  %i = memref.alloc(%tuples) : memref<?x1xi64>
  %u = memref.alloc(%tuples) : memref<?xf32>
  %zero = arith.constant 0 : i64
  linalg.fill ins(%zero : i64) outs(%i : memref<?x1xi64>)
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>)
      outs(%d : memref<?xf32>)
  return
}

func.func private @printI64(i64)

func.func @main() {
  %n = arith.constant 0 : index
  func.call @update(%n, %n) : (index, index) -> ()
  %done = arith.constant 43 : i64
  func.call @printI64(%done) : (i64) -> ()
  return
}

func.func @many() {
  %n = arith.constant 0 : index
  %tuples = arith.constant 17 : index
  func.call @update(%n, %tuples) : (index, index) -> ()
  %done = arith.constant 43 : i64
  func.call @printI64(%done) : (i64) -> ()
  return
}
