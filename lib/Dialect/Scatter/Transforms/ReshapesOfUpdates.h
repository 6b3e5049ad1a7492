//===- ReshapesOfUpdates.h - producers behind a reshape ---------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_RESHAPESOFUPDATES_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_RESHAPESOFUPDATES_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include <optional>

namespace scatter {

/// What `updates` of an op would be without a reshape.
struct ReshapedUpdates {
  mlir::Operation *reshape;
  mlir::Value source;
  /// The number of dimensions of tuples of `source`.
  int64_t batchRank;
};

/// Returns what moveReshapeOfUpdates would make `updates` of `op`, if all sizes
/// are known to match then. None if the reshape has other uses, and if `data`
/// is a view, whose merged dimensions could be a copy.
std::optional<ReshapedUpdates> getReshapedUpdates(ScatterNDUpdateOp op);

/// Moves the reshape that makes `updates` of `op` to the other operands and to
/// the result, by the patterns of populateFoldReshapesByExpansionPatterns and
/// populateFoldReshapesByCollapsingPatterns, and erases it. Returns the op that
/// replaces `op`. Fails if anything else uses the reshape.
mlir::FailureOr<ScatterNDUpdateOp>
moveReshapeOfUpdates(mlir::RewriterBase &rewriter, ScatterNDUpdateOp op);

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_RESHAPESOFUPDATES_H
