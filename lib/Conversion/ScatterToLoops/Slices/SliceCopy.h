//===- SliceCopy.h - slices that overwrite data -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICES_SLICECOPY_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICES_SLICECOPY_H

#include "Addressing/FlatBuffer.h"
#include "Rows/Row.h"

namespace scatter {

/// Thresholds of a copy in bytes. A null threshold stands for that of the plan.
struct CopyThresholds {
  /// The number of bytes from which threads divide the copy.
  Value parallelBytes = {};
  /// The number of bytes from which the stores are non-temporal. Without effect
  /// if the plan has no non-temporal stores.
  Value nontemporalBytes = {};
};

/// A slice of `data` and the updates that overwrite it, as merged dimensions
/// and offsets for emitSlice.
struct SliceCopy {
  RowWriter writer;
  SmallVector<LoopDim> dims;
  SmallVector<Value> offsets;
  CopyThresholds thresholds = {};

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

/// Emits `copy` as the plan of its writer says.
void emitSliceCopy(IndexBuilder &b, const SliceCopy &copy);

/// Emits `copy` and copies the rest of `data` from `source`. The bytes of
/// `data` are written in ascending order, and each of them once. Both memrefs
/// must have the identity layout. The slice must have elements. Its rows must
/// be contiguous or have StridedBlocks, and the element type must have vectors.
void emitSourceSlice(IndexBuilder &b, const SliceCopy &copy,
                     const FlatBuffer &data, const FlatBuffer &source);

/// Copies all of `source` to `data`, as `plan` and `thresholds` say.
void emitCopyOfAll(IndexBuilder &b, const FlatBuffer &data,
                   const FlatBuffer &source, Type elementType, const Plan &plan,
                   const CopyThresholds &thresholds = {});

/// Returns an i1 that says whether non-temporal stores may write the blocks of
/// a row and pay there: the vectors of all blocks are aligned to cache lines,
/// and little of the row is left after its blocks.
Value emitHasNontemporalBlocks(IndexBuilder &b, const SliceCopy &copy);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICES_SLICECOPY_H
