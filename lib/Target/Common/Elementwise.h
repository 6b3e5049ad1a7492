//===- Elementwise.h - ops that compute element by element ------*- C++ -*-===//

#ifndef SCATTER_LIB_TARGET_COMMON_ELEMENTWISE_H
#define SCATTER_LIB_TARGET_COMMON_ELEMENTWISE_H

#include "ElementKinds.h"
#include "scatter/Conversion/ImportUtils/Scalars.h"

namespace scatter {

/// Fails unless all operands, which are given, have elements of one type.
mlir::LogicalResult checkElements(NodeConversionBase &c);

/// An op whose operands have one element type, by the name that nodes have.
struct ElementwiseOp {
  llvm::StringLiteral name;
  ScalarEmitter emit;
  /// Whether the result has booleans, else elements as the operands.
  bool isPredicate = false;
};

/// The result of a node, the op `name` of `ops`, which has it.
mlir::LogicalResult replaceElementwise(NodeConversionBase &c,
                                       llvm::ArrayRef<ElementwiseOp> ops,
                                       llvm::StringRef name);

/// Operand 0 with its elements converted to type `to`.
mlir::LogicalResult replaceByCast(NodeConversionBase &c, mlir::Type to);

/// The elements of operand 1 where those of operand 0 hold, else of operand 2.
mlir::LogicalResult replaceBySelect(NodeConversionBase &c);

//===----------------------------------------------------------------------===//
// Scalar forms, as those of Scalars.h
//===----------------------------------------------------------------------===//

template <Comparison comparison>
mlir::Value compare(const ScalarOp &s) {
  return emitCompare(s, comparison);
}

/// The quotient of integers rounded down, of floats its floor.
mlir::Value emitFloorDivide(const ScalarOp &s);
/// The remainder with the sign of the divisor.
mlir::Value emitFloorRemainder(const ScalarOp &s);
/// The absolute value, of unsigned integers as well.
mlir::Value emitMagnitude(const ScalarOp &s);
/// 1 / x of floats.
mlir::Value emitReciprocal(const ScalarOp &s);
/// max(x, 0).
mlir::Value emitRelu(const ScalarOp &s);
/// The sign, of unsigned integers as well.
mlir::Value emitSignOf(const ScalarOp &s);
mlir::Value emitSquare(const ScalarOp &s);
mlir::Value emitSquaredDifference(const ScalarOp &s);

} // namespace scatter

#endif // SCATTER_LIB_TARGET_COMMON_ELEMENTWISE_H
