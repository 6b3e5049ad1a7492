//===- Patterns.h - patterns between scatter and tensor ops -----*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_PATTERNS_H
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_PATTERNS_H

#include "mlir/Support/LLVM.h"

#include <functional>

namespace mlir {
class Operation;
class RewritePatternSet;
class RewriterBase;
class Type;
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

/// Adds patterns for `tensor.extract_slice` of the result of an op in the same
/// block that has no sizes to report: of what a slice_scatter has written it is
/// `updates`, of another part `data`, and of a part of an update or a gather
/// that nothing else uses it is the op on the operands of this part, if that
/// checks the same indices.
void populateSlicesOfUpdatesPatterns(mlir::RewritePatternSet &patterns);

/// Adds patterns for `tensor.pad` of the result of an op in the same block. One
/// of a tensor.insert_slice, or of a slice_scatter with static bounds along its
/// axes, pads `data`; one of a scatter_nd_update whose tuples are in bounds and
/// not negative pads `data` after the last position of indexed dimensions.
void populateBubbleUpPadsPatterns(mlir::RewritePatternSet &patterns);

/// The inverse of these: what is padded is updated where the positions are
/// known to be in there, and then padded. Tuples are constants if dimensions
/// that they index are padded. Slices of a scatter_nd_update without reduction,
/// or with a minimum or maximum, may be padded if `updates` is padded like
/// them.
void populatePushDownPadsPatterns(mlir::RewritePatternSet &patterns);

/// Adds the pattern for a chain of slice_scatter, or of static
/// tensor.insert_slice into a constant, a fill or a pad, that together
/// overwrite all of `data`: the first one updates a `tensor.empty` instead,
/// which needs no copy. If they overwrite all padding of a `tensor.pad`, what
/// it pads is inserted into the `tensor.empty`.
void populateOverwrittenDataPatterns(mlir::RewritePatternSet &patterns);

/// Adds patterns that move `tensor.expand_shape` of a result to the operands of
/// the op, and `tensor.collapse_shape` of an operand to the other operands and
/// the result, as linalg::populateFoldReshapeOpsByExpansionPatterns does: the
/// op then has the larger rank. They move dimensions of tuples, other than
/// batch dimensions, and of slices that no index and no bound refers to.
/// Reports number tuples in row-major order, so that they are the same. Ops
/// that may have to report sizes stay.
void populateFoldReshapesByExpansionPatterns(mlir::RewritePatternSet &patterns);

/// The inverse of these: the op then has the smaller rank.
void populateFoldReshapesByCollapsingPatterns(
    mlir::RewritePatternSet &patterns);

/// Whether a conversion of elements may move through `op`, which then has
/// elements of type `element`.
using ControlCastFn =
    std::function<bool(mlir::Operation *op, mlir::Type element)>;

/// Adds patterns that move a conversion of the elements of a result, an op of
/// arith on tensors or in a linalg.generic, to the operands of the update or
/// gather, where this gives the same bits. A conversion that undoes one of the
/// operand disappears. With `control` only through ops of which it says so.
void populateBubbleUpCastsPatterns(mlir::RewritePatternSet &patterns,
                                   const ControlCastFn &control = nullptr);

/// The inverse of these: `updates` and `data` that are converted by the same op
/// become a converted result.
void populatePushDownCastsPatterns(mlir::RewritePatternSet &patterns,
                                   const ControlCastFn &control = nullptr);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_PATTERNS_H
