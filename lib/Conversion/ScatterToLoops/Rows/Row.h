//===- Row.h - vector loops over contiguous rows ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_ROW_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_ROW_H

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/Plan.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace scatter {

/// What belongs to a row of `data` beside the elements of a slice that are a
/// literal step apart. Nothing else touches it meanwhile.
struct RowGaps {
  /// Elements before the first one of the slice and after the last one, in the
  /// direction of the step.
  mlir::Value before, after;
  /// How many of those before the first one are in its window, see RowWindows;
  /// less than the step.
  int64_t lead = 0;
  /// A flat memref that is laid out like `data`, from which the elements that
  /// are not in the slice are copied; null if they stay as they are.
  mlir::Value source;
};

/// Writes elements of `updates` into `data`, both flat memrefs of one storage
/// type.
struct RowWriter {
  mlir::Value data, updates;
  mlir::Type elementType;
  Reduction reduction;
  Plan plan;
  ElementStorage storage;
  /// Storage elements of a vector, see ElementStorage::getVectorLength.
  int64_t vectorLength;
  /// Whether all stores of vectors are nontemporal. Their addresses are
  /// multiples of a cache line then.
  bool isNontemporal = false;
  /// Whether contiguous rows are written by nontemporal stores of the whole
  /// cache lines in them.
  bool hasNontemporalRows = false;
  /// Whether what windows read and write is prefetched, see RowWindows.
  bool prefetchesWindows = false;
  /// Set for slices whose innermost dimension may have windows only.
  std::optional<RowGaps> gaps;

  RowWriter(mlir::Value data, mlir::Value updates, mlir::Type elementType,
            Reduction reduction, const Plan &plan)
      : data(data), updates(updates), elementType(elementType),
        reduction(reduction), plan(plan),
        storage(ElementStorage::get(elementType)),
        vectorLength(storage.getVectorLength(plan.vectorBytes)) {}

  /// Combines `width` elements, a power of two; more than 1 as a vector. With
  /// `isReversed` those of `updates` are in descending order.
  void emitElements(mlir::ImplicitLocOpBuilder &b, int64_t width,
                    mlir::Value dataOffset, mlir::Value updatesOffset,
                    bool isReversed = false) const;

  /// Loads `width` elements of the flat memref `from`.
  mlir::Value emitLoad(mlir::ImplicitLocOpBuilder &b, mlir::Value from,
                       mlir::Value offset, int64_t width) const;

  /// Stores `elements`, one or a vector of them, in `data`.
  void emitStore(mlir::ImplicitLocOpBuilder &b, mlir::Value elements,
                 mlir::Value dataOffset) const;

  /// Whether all of a row of `data` is written.
  bool copiesGaps() const { return gaps && gaps->source; }

  /// Emits the end of nontemporal stores, if there are any.
  void emitFence(mlir::ImplicitLocOpBuilder &b) const;
};

/// Combines `length` storage elements of `updates` from `updatesOffset` on with
/// those of `data` from `dataOffset` on. With `isReversed` the last one of
/// `updates` belongs to the first one of `data`.
void emitContiguousRow(mlir::ImplicitLocOpBuilder &b, const RowWriter &writer,
                       mlir::Value length, mlir::Value dataOffset,
                       mlir::Value updatesOffset, bool isReversed = false);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_ROW_H
