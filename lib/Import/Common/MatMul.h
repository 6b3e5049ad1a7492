//===- MatMul.h - matrix products -------------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_MATMUL_H
#define SCATTER_LIB_IMPORT_COMMON_MATMUL_H

#include "NodeConversionBase.h"
#include "scatter/Import/Utils/Shapes.h"

namespace scatter {

/// Like contract, for numbers of one type `element`. Sums of floats below 32
/// bits are rounded once.
mlir::Value contractNumbers(mlir::ImplicitLocOpBuilder &b, mlir::Value lhs,
                            mlir::Value rhs, const ContractionDims &dims,
                            mlir::Type element);

/// Makes the program check that dimension `lhsDim` of `lhs` and `rhsDim` of
/// `rhs` have the same size, and gives both that size. `lhs` and `rhs` are
/// derived from operands 0 and 1. Fails without a diagnostic if the sizes are
/// known to differ.
mlir::LogicalResult requireInnerSize(NodeConversionBase &c, mlir::Value &lhs,
                                     int64_t lhsDim, mlir::Value &rhs,
                                     int64_t rhsDim);

/// Replaces the node by the matrix product of operands 0 and 1 as NumPy's
/// matmul defines it, or reports an error. Swaps the last two dimensions of an
/// operand first if the flags say so. A vector is a row matrix on the left and
/// a column matrix on the right. Other dimensions are broadcast.
mlir::LogicalResult replaceByMatMul(NodeConversionBase &c,
                                    bool transposesLhs = false,
                                    bool transposesRhs = false);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_MATMUL_H
