//===- PadsOfUpdates.cpp - pads move through updates ----------------------===//
//
// An update whose positions are in what is padded may be made before or after
// the padding.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/ConstantIndices.h"
#include "scatter/Dialect/Scatter/IR/Reductions.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/Patterns.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace scatter;

/// Returns the OpT whose result `pad` pads, if nothing else uses it.
template <typename OpT>
static OpT getPadded(tensor::PadOp pad) {
  auto op = pad.getSource().getDefiningOp<OpT>();
  return op && op->hasOneUse() && op->getBlock() == pad->getBlock() ? op
                                                                    : OpT();
}

static bool padsBefore(tensor::PadOp pad, int64_t dim) {
  return !isConstantIntValue(pad.getMixedLowPad()[dim], 0);
}

static bool padsAfter(tensor::PadOp pad, int64_t dim) {
  return !isConstantIntValue(pad.getMixedHighPad()[dim], 0);
}

/// Returns `data` padded as `pad` does.
static Value padData(RewriterBase &rewriter, tensor::PadOp pad, Value data) {
  auto padded = cast<tensor::PadOp>(rewriter.clone(*pad));
  rewriter.modifyOpInPlace(padded,
                           [&] { padded.getSourceMutable().assign(data); });
  return padded;
}

namespace {
/// The positions of a slice along an axis; there is at least one.
struct ResolvedSlice {
  int64_t first, last, step;

  void move(int64_t distance) {
    first += distance;
    last += distance;
  }
  /// The stop after `last`; -1 would count from the end.
  int64_t getStop() const {
    int64_t stop = step > 0 ? last + 1 : last - 1;
    return stop < 0 ? ShapedType::kDynamic + 1 : stop;
  }
};
} // namespace

/// Returns what `op` writes along its axis number `i` if it is static and not
/// empty.
static std::optional<ResolvedSlice> resolveAxis(SliceScatterOp op, unsigned i) {
  int64_t size = op.getDataType().getDimSize(op.getNormalizedAxes()[i]);
  std::optional<SliceRange> range = resolveStatic(op, i, size);
  if (!range || range->length == 0)
    return std::nullopt;
  // Both are positions of the axis.
  return ResolvedSlice{range->start,
                       range->start + (range->length - 1) * range->step,
                       range->step};
}

namespace {

/// pad(update(u, d)) -> update(u, pad(d)) for tuples that are in bounds of the
/// padded `data`, and stay where they are: none counts from its end.
struct PadBeforeTuples : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp pad,
                                PatternRewriter &rewriter) const override {
    auto op = getPadded<ScatterNDUpdateOp>(pad);
    if (!op || !hasKnownSizes(op) ||
        op.getOutOfBounds() != OutOfBounds::undefined ||
        op.getNegativeIndices() != NegativeIndices::reject)
      return failure();
    for (int64_t dim = 0; dim < op.getDataRank(); ++dim)
      if (padsBefore(pad, dim) ||
          (dim >= op.getIndexDepth() && padsAfter(pad, dim)))
        return failure();
    Value data = padData(rewriter, pad, op.getData());
    auto update = cast<ScatterNDUpdateOp>(
        mlir::clone(rewriter, op, data.getType(),
                    {op.getIndices(), op.getUpdates(), data}));
    update.removePlanAttr();
    rewriter.replaceOp(pad, update);
    return success();
  }
};

/// pad(insert_slice(u, d)) -> insert_slice(u, pad(d))
struct PadBeforeInsertion : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp pad,
                                PatternRewriter &rewriter) const override {
    auto op = getPadded<tensor::InsertSliceOp>(pad);
    if (!op)
      return failure();
    Location loc = op.getLoc();
    IndexBuilder b(loc, rewriter);
    SmallVector<OpFoldResult> offsets;
    for (auto [offset, low] :
         llvm::zip_equal(op.getMixedOffsets(), pad.getMixedLowPad()))
      offsets.push_back(getAsOpFoldResult(
          b.add(getValueOrCreateConstantIndexOp(b, loc, offset),
                getValueOrCreateConstantIndexOp(b, loc, low))));
    Value data = padData(rewriter, pad, op.getDest());
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        pad, op.getSource(), data, offsets, op.getMixedSizes(),
        op.getMixedStrides());
    return success();
  }
};

/// pad(slice_scatter(u, d)) -> slice_scatter(u, pad(d)), for static bounds
struct PadBeforeSlice : OpRewritePattern<tensor::PadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::PadOp pad,
                                PatternRewriter &rewriter) const override {
    auto op = getPadded<SliceScatterOp>(pad);
    if (!op || !hasKnownSizes(op) || isStaticallyEmpty(op.getUpdatesType()))
      return failure();
    SmallVector<int64_t> axes = op.getNormalizedAxes();
    for (int64_t dim = 0; dim < op.getDataRank(); ++dim)
      if (!llvm::is_contained(axes, dim) &&
          (padsBefore(pad, dim) || padsAfter(pad, dim)))
        return failure();
    SmallVector<OpFoldResult> starts, stops;
    for (auto [i, axis] : llvm::enumerate(axes)) {
      std::optional<ResolvedSlice> slice = resolveAxis(op, i);
      std::optional<int64_t> low =
          getConstantIntValue(pad.getMixedLowPad()[axis]);
      int64_t end;
      if (!slice || !low || *low < 0 ||
          llvm::AddOverflow(*low, op.getDataType().getDimSize(axis), end))
        return failure();
      slice->move(*low);
      starts.push_back(rewriter.getIndexAttr(slice->first));
      stops.push_back(rewriter.getIndexAttr(slice->getStop()));
    }
    Value data = padData(rewriter, pad, op.getData());
    auto update =
        SliceScatterOp::create(rewriter, op.getLoc(), op.getUpdates(), data,
                               starts, stops, op.getMixedStep(), axes);
    update.setSizesMatch(!hasKnownSizes(update));
    update->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(pad, update);
    return success();
  }
};

} // namespace

static bool isUnpadded(tensor::PadOp pad, int64_t dim) {
  return !padsBefore(pad, dim) && !padsAfter(pad, dim);
}

/// Returns the pad that computes `data` of `op` and that nothing else needs.
static tensor::PadOp getPad(Value data, Operation *op) {
  auto pad = data.getDefiningOp<tensor::PadOp>();
  return pad && pad->hasOneUse() && pad->getBlock() == op->getBlock()
             ? pad
             : tensor::PadOp();
}

/// The positions along dimension `dim` that the source of `pad` has in the
/// result: `size` from `begin` on.
struct SourceRange {
  int64_t begin, size;
};
static std::optional<SourceRange> getSourceRange(tensor::PadOp pad,
                                                 int64_t dim) {
  std::optional<int64_t> low = getConstantIntValue(pad.getMixedLowPad()[dim]);
  int64_t size = pad.getSourceType().getDimSize(dim);
  if (!low || *low < 0 || ShapedType::isDynamic(size))
    return std::nullopt;
  return SourceRange{*low, size};
}

/// Returns `position` of the result of `pad` as a position of its source, or
/// none if it is not in there.
static std::optional<int64_t> toSource(SourceRange range, int64_t position) {
  if (position < range.begin || position - range.begin >= range.size)
    return std::nullopt;
  return position - range.begin;
}

/// Returns the tuples of `op` as tuples of the source of `pad`, if they are
/// constants and all in there, else null.
static DenseIntElementsAttr shiftTuples(ScatterNDUpdateOp op,
                                        tensor::PadOp pad) {
  DenseIntElementsAttr indices = getConstantIndices(op.getIndices());
  if (!indices || !hasFewIndices(indices))
    return {};
  SmallVector<SourceRange> ranges;
  for (int64_t dim = 0; dim < op.getIndexDepth(); ++dim) {
    std::optional<SourceRange> range = getSourceRange(pad, dim);
    if (!range || op.getDataType().isDynamicDim(dim))
      return {};
    ranges.push_back(*range);
  }
  bool isUnsigned = indices.getElementType().isUnsignedInteger();
  SmallVector<APInt> shifted;
  for (auto [i, index] : llvm::enumerate(indices.getValues<APInt>())) {
    int64_t component = i % op.getIndexDepth();
    if (isUnsigned && index.getActiveBits() >= 64)
      return {};
    int64_t position = isUnsigned ? index.getZExtValue() : index.getSExtValue();
    if (position < 0 && op.getNegativeIndices() == NegativeIndices::wrap)
      position += op.getDataType().getDimSize(component);
    std::optional<int64_t> moved = toSource(ranges[component], position);
    if (!moved)
      return {};
    shifted.push_back(APInt(index.getBitWidth(), *moved));
  }
  return DenseIntElementsAttr::get(indices.getType(), shifted);
}

/// Whether both values are the same constant or the same value.
static bool areSame(Value lhs, Value rhs) {
  if (!lhs || !rhs || lhs == rhs)
    return lhs && rhs;
  auto a = lhs.getDefiningOp<arith::ConstantOp>();
  auto b = rhs.getDefiningOp<arith::ConstantOp>();
  return a && b && a.getValue() == b.getValue();
}

/// Returns what `updates` of `op` pads like `pad` pads the slices, or null. The
/// padding of a slice is overwritten by, or compared with, the same value.
static Value getUnpaddedUpdates(ScatterNDUpdateOp op, tensor::PadOp pad) {
  tensor::PadOp other = getPad(op.getUpdates(), op);
  if (!other ||
      !areSame(other.getConstantPaddingValue(),
               pad.getConstantPaddingValue()) ||
      (op.getReduction() != Reduction::none &&
       !comparesElements(op.getReduction())))
    return {};
  for (int64_t dim = 0; dim < op.getUpdatesType().getRank(); ++dim) {
    int64_t slice = dim - op.getBatchRank() + op.getIndexDepth();
    bool isSame =
        dim < op.getBatchRank()
            ? isUnpadded(other, dim)
            : isEqualConstantIntOrValue(other.getMixedLowPad()[dim],
                                        pad.getMixedLowPad()[slice]) &&
                  isEqualConstantIntOrValue(other.getMixedHighPad()[dim],
                                            pad.getMixedHighPad()[slice]);
    if (!isSame)
      return {};
  }
  return other.getSource();
}

namespace {

/// update(u, pad(d)) -> pad(update(u, d)) for tuples that are known to be in
/// what is padded. Slices may be padded if `u` is padded in the same way.
struct PadAfterTuples : OpRewritePattern<ScatterNDUpdateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterNDUpdateOp op,
                                PatternRewriter &rewriter) const override {
    tensor::PadOp pad = getPad(op.getData(), op);
    if (!pad || !hasKnownSizes(op))
      return failure();
    int64_t depth = op.getIndexDepth();
    auto pads = [&](int64_t begin, int64_t end) {
      return llvm::any_of(llvm::seq(begin, end),
                          [&](int64_t dim) { return !isUnpadded(pad, dim); });
    };
    Value indices = op.getIndices(), updates = op.getUpdates();
    if (pads(depth, op.getDataRank()) &&
        !(updates = getUnpaddedUpdates(op, pad)))
      return failure();
    if (pads(0, depth)) {
      DenseIntElementsAttr shifted = shiftTuples(op, pad);
      if (!shifted)
        return failure();
      indices = arith::ConstantOp::create(rewriter, indices.getLoc(), shifted);
    }
    auto update = cast<ScatterNDUpdateOp>(
        mlir::clone(rewriter, op, pad.getSourceType(),
                    {indices, updates, pad.getSource()}));
    update.removePlanAttr();
    if (!hasKnownSizes(update))
      update.setSizesMatch(true);
    rewriter.replaceOp(op, padData(rewriter, pad, update.getResult()));
    return success();
  }
};

/// insert_slice(u, pad(d)) -> pad(insert_slice(u, d))
struct PadAfterInsertion : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    tensor::PadOp pad = getPad(op.getDest(), op);
    if (!pad)
      return failure();
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    for (auto [dim, offset] : llvm::enumerate(offsets)) {
      if (isUnpadded(pad, dim))
        continue;
      std::optional<int64_t> first = getConstantIntValue(offset);
      std::optional<int64_t> size =
          getConstantIntValue(op.getMixedSizes()[dim]);
      std::optional<int64_t> step =
          getConstantIntValue(op.getMixedStrides()[dim]);
      std::optional<SourceRange> range = getSourceRange(pad, dim);
      int64_t last;
      if (!first || !size || *size <= 0 || !step || !range ||
          llvm::MulOverflow(*size - 1, *step, last) ||
          llvm::AddOverflow(last, *first, last) || !toSource(*range, last))
        return failure();
      std::optional<int64_t> moved = toSource(*range, *first);
      if (!moved)
        return failure();
      offset = rewriter.getIndexAttr(*moved);
    }
    Value inserted = tensor::InsertSliceOp::create(
        rewriter, op.getLoc(), op.getSource(), pad.getSource(), offsets,
        op.getMixedSizes(), op.getMixedStrides());
    rewriter.replaceOp(op, padData(rewriter, pad, inserted));
    return success();
  }
};

/// slice_scatter(u, pad(d)) -> pad(slice_scatter(u, d)), for static bounds
struct PadAfterSlice : OpRewritePattern<SliceScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceScatterOp op,
                                PatternRewriter &rewriter) const override {
    tensor::PadOp pad = getPad(op.getData(), op);
    if (!pad || !hasKnownSizes(op) || isStaticallyEmpty(op.getUpdatesType()))
      return failure();
    SmallVector<int64_t> axes = op.getNormalizedAxes();
    for (int64_t dim = 0; dim < op.getDataRank(); ++dim)
      if (!llvm::is_contained(axes, dim) && !isUnpadded(pad, dim))
        return failure();
    SmallVector<OpFoldResult> starts, stops;
    for (auto [i, axis] : llvm::enumerate(axes)) {
      std::optional<ResolvedSlice> slice = resolveAxis(op, i);
      std::optional<SourceRange> range = getSourceRange(pad, axis);
      if (!slice || !range || !toSource(*range, slice->first) ||
          !toSource(*range, slice->last))
        return failure();
      slice->move(-range->begin);
      starts.push_back(rewriter.getIndexAttr(slice->first));
      stops.push_back(rewriter.getIndexAttr(slice->getStop()));
    }
    auto update = SliceScatterOp::create(rewriter, op.getLoc(), op.getUpdates(),
                                         pad.getSource(), starts, stops,
                                         op.getMixedStep(), axes);
    update.setSizesMatch(!hasKnownSizes(update));
    update->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.replaceOp(op, padData(rewriter, pad, update.getResult()));
    return success();
  }
};

} // namespace

void scatter::populateBubbleUpPadsPatterns(RewritePatternSet &patterns) {
  patterns.add<PadBeforeSlice, PadBeforeInsertion, PadBeforeTuples>(
      patterns.getContext());
}

void scatter::populatePushDownPadsPatterns(RewritePatternSet &patterns) {
  patterns.add<PadAfterSlice, PadAfterInsertion, PadAfterTuples>(
      patterns.getContext());
}
