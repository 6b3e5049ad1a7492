//===- ScatterFold.cpp - folds of the ops ---------------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

using namespace mlir;
using namespace scatter;

/// Whether `op` writes no element and reports no violation: all sizes are
/// static and consistent, and there are no tuples. Slices of size 0 are not
/// written either, but under the policy `error` their tuples are still checked.
static bool doesNothing(ScatterNDUpdateOp op) {
  if (!hasCertainShape(op.getIndices()) || !hasCertainShape(op.getUpdates()) ||
      !hasCertainShape(op.getData()) || !hasConsistentSizes(op))
    return false;
  if (llvm::is_contained(op.getIndicesType().getShape().drop_back(), 0))
    return true;
  return op.getOutOfBounds() != OutOfBounds::error &&
         isStaticallyEmpty(op.getUpdatesType());
}

/// Removes a source that is `data` itself.
template <typename OpT>
static LogicalResult dropOwnSource(OpT op) {
  if (op.getSource() != op.getData())
    return failure();
  op.getSourceMutable().clear();
  return success();
}

LogicalResult ScatterNDUpdateOp::fold(FoldAdaptor,
                                      SmallVectorImpl<OpFoldResult> &results) {
  if (succeeded(dropOwnSource(*this)))
    return success();
  if (!getResult() || !doesNothing(*this))
    return failure();
  results.push_back(getData());
  return success();
}

/// Whether all sizes and bounds are constant and consistent, so that the op
/// reports no violation.
static bool isStaticallyValid(SliceScatterOp op) {
  return op.getStart().empty() && op.getStop().empty() &&
         op.getStep().empty() && hasCertainShape(op.getUpdates()) &&
         hasCertainShape(op.getData()) && hasConsistentSizes(op);
}

/// Whether the slice is all of `data`, in ascending order.
static bool coversData(SliceScatterOp op) {
  for (auto [i, axis] : llvm::enumerate(op.getNormalizedAxes())) {
    int64_t size = op.getDataType().getDimSize(axis);
    std::optional<SliceRange> range = resolveStatic(op, i, size);
    if (!range || range->length != size || (size > 1 && range->step != 1))
      return false;
  }
  return true;
}

LogicalResult SliceScatterOp::fold(FoldAdaptor,
                                   SmallVectorImpl<OpFoldResult> &results) {
  if (succeeded(dropOwnSource(*this)))
    return success();
  if (!getResult() || !isStaticallyValid(*this))
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
