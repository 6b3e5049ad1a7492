// RUN: %lower %s -o %t.mlir
// RUN: %run -e main %t.mlir | FileCheck %s

// Indices beyond both ends, as many as the vectors of a check take, in memory
// whose sizes are known at run time only.

func.func @clamp(%d: memref<?xi64>, %i: memref<?x1xi64>, %u: memref<?xi64>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi64>)
      outs(%d : memref<?xi64>) reduction(sum) out_of_bounds(clamp)
  return
}

func.func @clamp_unsigned(%d: memref<?xi64>, %i: memref<?x1xui64>, %u: memref<?xi64>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xui64>, memref<?xi64>)
      outs(%d : memref<?xi64>) reduction(sum) out_of_bounds(clamp)
  return
}

func.func @wrap(%d: memref<?xi64>, %i: memref<?x1xi64>, %u: memref<?xi64>) attributes {no_inline} {
  scatter.scatter_nd_update ins(%i, %u : memref<?x1xi64>, memref<?xi64>)
      outs(%d : memref<?xi64>) reduction(sum)
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @print(%d: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %d, %c0 : memref<?xi64>
  scf.for %n = %c0 to %size step %c1 {
    %v = memref.load %d[%n] : memref<?xi64>
    func.call @printI64(%v) : (i64) -> ()
    func.call @printNewline() : () -> ()
  }
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %four = arith.constant 4 : index
  %forty = arith.constant 40 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %beyond = arith.constant 100 : i64
  %before = arith.constant -100 : i64
  %last = arith.constant -1 : i64
  %d = memref.alloc(%four) : memref<?xi64>
  %i = memref.alloc(%forty) : memref<?x1xi64>
  %iu = memref.alloc(%forty) : memref<?x1xui64>
  %u = memref.alloc(%forty) : memref<?xi64>
  linalg.fill ins(%zero : i64) outs(%d : memref<?xi64>)
  linalg.fill ins(%one : i64) outs(%u : memref<?xi64>)

  // 30 tuples beyond the end, 10 before the front.
  linalg.fill ins(%beyond : i64) outs(%i : memref<?x1xi64>)
  %c30 = arith.constant 30 : index
  scf.for %n = %c30 to %forty step %c1 {
    memref.store %before, %i[%n, %c0] : memref<?x1xi64>
  }
  func.call @clamp(%d, %i, %u) : (memref<?xi64>, memref<?x1xi64>, memref<?xi64>) -> ()
  // CHECK:      10
  // CHECK-NEXT: 0
  // CHECK-NEXT: 0
  // CHECK-NEXT: 30
  func.call @print(%d) : (memref<?xi64>) -> ()

  // 2^64 - 100 is the last position, not the first.
  %largest = builtin.unrealized_conversion_cast %before : i64 to ui64
  scf.for %n = %c0 to %forty step %c1 {
    memref.store %largest, %iu[%n, %c0] : memref<?x1xui64>
  }
  func.call @clamp_unsigned(%d, %iu, %u) : (memref<?xi64>, memref<?x1xui64>, memref<?xi64>) -> ()
  // CHECK-NEXT: 10
  // CHECK-NEXT: 0
  // CHECK-NEXT: 0
  // CHECK-NEXT: 70
  func.call @print(%d) : (memref<?xi64>) -> ()

  linalg.fill ins(%last : i64) outs(%i : memref<?x1xi64>)
  func.call @wrap(%d, %i, %u) : (memref<?xi64>, memref<?x1xi64>, memref<?xi64>) -> ()
  // CHECK-NEXT: 10
  // CHECK-NEXT: 0
  // CHECK-NEXT: 0
  // CHECK-NEXT: 110
  func.call @print(%d) : (memref<?xi64>) -> ()
  return
}
