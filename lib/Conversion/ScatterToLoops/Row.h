//===- Row.h - vector loops over one slice ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROW_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROW_H

#include "Combine.h"
#include "LoopNest.h"

#include "scatter/Dialect/Scatter/IR/Plan.h"

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

/// Writes slices of `updates` into `data`, both flat memrefs of one storage
/// type.
struct SliceWriter {
  mlir::Value data;
  mlir::Value updates;
  mlir::Type elementType;
  ElementStorage storage;
  Reduction reduction;
  /// Storage elements of a vector, see ElementStorage::getVectorLength.
  int64_t vectorLength;
  Plan plan;
  /// Whether stores of whole lines bypass the cache. Their addresses are
  /// multiples of a line then.
  bool streams = false;
  /// Whether long rows are streamed, see emitStreamedRow.
  bool streamsLongRows = false;
  /// Whether what windows read and write is prefetched, see RowWindows.
  bool prefetchesWindows = false;
  /// Set for slices whose innermost dimension may have windows only.
  std::optional<RowGaps> gaps;

  SliceWriter(mlir::Value data, mlir::Value updates, mlir::Type elementType,
              Reduction reduction, const Plan &plan)
      : data(data), updates(updates), elementType(elementType),
        storage(ElementStorage::get(elementType)), reduction(reduction),
        vectorLength(storage.getVectorLength(plan.vectorBytes)), plan(plan) {}

  /// Combines a slice whose dimensions are `dims`, with strides in `data` and
  /// `updates` in that order. The innermost dimension is processed by vectors
  /// if it is contiguous in `updates`, and contiguous or reversed in `data`.
  void emitSlice(mlir::ImplicitLocOpBuilder &b,
                 llvm::ArrayRef<LoopDim> mergedDims, mlir::Value dataOffset,
                 mlir::Value updatesOffset) const;

  /// Combines `width` elements, a power of two; more than 1 as a vector.
  void emitChunk(mlir::ImplicitLocOpBuilder &b, int64_t width,
                 mlir::Value dataOffset, mlir::Value updatesOffset,
                 bool isReversed) const;

  /// Stores `vector` in `data`, past the cache if this streams.
  void emitStore(mlir::ImplicitLocOpBuilder &b, mlir::Value vector,
                 mlir::Value dataOffset) const;

  /// Whether all of a row of `data` is written.
  bool copiesGaps() const { return gaps && gaps->source; }

  /// Whether stores bypass the cache, so that a fence has to end them.
  bool bypassesCache() const { return streams || streamsLongRows; }

private:
  void emitRow(mlir::ImplicitLocOpBuilder &b, mlir::Value length,
               mlir::Value dataOffset, mlir::Value updatesOffset,
               bool isReversed) const;
  void emitVectorRow(mlir::ImplicitLocOpBuilder &b, mlir::Value length,
                     mlir::Value dataOffset, mlir::Value updatesOffset,
                     bool isReversed) const;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROW_H
