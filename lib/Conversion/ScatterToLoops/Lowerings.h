//===- Lowerings.h - the lowering of each op --------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_LOWERINGS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_LOWERINGS_H

#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Emit the loops of an op on memrefs. The op itself stays.
void lowerScatterND(mlir::ImplicitLocOpBuilder &b, ScatterNDUpdateOp op,
                    const ScatterToLoopsOptions &options);
void lowerSliceScatter(mlir::ImplicitLocOpBuilder &b, SliceScatterOp op,
                       const ScatterToLoopsOptions &options);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_LOWERINGS_H
