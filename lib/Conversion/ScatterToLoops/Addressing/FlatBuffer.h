//===- FlatBuffer.h - a flat view of a memref -------------------*- C++ -*-===//
//
// The generated loops address every operand as base + offset, whatever its
// layout. Offsets count storage elements.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_FLATBUFFER_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_FLATBUFFER_H

#include "LoopNest.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"

namespace scatter {

/// A strided memref, viewed as a flat memref of storage elements.
struct FlatBuffer {
  /// memref<?xStorage>. It spans the memref from the lowest to the highest
  /// element in memory.
  Value flat;
  /// The offset in `flat` of the element [0, ..., 0]. It is 0 unless a stride
  /// is negative.
  Value origin;
  /// The sizes of the memref. Static sizes are constants.
  SmallVector<Value> sizes;
  /// The strides in storage elements. Static strides are constants.
  SmallVector<Value> strides;
  /// The number of storage elements per element.
  int64_t parts;
  /// contiguousDims[i] says that dimensions i and i+1 are contiguous. It is
  /// false for the last dimension.
  SmallVector<bool> contiguousDims;

  static FlatBuffer create(IndexBuilder &b, Value memref,
                           const ElementStorage &storage);

  /// Emits the number of storage elements. The buffer must have the identity
  /// layout.
  Value emitLength(IndexBuilder &b) const { return b.product(parts, sizes); }
};

/// Returns the loop dimensions of `count` dimensions of both buffers, see
/// zipDims of PlanFacts.h.
SmallVector<LoopDim> zipDims(IndexBuilder &b, const FlatBuffer &first,
                             int64_t firstDim, const FlatBuffer &second,
                             int64_t secondDim, int64_t count,
                             int64_t parts = 1);

/// Allocates scratch memory: a flat memref of `length` elements of `type`,
/// aligned to a cache line. The caller emits the deallocation.
Value emitAllocScratch(IndexBuilder &b, IndexOperand length, Type type);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_FLATBUFFER_H
