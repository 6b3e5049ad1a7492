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
  Value flat;
  /// The offset of the element [0, ..., 0] in `flat`; 0 unless a stride is
  /// negative.
  Value origin;
  /// The sizes of the memref, constants where they are static.
  SmallVector<Value> sizes;
  /// The same as far as they are known without trusting a cast: where a
  /// memref.cast asserts a static size, the size of what is cast.
  SmallVector<Value> uncheckedSizes;
  /// The strides in storage elements, constants where they are static.
  SmallVector<Value> strides;
  /// Storage elements of an element.
  int64_t parts;
  /// packed[i]: dimensions i and i+1 are contiguous; false for the last.
  SmallVector<bool> packed;

  static FlatBuffer create(IndexBuilder &b, Value memref,
                           const ElementStorage &storage);

  /// The number of storage elements in a buffer of the identity layout.
  Value emitLength(IndexBuilder &b) const { return b.product(parts, sizes); }
};

/// The dimensions of `first` from `firstDim` on and of `second` from
/// `secondDim` on, `count` of them, with strides in both, merged. Sizes are
/// those of `first`. The parts of an element are a dimension of their own, if
/// it has several.
SmallVector<LoopDim> zipDims(IndexBuilder &b, const FlatBuffer &first,
                             int64_t firstDim, const FlatBuffer &second,
                             int64_t secondDim, int64_t count,
                             int64_t parts = 1);

/// Appends the dimension of `parts` real and imaginary parts to `dims`, whose
/// strides are those of flat buffers.
void appendParts(IndexBuilder &b, int64_t parts,
                 llvm::SmallVectorImpl<LoopDim> &dims);

/// Allocates a flat memref of `length` elements of `type` that is aligned to a
/// cache line: scratch memory.
Value emitAllocScratch(IndexBuilder &b, IndexOperand length, Type type);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_FLATBUFFER_H
