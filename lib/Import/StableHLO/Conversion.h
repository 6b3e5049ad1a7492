//===- Conversion.h - the conversion of one op ------------------*- C++ -*-===//
//
// Ops of StableHLO have no C++ classes here and are not verified. A converter
// reads operands by position and attributes by name, and rejects what the
// specification does not allow.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_CONVERSION_H
#define SCATTER_LIB_IMPORT_STABLEHLO_CONVERSION_H

#include "scatter/Import/Utils/Sizes.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
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
  /// first form also checks how many there are, and makes operands the sources
  /// of casts that forget sizes.
  mlir::LogicalResult checkTensors(unsigned operands, unsigned results) const;
  mlir::LogicalResult checkTensors() const;
  /// The same for tensors whose sizes may be known only at run time.
  mlir::LogicalResult checkRanked(unsigned operands, unsigned results) const;
  mlir::LogicalResult checkRanked() const;
  /// Checks that result `i` has the type `expected`, but for dimensions that
  /// are dynamic in one of the types.
  mlir::LogicalResult checkResult(mlir::Type expected, unsigned i = 0) const;

  //===-- Sizes that may be known only at run time ------------------------===//

  Sizes sizes(unsigned i) { return getSizes(b, operand(i)); }
  /// Returns the elements of operand `i`, a vector of `count` integers. Emits a
  /// diagnostic if it is anything else.
  mlir::FailureOr<Sizes> readNumbers(unsigned i, int64_t count);
  /// The same for sizes: the program reports a negative one.
  mlir::FailureOr<Sizes> readSizes(unsigned i, int64_t count);
  /// Makes the program report operand `i` unless `holds`.
  void report(unsigned i, mlir::Value holds, ScatterErrorOperand expectation,
              int64_t at, mlir::OpFoldResult found,
              mlir::OpFoldResult expected);
  /// Makes the program check that dimension `dim` of operand `i`, of size
  /// `found`, has size `expected`. If the sizes are known to differ, emits a
  /// diagnostic.
  mlir::LogicalResult requireSize(unsigned i, int64_t dim,
                                  mlir::OpFoldResult found,
                                  mlir::OpFoldResult expected);
  /// The same for at most the size `limit`.
  mlir::LogicalResult requireAtMost(unsigned i, int64_t dim,
                                    mlir::OpFoldResult found,
                                    mlir::OpFoldResult limit) {
    return requireOrder(i, dim, found, limit, /*isMost=*/true);
  }
  /// The same for at least the size `limit`.
  mlir::LogicalResult requireAtLeast(unsigned i, int64_t dim,
                                     mlir::OpFoldResult found,
                                     mlir::OpFoldResult limit) {
    return requireOrder(i, dim, found, limit, /*isMost=*/false);
  }
  /// Returns the sizes that the operands `which` of equal rank have in common,
  /// and sets `tensors` to them with types of these sizes. They may differ
  /// along dimension `except`.
  mlir::FailureOr<Sizes> alignSizes(llvm::ArrayRef<unsigned> which,
                                    llvm::SmallVectorImpl<mlir::Value> &tensors,
                                    int64_t except = -1);

  mlir::LogicalResult replace(mlir::ValueRange values) {
    results.assign(values.begin(), values.end());
    return mlir::success();
  }

  mlir::Operation *const op;
  mlir::ImplicitLocOpBuilder b;
  /// One for each result of the op. Sizes may be known in one of the types
  /// only.
  llvm::SmallVector<mlir::Value> results;

private:
  mlir::LogicalResult requireOrder(unsigned i, int64_t dim,
                                   mlir::OpFoldResult found,
                                   mlir::OpFoldResult limit, bool isMost);
  mlir::LogicalResult checkTypes(bool allowDynamic) const;
  mlir::LogicalResult checkCounts(unsigned operands, unsigned results) const;
};

/// Returns element `at` of `values`, in row-major order, as a signless scalar.
mlir::Value emitConstantElement(mlir::ImplicitLocOpBuilder &b,
                                mlir::DenseElementsAttr values, int64_t at);

/// Returns element `at` of a vector, or the element of a scalar, as a signless
/// scalar: the value it has been made of, if that is known.
mlir::Value readElement(mlir::ImplicitLocOpBuilder &b, mlir::Value vector,
                        int64_t at);

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
mlir::LogicalResult convertReshape(OpConversion &c);
mlir::LogicalResult convertReverse(OpConversion &c);
mlir::LogicalResult convertSlice(OpConversion &c);
mlir::LogicalResult convertTranspose(OpConversion &c);

/// Broadcasts operand 0 to `sizes` by the attribute `broadcast_dimensions`.
mlir::LogicalResult broadcastInDim(OpConversion &c,
                                   llvm::ArrayRef<mlir::OpFoldResult> sizes);
/// Reshapes operand 0 to `sizes`.
mlir::LogicalResult reshapeOperand(OpConversion &c,
                                   llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Creates a tensor of `sizes` whose elements count along the attribute
/// `iota_dimension`.
mlir::LogicalResult makeIota(OpConversion &c,
                             llvm::ArrayRef<mlir::OpFoldResult> sizes);

// Padding.cpp
mlir::LogicalResult convertPad(OpConversion &c);
/// Pads operand 0 by operand 1. If `low` or `high` are not known at import,
/// they are operands 2 and 3.
mlir::LogicalResult padOperand(OpConversion &c,
                               llvm::ArrayRef<mlir::OpFoldResult> low,
                               llvm::ArrayRef<mlir::OpFoldResult> high,
                               llvm::ArrayRef<int64_t> interior);
/// Returns the sizes of operand 0 after padding: `low` elements before, `high`
/// elements behind and `interior` elements between those of each dimension.
/// Negative `low` and `high` remove elements. Emits a diagnostic if a size is
/// not valid.
mlir::FailureOr<Sizes> getPaddedSizes(OpConversion &c,
                                      llvm::ArrayRef<mlir::OpFoldResult> low,
                                      llvm::ArrayRef<mlir::OpFoldResult> high,
                                      llvm::ArrayRef<int64_t> interior);
/// Pads `tensor` to the sizes `padded` of getPaddedSizes with the element of
/// the rank-0 tensor `element`.
mlir::Value padBy(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor,
                  llvm::ArrayRef<mlir::OpFoldResult> low,
                  llvm::ArrayRef<mlir::OpFoldResult> padded,
                  mlir::Value element, llvm::ArrayRef<int64_t> interior);

// DynamicShapes.cpp
mlir::LogicalResult convertDynamicBroadcastInDim(OpConversion &c);
mlir::LogicalResult convertDynamicIota(OpConversion &c);
mlir::LogicalResult convertDynamicPad(OpConversion &c);
mlir::LogicalResult convertDynamicReshape(OpConversion &c);
mlir::LogicalResult convertGetDimensionSize(OpConversion &c);
mlir::LogicalResult convertRealDynamicSlice(OpConversion &c);

// DynamicSlices.cpp
mlir::LogicalResult convertDynamicSlice(OpConversion &c);
mlir::LogicalResult convertDynamicUpdateSlice(OpConversion &c);

// Gather.cpp, Scatter.cpp, SelectAndScatter.cpp, Reduce.cpp, Contraction.cpp,
// Sort.cpp
mlir::LogicalResult convertGather(OpConversion &c);
mlir::LogicalResult convertScatter(OpConversion &c);
mlir::LogicalResult convertSelectAndScatter(OpConversion &c);
mlir::LogicalResult convertReduce(OpConversion &c);
mlir::LogicalResult convertReduceWindow(OpConversion &c);
mlir::LogicalResult convertDot(OpConversion &c);
mlir::LogicalResult convertDotGeneral(OpConversion &c);
mlir::LogicalResult convertSort(OpConversion &c);
mlir::LogicalResult convertTopK(OpConversion &c);

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
                       mlir::OpFoldResult last);

/// Converts the ops of `block` and of its nested regions in order. Stops at the
/// first op that fails.
mlir::LogicalResult convertBlock(mlir::Block &block);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_CONVERSION_H
