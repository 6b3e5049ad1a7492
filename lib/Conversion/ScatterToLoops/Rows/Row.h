//===- Row.h - loops over the rows of a slice -------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_ROW_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_ROW_H

#include "Addressing/LoopNest.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/Plan.h"
#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"
#include "scatter/Plan/Thresholds.h"

#include <optional>

namespace scatter {

/// The elements of a row of `data` that are not in the slice, where the step of
/// the slice is a literal. Nothing else accesses these elements while the row
/// is written. Positions in the row ascend in the direction of the step.
struct RowGaps {
  /// The step of the slice along the row.
  int64_t step;
  /// The position of the first element of the slice.
  Value before;
  /// The number of elements of the row, in the slice or not.
  Value length;
  /// The number of elements before the first one of the slice that belong to
  /// its block, see StridedBlocks. It is less than the step.
  int64_t lead = 0;
  /// A flat memref with the layout of `data`, from which the elements that are
  /// not in the slice are copied. If it is null, they keep their values.
  Value source;

  int64_t getStride() const { return std::abs(step); }
};

/// How vectors are stored.
enum class StoreMethod {
  Ordinary,
  /// All vector stores are non-temporal. They must cover whole cache lines.
  Nontemporal,
  /// The whole cache lines in contiguous rows are written by non-temporal
  /// stores.
  NontemporalRows
};

/// How rows that are contiguous in `data` and `updates` are overwritten.
enum class CopyMethod {
  Vectors,
  /// By memcpy from Plan::memcpyBytes on, else by vectors.
  MemcpyIfLong,
  Memcpy
};

/// Writes elements of `updates` to `data`. Both are flat memrefs of the same
/// storage type.
struct RowWriter {
  Value data, updates;
  Combiner combiner;
  Plan plan;
  ElementStorage storage;
  /// Storage elements per vector, see ElementStorage::getVectorLength.
  int64_t vectorLength;
  CopyMethod copies;
  StoreMethod stores = StoreMethod::Ordinary;
  /// A run-time condition, only if it decides whether `stores` applies or
  /// stores are ordinary. It is tested for each row, so that the loops around
  /// the rows are emitted once.
  std::optional<Value> storesCondition = {};
  /// Whether all contiguous rows are shorter than a vector.
  bool hasShortRows = false;
  /// Set only if rows are written by StridedBlocks.
  std::optional<RowGaps> gaps;

  RowWriter(Value data, Value updates, const Combiner &combiner,
            const Plan &plan)
      : data(data), updates(updates), combiner(combiner), plan(plan),
        storage(ElementStorage::get(combiner.getElementType())),
        vectorLength(storage.getVectorLength(plan.vectorBytes)),
        copies(plan.memcpyBytes == 0 ? CopyMethod::Vectors
               : plan.memcpyBytes <= storage.getBytes()
                   ? CopyMethod::Memcpy
                   : CopyMethod::MemcpyIfLong) {}

  // Variants of this writer.

  /// Stores by `method`, if `condition` holds where there is one.
  RowWriter withStores(StoreMethod method, Value condition = {}) const;
  /// Copies contiguous rows by `method`.
  RowWriter withCopies(CopyMethod method) const;
  /// Copies each row by one call of memcpy, if it calls memcpy at all.
  RowWriter withMemcpyCalls() const {
    return copies == CopyMethod::Vectors ? *this
                                         : withCopies(CopyMethod::Memcpy);
  }
  /// Writes rows with `gaps`, or without any.
  RowWriter withGaps(const std::optional<RowGaps> &gaps) const;
  /// For contiguous rows that are shorter than a vector.
  RowWriter forShortRows() const;
  /// Copies the gaps of rows from their source.
  RowWriter forGaps() const;

  bool isNontemporal() const { return stores == StoreMethod::Nontemporal; }

  /// Emits the new values of `width` elements of `data`. `width` is a power of
  /// two; if it is more than 1, the result is a vector. With `isReversed` the
  /// elements of `updates` are in descending order.
  Value emitResult(IndexBuilder &b, int64_t width, Value dataOffset,
                   Value updatesOffset, bool isReversed = false) const;

  /// Emits these values and stores them in `data`.
  void emitElements(IndexBuilder &b, int64_t width, Value dataOffset,
                    Value updatesOffset, bool isReversed = false) const {
    emitStore(b, emitResult(b, width, dataOffset, updatesOffset, isReversed),
              dataOffset);
  }

  /// Loads `width` elements of the flat memref `from`.
  Value emitLoad(IndexBuilder &b, Value from, Value offset,
                 int64_t width) const;

  /// Stores `elements`, a single element or a vector, at `dataOffset` of
  /// `data`.
  void emitStore(IndexBuilder &b, Value elements, Value dataOffset) const;

  /// Returns the address of element `offset` of `data` in bytes.
  Value emitAddress(IndexBuilder &b, Value offset) const;

  /// Returns an i1 that says whether element `offset` of `data` is aligned to a
  /// cache line, and with it all elements at multiples of `distance` bytes from
  /// it.
  Value emitIsAligned(IndexBuilder &b, Value offset, Value distance) const;

  /// The grain of chunks of a row in storage elements: the bounds of chunks are
  /// multiples of it.
  int64_t getChunkLength() const {
    return std::max<int64_t>(1, kChunkBytes / storage.getBytes());
  }

  /// Whether a cache line holds one or more whole vectors, so that cache lines
  /// can be written by non-temporal stores.
  bool hasLineVectors() const;

  /// Storage elements in a cache line, at least 1.
  int64_t getLineLength() const {
    return std::max<int64_t>(1, kLineBytes / storage.getBytes());
  }

  /// Whether the gaps of a row are written too, so that all of the row is.
  bool copiesGaps() const { return gaps && gaps->source; }

  /// Calls `emit` with this writer and with one whose stores are ordinary, in a
  /// branch of storesCondition for each.
  void emitBySize(IndexBuilder &b,
                  function_ref<void(const RowWriter &)> emit) const;

  /// Emits a fence after non-temporal stores, if there are any.
  void emitFence(IndexBuilder &b) const;
};

/// Combines `length` storage elements of `updates` from `updatesOffset` on with
/// those of `data` from `dataOffset` on. With `isReversed` the elements of
/// `updates` are taken in reverse: the last one belongs to the first one of
/// `data`.
void emitContiguousRow(IndexBuilder &b, const RowWriter &writer, Value length,
                       Value dataOffset, Value updatesOffset,
                       bool isReversed = false);

/// Whether rows along `dim` are known at compile time to be contiguous in
/// `updates`, and contiguous or reversed in `data`.
bool isContiguousRow(const LoopDim &dim);

/// Combines a slice. `dims` are its merged dimensions. `offsets` and the
/// strides of `dims` have an entry for `data` and one for `updates`, in this
/// order. The innermost dimension is a row. It is processed by vectors if it is
/// contiguous in `updates`, and contiguous or reversed in `data`.
void emitSlice(IndexBuilder &b, const RowWriter &writer, ArrayRef<LoopDim> dims,
               ArrayRef<Value> offsets);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_ROW_H
