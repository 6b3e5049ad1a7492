// RUN: %lower %s -o %t.mlir
// RUN: %run -e main %t.mlir | FileCheck %s

// No tuple names no slot of a dimension of size 0, whose size is known at run
// time only.

// CHECK: 43

func.func @update(%n: index) attributes {no_inline} {
  %d = memref.alloc(%n) : memref<?xf32>
  %i = memref.alloc(%n) : memref<?x1xi64>
  %u = memref.alloc(%n) : memref<?xf32>
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xf32>)
      outs(%d : memref<?xf32>)
  return
}

func.func private @printI64(i64)

func.func @main() {
  %n = arith.constant 0 : index
  func.call @update(%n) : (index) -> ()
  %done = arith.constant 43 : i64
  func.call @printI64(%done) : (i64) -> ()
  return
}
