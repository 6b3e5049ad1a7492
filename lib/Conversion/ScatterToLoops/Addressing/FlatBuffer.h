//===- FlatBuffer.h - a memref as a row of storage elements -----*- C++ -*-===//
//
// The generated loops address every operand as base + offset, whatever its
// layout; the offset is in storage elements.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_FLATBUFFER_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_FLATBUFFER_H

#include "LoopNest.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"

namespace scatter {

/// A strided memref seen as a flat memref of storage elements.
struct FlatBuffer {
  /// memref<?xStorage> from the first to the last element in memory.
  mlir::Value flat;
  /// The offset of the element [0, ..., 0] in `flat`; 0 unless a stride is
  /// negative.
  mlir::Value origin;
  /// The sizes of the memref, constants where they are static.
  llvm::SmallVector<mlir::Value> sizes;
  /// The same as far as they are known without trusting a cast: where a
  /// memref.cast asserts a static size, the size of what is cast.
  llvm::SmallVector<mlir::Value> uncheckedSizes;
  /// The strides in storage elements, constants where they are static.
  llvm::SmallVector<mlir::Value> strides;
  /// packed[i]: dimensions i and i+1 are contiguous; false for the last.
  llvm::SmallVector<bool> packed;

  static FlatBuffer create(mlir::ImplicitLocOpBuilder &b, mlir::Value memref,
                           const ElementStorage &storage);
};

/// The dimensions of `first` from `firstDim` on and of `second` from
/// `secondDim` on, `count` of them, with strides in both, merged. Sizes are
/// those of `first`. The parts of an element are a dimension of their own, if
/// it has several.
llvm::SmallVector<LoopDim> zipDims(mlir::ImplicitLocOpBuilder &b,
                                   const FlatBuffer &first, int64_t firstDim,
                                   const FlatBuffer &second, int64_t secondDim,
                                   int64_t count, int64_t parts = 1);

/// Appends the dimension of `parts` real and imaginary parts to `dims`, whose
/// strides are those of flat buffers.
void appendParts(mlir::ImplicitLocOpBuilder &b, int64_t parts,
                 llvm::SmallVectorImpl<LoopDim> &dims);

/// Allocates a flat memref of `length` elements of `type` that is aligned to a
/// cache line: scratch memory.
mlir::Value emitAllocScratch(mlir::ImplicitLocOpBuilder &b, mlir::Value length,
                             mlir::Type type);

/// The address, in bytes, of element `offset` of `flat`.
mlir::Value emitAddress(mlir::ImplicitLocOpBuilder &b, mlir::Value flat,
                        mlir::Value offset, int64_t elementBytes);

/// Whether element `offset` of `flat` and what lies `distance` bytes, or a
/// multiple of that, beyond are aligned to cache lines.
mlir::Value emitIsAligned(mlir::ImplicitLocOpBuilder &b, mlir::Value flat,
                          mlir::Value offset, int64_t elementBytes,
                          mlir::Value distance);

/// Prefetches what a loop that is at element `offset` of `flat` touches `bytes`
/// later, wherever its row ends, but nothing outside of `flat`.
void emitPrefetchAhead(mlir::ImplicitLocOpBuilder &b, mlir::Value flat,
                       mlir::Value offset, int64_t elementBytes, int64_t bytes,
                       bool isWrite, bool isDownwards = false);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_FLATBUFFER_H
