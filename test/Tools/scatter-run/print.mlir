// How results look on stdout.

// RUN: %npy %t.f4.npy f4 "[0.1, -0.0, 1e-7, 123456792, 1e20, np.inf, np.nan]"
// RUN: scatter-run %s --entry=f32 --input=%t.f4.npy \
// RUN:   | FileCheck %s --check-prefix=F32
// F32:      result0: tensor<7xf32>
// F32-NEXT: {{^}}[0.1, -0, 1e-07, 123456792, 1e+20, inf, nan]{{$}}
func.func @f32(%a: tensor<?xf32>) -> tensor<?xf32> {
  return %a : tensor<?xf32>
}

// RUN: %npy %t.f8.npy f8 "[0.1, 1/3, 1e15, 12345678901234567890]"
// RUN: scatter-run %s --entry=f64 --input=%t.f8.npy \
// RUN:   | FileCheck %s --check-prefix=F64
// F64: {{^}}[0.1, 0.3333333333333333, 1000000000000000, 1.2345678901234567e+19]
func.func @f64(%a: tensor<?xf64>) -> tensor<?xf64> {
  return %a : tensor<?xf64>
}

// Short floats show the digits that tell them from their neighbours.
// RUN: %npy %t.f2.npy f2 "[0.1, 1/3, 65504]"
// RUN: %npy %t.bf.npy u2 "[0x3dcd, 0x4049, 0xff80]"
// RUN: %npy %t.e4.npy u1 "[0x38, 0x1d, 0x7f, 0xfe]"
// RUN: scatter-run %s --entry=short --input=%t.f2.npy --input=%t.bf.npy \
// RUN:   --input=%t.e4.npy | FileCheck %s --check-prefix=SHORT
// SHORT:      result0: tensor<3xf16>
// SHORT-NEXT: {{^}}[0.1, 0.3333, 65504]
// SHORT-NEXT: result1: tensor<3xbf16>
// SHORT-NEXT: {{^}}[0.1, 3.14, -inf]
// SHORT-NEXT: result2: tensor<4xf8E4M3FN>
// SHORT-NEXT: {{^}}[1, 0.1, nan, -448]
func.func @short(%a: tensor<?xf16>, %b: tensor<?xbf16>, %c: tensor<?xf8E4M3FN>)
    -> (tensor<?xf16>, tensor<?xbf16>, tensor<?xf8E4M3FN>) {
  return %a, %b, %c : tensor<?xf16>, tensor<?xbf16>, tensor<?xf8E4M3FN>
}

// RUN: %npy %t.b.npy ? "[True, False]"
// RUN: %npy %t.i4.npy i1 "[-8, 7]"
// RUN: %npy %t.u4.npy u1 "[15, 0]"
// RUN: %npy %t.u64.npy u8 "[2**64 - 1]"
// RUN: %npy %t.i64.npy i8 "[-2**63]"
// RUN: scatter-run %s --entry=integers --input=%t.b.npy --input=%t.i4.npy \
// RUN:   --input=%t.u4.npy --input=%t.u64.npy --input=%t.i64.npy \
// RUN:   | FileCheck %s --check-prefix=INTEGERS
// INTEGERS:      result0: tensor<2xi1>
// INTEGERS-NEXT: {{^}}[true, false]
// INTEGERS-NEXT: result1: tensor<2xi4>
// INTEGERS-NEXT: {{^}}[-8, 7]
// INTEGERS-NEXT: result2: tensor<2xui4>
// INTEGERS-NEXT: {{^}}[15, 0]
// INTEGERS-NEXT: result3: tensor<1xui64>
// INTEGERS-NEXT: {{^}}[18446744073709551615]
// INTEGERS-NEXT: result4: tensor<1xi64>
// INTEGERS-NEXT: {{^}}[-9223372036854775808]
func.func @integers(%a: tensor<2xi1>, %b: tensor<2xi4>, %c: tensor<2xui4>,
                    %d: tensor<1xui64>, %e: tensor<1xi64>)
    -> (tensor<2xi1>, tensor<2xi4>, tensor<2xui4>, tensor<1xui64>,
        tensor<1xi64>) {
  return %a, %b, %c, %d, %e : tensor<2xi1>, tensor<2xi4>, tensor<2xui4>,
                              tensor<1xui64>, tensor<1xi64>
}

// RUN: %npy %t.c.npy c8 "[1.5-2j]"
// RUN: scatter-run %s --entry=complex --input=%t.c.npy \
// RUN:   | FileCheck %s --check-prefix=COMPLEX
// COMPLEX: {{^}}[(1.5, -2)]
func.func @complex(%a: tensor<1xcomplex<f32>>) -> tensor<1xcomplex<f32>> {
  return %a : tensor<1xcomplex<f32>>
}

// RUN: %npy %t.s.npy i4 "-5"
// RUN: %npy %t.empty.npy i4 "np.zeros((2, 0, 3))"
// RUN: scatter-run %s --entry=shapes --input=%t.s.npy --input=%t.empty.npy \
// RUN:   | FileCheck %s --check-prefix=SHAPES
// SHAPES:      {{^}}scalar: i32
// SHAPES-NEXT: {{^}}-5
// SHAPES-NEXT: {{^}}result1: tensor<i32>
// SHAPES-NEXT: {{^}}-5
// SHAPES-NEXT: {{^}}result2: tensor<2x0x3xi32>
// SHAPES-NEXT: {{^}}[]
func.func @shapes(%a: i32, %b: tensor<?x?x?xi32>)
    -> (i32 {scatter.name = "scalar"}, tensor<i32>, tensor<?x?x?xi32>) {
  %c = tensor.from_elements %a : tensor<i32>
  return %a, %c, %b : i32, tensor<i32>, tensor<?x?x?xi32>
}

// From 1001 elements on, only the ends of each dimension are shown.
// RUN: %npy %t.full.npy i4 "np.arange(1000)"
// RUN: scatter-run %s --entry=one --input=%t.full.npy \
// RUN:   | FileCheck %s --check-prefix=FULL
// FULL: {{^}}[0, 1, 2, 3, 4, {{.*}}, 998, 999]{{$}}
// RUN: %npy %t.long.npy i4 "np.arange(1001)"
// RUN: scatter-run %s --entry=one --input=%t.long.npy \
// RUN:   | FileCheck %s --check-prefix=LONG
// LONG: {{^}}[0, 1, 2, ..., 998, 999, 1000]{{$}}
func.func @one(%a: tensor<?xi32>) -> tensor<?xi32> {
  return %a : tensor<?xi32>
}

// RUN: %npy %t.cube.npy i4 "np.arange(1400).reshape(2, 100, 7)"
// RUN: scatter-run %s --entry=three --input=%t.cube.npy \
// RUN:   | FileCheck %s --check-prefix=THREE --strict-whitespace
//      THREE:{{^}}result0: tensor<2x100x7xi32>{{$}}
// THREE-NEXT:{{^}}{{\[\[\[}}0, 1, 2, ..., 4, 5, 6],{{$}}
// THREE-NEXT:{{^}}  [7, 8, 9, ..., 11, 12, 13],{{$}}
// THREE-NEXT:{{^}}  [14, 15, 16, ..., 18, 19, 20],{{$}}
// THREE-NEXT:{{^}}  ...,{{$}}
// THREE-NEXT:{{^}}  [679, 680, 681, ..., 683, 684, 685],{{$}}
// THREE-NEXT:{{^}}  [686, 687, 688, ..., 690, 691, 692],{{$}}
// THREE-NEXT:{{^}}  [693, 694, 695, ..., 697, 698, 699]],{{$}}
// THREE-NEXT:{{^}} {{\[\[}}700, 701, 702, ..., 704, 705, 706],{{$}}
func.func @three(%a: tensor<?x?x?xi32>) -> tensor<?x?x?xi32> {
  return %a : tensor<?x?x?xi32>
}
