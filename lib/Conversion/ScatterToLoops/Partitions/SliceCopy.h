//===- SliceCopy.h - how threads divide a slice_scatter ---------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SLICECOPY_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SLICECOPY_H

#include "Addressing/FlatBuffer.h"
#include "Rows/Row.h"

namespace scatter {

/// Updates and the slice of `data` that they overwrite: merged dimensions and
/// offsets for emitSlice.
struct SliceCopy {
  RowWriter writer;
  SmallVector<LoopDim> dims;
  SmallVector<Value> offsets;
  /// From how many bytes on threads divide it; null if the plan of the writer
  /// says that.
  Value parallelBytes = {};

  /// The dimensions but for the innermost one, which is a row.
  ArrayRef<LoopDim> getOuterDims() const {
    return ArrayRef(dims).drop_back(dims.empty() ? 0 : 1);
  }
};

/// Emits `copy` as the plan of its writer says.
void emitSliceCopy(IndexBuilder &b, const SliceCopy &copy);

/// Emits `copy` into `data`, which becomes a copy of `source` otherwise, in
/// ascending order and so that each byte is written once. Both have the
/// identity layout; rows of the slice are contiguous or have blocks, and
/// elements have vectors.
void emitSourceSlice(IndexBuilder &b, const SliceCopy &copy,
                     const FlatBuffer &data, const FlatBuffer &source);

/// Copies all of `source` to `data` as `plan` says, divided among threads from
/// `parallelBytes` on if that is not null.
void emitCopyOfAll(IndexBuilder &b, const FlatBuffer &data,
                   const FlatBuffer &source, Type elementType, const Plan &plan,
                   Value parallelBytes = {});

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SLICECOPY_H
