//===- SlicesOfUpdates.cpp - parts of the results of updates --------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/Patterns.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scatter;

/// Whether `slice` has all positions of dimension `dim` of its source.
static bool isWholeDim(tensor::ExtractSliceOp slice, int64_t dim) {
  return isConstantIntValue(slice.getMixedOffsets()[dim], 0) &&
         ValueBoundsConstraintSet::areEqual(slice.getMixedSizes()[dim],
                                            {slice.getSource(), dim})
             .value_or(false);
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
          [](auto op) { return scatter::checksIndices(op); })
      .Default(false);
}

static void setPolicy(RewriterBase &rewriter, Operation *op,
                      OutOfBounds policy) {
  rewriter.modifyOpInPlace(op, [&] {
    llvm::TypeSwitch<Operation *>(op).Case<ScatterNDUpdateOp, GatherNDOp>(
        [&](auto op) { op.setOutOfBounds(policy); });
  });
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

/// The positions of an axis that a slice with step 1 writes.
struct AxisRange {
  int64_t axis, begin, end;
};

} // namespace

/// Returns the axis of a slice, the whole of all other dimensions, that `op`
/// inserts with strides of 1.
static std::optional<AxisRange> getRange(tensor::InsertSliceOp op) {
  ArrayRef<int64_t> offsets = op.getStaticOffsets();
  ArrayRef<int64_t> sizes = op.getStaticSizes();
  ArrayRef<int64_t> shape = op.getDestType().getShape();
  if (!op.hasUnitStride() || !op.getDestType().hasStaticShape() ||
      !ShapedType::isStaticShape(offsets) || !ShapedType::isStaticShape(sizes))
    return std::nullopt;
  std::optional<AxisRange> range;
  for (auto [dim, offset, size] : llvm::enumerate(offsets, sizes)) {
    if (offset == 0 && size == shape[dim])
      continue;
    if (range)
      return std::nullopt;
    range = AxisRange{int64_t(dim), offset, offset + size};
  }
  return range;
}

/// Returns the range that `op` writes if it is known and whole in all other
/// dimensions.
static std::optional<AxisRange> getRange(SliceScatterOp op) {
  SmallVector<int64_t> axes = op.getNormalizedAxes();
  if (!op.getResult() || !hasKnownSizes(op) || axes.size() != 1)
    return std::nullopt;
  std::optional<SliceRange> range =
      resolveStatic(op, 0, op.getDataType().getDimSize(axes[0]));
  if (!range || range->step != 1)
    return std::nullopt;
  return AxisRange{axes[0], range->start, range->start + range->length};
}

/// Returns the range that `pad` does not pad, if it pads one dimension.
static std::optional<AxisRange> getRange(tensor::PadOp pad) {
  std::optional<AxisRange> range;
  for (auto [dim, low, high] :
       llvm::enumerate(pad.getMixedLowPad(), pad.getMixedHighPad())) {
    if (isConstantIntValue(low, 0) && isConstantIntValue(high, 0))
      continue;
    std::optional<int64_t> begin = getConstantIntValue(low);
    int64_t size = pad.getSourceType().getDimSize(dim);
    if (range || !begin || ShapedType::isDynamic(size))
      return std::nullopt;
    range = AxisRange{int64_t(dim), *begin, *begin + size};
  }
  return range;
}

static OpOperand &getTarget(SliceScatterOp op) { return op.getDataMutable(); }
static OpOperand &getTarget(tensor::InsertSliceOp op) {
  return op.getDestMutable();
}

/// Whether `data` of a chain may be another tensor. A slice of a tensor that an
/// op before has made is inserted in place.
static bool isReplaceable(SliceScatterOp, Value data) {
  return !data.getDefiningOp<tensor::EmptyOp>();
}
static bool isReplaceable(tensor::InsertSliceOp, Value data) {
  return isa_and_nonnull<linalg::FillOp, arith::ConstantOp, tensor::PadOp>(
      data.getDefiningOp());
}

/// Whether `ranges` together are all of `size` positions.
static bool coverAll(SmallVector<AxisRange> ranges, int64_t size) {
  llvm::sort(ranges, [](const AxisRange &a, const AxisRange &b) {
    return a.begin < b.begin;
  });
  int64_t end = 0;
  for (const AxisRange &range : ranges)
    if (range.begin <= end)
      end = std::max(end, range.end);
  return end == size;
}

namespace {

/// Updates that together overwrite all of `data`, or all padding of it.
template <typename OpT>
struct OverwrittenData : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT last,
                                PatternRewriter &rewriter) const override {
    SmallVector<AxisRange> ranges;
    OpT first = last;
    for (OpT op = last; op;
         op = getTarget(op).get().template getDefiningOp<OpT>()) {
      std::optional<AxisRange> range = getRange(op);
      bool isOfChain =
          op == last || (op->hasOneUse() && op->getBlock() == last->getBlock());
      if (!range || !isOfChain ||
          (!ranges.empty() && range->axis != ranges.front().axis))
        break;
      ranges.push_back(*range);
      first = op;
    }
    OpOperand &target = getTarget(first);
    Value data = target.get();
    if (ranges.empty() || !isReplaceable(first, data))
      return failure();
    auto type = cast<RankedTensorType>(data.getType());
    int64_t axis = ranges.front().axis, size = type.getDimSize(axis);
    tensor::PadOp pad;
    if (!coverAll(ranges, size)) {
      pad = data.getDefiningOp<tensor::PadOp>();
      std::optional<AxisRange> source =
          pad && pad->hasOneUse() ? getRange(pad) : std::optional<AxisRange>();
      if (!source || source->axis != axis)
        return failure();
      ranges.push_back(*source);
      if (!coverAll(ranges, size))
        return failure();
    }
    rewriter.setInsertionPoint(first);
    Location loc = first.getLoc();
    Value unwritten = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, data),
        type.getElementType());
    if (pad) {
      SmallVector<OpFoldResult> ones(type.getRank(), rewriter.getIndexAttr(1));
      unwritten = tensor::InsertSliceOp::create(
          rewriter, loc, pad.getSource(), unwritten, pad.getMixedLowPad(),
          tensor::getMixedSizes(rewriter, loc, pad.getSource()), ones);
    }
    rewriter.modifyOpInPlace(first, [&] { target.set(unwritten); });
    return success();
  }
};

} // namespace

void scatter::populateSlicesOfUpdatesPatterns(RewritePatternSet &patterns) {
  patterns.add<SliceOfSlice, PartOfUpdate>(patterns.getContext());
}

void scatter::populateOverwrittenDataPatterns(RewritePatternSet &patterns) {
  patterns.add<OverwrittenData<SliceScatterOp>,
               OverwrittenData<tensor::InsertSliceOp>>(patterns.getContext());
}
