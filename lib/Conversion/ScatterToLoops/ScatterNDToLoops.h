//===- ScatterNDToLoops.h - scatter_nd_update to loops ----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SCATTERNDTOLOOPS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SCATTERNDTOLOOPS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Emits the loops of an op on memrefs. The op itself stays.
void lowerScatterND(mlir::ImplicitLocOpBuilder &b, ScatterNDUpdateOp op);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SCATTERNDTOLOOPS_H
