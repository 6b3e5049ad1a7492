//===- Conversion.h - the conversion of one op ------------------*- C++ -*-===//
//
// An op of StableHLO has no class here and nothing has verified it: a converter
// reads operands and attributes by position and name and refuses what the
// specification does not allow.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_CONVERSION_H
#define SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_CONVERSION_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <optional>

namespace scatter {

/// An op that is converted, and what it is replaced by.
class OpConversion {
public:
  explicit OpConversion(mlir::Operation *op) : op(op), b(op->getLoc(), op) {}

  /// Begins the one diagnostic of a conversion that fails, with the op's name.
  mlir::InFlightDiagnostic error() const;

  mlir::Value operand(unsigned i) const { return op->getOperand(i); }
  mlir::RankedTensorType operandType(unsigned i) const {
    return llvm::cast<mlir::RankedTensorType>(op->getOperand(i).getType());
  }
  mlir::RankedTensorType resultType(unsigned i = 0) const {
    return llvm::cast<mlir::RankedTensorType>(op->getResult(i).getType());
  }
  mlir::Attribute attribute(llvm::StringRef name) const {
    return op->getAttr(name);
  }
  /// The integers of attribute `name`, or a diagnostic. There have to be
  /// `count` of them unless it is negative.
  mlir::FailureOr<llvm::SmallVector<int64_t>>
  integers(llvm::StringRef name, int64_t count = -1) const;

  /// Checks that all operands and results are tensors of static shape, and how
  /// many there are.
  mlir::LogicalResult checkTensors(unsigned operands, unsigned results) const;
  mlir::LogicalResult checkTensors() const;
  /// Checks that result `i` has the type `expected`.
  mlir::LogicalResult checkResult(mlir::Type expected, unsigned i = 0) const;

  mlir::LogicalResult replace(mlir::ValueRange values) {
    results.assign(values.begin(), values.end());
    return mlir::success();
  }

  mlir::Operation *const op;
  mlir::ImplicitLocOpBuilder b;
  /// One for each result of the op, of the same type.
  llvm::SmallVector<mlir::Value> results;
};

/// Sets the results of the conversion, or emits a diagnostic.
using Converter = mlir::LogicalResult (*)(OpConversion &);

//===-- Ops by subject ----------------------------------------------------===//

mlir::LogicalResult convertElementwise(OpConversion &c);

// Movement.cpp
mlir::LogicalResult convertBroadcastInDim(OpConversion &c);
mlir::LogicalResult convertConcatenate(OpConversion &c);
mlir::LogicalResult convertConstant(OpConversion &c);
mlir::LogicalResult convertIota(OpConversion &c);
mlir::LogicalResult convertPad(OpConversion &c);
mlir::LogicalResult convertReshape(OpConversion &c);
mlir::LogicalResult convertReverse(OpConversion &c);
mlir::LogicalResult convertSlice(OpConversion &c);
mlir::LogicalResult convertTranspose(OpConversion &c);

/// The shape that operand 0 has with `low` elements before, `high` elements
/// behind and `interior` elements between those of each dimension; negative
/// `low` and `high` cut off. Emits a diagnostic if there is no such tensor.
mlir::FailureOr<llvm::SmallVector<int64_t>>
getPaddedShape(const OpConversion &c, llvm::ArrayRef<int64_t> low,
               llvm::ArrayRef<int64_t> high, llvm::ArrayRef<int64_t> interior);

// DynamicSlices.cpp
mlir::LogicalResult convertDynamicSlice(OpConversion &c);
mlir::LogicalResult convertDynamicUpdateSlice(OpConversion &c);

// Gather.cpp, Scatter.cpp, SelectAndScatter.cpp, Reduce.cpp, Contraction.cpp
mlir::LogicalResult convertGather(OpConversion &c);
mlir::LogicalResult convertScatter(OpConversion &c);
mlir::LogicalResult convertSelectAndScatter(OpConversion &c);
mlir::LogicalResult convertReduce(OpConversion &c);
mlir::LogicalResult convertReduceWindow(OpConversion &c);
mlir::LogicalResult convertDot(OpConversion &c);
mlir::LogicalResult convertDotGeneral(OpConversion &c);

// ControlFlow.cpp
mlir::LogicalResult convertCase(OpConversion &c);
mlir::LogicalResult convertComposite(OpConversion &c);
mlir::LogicalResult convertIdentity(OpConversion &c);
mlir::LogicalResult convertIf(OpConversion &c);
mlir::LogicalResult convertWhile(OpConversion &c);

/// Whether `op` ends a region of an op of StableHLO.
bool isReturn(mlir::Operation &op);

/// Converts the ops of `block` and of the regions in it, in order, up to the
/// first that fails.
mlir::LogicalResult convertBlock(mlir::Block &block);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_CONVERSION_H
