//===- ScatterCanonicalize.cpp - patterns on scatter_nd_update ------------===//
//
// Patterns for constant indices: they find out that these are in bounds,
// unique, sorted, or a strided box.
//
//===----------------------------------------------------------------------===//

#include "ConstantIndices.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The tuples of a constant `indices`, k components each.
struct ConstantTuples {
  SmallVector<int64_t> components;
  int64_t depth;

  int64_t count() const { return components.size() / depth; }
  ArrayRef<int64_t> operator[](int64_t tuple) const {
    return ArrayRef(components).slice(tuple * depth, depth);
  }
};

/// Reads constant indices of signed or signless type with k > 0. Unsigned
/// 64-bit values do not fit into int64_t.
FailureOr<ConstantTuples> matchTuples(ScatterNDUpdateOp op) {
  DenseIntElementsAttr attr = getConstantIndices(op.getIndices());
  if (!attr || op.getIndexDepth() == 0 || !hasFewIndices(attr) ||
      attr.getElementType().isUnsignedInteger())
    return failure();
  ConstantTuples tuples{{}, op.getIndexDepth()};
  for (const APInt &value : attr.getValues<APInt>())
    tuples.components.push_back(value.getSExtValue());
  return tuples;
}

unsigned getIndexWidth(ScatterNDUpdateOp op) {
  Type type = cast<ShapedType>(op.getIndices().getType()).getElementType();
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

/// Replaces `indices` by a constant of the same type.
void setIndices(PatternRewriter &rewriter, ScatterNDUpdateOp op,
                ArrayRef<int64_t> components) {
  auto type = cast<RankedTensorType>(op.getIndices().getType());
  unsigned width = getIndexWidth(op);
  SmallVector<APInt> values;
  for (int64_t component : components)
    values.emplace_back(width, component, /*isSigned=*/true);
  Value constant = arith::ConstantOp::create(
      rewriter, op.getLoc(), DenseIntElementsAttr::get(type, values));
  op.getIndicesMutable().assign(constant);
}

/// Replaces valid negative indices that are constant by positions from the
/// start, unless the type of the indices cannot represent the position.
struct NormalizeNegativeIndices : OpRewritePattern<ScatterNDUpdateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterNDUpdateOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNegativeIndices() != NegativeIndices::wrap)
      return rewriter.notifyMatchFailure(op, "negative indices are invalid");
    FailureOr<ConstantTuples> tuples = matchTuples(op);
    if (failed(tuples))
      return rewriter.notifyMatchFailure(op, "indices are not known");
    bool changed = false;
    for (auto [i, value] : llvm::enumerate(tuples->components)) {
      int64_t size = op.getDataType().getDimSize(i % tuples->depth);
      if (ShapedType::isDynamic(size) || value >= 0 || value < -size ||
          !llvm::isIntN(getIndexWidth(op), value + size))
        continue;
      value += size;
      changed = true;
    }
    if (!changed)
      return rewriter.notifyMatchFailure(op, "no valid negative index");
    rewriter.modifyOpInPlace(
        op, [&] { setIndices(rewriter, op, tuples->components); });
    return success();
  }
};

/// Constant indices in [0, size) need no check and no wrapping.
struct ProveInBounds : OpRewritePattern<ScatterNDUpdateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterNDUpdateOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getOutOfBounds() == OutOfBounds::undefined &&
        op.getNegativeIndices() == NegativeIndices::reject)
      return rewriter.notifyMatchFailure(op, "indices are not checked");
    FailureOr<ConstantTuples> tuples = matchTuples(op);
    if (failed(tuples))
      return rewriter.notifyMatchFailure(op, "indices are not known");
    for (auto [i, value] : llvm::enumerate(tuples->components)) {
      int64_t size = op.getDataType().getDimSize(i % tuples->depth);
      if (ShapedType::isDynamic(size) || value < 0 || value >= size)
        return rewriter.notifyMatchFailure(op, "an index may be out of bounds");
    }
    rewriter.modifyOpInPlace(op, [&] {
      op.setOutOfBounds(OutOfBounds::undefined);
      op.setNegativeIndices(NegativeIndices::reject);
    });
    return success();
  }
};

/// Sets `unique_indices` for constant indices without duplicates and
/// `indices_are_sorted` for ascending ones. Components are compared without
/// wrapping, which is correct only after ProveInBounds has been applied.
struct InferPromises : OpRewritePattern<ScatterNDUpdateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterNDUpdateOp op,
                                PatternRewriter &rewriter) const override {
    if ((op.getUniqueIndices() && op.getIndicesAreSorted()) ||
        op.getOutOfBounds() != OutOfBounds::undefined ||
        op.getNegativeIndices() != NegativeIndices::reject)
      return rewriter.notifyMatchFailure(op, "an index may be out of bounds");
    FailureOr<ConstantTuples> tuples = matchTuples(op);
    if (failed(tuples))
      return rewriter.notifyMatchFailure(op, "indices are not known");
    SmallVector<ArrayRef<int64_t>> slots;
    for (int64_t i = 0; i < tuples->count(); ++i)
      slots.push_back((*tuples)[i]);
    bool sorted = llvm::is_sorted(slots);
    llvm::sort(slots);
    bool unique = llvm::adjacent_find(slots) == slots.end();
    if ((!unique || op.getUniqueIndices()) &&
        (!sorted || op.getIndicesAreSorted()))
      return rewriter.notifyMatchFailure(op, "nothing to promise");
    rewriter.modifyOpInPlace(op, [&] {
      op.setUniqueIndices(unique || op.getUniqueIndices());
      op.setIndicesAreSorted(sorted || op.getIndicesAreSorted());
    });
    return success();
  }
};

/// start, step and count of an arithmetic sequence of components.
struct Progression {
  int64_t start, step, count;
};

/// Splits the tuples into a box: the cross product of one progression per
/// component, the last component varying fastest.
FailureOr<SmallVector<Progression>> matchBox(const ConstantTuples &tuples) {
  SmallVector<Progression> box(tuples.depth);
  int64_t period = 1;
  for (int64_t j = tuples.depth - 1; j >= 0; --j) {
    int64_t start = tuples[0][j], count = 1;
    int64_t step = period < tuples.count() ? tuples[period][j] - start : 0;
    // A difference of two indices that are in bounds does not overflow. A
    // multiple of it may.
    if (step != 0)
      while (period * count < tuples.count() &&
             tuples[period * count][j] - tuples[period * (count - 1)][j] ==
                 step)
        ++count;
    box[j] = {start, step, count};
    if (tuples.count() % (period * count) != 0)
      return failure();
    period *= count;
  }
  if (period != tuples.count())
    return failure();
  for (int64_t t = 0; t < tuples.count(); ++t) {
    int64_t rest = t;
    for (int64_t j = tuples.depth - 1; j >= 0; --j) {
      const Progression &axis = box[j];
      if (tuples[t][j] != axis.start + (rest % axis.count) * axis.step)
        return failure();
      rest /= axis.count;
    }
  }
  return box;
}

/// Replaces an overwrite at constant tuples that form a strided box by a
/// slice_scatter. It loads no index at run time.
struct BoxToSliceScatter : OpRewritePattern<ScatterNDUpdateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ScatterNDUpdateOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getResult() || op.getReduction() != Reduction::none ||
        op.getOutOfBounds() != OutOfBounds::undefined ||
        op.getNegativeIndices() != NegativeIndices::reject ||
        !hasCertainShape(op.getUpdates()) || !hasCertainShape(op.getData()) ||
        !hasConsistentSizes(op))
      return rewriter.notifyMatchFailure(
          op, "not an overwrite that is known to be in bounds");
    FailureOr<ConstantTuples> tuples = matchTuples(op);
    if (failed(tuples) || tuples->components.empty())
      return rewriter.notifyMatchFailure(op, "indices are not known");
    // Differences of other indices may overflow.
    if (llvm::any_of(tuples->components, [](int64_t i) { return i < 0; }))
      return rewriter.notifyMatchFailure(op, "an index is out of bounds");
    FailureOr<SmallVector<Progression>> box = matchBox(*tuples);
    if (failed(box))
      return rewriter.notifyMatchFailure(op, "indices form no strided box");

    SmallVector<OpFoldResult> start, stop, step;
    SmallVector<int64_t> shape;
    for (const Progression &axis : *box) {
      int64_t stride = axis.count > 1 ? axis.step : 1;
      int64_t last = axis.start + (axis.count - 1) * stride, end;
      if (llvm::AddOverflow(last, stride, end))
        end = INT64_MAX;
      start.push_back(rewriter.getIndexAttr(axis.start));
      // A negative stop would count from the end.
      stop.push_back(
          rewriter.getIndexAttr(end < 0 ? ShapedType::kDynamic + 1 : end));
      step.push_back(rewriter.getIndexAttr(stride));
      shape.push_back(axis.count);
    }
    llvm::append_range(shape,
                       op.getDataType().getShape().drop_front(tuples->depth));
    Value updates = reshape(rewriter, op.getLoc(), op.getUpdates(), shape);
    DictionaryAttr discardable = op->getDiscardableAttrDictionary();
    rewriter
        .replaceOpWithNewOp<SliceScatterOp>(op, updates, op.getData(), start,
                                            stop, step)
        ->setDiscardableAttrs(discardable);
    return success();
  }

private:
  /// `value` with its elements in another shape.
  static Value reshape(PatternRewriter &rewriter, Location loc, Value value,
                       ArrayRef<int64_t> shape) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getShape() == shape)
      return value;
    auto target = RankedTensorType::get(shape, type.getElementType());
    Value shapeValue = arith::ConstantOp::create(
        rewriter, loc, rewriter.getIndexTensorAttr(shape));
    return tensor::ReshapeOp::create(rewriter, loc, target, value, shapeValue);
  }
};

} // namespace

void ScatterNDUpdateOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                    MLIRContext *context) {
  patterns.add<NormalizeNegativeIndices, ProveInBounds, InferPromises,
               BoxToSliceScatter>(context);
}
