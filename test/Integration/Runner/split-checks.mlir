// RUN: %lower_split --mlir-print-debuginfo %s -o %t.mlir
// RUN: sh -c '%run -e main %t.mlir > %t.out 2> %t.err; test $? = 2'
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.err
// RUN: FileCheck %s --check-prefix=OUTPUT --input-file=%t.out

// The same without the pass.
// RUN: %lower --mlir-print-debuginfo %s -o %t.mlir
// RUN: sh -c '%run -e main %t.mlir > %t.out 2> %t.err; test $? = 2'
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.err
// RUN: FileCheck %s --check-prefix=OUTPUT --input-file=%t.out

// Checks that are split off, shared by two updates and the same in each
// iteration of a loop: the values are those of the ops, and so is the report.

// OUTPUT: [33, 0, 0, 0, 0, 0, 63, 0]
// OUTPUT: [30, 0, 0, 0, 0, 0, 60, 0]
// OUTPUT-NOT: {{.}}
// REPORT: split-checks.mlir:[[#@LINE+9]]:5: error: 'indices' tuple 1, component 0: expected an index in [-8, 7] for a dimension of size 8, found -9
// REPORT-NOT: {{.}}

func.func @update(%a: memref<?xi32>, %b: memref<?xi32>, %i: memref<?x?xi64>, %u: memref<?xi32>, %v: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %n = %c0 to %c3 step %c1 {

    scatter.scatter_nd_update ins(%i, %u : memref<?x?xi64>, memref<?xi32>) outs(%a : memref<?xi32>) reduction(sum)
    scatter.scatter_nd_update ins(%i, %u : memref<?x?xi64>, memref<?xi32>) outs(%b : memref<?xi32>) reduction(sum)
  }
  scatter.scatter_nd_update ins(%i, %v : memref<?x?xi64>, memref<?xi32>) outs(%a : memref<?xi32>) reduction(sum)
  return
}

func.func private @printMemrefI32(memref<*xi32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %ten = arith.constant 10 : i32
  %twenty = arith.constant 20 : i32
  %first = arith.constant 0 : i64
  %last = arith.constant -2 : i64
  %outside = arith.constant -9 : i64
  %a = memref.alloc(%c8) : memref<?xi32>
  %b = memref.alloc(%c8) : memref<?xi32>
  %i = memref.alloc(%c2, %c1) : memref<?x?xi64>
  %u = memref.alloc(%c2) : memref<?xi32>
  %v = memref.alloc(%c2) : memref<?xi32>
  linalg.fill ins(%zero : i32) outs(%a : memref<?xi32>)
  linalg.fill ins(%zero : i32) outs(%b : memref<?xi32>)
  linalg.fill ins(%three : i32) outs(%v : memref<?xi32>)
  memref.store %ten, %u[%c0] : memref<?xi32>
  memref.store %twenty, %u[%c1] : memref<?xi32>
  memref.store %first, %i[%c0, %c0] : memref<?x?xi64>
  memref.store %last, %i[%c1, %c0] : memref<?x?xi64>
  call @update(%a, %b, %i, %u, %v) : (memref<?xi32>, memref<?xi32>, memref<?x?xi64>, memref<?xi32>, memref<?xi32>) -> ()
  %pa = memref.cast %a : memref<?xi32> to memref<*xi32>
  %pb = memref.cast %b : memref<?xi32> to memref<*xi32>
  call @printMemrefI32(%pa) : (memref<*xi32>) -> ()
  call @printMemrefI32(%pb) : (memref<*xi32>) -> ()
  memref.store %outside, %i[%c1, %c0] : memref<?x?xi64>
  call @update(%a, %b, %i, %u, %v) : (memref<?xi32>, memref<?xi32>, memref<?x?xi64>, memref<?xi32>, memref<?xi32>) -> ()
  call @printMemrefI32(%pb) : (memref<*xi32>) -> ()
  return
}
