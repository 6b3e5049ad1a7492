//===- Slice.h - loops over the rows of a slice -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_SLICE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_SLICE_H

#include "Addressing/LoopNest.h"
#include "Row.h"

namespace scatter {

/// Combines a slice whose merged dimensions are `dims`, with strides in `data`
/// and `updates` in that order. The innermost dimension is a row, which is
/// processed by vectors if it is contiguous in `updates`, and contiguous or
/// reversed in `data`.
void emitSlice(mlir::ImplicitLocOpBuilder &b, const RowWriter &writer,
               llvm::ArrayRef<LoopDim> dims, mlir::Value dataOffset,
               mlir::Value updatesOffset);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ROWS_SLICE_H
