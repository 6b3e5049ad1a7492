//===- NDUpdate.h - a scatter_nd_update to be lowered -----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_NDUPDATE_H

#include "Addressing/IndexTuples.h"
#include "Rows/Row.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

/// The flat operands of a scatter_nd_update.
struct NDOperands {
  NDOperands(IndexBuilder &b, ScatterNDUpdateOp op);

  ElementStorage storage;
  FlatBuffer data, updates;
  IndexTuples indices;
  /// The memref that is copied to `data` before the writes, if the op has a
  /// source.
  std::optional<FlatBuffer> source;
};

/// A scatter_nd_update: its operands and its plan. The partitions emit variants
/// of it.
struct NDUpdate : NDOperands {
  /// The sizes of `operands` must be checked. `plan` is that of the op,
  /// restricted to what the op allows.
  NDUpdate(IndexBuilder &b, ScatterNDUpdateOp op, const NDOperands &operands);

  ScatterNDFacts facts;
  OutOfBounds policy;
  Plan plan;
  Combiner combiner;
  /// The dimensions of the tuples, with strides in `indices` and `updates`, and
  /// the dimensions of a slice, with strides in `data` and `updates`.
  /// Contiguous dimensions are merged.
  SmallVector<LoopDim> tupleDims, sliceDims;
  /// The number of tuples between a prefetch and the use, 0 for none.
  int64_t prefetchTuples;
  /// Whether stores are non-temporal, and a condition as that of RowWriter.
  StoreMethod stores = StoreMethod::Ordinary;
  Value storesCondition = {};
  /// Precomputed offsets, see OffsetTable, or null if offsets are computed from
  /// the components. With `isRelocated` the origin of `data` must be added to
  /// them, because the table was filled for `data` with origin 0.
  Value precomputedOffsets = {};
  bool isRelocated = false;

  // Variants of this update.

  /// Loads offsets from `table`.
  NDUpdate withPrecomputedOffsets(Value table) const;
  /// Does not prefetch slots.
  NDUpdate withoutPrefetches() const;
  /// Stores by `method` if `condition` holds, where there is one.
  NDUpdate withStores(StoreMethod method, Value condition = {}) const;
  /// Applies the updates to the positions of `range` in the outermost dimension
  /// of each slice, whose stride is 1.
  NDUpdate onSliceRange(IndexBuilder &b, const Chunk &range) const;
  /// Applies the updates to a memref of the shape of `data` with the identity
  /// layout, whose first element is element `origin` of `memory`.
  NDUpdate onPrivateCopy(Value memory, Value origin) const;
  /// Takes the updates from `memory`, at offsets that a TupleSource defines.
  NDUpdate withUpdatesIn(Value memory) const;

  /// The writer of slices of `updates` to slots of `data`.
  RowWriter getWriter() const {
    return RowWriter(data.flat, updates.flat, combiner, plan)
        .withStores(stores, storesCondition);
  }

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
