//===- NDUpdate.h - a scatter_nd_update to be lowered -----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H

#include "Addressing/IndexTuples.h"
#include "Rows/Row.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// The flat operands of a scatter_nd_update and its plan. The partitions work
/// on modified copies of it.
struct NDUpdate {
  OutOfBounds policy;
  bool hasUniqueIndices;
  Plan plan;
  IndexTuples indices;
  FlatBuffer data, updates;
  RowWriter writer;
  /// The memref that is copied to `data` before the writes, if the op has a
  /// source.
  std::optional<FlatBuffer> source;
  /// The dimensions of the tuples, with strides in `indices` and `updates`, and
  /// the dimensions of a slice, with strides in `data` and `updates`.
  /// Contiguous dimensions are merged.
  SmallVector<LoopDim> tupleDims = {}, sliceDims = {};
  /// Precomputed offsets, see OffsetTable, or null if offsets are computed from
  /// the components. With `isRelocated` the origin of `data` must be added to
  /// them, because the table was filled for `data` with origin 0.
  Value precomputedOffsets = {};
  bool isRelocated = false;

  /// See ScatterNDFacts.
  std::optional<int64_t> copiedUpdateBytes = {};
  bool isContiguous = false;

  static NDUpdate create(IndexBuilder &b, ScatterNDUpdateOp op);

  /// Whether the op has a source whose elements lie in memory as those of a
  /// memref with the identity layout.
  bool hasContiguousSource() const;

  SlotAddresses getSlots() const {
    return {indices, policy, data.origin, data.strides};
  }

  // The bytes of a slice, which are those of an update, of `data`, of all
  // updates, and of `data`, updates and indices together.
  Value emitSliceBytes(IndexBuilder &b) const;
  Value emitDataBytes(IndexBuilder &b) const;
  Value emitUpdatesBytes(IndexBuilder &b) const;
  Value emitTotalBytes(IndexBuilder &b) const;

  /// Returns an i1 that says whether the offsets of all slots fit into 32 bits.
  Value emitHasNarrowOffsets(IndexBuilder &b) const;

  // Position in the indices, slot, and offset in `updates` of tuple number
  // `tuple`. The tuples must form one loop.
  Value emitPosition(IndexBuilder &b, Value tuple) const;
  Slot emitSlot(IndexBuilder &b, Value tuple) const;
  Value emitUpdatesOffset(IndexBuilder &b, Value tuple) const;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H
