// RUN: scatter-run %s --entry=max_of_elements | FileCheck %s --check-prefix=MAX
// RUN: scatter-run %s --entry=min_of_elements | FileCheck %s --check-prefix=MIN
// RUN: scatter-run %s --entry=max_of_row | FileCheck %s --check-prefix=MAX
// RUN: scatter-run %s --entry=min_of_row | FileCheck %s --check-prefix=MIN

// A NaN of either operand, with any sign and payload, is the result; -0 < 0.

// MAX: [nan, nan, nan, 0, 0, nan, -3, nan]
// MIN: [nan, nan, nan, -0, -0, nan, -inf, nan]

func.func @max_of_elements() -> tensor<8xbf16> {
  %data = arith.constant dense<[1.0, 0x7FC0, 0xFFC0, -0.0, 0.0, 0x7F80, 0xFF80, 0xFF81]> : tensor<8xbf16>
  %updates = arith.constant dense<[0xFFC0, 1.0, 2.0, 0.0, -0.0, 0xFFFF, -3.0, 0x7F80]> : tensor<8xbf16>
  %indices = arith.constant dense<[[0], [1], [2], [3], [4], [5], [6], [7]]> : tensor<8x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<8x1xi64>, tensor<8xbf16>)
      outs(%data : tensor<8xbf16>) reduction(max) -> tensor<8xbf16>
  return %result : tensor<8xbf16>
}

func.func @min_of_elements() -> tensor<8xbf16> {
  %data = arith.constant dense<[1.0, 0x7FC0, 0xFFC0, -0.0, 0.0, 0x7F80, 0xFF80, 0xFF81]> : tensor<8xbf16>
  %updates = arith.constant dense<[0xFFC0, 1.0, 2.0, 0.0, -0.0, 0xFFFF, -3.0, 0x7F80]> : tensor<8xbf16>
  %indices = arith.constant dense<[[0], [1], [2], [3], [4], [5], [6], [7]]> : tensor<8x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<8x1xi64>, tensor<8xbf16>)
      outs(%data : tensor<8xbf16>) reduction(min) -> tensor<8xbf16>
  return %result : tensor<8xbf16>
}

func.func @max_of_row() -> tensor<1x8xbf16> {
  %data = arith.constant dense<[[1.0, 0x7FC0, 0xFFC0, -0.0, 0.0, 0x7F80, 0xFF80, 0xFF81]]> : tensor<1x8xbf16>
  %updates = arith.constant dense<[[0xFFC0, 1.0, 2.0, 0.0, -0.0, 0xFFFF, -3.0, 0x7F80]]> : tensor<1x8xbf16>
  %indices = arith.constant dense<0> : tensor<1x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<1x1xi64>, tensor<1x8xbf16>)
      outs(%data : tensor<1x8xbf16>) reduction(max) -> tensor<1x8xbf16>
  return %result : tensor<1x8xbf16>
}

func.func @min_of_row() -> tensor<1x8xbf16> {
  %data = arith.constant dense<[[1.0, 0x7FC0, 0xFFC0, -0.0, 0.0, 0x7F80, 0xFF80, 0xFF81]]> : tensor<1x8xbf16>
  %updates = arith.constant dense<[[0xFFC0, 1.0, 2.0, 0.0, -0.0, 0xFFFF, -3.0, 0x7F80]]> : tensor<1x8xbf16>
  %indices = arith.constant dense<0> : tensor<1x1xi64>
  %result = scatter.scatter_nd_update ins(%indices, %updates : tensor<1x1xi64>, tensor<1x8xbf16>)
      outs(%data : tensor<1x8xbf16>) reduction(min) -> tensor<1x8xbf16>
  return %result : tensor<1x8xbf16>
}
