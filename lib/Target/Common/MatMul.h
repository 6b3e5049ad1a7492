//===- MatMul.h - products of matrices --------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_COMMON_MATMUL_H
#define SCATTER_LIB_TARGET_COMMON_MATMUL_H

#include "NodeConversionBase.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

namespace scatter {

/// contract, of numbers of one type `element`. Sums of floats below 32 bits are
/// rounded once.
mlir::Value contractNumbers(mlir::ImplicitLocOpBuilder &b, mlir::Value lhs,
                            mlir::Value rhs, const ContractionDims &dims,
                            mlir::Type element);

/// Has the program check that dimension `lhsDim` of `lhs`, which operand 0 has
/// become, and `rhsDim` of `rhs`, which operand 1 has, have the same size, and
/// gives both one of that size. Fails, without a diagnostic, if they are known
/// not to.
mlir::LogicalResult requireInnerSize(NodeConversionBase &c, mlir::Value &lhs,
                                     int64_t lhsDim, mlir::Value &rhs,
                                     int64_t rhsDim);

/// Replaces the node by the product of operands 0 and 1 as NumPy's matmul
/// defines it, their last two dimensions exchanged before where that is asked
/// for: a vector is a matrix of one row on the left, of one column on the
/// right, and other dimensions are broadcast. Or reports an error.
mlir::LogicalResult replaceByMatMul(NodeConversionBase &c,
                                    bool transposesLhs = false,
                                    bool transposesRhs = false);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_MATMUL_H
