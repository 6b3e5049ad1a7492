//===- Reshape.h - a reshape of the operands of an op -----------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_RESHAPE_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_RESHAPE_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace scatter {

using Groups = llvm::SmallVector<mlir::ReassociationIndices>;

/// The dimensions of an operand: first those of the tuples, then some that keep
/// their places, then those of the slice.
struct OperandLayout {
  bool hasTuples;
  int64_t numFixed;
  bool hasSlice;
};

/// The operands of an op that have dimensions, and what its result has.
struct OperandLayouts {
  explicit OperandLayouts(ScatterNDUpdateOp op)
      : tupleRank(op.getBatchRank()),
        sliceRank(op.getDataRank() - op.getIndexDepth()),
        operands{{true, 1, false},
                 {true, 0, true},
                 {false, op.getIndexDepth(), true}},
        result(operands[2]) {}
  explicit OperandLayouts(GatherNDOp op)
      : tupleRank(op.getBatchRank()), numBatchDims(op.getNumBatchDims()),
        sliceRank(op.getSliceRank()),
        operands{{true, 1, false},
                 {false, op.getFirstSliceDim(), true},
                 {true, 0, true}},
        result(operands[2]) {}
  explicit OperandLayouts(SliceScatterOp op)
      : sliceRank(op.getDataRank()),
        operands{{false, 0, true}, {false, 0, true}}, result(operands[1]),
        axes(op.getNormalizedAxes()) {}

  int64_t tupleRank = 0, numBatchDims = 0, sliceRank = 0;
  llvm::SmallVector<OperandLayout, 3> operands;
  OperandLayout result;
  llvm::SmallVector<int64_t> axes;
};

/// What a reshape of one operand or of the result means for an op.
class Reshape {
public:
  /// The reshape of a value with `layout`; `expands` says that the op has the
  /// smaller rank before. `groups` has the dimensions of the larger rank for
  /// each dimension of the smaller one, `shape` their sizes. Fails where
  /// dimensions that are merged differ for the op, or one of them is indexed.
  static mlir::FailureOr<Reshape>
  get(const OperandLayouts &op, const OperandLayout &layout,
      llvm::ArrayRef<mlir::ReassociationIndices> groups,
      llvm::ArrayRef<int64_t> shape, bool expands);

  /// Whether `type`, an operand of the op, can be reshaped.
  bool canApply(mlir::ShapedType type, const OperandLayout &layout) const;

  /// Returns `value` with the rank that the op has afterwards. `sizes` are
  /// those of `shape`.
  mlir::Value apply(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                    const OperandLayout &layout,
                    llvm::ArrayRef<mlir::OpFoldResult> sizes) const;

  /// Returns `value`, a result of type `type` with the rank that the op has
  /// afterwards, with the rank that it had before.
  mlir::Value revert(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                     const OperandLayout &layout, mlir::RankedTensorType type,
                     llvm::ArrayRef<mlir::OpFoldResult> sizes) const;

  /// The number of dimensions of tuples afterwards.
  int64_t getTupleRank() const {
    return expands ? llvm::sum_of(tuples) : tuples.size();
  }

  /// Axes of the op afterwards.
  llvm::SmallVector<int64_t> getAxes(llvm::ArrayRef<int64_t> axes) const;

private:
  llvm::SmallVector<mlir::ReassociationIndices>
  getGroups(const OperandLayout &layout) const;
  llvm::SmallVector<int64_t> getSources(const OperandLayout &layout) const;

  bool expands = false;
  /// The sizes of each dimension of the tuples and of the slice.
  llvm::SmallVector<int64_t> tuples, slice;
  /// The sizes that are given, and for each dimension of the larger rank of the
  /// tuples and then of the slice the number of its size, or -1.
  llvm::SmallVector<int64_t> shape, sources;
};

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_RESHAPE_H
