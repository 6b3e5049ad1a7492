//===- StridedRow.h - rows with gaps between their elements -----*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_STRIDEDROW_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_STRIDEDROW_H

#include "Row.h"

namespace scatter {

/// The blocks of vectors that write a strided row. A block of `data` is loaded,
/// the updates are shuffled into their lanes, and the block is stored as a
/// whole. Blocks are adjacent. A block has the smallest number of vectors after
/// which the elements of the slice are in the same lanes again.
struct StridedBlocks {
  /// The distance in `data` from an element of the slice to the next one.
  int64_t step;
  /// The number of elements of a block before its first element of the slice,
  /// in the direction of the step. It is less than the step.
  int64_t lead;
  int64_t vectorLength;

  int64_t getStride() const { return std::abs(step); }
  /// The number of elements of the slice in a block.
  int64_t getUpdates() const;
  /// The number of elements of `data` in a block.
  int64_t getLength() const { return getUpdates() * getStride(); }
  int64_t getVectors() const;
  /// The distance from the first element of the slice to the lowest element of
  /// the first block.
  int64_t getBegin() const;

  /// Returns the blocks of rows along `dim`, or none if blocks cannot write
  /// them. If there are two kinds, the second one has shorter vectors and
  /// continues a row after the first one.
  static SmallVector<StridedBlocks, 2> get(const RowWriter &writer,
                                           const LoopDim &dim);
};

/// Overwrites a row that is not contiguous in `data` or `updates`, or whose
/// element type has no vectors.
void emitStridedRow(IndexBuilder &b, const RowWriter &writer,
                    const LoopDim &dim, ArrayRef<Value> offsets);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_STRIDEDROW_H
