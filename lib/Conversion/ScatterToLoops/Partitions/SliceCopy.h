//===- SliceCopy.h - how threads divide a slice_scatter ---------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SLICECOPY_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SLICECOPY_H

#include "Addressing/FlatBuffer.h"
#include "Rows/Row.h"

namespace scatter {

/// Updates and the slice of `data` that they overwrite. The merged dimensions
/// have strides in `data` and `updates` in that order.
struct SliceCopy {
  RowWriter writer;
  llvm::SmallVector<LoopDim> dims;
  mlir::Value dataOffset, updatesOffset;
};

/// Emits `copy` as the plan of its writer says.
void emitSliceCopy(mlir::ImplicitLocOpBuilder &b, const SliceCopy &copy);

/// Copies all of `source` to `data` as `plan` says.
void emitCopyOfAll(mlir::ImplicitLocOpBuilder &b, const FlatBuffer &data,
                   const FlatBuffer &source, mlir::Type elementType,
                   const Plan &plan);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SLICECOPY_H
