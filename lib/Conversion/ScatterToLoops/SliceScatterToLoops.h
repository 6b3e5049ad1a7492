//===- SliceScatterToLoops.h - slice_scatter to loops ------------*- C++
//-*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICESCATTERTOLOOPS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICESCATTERTOLOOPS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Emits the loops of an op on memrefs. The op itself stays.
void lowerSliceScatter(mlir::ImplicitLocOpBuilder &b, SliceScatterOp op);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SLICESCATTERTOLOOPS_H
