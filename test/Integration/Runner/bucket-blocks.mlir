// RUN: %lower %s -o %t.mlir
// RUN: %run -e main %t.mlir | FileCheck %s

// More tuples than a block of buckets has, the last block a short one. Tuple n
// writes n to slot n % 2: the sums of both slots, then what overwrites them last.

// CHECK: 4410002100000
// CHECK: 4410000000000
// CHECK: 4200000
// CHECK: 4199999

#buckets = #scatter.plan<partition = buckets, threads = 3>

func.func @sum(%d: memref<?xi64>, %i: memref<?x1xi64>, %u: memref<?xi64>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi64>)
      outs(%d : memref<?xi64>) reduction(sum) {plan = #buckets}
  return
}

func.func @overwrite(%d: memref<?xi64>, %i: memref<?x1xi64>, %u: memref<?xi64>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi64>)
      outs(%d : memref<?xi64>) {plan = #buckets}
  return
}

func.func @print(%d: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %n = %c0 to %c2 step %c1 {
    %v = memref.load %d[%n] : memref<?xi64>
    func.call @printI64(%v) : (i64) -> ()
    func.call @printNewline() : () -> ()
  }
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %count = arith.constant 4200001 : index
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
  func.call @sum(%d, %i, %u) : (memref<?xi64>, memref<?x1xi64>, memref<?xi64>) -> ()
  func.call @print(%d) : (memref<?xi64>) -> ()
  func.call @overwrite(%d, %i, %u) : (memref<?xi64>, memref<?x1xi64>, memref<?xi64>) -> ()
  func.call @print(%d) : (memref<?xi64>) -> ()
  return
}
