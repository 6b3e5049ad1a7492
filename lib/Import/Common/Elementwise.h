//===- Elementwise.h - ops that compute element by element ------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_ELEMENTWISE_H
#define SCATTER_LIB_IMPORT_COMMON_ELEMENTWISE_H

#include "ElementKinds.h"
#include "scatter/Import/Utils/Scalars.h"

namespace scatter {

/// Fails unless all operands are present and have the same element type.
mlir::LogicalResult checkElements(NodeConversionBase &c);

/// An op whose operands have the same element type, with its name in models.
struct ElementwiseOp {
  llvm::StringLiteral name;
  ScalarEmitter emit;
  /// Whether the result is boolean. Otherwise it has the element type of the
  /// operands.
  bool isPredicate = false;
};

/// Replaces the node by the result of the op `name`, which must be in `ops`.
mlir::LogicalResult replaceElementwise(NodeConversionBase &c,
                                       llvm::ArrayRef<ElementwiseOp> ops,
                                       llvm::StringRef name);

/// Replaces the node by operand 0, converted to the element type `to`.
mlir::LogicalResult replaceByCast(NodeConversionBase &c, mlir::Type to);

/// Replaces the node by elements of operand 1 where operand 0 is true, else of
/// operand 2.
mlir::LogicalResult replaceBySelect(NodeConversionBase &c);

//===----------------------------------------------------------------------===//
// Scalar forms, see Scalars.h
//===----------------------------------------------------------------------===//

template <Comparison comparison>
mlir::Value compare(const ScalarOp &s) {
  return emitCompare(s, comparison);
}

/// The quotient rounded down, of integers or floats.
mlir::Value emitFloorDivide(const ScalarOp &s);
/// The remainder, which has the sign of the divisor.
mlir::Value emitFloorRemainder(const ScalarOp &s);
/// The absolute value, also of unsigned integers.
mlir::Value emitMagnitude(const ScalarOp &s);
/// The reciprocal of floats.
mlir::Value emitReciprocal(const ScalarOp &s);
/// max(x, 0).
mlir::Value emitRelu(const ScalarOp &s);
/// The sign, also of unsigned integers.
mlir::Value emitSignOf(const ScalarOp &s);
mlir::Value emitSquaredDifference(const ScalarOp &s);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_ELEMENTWISE_H
