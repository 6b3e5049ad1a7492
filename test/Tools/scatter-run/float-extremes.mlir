// Minima and maxima of scalars use the instruction of AVX-512 that orders -0
// before 0, where the CPU has it. The results are the same everywhere.

// RUN: scatter-run %s --mtriple=x86_64-unknown-linux-gnu --target-cpu=x86-64-v4 --emit=asm | FileCheck %s --check-prefixes=AVX512,V4
// RUN: scatter-run %s --mtriple=x86_64-unknown-linux-gnu --target-cpu=x86-64-v3 --emit=asm | FileCheck %s --check-prefix=OTHER
// RUN: scatter-run %s --mtriple=x86_64-unknown-linux-gnu --target-cpu=sapphirerapids --emit=asm | FileCheck %s --check-prefixes=AVX512,FP16
// RUN: scatter-run %s --mtriple=aarch64-unknown-linux-gnu --emit=asm | FileCheck %s --check-prefix=OTHER

// AVX512-LABEL: max:
// AVX512:       vrangess $5,
// AVX512-NEXT:  vcmpunordss {{.*}}, %[[NAN:k[0-9]]]
// AVX512-NEXT:  vaddss {{.*}} {%[[NAN]]}
// AVX512-NEXT:  vmovss
// AVX512-LABEL: min:
// AVX512:       vrangesd $4,
// AVX512-LABEL: max_of_rows:
// AVX512-NOT:   vrange
// AVX512:       vmaxps
// AVX512-LABEL: max_f16_of_elements:
// FP16:         vmaxsh
// FP16-NOT:     vrange
// V4:           vrangess $5,
// AVX512-LABEL: max_f32:
// OTHER-NOT:    vrange

func.func @max(%d: memref<4096xf32>, %i: memref<640x1xi64>, %u: memref<640xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf32>) outs(%d : memref<4096xf32>) reduction(max)
  return
}

func.func @min(%d: memref<4096xf64>, %i: memref<640x1xi64>, %u: memref<640xf64>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf64>) outs(%d : memref<4096xf64>) reduction(min)
  return
}

func.func @max_of_rows(%d: memref<4096x16xf32>, %i: memref<640x1xi64>, %u: memref<640x16xf32>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640x16xf32>) outs(%d : memref<4096x16xf32>) reduction(max)
  return
}

func.func @max_f16_of_elements(%d: memref<4096xf16>, %i: memref<640x1xi64>, %u: memref<640xf16>) {
  scatter.scatter_nd_update ins(%i, %u : memref<640x1xi64>, memref<640xf16>) outs(%d : memref<4096xf16>) reduction(max)
  return
}

// A NaN of either operand, with any sign and payload, is the result; -0 < 0.

// RUN: scatter-run %s --entry=max_f32 | FileCheck %s --check-prefix=MAX
// RUN: scatter-run %s --entry=min_f32 | FileCheck %s --check-prefix=MIN
// RUN: scatter-run %s --entry=max_f16 | FileCheck %s --check-prefix=MAX
// RUN: scatter-run %s --entry=min_f16 | FileCheck %s --check-prefix=MIN
// RUN: scatter-run %s --entry=max_f64 | FileCheck %s --check-prefix=MAX
// RUN: scatter-run %s --entry=min_f64 | FileCheck %s --check-prefix=MIN
// MAX: [nan, nan, nan, 0, 0, nan, -3, nan, -0, 2]
// MIN: [nan, nan, nan, -0, -0, nan, -inf, nan, -0, -inf]

func.func @max_f32() -> tensor<10xf32> {
  %data = arith.constant dense<[1.0, 0x7FC00000, 0xFFC00000, -0.0, 0.0, 0x7F800000, 0xFF800000, 0xFF800001, -0.0, 0xFF800000]> : tensor<10xf32>
  %updates = arith.constant dense<[0xFFC00000, 1.0, 2.0, 0.0, -0.0, 0xFFFFFFFF, -3.0, 0x7F800000, -0.0, 2.0]> : tensor<10xf32>
  %indices = arith.constant dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]> : tensor<10x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<10x1xi64>, tensor<10xf32>)
      outs(%data : tensor<10xf32>) reduction(max) -> tensor<10xf32>
  return %result : tensor<10xf32>
}

func.func @min_f32() -> tensor<10xf32> {
  %data = arith.constant dense<[1.0, 0x7FC00000, 0xFFC00000, -0.0, 0.0, 0x7F800000, 0xFF800000, 0xFF800001, -0.0, 0xFF800000]> : tensor<10xf32>
  %updates = arith.constant dense<[0xFFC00000, 1.0, 2.0, 0.0, -0.0, 0xFFFFFFFF, -3.0, 0x7F800000, -0.0, 2.0]> : tensor<10xf32>
  %indices = arith.constant dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]> : tensor<10x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<10x1xi64>, tensor<10xf32>)
      outs(%data : tensor<10xf32>) reduction(min) -> tensor<10xf32>
  return %result : tensor<10xf32>
}

func.func @max_f64() -> tensor<10xf64> {
  %data = arith.constant dense<[1.0, 0x7FF8000000000000, 0xFFF8000000000000, -0.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000001, -0.0, 0xFFF0000000000000]> : tensor<10xf64>
  %updates = arith.constant dense<[0xFFF8000000000000, 1.0, 2.0, 0.0, -0.0, 0xFFFFFFFFFFFFFFFF, -3.0, 0x7FF0000000000000, -0.0, 2.0]> : tensor<10xf64>
  %indices = arith.constant dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]> : tensor<10x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<10x1xi64>, tensor<10xf64>)
      outs(%data : tensor<10xf64>) reduction(max) -> tensor<10xf64>
  return %result : tensor<10xf64>
}

func.func @min_f64() -> tensor<10xf64> {
  %data = arith.constant dense<[1.0, 0x7FF8000000000000, 0xFFF8000000000000, -0.0, 0.0, 0x7FF0000000000000, 0xFFF0000000000000, 0xFFF0000000000001, -0.0, 0xFFF0000000000000]> : tensor<10xf64>
  %updates = arith.constant dense<[0xFFF8000000000000, 1.0, 2.0, 0.0, -0.0, 0xFFFFFFFFFFFFFFFF, -3.0, 0x7FF0000000000000, -0.0, 2.0]> : tensor<10xf64>
  %indices = arith.constant dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]> : tensor<10x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<10x1xi64>, tensor<10xf64>)
      outs(%data : tensor<10xf64>) reduction(min) -> tensor<10xf64>
  return %result : tensor<10xf64>
}

func.func @max_f16() -> tensor<10xf16> {
  %data = arith.constant dense<[1.0, 0x7E00, 0xFE00, -0.0, 0.0, 0x7C00, 0xFC00, 0xFC01, -0.0, 0xFC00]> : tensor<10xf16>
  %updates = arith.constant dense<[0xFE00, 1.0, 2.0, 0.0, -0.0, 0xFFFF, -3.0, 0x7C00, -0.0, 2.0]> : tensor<10xf16>
  %indices = arith.constant dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]> : tensor<10x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<10x1xi64>, tensor<10xf16>)
      outs(%data : tensor<10xf16>) reduction(max) -> tensor<10xf16>
  return %result : tensor<10xf16>
}

func.func @min_f16() -> tensor<10xf16> {
  %data = arith.constant dense<[1.0, 0x7E00, 0xFE00, -0.0, 0.0, 0x7C00, 0xFC00, 0xFC01, -0.0, 0xFC00]> : tensor<10xf16>
  %updates = arith.constant dense<[0xFE00, 1.0, 2.0, 0.0, -0.0, 0xFFFF, -3.0, 0x7C00, -0.0, 2.0]> : tensor<10xf16>
  %indices = arith.constant dense<[[0], [1], [2], [3], [4], [5], [6], [7], [8], [9]]> : tensor<10x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<10x1xi64>, tensor<10xf16>)
      outs(%data : tensor<10xf16>) reduction(min) -> tensor<10xf16>
  return %result : tensor<10xf16>
}
