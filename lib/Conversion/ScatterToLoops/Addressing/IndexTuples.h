//===- IndexTuples.h - index tuples and their slots -------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_INDEXTUPLES_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_INDEXTUPLES_H

#include "FlatBuffer.h"

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

namespace scatter {

/// Tuples of components in the last dimension of a memref of indices, and the
/// dimensions that the components index.
struct IndexTuples {
  /// `sizes` are those of the indexed dimensions, one for each component.
  static IndexTuples create(IndexBuilder &b, Value indices,
                            ArrayRef<Value> sizes,
                            NegativeIndices negativeIndices);

  FlatBuffer buffer;
  /// How an index is held in memory, and whether it is of an unsigned type.
  ElementStorage storage;
  bool isUnsigned;
  /// Whether index i in [-d, -1] means i + d.
  bool wraps;
  /// Distance of the components of a tuple, in storage elements.
  Value componentStride;
  /// Sizes of the indexed dimensions, k of them.
  SmallVector<Value> sizes;

  int64_t getDepth() const { return sizes.size(); }

  /// The iteration space of the tuples, with strides in `buffer`, merged.
  SmallVector<LoopDim> getDims(IndexBuilder &b) const;

  /// Component `j` of the tuple at `offset`, as a value of type index, extended
  /// by its signedness.
  Value load(IndexBuilder &b, Value offset, int64_t j) const;
  /// Whether `index` is valid in the dimension of `size`.
  Value isValid(IndexBuilder &b, Value index, Value size) const;
  /// The position that a valid `index` means.
  Value normalize(IndexBuilder &b, Value index, Value size) const;
  /// The valid position nearest to what `index` means; `size` > 0.
  Value clamp(IndexBuilder &b, Value index, Value size) const;
};

/// Where a tuple writes, and whether it does.
struct Slot {
  Value offset, condition;
};

/// The slots of a flat buffer that tuples name.
struct SlotAddresses {
  const IndexTuples &tuples;
  OutOfBounds policy;
  /// The offset of position 0 in all dimensions, and the strides of the indexed
  /// dimensions, in storage elements.
  Value origin;
  ArrayRef<Value> strides;

  /// The slot of the tuple at `position` of the indices.
  Slot emitSlot(IndexBuilder &b, Value position) const;

  /// The offsets of `lanes` contiguous tuples from `position` on, as a vector.
  /// All of them are valid.
  Value emitOffsets(IndexBuilder &b, Value position, int64_t lanes) const;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_INDEXTUPLES_H
