//===- StridedRow.h - rows with gaps between their elements -----*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_STRIDEDROW_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_STRIDEDROW_H

#include "Row.h"

namespace scatter {

/// The blocks of vectors by which a strided row is written: each is loaded from
/// `data`, its updates are put into their lanes, and it is stored whole. Blocks
/// follow each other. One has as many vectors as bring the elements of the
/// slice to the same lanes again.
struct StridedBlocks {
  /// From an element of the slice to the next in `data`.
  int64_t step;
  /// Elements of a block before its first one of the slice, in the direction
  /// of the step; less than the step.
  int64_t lead;
  int64_t vectorLength;

  int64_t getStride() const { return std::abs(step); }
  /// Elements of the slice in a block.
  int64_t getUpdates() const;
  /// Elements of `data` in a block.
  int64_t getLength() const { return getUpdates() * getStride(); }
  int64_t getVectors() const { return getLength() / vectorLength; }
  /// From the first element of the slice to the lowest of the first block.
  int64_t getBegin() const;

  /// The blocks of rows of `dim`, if these have any.
  static std::optional<StridedBlocks> get(const RowWriter &writer,
                                          const LoopDim &dim);
};

/// The length of a row of `data` whose elements in the slice are `dim`.
Value emitRowLength(IndexBuilder &b, const RowGaps &gaps, const LoopDim &dim);

/// Overwrites a row whose elements do not lie next to each other in `data` and
/// `updates`, or have no vectors.
void emitStridedRow(IndexBuilder &b, const RowWriter &writer,
                    const LoopDim &dim, ArrayRef<Value> offsets);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_STRIDEDROW_H
