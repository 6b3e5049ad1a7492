//===- ReshapesOfUpdates.cpp - reshapes move through updates --------------===//
//
// Dimensions of the tuples, and dimensions of slices that no index and no bound
// refers to, can be split and merged before an op as well as after it.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/Patterns.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace scatter;

using Groups = SmallVector<ReassociationIndices>;

namespace {

/// The dimensions of an operand: first those of the tuples, then some that keep
/// their places, then those of the slice.
struct Layout {
  bool hasTuples;
  int64_t numFixed;
  bool hasSlice;
};

/// The operands of an op that have dimensions, and what its result has.
struct OpLayout {
  explicit OpLayout(ScatterNDUpdateOp op)
      : tupleRank(op.getBatchRank()),
        sliceRank(op.getDataRank() - op.getIndexDepth()),
        reports(op.getOutOfBounds() == OutOfBounds::error),
        operands{{true, 1, false},
                 {true, 0, true},
                 {false, op.getIndexDepth(), true}},
        result(operands[2]) {}
  explicit OpLayout(GatherNDOp op)
      : tupleRank(op.getBatchRank()), numBatchDims(op.getNumBatchDims()),
        sliceRank(op.getSliceRank()),
        reports(op.getOutOfBounds() == OutOfBounds::error),
        operands{{true, 1, false},
                 {false, op.getFirstSliceDim(), true},
                 {true, 0, true}},
        result(operands[2]) {}
  explicit OpLayout(SliceScatterOp op)
      : sliceRank(op.getDataRank()),
        operands{{false, 0, true}, {false, 0, true}}, result(operands[1]),
        axes(op.getNormalizedAxes()) {}

  int64_t tupleRank = 0, numBatchDims = 0, sliceRank = 0;
  /// Whether a report may name a tuple.
  bool reports = false;
  SmallVector<Layout, 3> operands;
  Layout result;
  SmallVector<int64_t> axes;
};

/// What a reshape of one operand or of the result means for an op.
class Reshape {
public:
  /// The reshape of a value with `layout`; `expands` says that the op has the
  /// smaller rank before. `groups` has the dimensions of the larger rank for
  /// each dimension of the smaller one, `shape` their sizes. Fails where
  /// dimensions that are merged differ for the op, or one of them is indexed.
  static FailureOr<Reshape> get(const OpLayout &op, const Layout &layout,
                                ArrayRef<ReassociationIndices> groups,
                                ArrayRef<int64_t> shape, bool expands);

  /// Whether `type`, an operand of the op, can be reshaped.
  bool canApply(ShapedType type, const Layout &layout) const;

  /// Returns `value` with the rank that the op has afterwards. `sizes` are
  /// those of `shape`.
  Value apply(OpBuilder &b, Location loc, Value value, const Layout &layout,
              ArrayRef<OpFoldResult> sizes) const;

  /// Returns `value`, a result of type `type` with the rank that the op has
  /// afterwards, with the rank that it had before.
  Value revert(OpBuilder &b, Location loc, Value value, const Layout &layout,
               RankedTensorType type, ArrayRef<OpFoldResult> sizes) const;

  /// Axes of the op afterwards.
  SmallVector<int64_t> getAxes(ArrayRef<int64_t> axes) const;

private:
  Groups getGroups(const Layout &layout) const;
  SmallVector<int64_t> getSources(const Layout &layout) const;

  bool expands = false;
  /// The sizes of each dimension of the tuples and of the slice.
  SmallVector<int64_t> tuples, slice;
  /// The sizes that are given, and for each dimension of the larger rank of the
  /// tuples and then of the slice the number of its size, or -1.
  SmallVector<int64_t> shape, sources;
};

} // namespace

FailureOr<Reshape> Reshape::get(const OpLayout &op, const Layout &layout,
                                ArrayRef<ReassociationIndices> groups,
                                ArrayRef<int64_t> shape, bool expands) {
  Reshape reshape;
  reshape.expands = expands;
  reshape.shape = llvm::to_vector(shape);
  SmallVector<int64_t> tupleSources, sliceSources;
  auto addWhole = [](SmallVector<int64_t> &counts,
                     SmallVector<int64_t> &sources, int64_t rank) {
    counts.assign(rank, 1);
    sources.assign(rank, -1);
  };
  if (!layout.hasTuples)
    addWhole(reshape.tuples, tupleSources, op.tupleRank);
  if (!layout.hasSlice)
    addWhole(reshape.slice, sliceSources, op.sliceRank);

  int64_t numTupleDims = layout.hasTuples ? op.tupleRank : 0;
  int64_t firstOfSlice = numTupleDims + layout.numFixed;
  auto getPart = [&](int64_t dim) {
    return dim < numTupleDims ? 0 : dim < firstOfSlice ? 1 : 2;
  };
  bool mergesAny = false;
  for (auto [i, group] : llvm::enumerate(groups)) {
    if (group.empty())
      return failure();
    // The dimensions of the op before.
    int64_t first = expands ? i : group.front();
    int64_t last = expands ? i : group.back();
    int64_t part = getPart(first);
    if (part != getPart(last))
      return failure();
    bool merges = group.size() > 1;
    mergesAny |= merges;
    if (merges &&
        (part == 1 || (part == 0 && (op.reports || first < op.numBatchDims))))
      return failure();
    for (int64_t dim = first; merges && dim <= last; ++dim)
      if (llvm::is_contained(op.axes, dim))
        return failure();
    if (part == 1)
      continue;
    (part == 0 ? reshape.tuples : reshape.slice).push_back(group.size());
    llvm::append_range(part == 0 ? tupleSources : sliceSources, group);
  }
  if (!mergesAny)
    return failure();
  reshape.sources = tupleSources;
  llvm::append_range(reshape.sources, sliceSources);
  return reshape;
}

Groups Reshape::getGroups(const Layout &layout) const {
  Groups groups;
  int64_t next = 0;
  auto add = [&](int64_t count) {
    groups.push_back(llvm::to_vector<2>(llvm::seq(next, next + count)));
    next += count;
  };
  if (layout.hasTuples)
    llvm::for_each(tuples, add);
  for (int64_t i = 0; i < layout.numFixed; ++i)
    add(1);
  if (layout.hasSlice)
    llvm::for_each(slice, add);
  return groups;
}

/// The number of the size of each dimension of the larger rank.
SmallVector<int64_t> Reshape::getSources(const Layout &layout) const {
  int64_t numTupleDims = llvm::sum_of(tuples);
  SmallVector<int64_t> result;
  if (layout.hasTuples)
    llvm::append_range(result, ArrayRef(sources).take_front(numTupleDims));
  result.append(layout.numFixed, -1);
  if (layout.hasSlice)
    llvm::append_range(result, ArrayRef(sources).drop_front(numTupleDims));
  return result;
}

bool Reshape::canApply(ShapedType type, const Layout &layout) const {
  if (!expands)
    return true;
  SmallVector<int64_t> sources = getSources(layout);
  for (auto [dim, group] : llvm::enumerate(getGroups(layout))) {
    bool isStatic = llvm::none_of(group, [&](int64_t i) {
      return sources[i] < 0 || ShapedType::isDynamic(shape[sources[i]]);
    });
    if (group.size() > 1 && isStatic == type.isDynamicDim(dim))
      return false;
  }
  return true;
}

static bool isWhole(ArrayRef<ReassociationIndices> groups) {
  return llvm::all_of(groups,
                      [](const auto &group) { return group.size() == 1; });
}

static Value expand(OpBuilder &b, Location loc, Value value,
                    ArrayRef<ReassociationIndices> groups,
                    ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape = llvm::map_to_vector(sizes, [](OpFoldResult s) {
    return getConstantIntValue(s).value_or(ShapedType::kDynamic);
  });
  return b.createOrFold<tensor::ExpandShapeOp>(loc, type.clone(shape), value,
                                               groups, sizes);
}

Value Reshape::apply(OpBuilder &b, Location loc, Value value,
                     const Layout &layout, ArrayRef<OpFoldResult> sizes) const {
  Groups groups = getGroups(layout);
  if (isWhole(groups))
    return value;
  if (!expands)
    return b.createOrFold<tensor::CollapseShapeOp>(loc, value, groups);
  SmallVector<int64_t> sources = getSources(layout);
  SmallVector<OpFoldResult> expanded;
  for (auto [dim, group] : llvm::enumerate(groups)) {
    if (group.size() == 1) {
      expanded.push_back(tensor::getMixedSize(b, loc, value, dim));
      continue;
    }
    for (int64_t i : group)
      expanded.push_back(sizes[sources[i]]);
  }
  return expand(b, loc, value, groups, expanded);
}

Value Reshape::revert(OpBuilder &b, Location loc, Value value,
                      const Layout &layout, RankedTensorType type,
                      ArrayRef<OpFoldResult> sizes) const {
  Groups groups = getGroups(layout);
  if (isWhole(groups))
    return value;
  if (expands)
    return tensor::CollapseShapeOp::create(b, loc, type, value, groups);
  return tensor::ExpandShapeOp::create(b, loc, type, value, groups, sizes);
}

SmallVector<int64_t> Reshape::getAxes(ArrayRef<int64_t> axes) const {
  SmallVector<int64_t> result;
  for (int64_t axis : axes)
    for (auto [i, group] : llvm::enumerate(getGroups({false, 0, true}))) {
      if (expands && int64_t(i) == axis)
        result.push_back(group.front());
      if (!expands && group.front() == axis)
        result.push_back(i);
    }
  return result;
}

/// Emits `op` on operands of another rank, and returns its result.
template <typename OpT>
static Value rebuild(OpBuilder &b, OpT op, const Reshape &, ValueRange values) {
  SmallVector<Value> operands(values);
  llvm::append_range(operands, op->getOperands().drop_front(values.size()));
  auto reshaped =
      cast<OpT>(mlir::clone(b, op, values.back().getType(), operands));
  reshaped.removePlanAttr();
  reshaped.setSizesMatch(op.getSizesMatch() || !hasKnownSizes(reshaped));
  return reshaped.getResult();
}

static Value rebuild(OpBuilder &b, SliceScatterOp op, const Reshape &reshape,
                     ValueRange values) {
  auto reshaped = SliceScatterOp::create(
      b, op.getLoc(), values[0], values[1], op.getMixedStart(),
      op.getMixedStop(), op.getMixedStep(),
      reshape.getAxes(op.getNormalizedAxes()));
  reshaped->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  reshaped.setSizesMatch(op.getSizesMatch() || !hasKnownSizes(reshaped));
  return reshaped.getResult();
}

static RankedTensorType getLargerType(tensor::ExpandShapeOp op) {
  return op.getResultType();
}

static RankedTensorType getLargerType(tensor::CollapseShapeOp op) {
  return op.getSrcType();
}

static SmallVector<OpFoldResult> getLargerSizes(OpBuilder &,
                                                tensor::ExpandShapeOp op) {
  return op.getMixedOutputShape();
}

static SmallVector<OpFoldResult> getLargerSizes(OpBuilder &b,
                                                tensor::CollapseShapeOp op) {
  return tensor::getMixedSizes(b, op.getLoc(), op.getSrc());
}

namespace {

/// reshape(op(a, b)) -> op(reshape(a), reshape(b))
template <typename OpT, typename ReshapeT>
struct ReshapeBefore : OpRewritePattern<ReshapeT> {
  using OpRewritePattern<ReshapeT>::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeT reshapeOp,
                                PatternRewriter &b) const override {
    auto op = reshapeOp.getSrc().template getDefiningOp<OpT>();
    if (!op || !op->hasOneUse() || op->getBlock() != reshapeOp->getBlock() ||
        !hasKnownSizes(op))
      return failure();
    OpLayout layout(op);
    FailureOr<Reshape> reshape = Reshape::get(
        layout, layout.result, reshapeOp.getReassociationIndices(),
        getLargerType(reshapeOp).getShape(),
        /*expands=*/std::is_same_v<ReshapeT, tensor::ExpandShapeOp>);
    if (failed(reshape))
      return failure();
    ValueRange operands = op->getOperands().take_front(layout.operands.size());
    for (auto [operand, each] : llvm::zip_equal(operands, layout.operands))
      if (!reshape->canApply(cast<ShapedType>(operand.getType()), each))
        return failure();
    SmallVector<OpFoldResult> sizes = getLargerSizes(b, reshapeOp);
    SmallVector<Value> reshaped;
    for (auto [operand, each] : llvm::zip_equal(operands, layout.operands))
      reshaped.push_back(reshape->apply(b, op.getLoc(), operand, each, sizes));
    Value result = rebuild(b, op, *reshape, reshaped);
    if (result.getType() != reshapeOp.getType())
      result =
          tensor::CastOp::create(b, op.getLoc(), reshapeOp.getType(), result);
    b.replaceOp(reshapeOp, result);
    return success();
  }
};

/// op(a, reshape(b)) -> reshape(op(reshape(a), b))
template <typename OpT, typename ReshapeT>
struct ReshapeAfter : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &b) const override {
    if (!op.getResult() || !hasKnownSizes(op))
      return failure();
    return success(llvm::any_of(
        llvm::seq<size_t>(0, OpLayout(op).operands.size()),
        [&](size_t number) { return succeeded(rewrite(op, number, b)); }));
  }

  LogicalResult rewrite(OpT op, size_t number, PatternRewriter &b) const {
    auto reshapeOp = op->getOperand(number).template getDefiningOp<ReshapeT>();
    if (!reshapeOp)
      return failure();
    OpLayout layout(op);
    FailureOr<Reshape> reshape = Reshape::get(
        layout, layout.operands[number], reshapeOp.getReassociationIndices(),
        getLargerType(reshapeOp).getShape(),
        /*expands=*/std::is_same_v<ReshapeT, tensor::CollapseShapeOp>);
    if (failed(reshape))
      return failure();
    ValueRange operands = op->getOperands().take_front(layout.operands.size());
    for (auto [i, each] : llvm::enumerate(layout.operands))
      if (i != number &&
          !reshape->canApply(cast<ShapedType>(operands[i].getType()), each))
        return failure();
    SmallVector<OpFoldResult> sizes = getLargerSizes(b, reshapeOp);
    SmallVector<Value> reshaped;
    for (auto [i, each] : llvm::enumerate(layout.operands))
      reshaped.push_back(
          i == number
              ? reshapeOp.getSrc()
              : reshape->apply(b, op.getLoc(), operands[i], each, sizes));
    auto type = cast<RankedTensorType>(op.getResult().getType());
    Value result = rebuild(b, op, *reshape, reshaped);
    if (number + 1 != operands.size())
      sizes = tensor::getMixedSizes(b, op.getLoc(), operands.back());
    b.replaceOp(op, reshape->revert(b, op.getLoc(), result, layout.result, type,
                                    sizes));
    return success();
  }
};

/// Adds the patterns of one direction for one op.
template <typename OpT, typename BeforeT, typename AfterT>
void addReshapes(RewritePatternSet &patterns) {
  patterns.add<ReshapeBefore<OpT, BeforeT>, ReshapeAfter<OpT, AfterT>>(
      patterns.getContext());
}

} // namespace

void scatter::populateFoldReshapesByExpansionPatterns(
    RewritePatternSet &patterns) {
  using tensor::CollapseShapeOp, tensor::ExpandShapeOp;
  addReshapes<ScatterNDUpdateOp, ExpandShapeOp, CollapseShapeOp>(patterns);
  addReshapes<SliceScatterOp, ExpandShapeOp, CollapseShapeOp>(patterns);
  addReshapes<GatherNDOp, ExpandShapeOp, CollapseShapeOp>(patterns);
}

void scatter::populateFoldReshapesByCollapsingPatterns(
    RewritePatternSet &patterns) {
  using tensor::CollapseShapeOp, tensor::ExpandShapeOp;
  addReshapes<ScatterNDUpdateOp, CollapseShapeOp, ExpandShapeOp>(patterns);
  addReshapes<SliceScatterOp, CollapseShapeOp, ExpandShapeOp>(patterns);
  addReshapes<GatherNDOp, CollapseShapeOp, ExpandShapeOp>(patterns);
}
