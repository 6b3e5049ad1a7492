//===- Conversion.h - the conversion of one op ------------------*- C++ -*-===//
//
// Ops of StableHLO have no C++ classes here and are not verified. A converter
// reads operands by position and attributes by name, and rejects what the
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

/// An op that is being converted, and the values that replace it.
class OpConversion {
public:
  explicit OpConversion(mlir::Operation *op) : op(op), b(op->getLoc(), op) {}

  /// Begins the diagnostic of a failed conversion with the name of the op. A
  /// conversion emits only one diagnostic.
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
  /// Returns the integers of attribute `name`. Emits a diagnostic if there are
  /// not `count` of them; a negative `count` allows any number.
  mlir::FailureOr<llvm::SmallVector<int64_t>>
  integers(llvm::StringRef name, int64_t count = -1) const;

  /// Checks that all operands and results are tensors of static shape. The
  /// first form also checks how many there are.
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

// CustomCalls.cpp
mlir::LogicalResult convertCustomCall(OpConversion &c);

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

/// Returns the shape of operand 0 after padding: `low` elements before, `high`
/// elements behind and `interior` elements between those of each dimension.
/// Negative `low` and `high` remove elements. Emits a diagnostic if the shape
/// is not valid.
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

/// Whether `op` is the terminator of a region of a StableHLO op.
bool isReturn(mlir::Operation &op);

/// Whether `dims` are distinct dimensions of a tensor of rank `rank`.
bool areDistinctDims(llvm::ArrayRef<int64_t> dims, int64_t rank);

/// Emits the start of a slice: `start`, moved into the range from 0 to `last`.
mlir::Value clampStart(mlir::ImplicitLocOpBuilder &b, mlir::Value start,
                       int64_t last);

/// Converts the ops of `block` and of its nested regions in order. Stops at the
/// first op that fails.
mlir::LogicalResult convertBlock(mlir::Block &block);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_CONVERSION_H
