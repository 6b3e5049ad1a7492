//===- SliceCopy.h - slices that overwrite data -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICES_SLICECOPY_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICES_SLICECOPY_H

#include "Addressing/FlatBuffer.h"
#include "Rows/Row.h"

namespace scatter {

/// How the size of a copy decides how it is made.
struct CopyPlan {
  /// The number of threads that divide a copy of at least `parallelBytes`.
  int64_t threads;
  IndexOperand parallelBytes;
  /// The minimum of bytes for non-temporal stores, if there are any.
  std::optional<IndexOperand> nontemporalBytes = {};

  static CopyPlan get(const Plan &plan);
};

/// A slice of `data` and the updates that overwrite it, as merged dimensions
/// and offsets for emitSlice.
struct SliceCopy {
  RowWriter writer;
  SmallVector<LoopDim> dims;
  SmallVector<Value> offsets;
  CopyPlan plan;

  /// Returns the positions of `range` of the outermost dimension.
  SliceCopy onRange(IndexBuilder &b, const Chunk &range) const;

  /// Returns all dimensions but the innermost one, which is a row.
  ArrayRef<LoopDim> getOuterDims() const {
    return ArrayRef(dims).drop_back(dims.empty() ? 0 : 1);
  }

  /// Returns the number of elements of `data` that a row spans, including the
  /// gaps of the writer. There must be a row.
  Value getRowLength() const {
    return writer.gaps ? writer.gaps->length : dims.back().size;
  }
};

/// Emits `copy` as its plan says.
void emitSliceCopy(IndexBuilder &b, const SliceCopy &copy);

/// Emits `copy` and copies the rest of `data` from `source`. The bytes of
/// `data` are written in ascending order, and each of them once. Both memrefs
/// must have the identity layout. The slice must have elements. Its rows must
/// be contiguous or have StridedBlocks, and the element type must have vectors.
void emitSourceSlice(IndexBuilder &b, const SliceCopy &copy,
                     const FlatBuffer &data, const FlatBuffer &source);

/// Copies all of `source` to `data` as `copyPlan` says, rows as `plan` says.
void emitCopyOfAll(IndexBuilder &b, const FlatBuffer &data,
                   const FlatBuffer &source, Type elementType, const Plan &plan,
                   const CopyPlan &copyPlan);

/// Returns an i1 that says whether non-temporal stores may write the blocks of
/// a row and pay there: the vectors of all blocks are aligned to cache lines,
/// and little of the row is left after its blocks.
Value emitHasNontemporalBlocks(IndexBuilder &b, const SliceCopy &copy);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICES_SLICECOPY_H
