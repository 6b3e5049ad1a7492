//===- SliceScatterCanonicalize.cpp - patterns on slice_scatter -----------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace scatter;

/// Replaces `op` by the same op with other bounds.
static void replaceWithBounds(PatternRewriter &rewriter, SliceScatterOp op,
                              ArrayRef<OpFoldResult> start,
                              ArrayRef<OpFoldResult> stop,
                              ArrayRef<OpFoldResult> step,
                              ArrayRef<int64_t> axes) {
  PlanAttr plan = op.getPlanAttr();
  bool sizesMatch = op.getSizesMatch();
  DictionaryAttr discardable = op->getDiscardableAttrDictionary();
  auto result = rewriter.replaceOpWithNewOp<SliceScatterOp>(
      op, op.getUpdates(), op.getData(), start, stop, step, axes,
      op.getSource());
  result.setPlanAttr(plan);
  result.setSizesMatch(sizesMatch);
  result->setDiscardableAttrs(discardable);
}

/// Whether `data` is the result of kMaxInsertedSlices slices or more.
static bool isInLongChain(Value data) {
  for (int i = 0; i < kMaxInsertedSlices; ++i) {
    if (auto inserted = data.getDefiningOp<tensor::InsertSliceOp>())
      data = inserted.getDest();
    else if (auto update = data.getDefiningOp<SliceScatterOp>())
      data = update.getData();
    else
      return false;
  }
  return true;
}

namespace {

/// Moves constant operands to the static bounds. A constant that the verifier
/// would reject stays an operand, so that it is reported at run time.
struct FoldConstantBounds : OpRewritePattern<SliceScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceScatterOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> start = op.getMixedStart();
    SmallVector<OpFoldResult> stop = op.getMixedStop();
    SmallVector<OpFoldResult> step = op.getMixedStep();
    bool changed = false;
    for (SmallVector<OpFoldResult> *list : {&start, &stop, &step})
      for (OpFoldResult &entry : *list) {
        auto value = dyn_cast<Value>(entry);
        std::optional<int64_t> constant =
            value ? getConstantIntValue(value) : std::nullopt;
        if (!constant || (list == &step && *constant == 0))
          continue;
        entry = rewriter.getIndexAttr(*constant);
        changed = true;
      }
    if (!changed || !fitsUpdates(op, start, stop, step))
      return rewriter.notifyMatchFailure(op, "no bound may become static");
    replaceWithBounds(rewriter, op, start, stop, step, op.getAxes());
    return success();
  }

private:
  /// Whether none of the static lengths that result contradicts `updates`.
  static bool fitsUpdates(SliceScatterOp op, ArrayRef<OpFoldResult> start,
                          ArrayRef<OpFoldResult> stop,
                          ArrayRef<OpFoldResult> step) {
    for (auto [i, axis] : llvm::enumerate(op.getNormalizedAxes())) {
      std::optional<int64_t> first = getConstantIntValue(start[i]);
      std::optional<int64_t> end = getConstantIntValue(stop[i]);
      std::optional<int64_t> stride = getConstantIntValue(step[i]);
      int64_t size = op.getDataType().getDimSize(axis);
      int64_t updates = op.getUpdatesType().getDimSize(axis);
      // A step of 0 gives no length, so it stays an operand.
      if (first && end && stride.value_or(0) != 0 &&
          ShapedType::isStatic(size) && ShapedType::isStatic(updates) &&
          resolveSlice(*first, *end, *stride, size).length != updates)
        return false;
    }
    return true;
  }
};

/// Removes axes whose bounds select the whole dimension. The op must have no
/// dynamic steps: a violation names the entry of the step, whose number would
/// change.
struct DropWholeAxes : OpRewritePattern<SliceScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceScatterOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getStep().empty())
      return rewriter.notifyMatchFailure(op, "a step is dynamic");
    SmallVector<OpFoldResult> start = op.getMixedStart();
    SmallVector<OpFoldResult> stop = op.getMixedStop();
    SmallVector<OpFoldResult> step = op.getMixedStep();
    SmallVector<OpFoldResult> starts, stops, steps;
    SmallVector<int64_t> axes, dims = op.getNormalizedAxes();
    for (auto [i, dim] : llvm::enumerate(dims)) {
      if (isWhole(start[i], stop[i], op.getStaticStep()[i],
                  op.getDataType().getDimSize(dim)))
        continue;
      starts.push_back(start[i]);
      stops.push_back(stop[i]);
      steps.push_back(step[i]);
      axes.push_back(dim);
    }
    if (axes.size() == dims.size())
      return rewriter.notifyMatchFailure(op, "no axis is whole");
    replaceWithBounds(rewriter, op, starts, stops, steps, axes);
    return success();
  }

private:
  static bool isWhole(OpFoldResult start, OpFoldResult stop, int64_t step,
                      int64_t size) {
    std::optional<int64_t> first = getConstantIntValue(start);
    std::optional<int64_t> end = getConstantIntValue(stop);
    if (!first || !end || step != 1)
      return false;
    if (ShapedType::isDynamic(size))
      return *first == 0 && *end == std::numeric_limits<int64_t>::max();
    SliceRange range = resolveSlice(*first, *end, step, size);
    return range.length == size;
  }
};

/// Turns a static slice with step 1 into tensor.insert_slice, which more passes
/// can handle. Slices with other steps stay as they are, because a strided copy
/// is lowered to slower code.
struct ToInsertSlice : OpRewritePattern<SliceScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceScatterOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getResult() || !op.getStart().empty() || !op.getStop().empty() ||
        !op.getStep().empty() || !hasCertainShape(op.getUpdates()) ||
        !hasCertainShape(op.getData()))
      return rewriter.notifyMatchFailure(op, "a size or bound is dynamic");
    if (!hasConsistentSizes(op))
      return rewriter.notifyMatchFailure(op, "sizes contradict each other");
    if (isInLongChain(op.getData()))
      return rewriter.notifyMatchFailure(op, "the chain of slices is long");
    ArrayRef<int64_t> sizes = op.getDataType().getShape();
    SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
    for (auto [i, axis] : llvm::enumerate(op.getNormalizedAxes())) {
      std::optional<SliceRange> range = resolveStatic(op, i, sizes[axis]);
      // A slice with a single position has no step.
      if (!range || (range->length > 1 && range->step != 1))
        return rewriter.notifyMatchFailure(op, "a step is not 1");
      // The offset of an empty slice may be one past the end.
      offsets[axis] =
          rewriter.getIndexAttr(range->length > 0 ? range->start : 0);
    }
    SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, op.getUpdates(), op.getData(), offsets,
        getAsIndexOpFoldResult(getContext(), op.getUpdatesType().getShape()),
        strides);
    return success();
  }
};

/// slice_scatter(u2, slice_scatter(u1, d)) of the same slice needs only d,
/// because u1 is overwritten. The remaining op reports the violations of both,
/// at the location of the inner op.
struct SkipOverwrittenSlice : OpRewritePattern<SliceScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceScatterOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getData().getDefiningOp<SliceScatterOp>();
    if (!op.getResult() || !inner || inner.getAxes() != op.getAxes() ||
        inner.getMixedStart() != op.getMixedStart() ||
        inner.getMixedStop() != op.getMixedStop() ||
        inner.getMixedStep() != op.getMixedStep())
      return rewriter.notifyMatchFailure(op, "'data' is no such slice");
    // With equal bounds and equal static shapes of `updates` both ops report
    // the same violations. Dynamic sizes could differ, and a cast to a static
    // size may be wrong.
    bool haveEqualShapes = inner.getUpdates() == op.getUpdates() ||
                           (inner.getUpdatesType() == op.getUpdatesType() &&
                            hasCertainShape(inner.getUpdates()) &&
                            hasCertainShape(op.getUpdates()));
    if (!haveEqualShapes)
      return rewriter.notifyMatchFailure(op, "sizes of updates may differ");
    rewriter.modifyOpInPlace(op, [&] {
      op.getDataMutable().assign(inner.getData());
      op->setLoc(rewriter.getFusedLoc({inner.getLoc(), op.getLoc()}));
    });
    return success();
  }
};

} // namespace

void SliceScatterOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<FoldConstantBounds, DropWholeAxes, ToInsertSlice,
               SkipOverwrittenSlice>(context);
}
