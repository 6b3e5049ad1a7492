// RUN: %lower_threads --mlir-print-debuginfo %s -o %t.mlir
// RUN: sh -c '%run -e main %t.mlir > %t.out 2> %t.err; test $? = 2'
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.err
// RUN: FileCheck %s --check-prefix=OUTPUT --input-file=%t.out
// RUN: sh -c '%run -e allocate %t.mlir > %t.out 2> %t.err; test $? = 2'
// RUN: FileCheck %s --check-prefix=MEMORY --input-file=%t.err

// The same by the OpenMP runtime.
// RUN: %lower_openmp --mlir-print-debuginfo %s -o %t.mlir
// RUN: sh -c '%run,%libomp -e main %t.mlir > %t.out 2> %t.err; test $? = 2'
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.err
// RUN: FileCheck %s --check-prefix=OUTPUT --input-file=%t.out
// RUN: sh -c '%run,%libomp -e allocate %t.mlir > %t.out 2> %t.err; test $? = 2'
// RUN: FileCheck %s --check-prefix=MEMORY --input-file=%t.err

// Without a record the first of all threads that report ends the process: one line is printed, what was printed
// before is not lost, and nothing after the loop runs.

// OUTPUT: 41
// OUTPUT-NOT: 42
// REPORT: workers.mlir:[[#@LINE+22]]:5: error: 'indices' tuple 0, component 0: expected an index in [-4, 3] for a dimension of size 4, found 100
// REPORT-NOT: {{.}}
// MEMORY: workers.mlir:[[#@LINE+32]]:10: error: expected memory for 140737488355328 bytes, found none
// MEMORY-NOT: {{.}}

func.func private @printI64(i64)
func.func private @printNewline()

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %bad = arith.constant 100 : i64
  %i = memref.alloc() : memref<1xi64>
  %u = memref.alloc() : memref<i64>
  %d = memref.alloc() : memref<4xi64>
  memref.store %bad, %i[%c0] : memref<1xi64>
  memref.store %bad, %u[] : memref<i64>
  %before = arith.constant 41 : i64
  %after = arith.constant 42 : i64
  call @printI64(%before) : (i64) -> ()
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    scatter.scatter_nd_update ins(%i, %u : memref<1xi64>, memref<i64>) outs(%d : memref<4xi64>)
  }
  call @printI64(%after) : (i64) -> ()
  return
}

func.func @allocate() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %addresses = memref.alloc() : memref<64xindex>
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    %m = memref.alloc() : memref<140737488355328xi8>
    %a = memref.extract_aligned_pointer_as_index %m : memref<140737488355328xi8> -> index
    memref.store %a, %addresses[%p] : memref<64xindex>
  }
  %a = memref.load %addresses[%c1] : memref<64xindex>
  %n = arith.index_cast %a : index to i64
  call @printI64(%n) : (i64) -> ()
  return
}
