// Violations and failed allocations in a parallel loop are errors of the call: status 2 or 1, one line, no file.

// RUN: %npy %t.bad.npy i8 "[i + 0 if i != 60 else 64 for i in range(64)]"
// RUN: %npy %t.all.npy i8 "[64] * 64"
// RUN: %npy %t.good.npy i8 "list(range(64))"
// RUN: rm -f %t.out.npy
// RUN: %fails 2 scatter-run %s --entry=update --threads=2 --input=%t.bad.npy --output=%t.out.npy | FileCheck %s
// RUN: %fails 2 scatter-run %s --entry=update --threads=7 --input=%t.all.npy --output=%t.out.npy | FileCheck %s
// RUN: not test -e %t.out.npy
// CHECK: workers.mlir:[[#]]:{{[0-9]+}}: error: 'indices' tuple 0, component 0: expected an index in [-64, 63] for a dimension of size 64, found 64
// RUN: scatter-run %s --entry=update --threads=2 --input=%t.good.npy | FileCheck %s --check-prefix=GOOD
// GOOD: [1, 1, 1,
// GOOD-NOT: 0

// RUN: %npy %t.large.npy i8 "2**47"
// RUN: %npy %t.small.npy i8 "64"
// The sanitizers write a line of their own where memory is lacking.
// RUN: %if !asan && !tsan %{ %fails 1 scatter-run %s --entry=allocate --threads=2 --input=%t.large.npy | FileCheck %s --check-prefix=MEMORY %}
// MEMORY: scatter-run: error: function 'allocate': no memory for 140737488355328 bytes
// RUN: scatter-run %s --entry=allocate --threads=2 --input=%t.small.npy | FileCheck %s --check-prefix=SMALL
// SMALL: result0: i1
// SMALL-NEXT: false

func.func @update(%indices: memref<64xi64>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %data = memref.alloc() : memref<64xf32>
  %update = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%data : memref<64xf32>)
  memref.store %one, %update[] : memref<f32>
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    %tuple = memref.subview %indices[%p] [1] [1] : memref<64xi64> to memref<1xi64, strided<[1], offset: ?>>
    scatter.scatter_nd_update ins(%tuple, %update : memref<1xi64, strided<[1], offset: ?>>, memref<f32>)
      outs(%data : memref<64xf32>)
  }
  %result = bufferization.to_tensor %data restrict : memref<64xf32> to tensor<64xf32>
  return %result : tensor<64xf32>
}

func.func @allocate(%n: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i8
  %addresses = memref.alloc() : memref<64xindex>
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    %m = memref.alloc(%n) : memref<?xi8>
    memref.store %one, %m[%p] : memref<?xi8>
    %a = memref.extract_aligned_pointer_as_index %m : memref<?xi8> -> index
    memref.store %a, %addresses[%p] : memref<64xindex>
  }
  %a = memref.load %addresses[%c1] : memref<64xindex>
  %is_null = arith.cmpi eq, %a, %c0 : index
  return %is_null : i1
}
