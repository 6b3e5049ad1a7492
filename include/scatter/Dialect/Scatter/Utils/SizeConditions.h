//===- SizeConditions.h - what the ops compare at run time ------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_UTILS_SIZECONDITIONS_H
#define SCATTER_DIALECT_SCATTER_UTILS_SIZECONDITIONS_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/DenseMap.h"

namespace scatter {

class GatherNDOp;
class GenericOp;
class ScatterNDUpdateOp;
class SliceScatterOp;
struct AxisSlice;

/// A condition on the sizes of the operands of an op, or on a step, and the
/// operands of the `scatter.report` that is made if it does not hold.
struct SizeCondition {
  Value holds;
  ViolationKind kind;
  int64_t position, component;
  Value found, expected;
};

/// Returns size `dim` of a ranked tensor or memref as a value of type index. A
/// static size is a constant.
Value getSize(IndexBuilder &b, Value value, int64_t dim);

/// Returns the ranked operand of the tensor.cast and memref.cast ops that
/// `value` is the result of.
Value stripCasts(Value value);

/// What getSize returns.
using GetSizeFn = function_ref<Value(Value value, int64_t dim)>;

/// Emits the conditions (ND4) to (ND6) of `op` that are not known to hold, in
/// the order in which their violations are reported. There are none if `op`
/// promises that its sizes match. What a tensor.cast or memref.cast of an
/// operand asserts is not known to hold. With `checksPromise` the conditions of
/// such a promise are emitted as well.
SmallVector<SizeCondition> emitSizeConditions(IndexBuilder &b,
                                              ScatterNDUpdateOp op,
                                              GetSizeFn getSize,
                                              bool checksPromise = false);

/// The same for (GN3) to (GN6).
SmallVector<SizeCondition> emitSizeConditions(IndexBuilder &b, GatherNDOp op,
                                              GetSizeFn getSize,
                                              bool checksPromise = false);

/// The same for (S6) and (S7).
SmallVector<SizeCondition> emitSizeConditions(IndexBuilder &b,
                                              SliceScatterOp op,
                                              GetSizeFn getSize,
                                              bool checksPromise = false);

/// The same for a slice whose `axes` are resolved, one per dimension of `data`.
SmallVector<SizeCondition>
emitSizeConditions(IndexBuilder &b, SliceScatterOp op, ArrayRef<AxisSlice> axes,
                   GetSizeFn getSize, bool checksPromise = false);

/// The same for (G3) and (G6).
SmallVector<SizeCondition> emitSizeConditions(IndexBuilder &b, GenericOp op,
                                              GetSizeFn getSize,
                                              bool checksPromise = false);

/// A dimension of an operand of a GenericOp.
struct OperandDim {
  /// The code of the operand in reports.
  int64_t code;
  Value operand;
  int64_t dim;
  /// The dimension or component that has this size; null for the last
  /// dimension of an index operand.
  mlir::AffineExpr expr;
};

/// Returns the dimensions of all operands of `op`, in the order in which their
/// sizes are compared: the outs, the inputs, the index operands.
SmallVector<OperandDim> getOperandDims(GenericOp op);

/// Returns the size of each dimension and component of the maps: the first one
/// of an operand, or the first one that is a constant.
llvm::SmallDenseMap<mlir::AffineExpr, Value> getSizesByExpr(GenericOp op,
                                                            GetSizeFn getSize);

/// Returns, for each component of index operand `i` of `op`, an operand and the
/// dimension of it that the component indexes.
SmallVector<std::pair<Value, int64_t>> getIndexedDims(GenericOp op, int64_t i);

/// Returns the location of reports of index operand `i` of `op`. That of
/// operands after the first has their number.
mlir::Location getIndicesLoc(GenericOp op, int64_t i);

/// Emits a `scatter.report` for each of `conditions` that does not hold. The
/// runtime keeps the first report.
void emitReports(IndexBuilder &b, ArrayRef<SizeCondition> conditions);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_SIZECONDITIONS_H
