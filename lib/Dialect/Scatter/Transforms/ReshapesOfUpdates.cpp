//===- ReshapesOfUpdates.cpp - reshapes move through updates --------------===//
//
// Dimensions of the tuples, and dimensions of slices that no index and no bound
// refers to, can be split and merged before an op as well as after it.
//
//===----------------------------------------------------------------------===//

#include "ReshapesOfUpdates.h"

#include "Reshape.h"

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

/// Returns what the reshape of operand `number` means for an op.
template <typename ReshapeT>
static FailureOr<Reshape> getReshapeOfOperand(const OperandLayouts &layout,
                                              size_t number,
                                              ReshapeT reshapeOp) {
  return Reshape::get(
      layout, layout.operands[number], reshapeOp.getReassociationIndices(),
      getLargerType(reshapeOp).getShape(),
      /*expands=*/std::is_same_v<ReshapeT, tensor::CollapseShapeOp>);
}

/// Moves the reshape of operand `number` of `op` to the other operands and to
/// the result.
template <typename OpT, typename ReshapeT>
static FailureOr<OpT> moveAfter(RewriterBase &b, OpT op,
                                const OperandLayouts &layout, size_t number,
                                ReshapeT reshapeOp) {
  FailureOr<Reshape> reshape = getReshapeOfOperand(layout, number, reshapeOp);
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
        i == number ? reshapeOp.getSrc()
                    : reshape->apply(b, op.getLoc(), operands[i], each, sizes));
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Value result = rebuild(b, op, *reshape, reshaped);
  auto moved = result.getDefiningOp<OpT>();
  if (number + 1 != operands.size())
    sizes = tensor::getMixedSizes(b, op.getLoc(), operands.back());
  b.replaceOp(
      op, reshape->revert(b, op.getLoc(), result, layout.result, type, sizes));
  return moved;
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
    OperandLayouts layout(op);
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
    OperandLayouts layout(op);
    for (size_t number = 0; number < layout.operands.size(); ++number)
      if (auto reshapeOp =
              op->getOperand(number).template getDefiningOp<ReshapeT>();
          reshapeOp && succeeded(moveAfter(b, op, layout, number, reshapeOp)))
        return success();
    return failure();
  }
};

/// Adds the patterns of one direction.
template <typename BeforeT, typename AfterT>
void addReshapes(RewritePatternSet &patterns) {
  patterns.add<ReshapeBefore<ScatterNDUpdateOp, BeforeT>,
               ReshapeAfter<ScatterNDUpdateOp, AfterT>,
               ReshapeBefore<SliceScatterOp, BeforeT>,
               ReshapeAfter<SliceScatterOp, AfterT>,
               ReshapeBefore<GatherNDOp, BeforeT>,
               ReshapeAfter<GatherNDOp, AfterT>>(patterns.getContext());
}

} // namespace

std::optional<ReshapedUpdates>
scatter::getReshapedUpdates(ScatterNDUpdateOp op) {
  if (op.getData().getDefiningOp<tensor::ExtractSliceOp>() ||
      llvm::any_of(op.getUpdates().getUsers(), [&](Operation *user) {
        return user != op && !isa<tensor::DimOp>(user);
      }))
    return std::nullopt;
  OperandLayouts layout(op);
  size_t number = op.getUpdatesMutable().getOperandNumber();
  auto get = [&](auto reshapeOp) -> std::optional<ReshapedUpdates> {
    if (!reshapeOp)
      return std::nullopt;
    FailureOr<Reshape> reshape = getReshapeOfOperand(layout, number, reshapeOp);
    if (failed(reshape))
      return std::nullopt;
    for (auto [i, each] : llvm::enumerate(layout.operands))
      if (i != number &&
          !reshape->canApply(cast<ShapedType>(op->getOperand(i).getType()),
                             each))
        return std::nullopt;
    return ReshapedUpdates{reshapeOp, reshapeOp.getSrc(),
                           reshape->getTupleRank()};
  };
  if (auto collapsed =
          get(op.getUpdates().getDefiningOp<tensor::CollapseShapeOp>()))
    return collapsed;
  return get(op.getUpdates().getDefiningOp<tensor::ExpandShapeOp>());
}

FailureOr<ScatterNDUpdateOp>
scatter::moveReshapeOfUpdates(RewriterBase &b, ScatterNDUpdateOp op) {
  Operation *reshapeOp = op.getUpdates().getDefiningOp();
  if (!op.getResult() || !hasKnownSizes(op) || !reshapeOp ||
      !reshapeOp->hasOneUse())
    return failure();
  b.setInsertionPoint(op);
  OperandLayouts layout(op);
  size_t number = op.getUpdatesMutable().getOperandNumber();
  FailureOr<ScatterNDUpdateOp> moved = failure();
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(reshapeOp))
    moved = moveAfter(b, op, layout, number, collapse);
  else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(reshapeOp))
    moved = moveAfter(b, op, layout, number, expand);
  // Its producer has no other use then.
  if (succeeded(moved))
    b.eraseOp(reshapeOp);
  return moved;
}

void scatter::populateFoldReshapesByExpansionPatterns(
    RewritePatternSet &patterns) {
  addReshapes<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(patterns);
}

void scatter::populateFoldReshapesByCollapsingPatterns(
    RewritePatternSet &patterns) {
  addReshapes<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(patterns);
}
