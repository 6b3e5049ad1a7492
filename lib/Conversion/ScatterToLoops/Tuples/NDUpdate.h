//===- NDUpdate.h - what a scatter_nd_update works on -----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H

#include "Addressing/IndexTuples.h"
#include "Rows/Row.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// The flat operands of an op and how it is lowered. The partitions change
/// copies of it.
struct NDUpdate {
  OutOfBounds policy;
  bool hasUniqueIndices;
  Plan plan;
  IndexTuples indices;
  FlatBuffer data, updates;
  RowWriter writer;
  /// What `data` becomes a copy of before the writes, if the op says so.
  std::optional<FlatBuffer> source;
  /// The tuples' iteration space with strides in `indices` and `updates`, and
  /// the dimensions of a slice with strides in `data` and `updates`; merged.
  SmallVector<LoopDim> tupleDims = {}, sliceDims = {};
  /// See OffsetTable; null if the offsets come from the components. They count
  /// from `data.origin` if that is not what the table was filled for.
  Value precomputedOffsets = {};
  bool isRelocated = false;

  static NDUpdate create(IndexBuilder &b, ScatterNDUpdateOp op);

  SlotAddresses getSlots() const {
    return {indices, policy, data.origin, data.strides};
  }

  // Of tuple number `tuple`, where the tuples are one loop: its position in the
  // indices, its slot, and the offset of its updates.
  Value emitPosition(IndexBuilder &b, Value tuple) const;
  Slot emitSlot(IndexBuilder &b, Value tuple) const;
  Value emitUpdatesOffset(IndexBuilder &b, Value tuple) const;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H
