//===- Lowerings.h - the lowering of each op --------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_LOWERINGS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_LOWERINGS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Emit the loops of an op on memrefs. The op itself stays.
void lowerScatterND(mlir::ImplicitLocOpBuilder &b, ScatterNDUpdateOp op);
void lowerSliceScatter(mlir::ImplicitLocOpBuilder &b, SliceScatterOp op);

/// The same for a copy of all of `copied` to the `data` of `op`, see
/// findCopyBefore, and `op` after it; in one pass where rows allow that.
void lowerCopyAndSlice(mlir::ImplicitLocOpBuilder &b, mlir::Value copied,
                       SliceScatterOp op);

/// Lowers each slice_scatter below `root` that findCopyBefore finds a copy for,
/// together with the copy. Erases both.
void lowerCopiedSlices(mlir::Operation *root);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_LOWERINGS_H
