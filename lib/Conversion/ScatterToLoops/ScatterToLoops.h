//===- ScatterToLoops.h - ops on memrefs to loops ---------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SCATTERTOLOOPS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SCATTERTOLOOPS_H

#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

// Each function emits the loops of an op on memrefs and returns the result of
// the op, if it has one. The caller replaces or erases the op.
void lowerScatterND(IndexBuilder &b, ScatterNDUpdateOp op);
void lowerGatherND(IndexBuilder &b, GatherNDOp op);
void lowerSliceScatter(IndexBuilder &b, SliceScatterOp op);
Value lowerCheckIndices(IndexBuilder &b, CheckIndicesOp op);
void lowerGeneric(IndexBuilder &b, GenericOp op);
void lowerReportIndices(IndexBuilder &b, ReportIndicesOp op);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_SCATTERTOLOOPS_H
