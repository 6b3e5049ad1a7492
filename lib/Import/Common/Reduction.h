//===- Reduction.h - reductions along axes ----------------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_REDUCTION_H
#define SCATTER_LIB_IMPORT_COMMON_REDUCTION_H

#include "NodeConversionBase.h"
#include "scatter/Import/Utils/Scalars.h"

namespace scatter {

/// Makes a tensor of rank 0 that holds a constant of type `element`.
mlir::Value makeScalarConstant(NodeConversionBase &c, mlir::Attribute value,
                               mlir::Type element);

/// Returns the least (or greatest) value of a type of numbers or booleans.
mlir::Attribute getExtreme(mlir::Type element, bool isLeast);

/// Converts `value` to an attribute of a type of numbers.
mlir::Attribute getNumberAttr(mlir::Type element, double value);

/// Converts floats of less than 32 bits to f32. A sum of them would stop
/// growing at 2048 for f16 and at 256 for bf16. Other values stay.
mlir::Value widen(NodeConversionBase &c, mlir::Value value);

/// Converts the elements of `value` to `element`, if they have another type.
mlir::Value convertElements(NodeConversionBase &c, mlir::Value value,
                            mlir::Type element);

/// Reduces `input` along `axes` by `emit`, beginning with `init`.
mlir::Value reduceBy(NodeConversionBase &c, mlir::Value input,
                     llvm::ArrayRef<int64_t> axes, mlir::Attribute init,
                     ScalarEmitter emit);

/// A reduction: elements are changed by `before` and combined, and the result
/// is changed by `after`. Both may be null.
struct Reducer {
  llvm::StringLiteral name;
  ScalarEmitter combine;
  ScalarEmitter before = nullptr, after = nullptr;

  /// Whether a result is one of the elements.
  bool isExtreme() const {
    return combine == emitMaximum || combine == emitMinimum;
  }
};

/// Reduces `input` along `axes` by `reducer`.
mlir::Value reduceBy(NodeConversionBase &c, mlir::Value input,
                     llvm::ArrayRef<int64_t> axes, const Reducer &reducer);

/// Returns the sizes without `axes`, or with size 1 for them.
Sizes getReducedSizes(llvm::ArrayRef<mlir::OpFoldResult> sizes,
                      llvm::ArrayRef<int64_t> axes, bool keepsDims);

/// Divides `value` by the number of elements of operand 0 along `axes`.
mlir::Value divideByCount(NodeConversionBase &c, mlir::Value value,
                          llvm::ArrayRef<int64_t> axes);

/// Replaces the node by the softmax of operand 0 along `axes`, or by its
/// logarithm, or reports an error.
mlir::LogicalResult replaceBySoftmax(NodeConversionBase &c,
                                     llvm::ArrayRef<int64_t> axes,
                                     bool isLogarithm);

/// Combines `lhs` and `rhs` by `emit`. `rhs` is broadcast to the type of `lhs`.
mlir::Value combineBy(NodeConversionBase &c, mlir::Value lhs, mlir::Value rhs,
                      ScalarEmitter emit);

/// Applies `emit` to each element of `value`.
mlir::Value mapBy(NodeConversionBase &c, mlir::Value value, ScalarEmitter emit);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_REDUCTION_H
