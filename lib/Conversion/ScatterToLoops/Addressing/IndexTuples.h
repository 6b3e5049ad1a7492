//===- IndexTuples.h - index tuples and their slots -------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_INDEXTUPLES_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_INDEXTUPLES_H

#include "FlatBuffer.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// The index tuples of a memref of indices, whose last dimension holds the
/// components of a tuple, and the sizes of the dimensions that the components
/// index.
struct IndexTuples {
  /// `sizes` holds the size of the indexed dimension for each component.
  static IndexTuples create(IndexBuilder &b, Value indices,
                            ArrayRef<Value> sizes,
                            NegativeIndices negativeIndices);

  FlatBuffer buffer;
  /// The storage of an index, and whether its type is unsigned.
  ElementStorage storage;
  bool isUnsigned;
  /// Whether an index i in [-size, -1] means i + size.
  bool wraps;
  /// The distance between components of a tuple, in storage elements.
  Value componentStride;
  /// The sizes of the k indexed dimensions.
  SmallVector<Value> sizes;

  int64_t getDepth() const { return sizes.size(); }

  /// What an index that is out of bounds violates.
  ViolationKind getViolationKind() const;

  /// The loop dimensions over the tuples, with strides in `buffer`. Contiguous
  /// dimensions are merged.
  SmallVector<LoopDim> getDims(IndexBuilder &b) const;

  /// Loads component `j` of the tuple at `offset` as a value of type index. It
  /// is sign-extended or zero-extended, as its type says.
  Value load(IndexBuilder &b, Value offset, int64_t j) const;
  /// Whether `index` is in bounds of a dimension of `size`.
  Value isValid(IndexBuilder &b, Value index, Value size) const;
  /// Returns the position that `index` names; `index` must be in bounds.
  Value normalize(IndexBuilder &b, Value index, Value size) const;
  /// Returns the position in bounds that is nearest to the one that `index`
  /// names. `size` must be positive.
  Value clamp(IndexBuilder &b, Value index, Value size) const;
  /// Returns the position that `index` names under `policy`. Adds to
  /// `conditions` what must hold for the tuple not to be dropped.
  Value resolve(IndexBuilder &b, Value index, Value size, OutOfBounds policy,
                llvm::SmallVectorImpl<Value> &conditions) const;
};

/// The offset that a tuple writes to, and whether it is written at all.
struct Slot {
  Value offset, condition;
};

/// The slots of several tuples, as vectors. `condition` is true if no tuple is
/// dropped.
struct SlotVector {
  Value offsets, condition;
};

/// Computes the slots of a flat buffer from index tuples.
struct SlotAddresses {
  const IndexTuples &tuples;
  OutOfBounds policy;
  /// The offset of the element [0, ..., 0], and the strides of the indexed
  /// dimensions, both in storage elements.
  Value origin;
  ArrayRef<Value> strides;

  /// Emits the slot of the tuple at `position` of the flat indices.
  Slot emitSlot(IndexBuilder &b, Value position) const;

  /// Emits the slots of `lanes` tuples, which are contiguous from `position`
  /// on. Under the policies `error` and `undefined` indices are not checked:
  /// the offset of an invalid tuple is unspecified.
  SlotVector emitSlots(IndexBuilder &b, Value position, int64_t lanes) const;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_INDEXTUPLES_H
