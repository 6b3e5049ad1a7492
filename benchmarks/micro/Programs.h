//===- Programs.h - modules of the micro-benchmarks -------------*- C++ -*-===//

#ifndef SCATTER_BENCHMARKS_MICRO_PROGRAMS_H
#define SCATTER_BENCHMARKS_MICRO_PROGRAMS_H

#include "llvm/ADT/StringRef.h"

namespace scatter::bench {

/// The example of the specification: updates 4 of 8 elements, in place and as a
/// new tensor. Every index is checked.
inline constexpr llvm::StringLiteral example = R"(
func.func @update(%data: memref<8xf32>, %indices: memref<4x1xi64>,
                  %updates: memref<4xf32>) {
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<4x1xi64>, memref<4xf32>)
    outs(%data : memref<8xf32>)
  return
}
func.func @updated(%data: tensor<8xf32>, %indices: tensor<4x1xi64>,
                   %updates: tensor<4xf32>) -> tensor<8xf32> {
  %result = scatter.scatter_nd_update
    ins(%indices, %updates : tensor<4x1xi64>, tensor<4xf32>)
    outs(%data : tensor<8xf32>) -> tensor<8xf32>
  return %result : tensor<8xf32>
}
)";

/// A static scatter of rows. The module has no other function.
inline constexpr llvm::StringLiteral rows = R"(
func.func @main(%data: tensor<64x32xf32>, %indices: tensor<16x1xi64>,
                %updates: tensor<16x32xf32>) -> tensor<64x32xf32> {
  %result = scatter.scatter_nd_update
    ins(%indices, %updates : tensor<16x1xi64>, tensor<16x32xf32>)
    outs(%data : tensor<64x32xf32>) -> tensor<64x32xf32>
  return %result : tensor<64x32xf32>
}
)";

/// The same scatter in place.
inline constexpr llvm::StringLiteral rowsInPlace = R"(
func.func @main(%data: memref<64x32xf32>, %indices: memref<16x1xi64>,
                %updates: memref<16x32xf32>) {
  scatter.scatter_nd_update
    ins(%indices, %updates : memref<16x1xi64>, memref<16x32xf32>)
    outs(%data : memref<64x32xf32>)
  return
}
)";

} // namespace scatter::bench

#endif // SCATTER_BENCHMARKS_MICRO_PROGRAMS_H
