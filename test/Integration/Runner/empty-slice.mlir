// RUN: %lower %s -o %t.mlir
// RUN: %run -e main %t.mlir | FileCheck %s

// A slice that ends where it starts has no elements, whatever its step, by
// bounds that are known at run time only.

// CHECK: 43

func.func @update(%size: index, %count: index, %start: index, %step: index) attributes {no_inline} {
  %d = memref.alloc(%size) : memref<?xf32>
  %u = memref.alloc(%count) : memref<?xf32>
  scatter.slice_scatter ins(%u : memref<?xf32>) outs(%d : memref<?xf32>)
      from [%start] to [%start] step [%step]
  return
}

func.func private @printI64(i64)

func.func @main() {
  %size = arith.constant 8 : index
  %count = arith.constant 0 : index
  %start = arith.constant 2 : index
  %step = arith.constant 2 : index
  %back = arith.constant -3 : index
  func.call @update(%size, %count, %start, %step) : (index, index, index, index) -> ()
  func.call @update(%size, %count, %start, %back) : (index, index, index, index) -> ()
  %done = arith.constant 43 : i64
  func.call @printI64(%done) : (i64) -> ()
  return
}
