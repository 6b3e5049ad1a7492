//===- CheckIndicesToLoops.h - checks and reports to loops ------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECKINDICESTOLOOPS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECKINDICESTOLOOPS_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Emits the loops of a check on memrefs and returns its result. The op itself
/// stays.
mlir::Value lowerCheckIndices(mlir::ImplicitLocOpBuilder &b, CheckIndicesOp op);

/// Emits the loops of a report on memrefs. The op itself stays.
void lowerReportIndices(mlir::ImplicitLocOpBuilder &b, ReportIndicesOp op);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECKINDICESTOLOOPS_H
