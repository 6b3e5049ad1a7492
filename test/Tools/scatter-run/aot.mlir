// A C program with an object needs the small runtime and nothing of LLVM or C++.

// REQUIRES: clang
// UNSUPPORTED: asan, tsan, ubsan

// RUN: rm -rf %t && mkdir %t
// RUN: scatter-run %s --emit=obj -o %t/program.o
// RUN: scatter-run %s --emit=header -o %t/program.h
// RUN: %llvm_tools_dir/clang -std=c99 -Wall -Wextra -Wpedantic -Werror -I%t \
// RUN:   -I%scatter_src_root/include %S/Inputs/aot.c %t/program.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a -o %t/program
// RUN: %t/program | FileCheck %s
// CHECK:      {{^}}10 2 3 20, 7, kind 0
// CHECK-NEXT: aot.mlir:[[#]]:{{[0-9]+}}: error: 'indices' tuple 1, component 0: expected an index in [-4, 3] for a dimension of size 4, found 4
// CHECK-NEXT: {{^}}2
// RUN: %llvm_tools_dir/llvm-readelf -d %t/program | FileCheck %s --check-prefix=NEEDED
// NEEDED:     NEEDED{{.*}}libc.so
// NEEDED-NOT: NEEDED{{.*}}{{libstdc|libLLVM|libMLIR|libomp}}

// With threads it needs nothing else either.
// RUN: scatter-run %s --threads=2 --emit=obj -o %t/threads.o
// RUN: %llvm_tools_dir/clang -std=c99 -I%t -I%scatter_src_root/include \
// RUN:   %S/Inputs/aot.c %t/threads.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a -o %t/threads
// RUN: %t/threads | FileCheck %s
// RUN: %llvm_tools_dir/llvm-readelf -d %t/threads | FileCheck %s --check-prefix=NEEDED

// With OpenMP its runtime is needed as well.
// RUN: scatter-run %s --threads=2 --machine=openmp=1 --emit=obj -o %t/threads.o
// RUN: %llvm_tools_dir/clang -std=c99 -I%t -I%scatter_src_root/include \
// RUN:   %S/Inputs/aot.c %t/threads.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a %libomp -o %t/threads
// RUN: env LD_LIBRARY_PATH=%llvm_tools_dir/../lib %t/threads | FileCheck %s

func.func @update(%data: tensor<4xf32>, %indices: tensor<?x1xi64>,
                  %updates: tensor<?xf32>) -> (tensor<4xf32>, i64) {
  %result = scatter.scatter_nd_update
    ins(%indices, %updates : tensor<?x1xi64>, tensor<?xf32>)
    outs(%data : tensor<4xf32>) -> tensor<4xf32>
  %seven = arith.constant 7 : i64
  return %result, %seven : tensor<4xf32>, i64
}
