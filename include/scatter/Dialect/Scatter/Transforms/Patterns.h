//===- Patterns.h - patterns between scatter and tensor ops -----*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PATTERNS_H
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PATTERNS_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class RewritePatternSet;
class RewriterBase;
} // namespace mlir

namespace scatter {

class SliceScatterOp;

/// Replaces `op` by a `tensor.insert_slice` at the resolved start. `op` must be
/// on tensors, have nothing to report and no `source`, and its steps must be
/// positive constants; fails otherwise.
mlir::LogicalResult replaceByInsertSlice(mlir::RewriterBase &rewriter,
                                         SliceScatterOp op);

/// Adds the pattern that applies replaceByInsertSlice.
void populateSliceScatterToInsertSlicePatterns(
    mlir::RewritePatternSet &patterns);

/// Adds the pattern that makes a `tensor.insert_slice` that keeps the rank a
/// slice_scatter with the same step, which promises that sizes match. The
/// dialect must be loaded.
void populateInsertSliceToSliceScatterPatterns(
    mlir::RewritePatternSet &patterns);

/// Adds patterns for `tensor.extract_slice` of the result of an update in the
/// same block that has nothing to report: of what a slice_scatter has written
/// it is `updates`, of another part `data`, and of a part of an update that
/// nothing else uses it is the update of this part of `data`. A `tensor.pad` of
/// a slice_scatter with static bounds pads `data`, along axes.
void populateSlicesOfUpdatesPatterns(mlir::RewritePatternSet &patterns);

/// Adds the pattern for a chain of slice_scatter that together overwrite all of
/// `data`: the first one updates a `tensor.empty` instead, which needs no copy.
void populateOverwrittenDataPatterns(mlir::RewritePatternSet &patterns);

/// Adds patterns that move `tensor.expand_shape` of a result to the operands of
/// the update, and `tensor.collapse_shape` of `data` to the result, as
/// linalg::populateFoldReshapeOpsByExpansionPatterns does: the update then has
/// the larger rank. They move dimensions that no index and no bound refers to,
/// of updates that have nothing to report about sizes.
void populateFoldReshapesByExpansionPatterns(mlir::RewritePatternSet &patterns);

/// The inverse of these: the update then has the smaller rank.
void populateFoldReshapesByCollapsingPatterns(
    mlir::RewritePatternSet &patterns);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PATTERNS_H
