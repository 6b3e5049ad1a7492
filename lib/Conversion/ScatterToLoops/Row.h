//===- Row.h - vector loops over one slice ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROW_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROW_H

#include "Element.h"
#include "LoopNest.h"

#include "scatter/Conversion/Patterns.h"

namespace scatter {

/// What is copied together with a strided row: the elements that the slice
/// leaves out.
struct CopiedGaps {
  /// A flat memref that is laid out like `data`.
  mlir::Value source;
  /// The number of elements below and above all elements of the slice, in
  /// memory, that belong to the row.
  mlir::Value below, above;
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
  /// See ScatterToLoopsOptions.
  int64_t copyRunBytes;
  bool prefetches;
  /// Whether stores of whole lines bypass the cache. Their addresses are
  /// multiples of a line then.
  bool streams = false;
  /// Whether long rows are streamed, see emitStreamedRow.
  bool streamsLongRows = false;
  /// Set for rows that have windows only, see hasWindows.
  std::optional<CopiedGaps> gaps;

  SliceWriter(mlir::Value data, mlir::Value updates, mlir::Type elementType,
              Reduction reduction, const ScatterToLoopsOptions &options)
      : data(data), updates(updates), elementType(elementType),
        storage(ElementStorage::get(elementType)), reduction(reduction),
        vectorLength(storage.getVectorLength(options.vectorBytes)),
        copyRunBytes(options.copyRunBytes), prefetches(options.prefetch) {}

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

  /// Whether rows of `dim` are written by whole vectors with gaps of `data` in
  /// between.
  bool hasWindows(const LoopDim &dim) const;

  /// Whether stores bypass the cache, so that a fence has to end them.
  bool bypassesCache() const { return streams || streamsLongRows; }

private:
  void emitRow(mlir::ImplicitLocOpBuilder &b, mlir::Value length,
               mlir::Value dataOffset, mlir::Value updatesOffset,
               bool isReversed) const;
  void emitVectorRow(mlir::ImplicitLocOpBuilder &b, mlir::Value length,
                     mlir::Value dataOffset, mlir::Value updatesOffset,
                     bool isReversed) const;
  mlir::Value emitWindows(mlir::ImplicitLocOpBuilder &b, const LoopDim &dim,
                          int64_t step, mlir::Value dataOffset,
                          mlir::Value updatesOffset) const;
  void emitGaps(mlir::ImplicitLocOpBuilder &b, mlir::Value length,
                mlir::Value offset) const;
  void emitStrided(mlir::ImplicitLocOpBuilder &b, const LoopDim &dim,
                   mlir::Value dataOffset, mlir::Value updatesOffset) const;
};

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROW_H
