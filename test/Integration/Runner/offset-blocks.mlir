// RUN: %lower %s -o %t.mlir
// RUN: %run -e main %t.mlir | FileCheck %s

// More tuples than a block of offsets has: each adds its number to slot 0 or 1.

// CHECK: 6247500
// CHECK: 6250000

func.func @update(%d: memref<?xi64>, %i: memref<?x1xi64>, %u: memref<?xi64>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi64>)
      outs(%d : memref<?xi64>) reduction(sum) out_of_bounds(undefined)
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %count = arith.constant 5000 : index
  %zero = arith.constant 0 : i64
  %d = memref.alloc(%c2) : memref<?xi64>
  %i = memref.alloc(%count) : memref<?x1xi64>
  %u = memref.alloc(%count) : memref<?xi64>
  linalg.fill ins(%zero : i64) outs(%d : memref<?xi64>)
  scf.for %n = %c0 to %count step %c1 {
    %slot = arith.remui %n, %c2 : index
    %index = arith.index_cast %slot : index to i64
    %number = arith.index_cast %n : index to i64
    memref.store %index, %i[%n, %c0] : memref<?x1xi64>
    memref.store %number, %u[%n] : memref<?xi64>
  }
  func.call @update(%d, %i, %u) : (memref<?xi64>, memref<?x1xi64>, memref<?xi64>) -> ()
  scf.for %n = %c0 to %c2 step %c1 {
    %v = memref.load %d[%n] : memref<?xi64>
    func.call @printI64(%v) : (i64) -> ()
    func.call @printNewline() : () -> ()
  }
  return
}
