//===- SlicesOfUpdates.cpp - parts of the results of updates --------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/Patterns.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scatter;

/// Whether `slice` has all positions of dimension `dim` of its source.
static bool isWholeDim(tensor::ExtractSliceOp slice, int64_t dim) {
  OpFoldResult size = slice.getMixedSizes()[dim];
  if (!isConstantIntValue(slice.getMixedOffsets()[dim], 0))
    return false;
  RankedTensorType type = slice.getSourceType();
  if (!type.isDynamicDim(dim))
    return getConstantIntValue(size) == type.getDimSize(dim);
  auto query = dyn_cast_if_present<tensor::DimOp>(
      dyn_cast<Value>(size) ? cast<Value>(size).getDefiningOp() : nullptr);
  if (!query || query.getConstantIndex() != dim)
    return false;
  Value queried = query.getSource();
  auto op = slice.getSource().getDefiningOp<DestinationStyleOpInterface>();
  return queried == slice.getSource() ||
         (op && queried == op.getDpsInitOperand(0)->get());
}

/// Whether `slice` of the result of `op` is the result of a part of `op` that
/// has the same to report.
static bool isPart(Operation *op, tensor::ExtractSliceOp slice) {
  auto areWhole = [&](int64_t numDims) {
    return llvm::all_of(llvm::seq(numDims),
                        [&](int64_t dim) { return isWholeDim(slice, dim); });
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](SliceScatterOp op) {
        return hasKnownSizes(op) && !isStaticallyEmpty(op.getUpdatesType());
      })
      .Case([&](GatherNDOp op) {
        return hasKnownSizes(op) &&
               (op.getOutOfBounds() != OutOfBounds::error ||
                areWhole(op.getBatchRank()));
      })
      .Case([&](ScatterNDUpdateOp op) {
        return hasKnownSizes(op) && !isStaticallyEmpty(op.getIndicesType()) &&
               !isStaticallyEmpty(op.getUpdatesType()) &&
               areWhole(op.getIndexDepth());
      })
      .Default(false);
}

static bool checksIndices(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<ScatterNDUpdateOp, GatherNDOp>(
          [](auto op) { return op.getOutOfBounds() == OutOfBounds::error; })
      .Default(false);
}

static void setPolicy(RewriterBase &rewriter, Operation *op,
                      OutOfBounds policy) {
  rewriter.modifyOpInPlace(op, [&] {
    llvm::TypeSwitch<Operation *>(op).Case<ScatterNDUpdateOp, GatherNDOp>(
        [&](auto op) { op.setOutOfBounds(policy); });
  });
}

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

/// A slice of what a slice_scatter has written, or of what it has not.
struct SliceOfSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp slice,
                                PatternRewriter &rewriter) const override {
    auto update = slice.getSource().getDefiningOp<SliceScatterOp>();
    auto read = dyn_cast<SubsetOpInterface>(slice.getOperation());
    if (!update || !read || !hasKnownSizes(update))
      return failure();
    auto written = dyn_cast<SubsetOpInterface>(update.getOperation());
    if (!written)
      return failure();
    // Both refer to one tensor.
    auto isSameTensor = [](Value, Value) { return true; };
    if (read.operatesOnEquivalentSubset(written, isSameTensor) &&
        slice.getType() == update.getUpdates().getType()) {
      rewriter.replaceOp(slice, update.getUpdates());
      return success();
    }
    if (!read.operatesOnDisjointSubset(written, isSameTensor))
      return failure();
    rewriter.modifyOpInPlace(
        slice, [&] { slice.getSourceMutable().assign(update.getData()); });
    return success();
  }
};

/// A part of an update that nothing else uses.
struct PartOfUpdate : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp slice,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(slice.getSource());
    if (!result)
      return failure();
    Operation *op = result.getOwner();
    bool keepsRank =
        slice.getType().getRank() == slice.getSourceType().getRank();
    if (op->getBlock() != slice->getBlock() || !result.hasOneUse() ||
        !keepsRank || !slice.hasUnitStride() || !isPart(op, slice))
      return failure();
    rewriter.setInsertionPoint(slice);
    // An op that checks its indices is not tiled, because the first tile would
    // be written before all are checked. The part checks all of them.
    bool checks = checksIndices(op);
    if (checks)
      setPolicy(rewriter, op, OutOfBounds::undefined);
    FailureOr<TilingResult> part =
        tensor::replaceExtractSliceWithTiledProducer(rewriter, slice, result);
    if (checks) {
      setPolicy(rewriter, op, OutOfBounds::error);
      if (succeeded(part))
        setPolicy(rewriter, part->tiledOps.front(), OutOfBounds::error);
    }
    if (failed(part))
      return failure();
    Value value = part->tiledValues.front();
    if (value.getType() != slice.getType())
      value = tensor::CastOp::create(rewriter, slice.getLoc(), slice.getType(),
                                     value);
    rewriter.replaceOp(slice, value);
    return success();
  }
};

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
      std::optional<int64_t> start = getConstantIntValue(op.getMixedStart()[i]);
      std::optional<int64_t> stop = getConstantIntValue(op.getMixedStop()[i]);
      std::optional<int64_t> step = getConstantIntValue(op.getMixedStep()[i]);
      std::optional<int64_t> low =
          getConstantIntValue(pad.getMixedLowPad()[axis]);
      int64_t size = op.getDataType().getDimSize(axis);
      if (!start || !stop || !step || *step == 0 || !low || *low < 0 ||
          ShapedType::isDynamic(size))
        return failure();
      SliceRange range = resolveSlice(*start, *stop, *step, size);
      int64_t first = range.start + *low, last, end;
      if (range.length == 0 ||
          llvm::MulOverflow(range.length - 1, *step, last) ||
          llvm::AddOverflow(last, first, last))
        return failure();
      // A stop of -1 would count from the end.
      end = *step > 0 ? last + 1 : last - 1;
      starts.push_back(rewriter.getIndexAttr(first));
      stops.push_back(
          rewriter.getIndexAttr(end < 0 ? ShapedType::kDynamic + 1 : end));
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

/// The positions of an axis that a slice with step 1 writes.
struct AxisRange {
  int64_t axis, begin, end;
};

} // namespace

/// Returns the range that `op` writes if it is known and whole in all other
/// dimensions.
static std::optional<AxisRange> getRange(SliceScatterOp op) {
  SmallVector<int64_t> axes = op.getNormalizedAxes();
  if (!op.getResult() || !hasKnownSizes(op) || axes.size() != 1)
    return std::nullopt;
  std::optional<int64_t> start = getConstantIntValue(op.getMixedStart()[0]);
  std::optional<int64_t> stop = getConstantIntValue(op.getMixedStop()[0]);
  int64_t size = op.getDataType().getDimSize(axes[0]);
  if (!start || !stop || ShapedType::isDynamic(size) ||
      getConstantIntValue(op.getMixedStep()[0]) != 1)
    return std::nullopt;
  SliceRange range = resolveSlice(*start, *stop, 1, size);
  return AxisRange{axes[0], range.start, range.start + range.length};
}

namespace {

/// Updates that together overwrite all of `data`.
struct OverwrittenData : OpRewritePattern<SliceScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SliceScatterOp last,
                                PatternRewriter &rewriter) const override {
    SmallVector<AxisRange> ranges;
    SliceScatterOp first = last;
    for (SliceScatterOp op = last; op;
         op = op.getData().getDefiningOp<SliceScatterOp>()) {
      std::optional<AxisRange> range = getRange(op);
      bool isOfChain =
          op == last || (op->hasOneUse() && op->getBlock() == last->getBlock());
      if (!range || !isOfChain ||
          (!ranges.empty() && range->axis != ranges.front().axis))
        break;
      ranges.push_back(*range);
      first = op;
    }
    if (ranges.empty() || first.getData().getDefiningOp<tensor::EmptyOp>())
      return failure();
    llvm::sort(ranges, [](const AxisRange &a, const AxisRange &b) {
      return a.begin < b.begin;
    });
    int64_t end = 0;
    for (const AxisRange &range : ranges)
      if (range.begin <= end)
        end = std::max(end, range.end);
    if (end != first.getDataType().getDimSize(ranges.front().axis))
      return failure();
    rewriter.setInsertionPoint(first);
    Value data = first.getData();
    Value empty = tensor::EmptyOp::create(
        rewriter, first.getLoc(),
        tensor::getMixedSizes(rewriter, first.getLoc(), data),
        first.getElementType());
    rewriter.modifyOpInPlace(first,
                             [&] { first.getDataMutable().assign(empty); });
    return success();
  }
};

} // namespace

void scatter::populateSlicesOfUpdatesPatterns(RewritePatternSet &patterns) {
  patterns.add<SliceOfSlice, PartOfUpdate, PadBeforeSlice, PadBeforeInsertion,
               PadBeforeTuples>(patterns.getContext());
}

void scatter::populateOverwrittenDataPatterns(RewritePatternSet &patterns) {
  patterns.add<OverwrittenData>(patterns.getContext());
}
