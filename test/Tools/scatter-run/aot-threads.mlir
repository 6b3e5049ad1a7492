// Threads of an ahead-of-time object report to the record that its caller installed. An allocation that fails is
// reported as well, and the function returns null pointers.

// REQUIRES: clang
// UNSUPPORTED: asan, tsan, ubsan

// RUN: rm -rf %t && mkdir %t
// RUN: scatter-run %s --threads=2 --emit=obj -o %t/program.o
// RUN: scatter-run %s --threads=2 --emit=header -o %t/program.h
// RUN: %llvm_tools_dir/clang -std=c99 -Wall -Wextra -Wpedantic -Werror -I%t \
// RUN:   -I%scatter_src_root/include %S/Inputs/aot-threads.c %t/program.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a -o %t/program
// RUN: %t/program | FileCheck %s
// CHECK:      {{^}}updated 64, kind 0
// CHECK-NEXT: {{^}}updated 63, {{.*}}aot-threads.mlir:[[#]]:{{[0-9]+}}: error: 'indices' tuple 0, component 0: expected an index in [-64, 63] for a dimension of size 64, found -65
// CHECK-NEXT: {{^}}a buffer, kind 0
// CHECK-NEXT: {{^}}null, {{.*}}aot-threads.mlir:[[#]]:{{[0-9]+}}: error: expected memory for 140737488355328 bytes, found none
// CHECK-NEXT: {{^}}a buffer, kind 6

// The same by the OpenMP runtime.
// RUN: scatter-run %s --threads=2 --machine=openmp=1 --emit=obj -o %t/openmp.o
// RUN: %llvm_tools_dir/clang -std=c99 -I%t -I%scatter_src_root/include %S/Inputs/aot-threads.c %t/openmp.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a %libomp -o %t/openmp
// RUN: %t/openmp | FileCheck %s

// Without a record the process ends.
// RUN: %fails 2 %t/program without | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: aot-threads.mlir:[[#]]:{{[0-9]+}}: error: 'indices' tuple 0, component 0: {{.*}}found -65

func.func @update(%data: memref<64xf32>, %indices: memref<64xi64>, %updates: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    %tuple = memref.subview %indices[%p] [1] [1] : memref<64xi64> to memref<1xi64, strided<[1], offset: ?>>
    %update = memref.subview %updates[%p] [1] [1] : memref<64xf32> to memref<f32, strided<[], offset: ?>>
    scatter.scatter_nd_update
      ins(%tuple, %update : memref<1xi64, strided<[1], offset: ?>>, memref<f32, strided<[], offset: ?>>)
      outs(%data : memref<64xf32>)
  }
  return
}

func.func private @make(%n: index) -> memref<?xi8> {
  %m = memref.alloc(%n) : memref<?xi8>
  return %m : memref<?xi8>
}

func.func @allocate(%n: index) -> memref<?xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i8
  scf.parallel (%p) = (%c0) to (%c64) step (%c1) {
    %m = func.call @make(%n) : (index) -> memref<?xi8>
    memref.store %one, %m[%p] : memref<?xi8>
  }
  %result = memref.alloc(%c64) : memref<?xi8>
  return %result : memref<?xi8>
}
