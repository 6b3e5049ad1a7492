// RUN: %lower --mlir-print-debuginfo %s -o %t.mlir
// RUN: sh -c '%run -e main %t.mlir > %t.out 2> %t.err; test $? = 2'
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.err
// RUN: FileCheck %s --check-prefix=OUTPUT --input-file=%t.out

// The first bad tuple in row-major order is reported; it is (1, -5), although
// its linear offset lies inside. What was printed before is not lost, and
// nothing after the violation runs.

// OUTPUT: 41
// OUTPUT-NOT: 42
// REPORT: bad-index.mlir:[[#@LINE+6]]:3: error: 'indices' tuple 2, component 1: expected an index in [-4, 3] for a dimension of size 4, found -5
// REPORT-NOT: {{.}}

func.func @update(%d: memref<4x4xf32>, %i: memref<4x2xi64>, %u: memref<4xf32>) {
  // The location of the op, not of the function, is reported.

  scatter.scatter_nd_update ins(%i, %u : memref<4x2xi64>, memref<4xf32>)
      outs(%d : memref<4x4xf32>)
  return
}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %i = arith.constant dense<[[0, 0], [-4, 3], [1, -5], [4, 0]]> : tensor<4x2xi64>
  %u = arith.constant dense<1.0> : tensor<4xf32>
  %mi = bufferization.to_buffer %i : tensor<4x2xi64> to memref<4x2xi64>
  %mu = bufferization.to_buffer %u : tensor<4xf32> to memref<4xf32>
  %d = memref.alloc() : memref<4x4xf32>
  %before = arith.constant 41 : i64
  %after = arith.constant 42 : i64
  call @printI64(%before) : (i64) -> ()
  call @printNewline() : () -> ()
  call @update(%d, %mi, %mu) : (memref<4x4xf32>, memref<4x2xi64>, memref<4xf32>) -> ()
  call @printI64(%after) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
