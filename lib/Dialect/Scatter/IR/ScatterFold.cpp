//===- ScatterFold.cpp - folds of the ops ---------------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

using namespace mlir;
using namespace scatter;

static bool isStaticallyEmpty(ShapedType type) {
  return llvm::is_contained(type.getShape(), 0);
}

/// There is no tuple, and nothing that could be reported: the sizes that tie
/// `updates` to the other operands are static and hence verified.
static bool hasNoTuple(ScatterNDUpdateOp op) {
  return op.getIndicesType().hasStaticShape() &&
         op.getUpdatesType().hasStaticShape() &&
         op.getDataType().hasStaticShape() &&
         llvm::is_contained(op.getIndicesType().getShape().drop_back(), 0);
}

/// Slices of size 0 are never written, but under `error` their tuples are
/// still checked.
static bool writesNothing(ScatterNDUpdateOp op) {
  if (hasNoTuple(op))
    return true;
  return op.getOutOfBounds() != OutOfBounds::error &&
         isStaticallyEmpty(op.getUpdatesType()) &&
         op.getIndicesType().hasStaticShape() &&
         op.getUpdatesType().hasStaticShape() &&
         op.getDataType().hasStaticShape();
}

LogicalResult ScatterNDUpdateOp::fold(FoldAdaptor,
                                      SmallVectorImpl<OpFoldResult> &results) {
  if (!getResult() || !writesNothing(*this))
    return failure();
  results.push_back(getData());
  return success();
}

/// Whether every size and bound is a constant, so that the verifier has
/// compared all of them.
static bool isFullyStatic(SliceScatterOp op) {
  return op.getStart().empty() && op.getStop().empty() &&
         op.getStep().empty() && op.getUpdatesType().hasStaticShape() &&
         op.getDataType().hasStaticShape();
}

/// Whether the slice is all of `data`, in ascending order.
static bool coversData(SliceScatterOp op) {
  for (auto [i, axis] : llvm::enumerate(op.getNormalizedAxes())) {
    int64_t size = op.getDataType().getDimSize(axis);
    SliceRange range =
        resolveSlice(op.getStaticStart()[i], op.getStaticStop()[i],
                     op.getStaticStep()[i], size);
    if (range.length != size || (size > 1 && range.step != 1))
      return false;
  }
  return true;
}

LogicalResult SliceScatterOp::fold(FoldAdaptor,
                                   SmallVectorImpl<OpFoldResult> &results) {
  if (!getResult() || !isFullyStatic(*this))
    return failure();
  if (isStaticallyEmpty(getUpdatesType())) {
    results.push_back(getData());
    return success();
  }
  if (!coversData(*this) || getUpdates().getType() != getResult().getType())
    return failure();
  results.push_back(getUpdates());
  return success();
}
