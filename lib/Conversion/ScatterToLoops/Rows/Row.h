//===- Row.h - loops over the rows of a slice -------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_ROW_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_ROW_H

#include "Addressing/LoopNest.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/Plan.h"
#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include <optional>

namespace scatter {

/// What belongs to a row of `data` beside the elements of a slice that are a
/// literal step apart. Nothing else touches it meanwhile.
struct RowGaps {
  /// Elements before the first one of the slice and after the last one, in the
  /// direction of the step.
  Value before, after;
  /// Those before the first one that are in its block of StridedBlocks; less
  /// than the step.
  int64_t lead = 0;
  /// A flat memref that is laid out like `data`, from which the elements that
  /// are not in the slice are copied; null if they stay as they are.
  Value source;
};

/// Writes elements of `updates` into `data`, both flat memrefs of one storage
/// type.
struct RowWriter {
  Value data, updates;
  Type elementType;
  Reduction reduction;
  Plan plan;
  ElementStorage storage;
  /// Storage elements of a vector, see ElementStorage::getVectorLength.
  int64_t vectorLength;
  /// Whether the writes exceed the cache, known at run time; the flags below
  /// count only then. Null if they always count. Rows decide by it, so that
  /// what surrounds them is emitted once.
  Value exceedsCache;
  /// Whether all stores of vectors are nontemporal. They fill cache lines then,
  /// from their beginning on.
  bool isNontemporal = false;
  /// Whether contiguous rows are written by nontemporal stores of the whole
  /// cache lines in them.
  bool hasNontemporalRows = false;
  /// Whether contiguous rows are shorter than a vector.
  bool hasShortRows = false;
  /// Whether what StridedBlocks read and write is prefetched.
  bool prefetchesBlocks = false;
  /// Set only if rows are written by StridedBlocks.
  std::optional<RowGaps> gaps;

  RowWriter(Value data, Value updates, Type elementType, Reduction reduction,
            const Plan &plan)
      : data(data), updates(updates), elementType(elementType),
        reduction(reduction), plan(plan),
        storage(ElementStorage::get(elementType)),
        vectorLength(storage.getVectorLength(plan.vectorBytes)) {}

  /// What `width` elements, a power of two, become; more than 1 are a vector.
  /// With `isReversed` those of `updates` are in descending order.
  Value emitResult(IndexBuilder &b, int64_t width, Value dataOffset,
                   Value updatesOffset, bool isReversed = false) const;

  /// Stores in `data` what they become.
  void emitElements(IndexBuilder &b, int64_t width, Value dataOffset,
                    Value updatesOffset, bool isReversed = false) const {
    emitStore(b, emitResult(b, width, dataOffset, updatesOffset, isReversed),
              dataOffset);
  }

  /// Loads `width` elements of the flat memref `from`.
  Value emitLoad(IndexBuilder &b, Value from, Value offset,
                 int64_t width) const;

  /// Stores `elements`, one or a vector of them, in `data`.
  void emitStore(IndexBuilder &b, Value elements, Value dataOffset) const;

  /// Prefetches what a loop that is at element `offset` of `flat`, `data` or
  /// `updates`, touches by as many bytes later as the plan says, wherever its
  /// row ends, but nothing outside of `flat`.
  void emitPrefetchAhead(IndexBuilder &b, Value flat, Value offset,
                         bool isDownwards = false) const;

  /// The address, in bytes, of element `offset` of `data`.
  Value emitAddress(IndexBuilder &b, Value offset) const;

  /// Whether element `offset` of `data` and what lies `distance` bytes, or a
  /// multiple of that, beyond are aligned to cache lines.
  Value emitIsAligned(IndexBuilder &b, Value offset, Value distance) const;

  /// Storage elements in the bytes that chunks of threads are multiples of.
  int64_t getChunkLength() const {
    return std::max<int64_t>(1, plan.chunkBytes / storage.getBytes());
  }

  /// Whether a cache line is one or more vectors, so that lines can be written
  /// by nontemporal stores.
  bool hasLineVectors() const;

  /// Storage elements in a cache line, at least 1.
  int64_t getLineLength() const {
    return std::max<int64_t>(1, kLineBytes / storage.getBytes());
  }

  /// Whether all of a row of `data` is written.
  bool copiesGaps() const { return gaps && gaps->source; }

  /// Emits a row by `emit`, once for each value of exceedsCache.
  void emitBySize(IndexBuilder &b,
                  function_ref<void(const RowWriter &)> emit) const;

  /// Emits the end of nontemporal stores, if there are any.
  void emitFence(IndexBuilder &b) const;
};

/// Combines `length` storage elements of `updates` from `updatesOffset` on with
/// those of `data` from `dataOffset` on. With `isReversed` the last one of
/// `updates` belongs to the first one of `data`.
void emitContiguousRow(IndexBuilder &b, const RowWriter &writer, Value length,
                       Value dataOffset, Value updatesOffset,
                       bool isReversed = false);

/// Whether rows along `dim` are known to be contiguous in `updates`, and
/// contiguous or reversed in `data`.
bool isContiguousRow(const LoopDim &dim);

/// Combines a slice whose merged dimensions are `dims`, with strides and
/// `offsets` in `data` and `updates` in that order. The innermost dimension is
/// a row, which is processed by vectors if it is contiguous in `updates`, and
/// contiguous or reversed in `data`.
void emitSlice(IndexBuilder &b, const RowWriter &writer, ArrayRef<LoopDim> dims,
               ArrayRef<Value> offsets);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_ROW_H
