// An object for several levels of x86-64 takes the code of the best one that the CPU has: in programs with and without
// position-independent code, in shared libraries, in static programs, and in the functions that threads run.

// REQUIRES: native-x86_64
// UNSUPPORTED: asan, ubsan, tsan

// RUN: rm -rf %t && mkdir %t
// RUN: scatter-run %s --emit=header --target-cpu=x86-64-v4,x86-64,x86-64-v3 -o %t/levels.h
// RUN: scatter-run %s --emit=obj --threads=2 --target-cpu=x86-64-v4,x86-64,x86-64-v3 -o %t/levels.o

// The linker sees one function for each of the source, and the object has neither constructors nor data that is written.
// RUN: %llvm_tools_dir/llvm-nm --extern-only --defined-only --format=just-symbols %t/levels.o \
// RUN:   | FileCheck %s --check-prefix=NAMES --implicit-check-not=x86 --implicit-check-not=mlir
// NAMES:      {{^}}_mlir_ciface_look_up{{$}}
// NAMES-NEXT: {{^}}_mlir_ciface_run_threads{{$}}
// NAMES-NEXT: {{^}}_mlir_ciface_sum_rows{{$}}
// RUN: %llvm_tools_dir/llvm-readelf -S %t/levels.o | FileCheck %s --check-prefix=SECTIONS
// SECTIONS-NOT: {{init_array|ctors| \.data | \.bss +NOBITS +[0-9a-f]+ [0-9a-f]+ 0*[1-9a-f]}}

// For dladdr; levels.c says why.
// RUN: %llvm_tools_dir/llvm-objcopy --wildcard --globalize-symbol=*.x86_64* %t/levels.o %t/visible.o
// RUN: %cc -Wall -Wextra -Werror -I%t -I%scatter_src_root/include -rdynamic %S/Inputs/levels.c %t/visible.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a -o %t/levels
// RUN: %t/levels | FileCheck %s --check-prefix=BEST
// RUN: env SCATTER_KERNELS_CPU=x86-64-v4 %t/levels | FileCheck %s --check-prefix=BEST
// RUN: env SCATTER_KERNELS_CPU=none %t/levels | FileCheck %s --check-prefix=BEST
// RUN: env SCATTER_KERNELS_CPU=x86-64-v3 %t/levels | FileCheck %s --check-prefix=V3
// RUN: env SCATTER_KERNELS_CPU=x86-64-v2 %t/levels | FileCheck %s --check-prefix=V1
// RUN: env SCATTER_KERNELS_CPU=x86-64 %t/levels | FileCheck %s --check-prefix=V1
// BEST: {{^}}[[LEVEL:x86_64_v[34]]], threads [[LEVEL]], 0 different, error 0, 9{{$}}
// V3:   {{^}}x86_64_v3, threads x86_64_v3, 0 different, error 0, 9{{$}}
// V2:   {{^}}x86_64_v2, threads x86_64_v2, 0 different, error 0, 9{{$}}
// V1:   {{^}}x86_64, threads x86_64, 0 different, error 0, 9{{$}}

// RUN: %cc -I%t -I%scatter_src_root/include -rdynamic -no-pie %S/Inputs/levels.c %t/visible.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a -o %t/fixed
// RUN: %t/fixed | FileCheck %s --check-prefix=BEST
// RUN: %cc -I%t -I%scatter_src_root/include -shared -fPIC -Dmain=run %S/Inputs/levels.c %t/visible.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a -o %t/liblevels.so
// RUN: echo "int run(void); int main(void) { return run(); }" \
// RUN:   | %cc -w -x c - -L%t -llevels -Wl,-rpath,%t -o %t/loads
// RUN: env SCATTER_KERNELS_CPU=x86-64-v3 %t/loads | FileCheck %s --check-prefix=V3
// RUN: env SCATTER_KERNELS_CPU=x86-64 %t/loads | FileCheck %s --check-prefix=V1
// RUN: %cc -w -I%t -I%scatter_src_root/include -static %S/Inputs/levels.c %t/levels.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a -o %t/static
// RUN: %t/static | FileCheck %s --check-prefix=STATIC
// RUN: env SCATTER_KERNELS_CPU=x86-64 %t/static | FileCheck %s --check-prefix=STATIC
// STATIC: 0 different, error 0, 9{{$}}

// A CPU below the lowest level gets the code of that level.
// RUN: scatter-run %s --emit=obj --threads=2 --target-cpu=x86-64-v2,x86-64-v3 -o %t/newer.o
// RUN: %llvm_tools_dir/llvm-objcopy --wildcard --globalize-symbol=*.x86_64* %t/newer.o
// RUN: %cc -I%t -I%scatter_src_root/include -rdynamic %S/Inputs/levels.c %t/newer.o \
// RUN:   %scatter_obj_root/lib/libscatter_runtime.a -o %t/newer
// RUN: %t/newer | FileCheck %s --check-prefix=V3
// RUN: env SCATTER_KERNELS_CPU=x86-64 %t/newer | FileCheck %s --check-prefix=V2

func.func private @mark()
func.func private @mark_thread()

func.func @sum_rows(%data: memref<512x64xf32>, %indices: memref<128x1xi64>, %updates: memref<128x64xf32>) {
  call @mark() : () -> ()
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<128x1xi64>, memref<128x64xf32>)
    outs(%data : memref<512x64xf32>) reduction(sum)
  return
}

func.func @run_threads() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    func.call @mark_thread() : () -> ()
  }
  return
}

memref.global "private" constant @table : memref<4xi32> = dense<[7, 8, 9, 10]>

func.func @look_up(%i: index) -> i32 {
  %table = memref.get_global @table : memref<4xi32>
  %value = memref.load %table[%i] : memref<4xi32>
  return %value : i32
}
