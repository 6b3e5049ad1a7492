//===- ReshapesOfUpdates.cpp - reshapes move through updates --------------===//
//
// Dimensions that no index and no bound refers to can be split and merged
// before an update as well as after it.
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
/// What a reshape of `data` means for an update. `groups` has the dimensions of
/// the larger rank for each dimension of the smaller one.
struct Reshape {
  /// Fails for an op that may report, and for a group of several dimensions
  /// that indices or bounds refer to.
  static FailureOr<Reshape> get(ScatterNDUpdateOp op, const Groups &groups);
  static FailureOr<Reshape> get(SliceScatterOp op, const Groups &groups);

  /// The sizes that `updates` has with the larger rank, if `data` has `sizes`
  /// then.
  SmallVector<OpFoldResult> getUpdatesSizes(OpBuilder &b, Value updates,
                                            ArrayRef<OpFoldResult> sizes) const;

  Groups groups, updatesGroups;
};
} // namespace

/// Whether `groups` merges dimensions, and those that it merges are static in
/// both operands or dynamic in both, where `op` has them merged.
template <typename OpT>
static bool canReshape(OpT op, const Groups &groups) {
  bool isMerged = op.getDataRank() == int64_t(groups.size());
  int64_t shift = op.getUpdatesType().getRank() - op.getDataRank();
  bool mergesAny = false;
  for (auto [dim, group] : llvm::enumerate(groups)) {
    if (group.size() == 1)
      continue;
    mergesAny = true;
    if (group.empty() ||
        (isMerged && op.getDataType().getDimSize(dim) !=
                         op.getUpdatesType().getDimSize(dim + shift)))
      return false;
  }
  return op.getResult() && mergesAny;
}

FailureOr<Reshape> Reshape::get(ScatterNDUpdateOp op, const Groups &groups) {
  int64_t depth = op.getIndexDepth(), tupleRank = op.getBatchRank();
  bool keepsIndexed =
      llvm::all_of(ArrayRef(groups).take_front(depth),
                   [](const auto &group) { return group.size() == 1; });
  if (!hasKnownSizes(op) || !keepsIndexed || !canReshape(op, groups))
    return failure();
  Reshape reshape{groups, {}};
  for (int64_t dim = 0; dim < tupleRank; ++dim)
    reshape.updatesGroups.push_back({dim});
  for (ReassociationIndices group : ArrayRef(groups).drop_front(depth)) {
    for (int64_t &dim : group)
      dim += tupleRank - depth;
    reshape.updatesGroups.push_back(group);
  }
  return reshape;
}

FailureOr<Reshape> Reshape::get(SliceScatterOp op, const Groups &groups) {
  if (!hasKnownSizes(op) || !canReshape(op, groups))
    return failure();
  // The axes are those of the op, which has either rank.
  for (int64_t axis : op.getNormalizedAxes())
    for (auto [dim, group] : llvm::enumerate(groups)) {
      bool isOfAxis = op.getDataRank() == int64_t(groups.size())
                          ? int64_t(dim) == axis
                          : llvm::is_contained(group, axis);
      if (isOfAxis && group.size() != 1)
        return failure();
    }
  return Reshape{groups, groups};
}

SmallVector<OpFoldResult>
Reshape::getUpdatesSizes(OpBuilder &b, Value updates,
                         ArrayRef<OpFoldResult> sizes) const {
  SmallVector<OpFoldResult> result;
  // The dimensions of the slice are the last ones of both.
  int64_t shift = updatesGroups.back().back() - groups.back().back();
  for (auto [dim, group] : llvm::enumerate(updatesGroups)) {
    if (group.size() == 1) {
      result.push_back(tensor::getMixedSize(b, updates.getLoc(), updates, dim));
      continue;
    }
    for (int64_t i : group)
      result.push_back(sizes[i - shift]);
  }
  return result;
}

static Value expand(OpBuilder &b, Location loc, Value value,
                    const Groups &groups, ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape = llvm::map_to_vector(sizes, [](OpFoldResult s) {
    return getConstantIntValue(s).value_or(ShapedType::kDynamic);
  });
  return tensor::ExpandShapeOp::create(b, loc, type.clone(shape), value, groups,
                                       sizes);
}

static Value collapse(OpBuilder &b, Location loc, Value value,
                      const Groups &groups) {
  return tensor::CollapseShapeOp::create(b, loc, value, groups);
}

/// Emits `op` on operands of another rank, and returns its result.
static Value rebuild(OpBuilder &b, ScatterNDUpdateOp op, const Groups &,
                     Value updates, Value data) {
  auto reshaped = cast<ScatterNDUpdateOp>(
      mlir::clone(b, op, data.getType(), {op.getIndices(), updates, data}));
  reshaped.removePlanAttr();
  if (!hasKnownSizes(reshaped))
    reshaped.setSizesMatch(true);
  return reshaped.getResult();
}

static Value rebuild(OpBuilder &b, SliceScatterOp op, const Groups &groups,
                     Value updates, Value data) {
  bool isExpanded =
      cast<ShapedType>(data.getType()).getRank() != int64_t(groups.size());
  SmallVector<int64_t> axes;
  for (int64_t axis : op.getNormalizedAxes())
    for (auto [dim, group] : llvm::enumerate(groups)) {
      if (isExpanded && int64_t(dim) == axis)
        axes.push_back(group.front());
      if (!isExpanded && group.front() == axis)
        axes.push_back(dim);
    }
  auto reshaped =
      SliceScatterOp::create(b, op.getLoc(), updates, data, op.getMixedStart(),
                             op.getMixedStop(), op.getMixedStep(), axes);
  reshaped->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  if (!hasKnownSizes(reshaped))
    reshaped.setSizesMatch(true);
  return reshaped.getResult();
}

namespace {

/// expand(update(u, d)) -> update(expand(u), expand(d))
template <typename OpT>
struct ExpandBefore : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::ExpandShapeOp expandOp,
                                PatternRewriter &b) const override {
    auto op = expandOp.getSrc().getDefiningOp<OpT>();
    if (!op || !op->hasOneUse() || op->getBlock() != expandOp->getBlock())
      return failure();
    FailureOr<Reshape> reshape =
        Reshape::get(op, expandOp.getReassociationIndices());
    if (failed(reshape))
      return failure();
    SmallVector<OpFoldResult> sizes = expandOp.getMixedOutputShape();
    Value data = expand(b, op.getLoc(), op.getData(), reshape->groups, sizes);
    Value updates =
        expand(b, op.getLoc(), op.getUpdates(), reshape->updatesGroups,
               reshape->getUpdatesSizes(b, op.getUpdates(), sizes));
    Value result = rebuild(b, op, reshape->groups, updates, data);
    if (result.getType() != expandOp.getType())
      result =
          tensor::CastOp::create(b, op.getLoc(), expandOp.getType(), result);
    b.replaceOp(expandOp, result);
    return success();
  }
};

/// update(u, collapse(x)) -> collapse(update(expand(u), x))
template <typename OpT>
struct CollapseAfter : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &b) const override {
    auto collapseOp =
        op.getData().template getDefiningOp<tensor::CollapseShapeOp>();
    if (!collapseOp)
      return failure();
    FailureOr<Reshape> reshape =
        Reshape::get(op, collapseOp.getReassociationIndices());
    if (failed(reshape))
      return failure();
    Value data = collapseOp.getSrc();
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(b, op.getLoc(), data);
    Value updates =
        expand(b, op.getLoc(), op.getUpdates(), reshape->updatesGroups,
               reshape->getUpdatesSizes(b, op.getUpdates(), sizes));
    Value result = rebuild(b, op, reshape->groups, updates, data);
    b.replaceOpWithNewOp<tensor::CollapseShapeOp>(op, op.getResult().getType(),
                                                  result, reshape->groups);
    return success();
  }
};

/// collapse(update(u, d)) -> update(collapse(u), collapse(d))
template <typename OpT>
struct CollapseBefore : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::CollapseShapeOp collapseOp,
                                PatternRewriter &b) const override {
    auto op = collapseOp.getSrc().getDefiningOp<OpT>();
    if (!op || !op->hasOneUse() || op->getBlock() != collapseOp->getBlock())
      return failure();
    FailureOr<Reshape> reshape =
        Reshape::get(op, collapseOp.getReassociationIndices());
    if (failed(reshape))
      return failure();
    Value data = collapse(b, op.getLoc(), op.getData(), reshape->groups);
    Value updates =
        collapse(b, op.getLoc(), op.getUpdates(), reshape->updatesGroups);
    Value result = rebuild(b, op, reshape->groups, updates, data);
    if (result.getType() != collapseOp.getType())
      result =
          tensor::CastOp::create(b, op.getLoc(), collapseOp.getType(), result);
    b.replaceOp(collapseOp, result);
    return success();
  }
};

/// update(u, expand(x)) -> expand(update(collapse(u), x))
template <typename OpT>
struct ExpandAfter : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &b) const override {
    auto expandOp =
        op.getData().template getDefiningOp<tensor::ExpandShapeOp>();
    if (!expandOp)
      return failure();
    FailureOr<Reshape> reshape =
        Reshape::get(op, expandOp.getReassociationIndices());
    if (failed(reshape))
      return failure();
    Value updates =
        collapse(b, op.getLoc(), op.getUpdates(), reshape->updatesGroups);
    Value result = rebuild(b, op, reshape->groups, updates, expandOp.getSrc());
    b.replaceOpWithNewOp<tensor::ExpandShapeOp>(op, op.getResult().getType(),
                                                result, reshape->groups,
                                                expandOp.getMixedOutputShape());
    return success();
  }
};

} // namespace

void scatter::populateFoldReshapesByExpansionPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ExpandBefore<ScatterNDUpdateOp>, ExpandBefore<SliceScatterOp>,
               CollapseAfter<ScatterNDUpdateOp>, CollapseAfter<SliceScatterOp>>(
      patterns.getContext());
}

void scatter::populateFoldReshapesByCollapsingPatterns(
    RewritePatternSet &patterns) {
  patterns
      .add<CollapseBefore<ScatterNDUpdateOp>, CollapseBefore<SliceScatterOp>,
           ExpandAfter<ScatterNDUpdateOp>, ExpandAfter<SliceScatterOp>>(
          patterns.getContext());
}
