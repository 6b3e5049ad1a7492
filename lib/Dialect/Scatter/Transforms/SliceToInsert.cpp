//===- SliceToInsert.cpp - slice_scatter as tensor.insert_slice -----------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/Patterns.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"
#include "scatter/Dialect/Scatter/Utils/SliceBounds.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::replaceByInsertSlice(RewriterBase &rewriter,
                                            SliceScatterOp op) {
  if (!op.getResult() || op.getSource())
    return rewriter.notifyMatchFailure(op, "expected tensors and no source");
  if (!hasKnownSizes(op) || isStaticallyEmpty(op.getUpdatesType()) ||
      isStaticallyEmpty(op.getDataType()))
    return rewriter.notifyMatchFailure(op, "the op may have to report, or has "
                                           "nothing to write");
  for (OpFoldResult step : op.getMixedStep())
    if (getConstantIntValue(step).value_or(0) <= 0)
      return rewriter.notifyMatchFailure(op,
                                         "expected positive constant steps");
  Location loc = op.getLoc();
  IndexBuilder b(loc, rewriter);
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(rewriter, loc, op.getUpdates());
  SlicePosition position = resolvePosition(b, op);
  rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
      op, op.getUpdates(), op.getData(), position.offsets, sizes,
      position.steps);
  return success();
}

namespace {
struct SliceScatterToInsertSlice : OpRewritePattern<SliceScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceScatterOp op,
                                PatternRewriter &rewriter) const override {
    return replaceByInsertSlice(rewriter, op);
  }
};
struct InsertSliceToSliceScatter : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getSourceType().getRank() != op.getDestType().getRank())
      return rewriter.notifyMatchFailure(op, "expected the same ranks");
    for (OpFoldResult stride : op.getMixedStrides())
      if (getConstantIntValue(stride).value_or(0) <= 0)
        return rewriter.notifyMatchFailure(op, "expected constant strides");
    if (op.getDestType().getRank() == 0)
      return rewriter.notifyMatchFailure(op, "expected a dimension");
    Location loc = op.getLoc();
    IndexBuilder b(loc, rewriter);
    SmallVector<OpFoldResult> stops;
    for (auto [offset, size, stride] : llvm::zip_equal(
             op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
      auto get = [&](OpFoldResult entry) {
        return getValueOrCreateConstantIndexOp(b, loc, entry);
      };
      // No position follows the last one before this stop.
      stops.push_back(
          getAsOpFoldResult(b.add(get(offset), b.mul(get(size), get(stride)))));
    }
    auto update = SliceScatterOp::create(rewriter, loc, op.getSource(),
                                         op.getDest(), op.getMixedOffsets(),
                                         stops, op.getMixedStrides());
    update.setSizesMatch(!hasKnownSizes(update));
    update->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, update);
    return success();
  }
};
} // namespace

void scatter::populateInsertSliceToSliceScatterPatterns(
    RewritePatternSet &patterns) {
  patterns.add<InsertSliceToSliceScatter>(patterns.getContext());
}

void scatter::populateSliceScatterToInsertSlicePatterns(
    RewritePatternSet &patterns) {
  patterns.add<SliceScatterToInsertSlice>(patterns.getContext());
}
