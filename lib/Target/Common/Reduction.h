//===- Reduction.h - elements combined along axes ---------------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_COMMON_REDUCTION_H
#define SCATTER_LIB_TARGET_COMMON_REDUCTION_H

#include "NodeConversionBase.h"
#include "scatter/Conversion/ImportUtils/Scalars.h"

namespace scatter {

/// A constant of type `element` in a rank-0 tensor.
mlir::Value makeScalarConstant(NodeConversionBase &c, mlir::Attribute value,
                               mlir::Type element);

/// The least (or greatest) value of a type of numbers or booleans.
mlir::Attribute getExtreme(mlir::Type element, bool isLeast);

/// `value` as an element of a type of numbers.
mlir::Attribute getNumberAttr(mlir::Type element, double value);

/// The shape without `axes`, or with 1 in their place.
llvm::SmallVector<int64_t> getReducedShape(llvm::ArrayRef<int64_t> shape,
                                           llvm::ArrayRef<int64_t> axes,
                                           bool keepsDims);

/// Combines the elements of `input` along `axes` by `emit`, from `init` on.
mlir::Value reduceBy(NodeConversionBase &c, mlir::Value input,
                     llvm::ArrayRef<int64_t> axes, mlir::Attribute init,
                     ScalarEmitter emit);

/// The sizes without those of `axes`, or with 1 in their place.
Sizes getReducedSizes(llvm::ArrayRef<mlir::OpFoldResult> sizes,
                      llvm::ArrayRef<int64_t> axes, bool keepsDims);

/// `value` divided by the number of elements of operand 0 along `axes`.
mlir::Value divideByCount(NodeConversionBase &c, mlir::Value value,
                          llvm::ArrayRef<int64_t> axes);

/// Replaces the node by the softmax of operand 0 along `axes`, or its
/// logarithm; or reports an error.
mlir::LogicalResult replaceBySoftmax(NodeConversionBase &c,
                                     llvm::ArrayRef<int64_t> axes,
                                     bool isLogarithm);

/// `value` with `emit` applied to each element.
mlir::Value mapBy(NodeConversionBase &c, mlir::Value value, ScalarEmitter emit);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_REDUCTION_H
