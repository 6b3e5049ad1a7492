// Scalar arguments come from files of rank 0.

// RUN: %npy %t.index.npy i8 "3"
// RUN: %npy %t.i32.npy i4 "-7"
// RUN: %npy %t.i1.npy ? "True"
// RUN: %npy %t.f64.npy f8 "2.5"
// RUN: %npy %t.f16.npy f2 "0.5"
// RUN: scatter-run %s --input=%t.index.npy --input=%t.i32.npy \
// RUN:   --input=%t.i1.npy --input=%t.f64.npy --input=%t.f16.npy | FileCheck %s
// RUN: scatter-run %s --input=%t.index.npy --input=%t.i32.npy \
// RUN:   --input=%t.i1.npy --input=%t.f64.npy --input=%t.f16.npy \
// RUN:   --output=%t.0.npy --output=%t.1.npy --output=%t.2.npy \
// RUN:   --output=%t.3.npy --output=%t.4.npy
// RUN: cmp %t.2.npy %t.index.npy
// RUN: cmp %t.1.npy %t.i32.npy
// RUN: cmp %t.0.npy %t.i1.npy
// RUN: cmp %t.4.npy %t.f64.npy
// RUN: cmp %t.3.npy %t.f16.npy

// CHECK:      result0: i1
// CHECK-NEXT: true
// CHECK-NEXT: result1: i32
// CHECK-NEXT: -7
// CHECK-NEXT: result2: index
// CHECK-NEXT: 3
// CHECK-NEXT: result3: f16
// CHECK-NEXT: 0.5
// CHECK-NEXT: result4: f64
// CHECK-NEXT: 2.5

func.func @main(%a: index, %b: i32, %c: i1, %d: f64, %e: f16)
    -> (i1, i32, index, f16, f64) {
  return %c, %b, %a, %e, %d : i1, i32, index, f16, f64
}

// RUN: %npy %t.one.npy i4 "[1]"
// RUN: %fails 1 scatter-run %s --input=%t.index.npy --input=%t.one.npy \
// RUN:   --input=%t.i1.npy --input=%t.f64.npy --input=%t.f16.npy \
// RUN:   | FileCheck %s --check-prefix=RANK
// RANK: function 'main', argument 1 'b': expected rank 0, found 1
