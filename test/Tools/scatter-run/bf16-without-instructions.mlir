// LLVM calls functions for bf16 where the CPU has no instructions: they are
// found, and a double is rounded once.

// RUN: %npy %t.f32.npy f4 "1.01171875"
// RUN: %npy %t.f64.npy f8 "1.00390625 + 2.0**-40"
// RUN: scatter-run %s --target-cpu=x86-64 --emit=asm -o - | FileCheck %s --check-prefix=ASM
// RUN: scatter-run %s --target-cpu=x86-64 --input=%t.f32.npy --input=%t.f64.npy \
// RUN:   | FileCheck %s

// ASM-DAG: __truncsfbf2
// ASM-DAG: __truncdfbf2

// CHECK:      result0: bf16
// CHECK-NEXT: {{^}}1.016{{$}}
// CHECK-NEXT: result1: bf16
// CHECK-NEXT: {{^}}1.01{{$}}
// CHECK-NEXT: result2: bf16
// CHECK-NEXT: {{^}}2.03{{$}}
func.func @main(%float: f32, %double: f64) -> (bf16, bf16, bf16) {
  %0 = arith.truncf %float : f32 to bf16
  %1 = arith.truncf %double : f64 to bf16
  %2 = arith.addf %0, %0 : bf16
  return %0, %1, %2 : bf16, bf16, bf16
}
