//===- ScatterGeneric.h - assembly of scatter.generic -----------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_IR_SCATTERGENERIC_H
#define SCATTER_LIB_DIALECT_SCATTER_IR_SCATTERGENERIC_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

namespace scatter {

// The custom directive GenericPolicies: out_of_bounds [...] and
// negative_indices [...], in any order, left out where all are the default.
mlir::ParseResult parseGenericPolicies(mlir::OpAsmParser &parser,
                                       mlir::ArrayAttr &outOfBounds,
                                       mlir::ArrayAttr &negativeIndices);
void printGenericPolicies(mlir::OpAsmPrinter &printer, GenericOp op,
                          mlir::ArrayAttr outOfBounds,
                          mlir::ArrayAttr negativeIndices);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_IR_SCATTERGENERIC_H
