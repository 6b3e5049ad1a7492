//===- ScatterCanonicalize.cpp - patterns on ops with index tuples --------===//
//
// Patterns for constant indices of scatter_nd_update and gather_nd: they find
// out that these are in bounds, unique, sorted, or a strided box.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/ConstantIndices.h"
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
template <typename OpT>
FailureOr<ConstantTuples> matchTuples(OpT op) {
  DenseIntElementsAttr attr = getConstantIndices(op.getIndices());
  if (!attr || op.getIndexDepth() == 0 || !hasFewIndices(attr) ||
      attr.getElementType().isUnsignedInteger())
    return failure();
  ConstantTuples tuples{{}, op.getIndexDepth()};
  for (const APInt &value : attr.getValues<APInt>())
    tuples.components.push_back(value.getSExtValue());
  return tuples;
}

unsigned getIndexWidth(Value indices) {
  Type type = cast<ShapedType>(indices.getType()).getElementType();
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

/// Replaces `indices` by a constant of the same type.
template <typename OpT>
void setIndices(PatternRewriter &rewriter, OpT op,
                ArrayRef<int64_t> components) {
  auto type = cast<RankedTensorType>(op.getIndices().getType());
  unsigned width = getIndexWidth(op.getIndices());
  SmallVector<APInt> values;
  for (int64_t component : components)
    values.emplace_back(width, component, /*isSigned=*/true);
  Value constant = arith::ConstantOp::create(
      rewriter, op.getLoc(), DenseIntElementsAttr::get(type, values));
  op.getIndicesMutable().assign(constant);
}

/// Replaces valid negative indices that are constant by positions from the
/// start, unless the type of the indices cannot represent the position.
template <typename OpT>
struct NormalizeNegativeIndices : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (op.getNegativeIndices() != NegativeIndices::wrap)
      return rewriter.notifyMatchFailure(op, "negative indices are invalid");
    FailureOr<ConstantTuples> tuples = matchTuples(op);
    if (failed(tuples))
      return rewriter.notifyMatchFailure(op, "indices are not known");
    bool changed = false;
    for (auto [i, value] : llvm::enumerate(tuples->components)) {
      int64_t size = op.getIndexedSize(i % tuples->depth);
      if (ShapedType::isDynamic(size) || value >= 0 || value < -size ||
          !llvm::isIntN(getIndexWidth(op.getIndices()), value + size))
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
template <typename OpT>
struct ProveInBounds : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (op.getOutOfBounds() == OutOfBounds::undefined &&
        op.getNegativeIndices() == NegativeIndices::reject)
      return rewriter.notifyMatchFailure(op, "indices are not checked");
    FailureOr<ConstantTuples> tuples = matchTuples(op);
    if (failed(tuples))
      return rewriter.notifyMatchFailure(op, "indices are not known");
    for (auto [i, value] : llvm::enumerate(tuples->components)) {
      int64_t size = op.getIndexedSize(i % tuples->depth);
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
  patterns
      .add<NormalizeNegativeIndices<ScatterNDUpdateOp>,
           ProveInBounds<ScatterNDUpdateOp>, InferPromises, BoxToSliceScatter>(
          context);
}

//===----------------------------------------------------------------------===//
// gather_nd
//===----------------------------------------------------------------------===//

/// Whether `value` is a constant that has the bits of 0.
static bool isZeroConstant(Value value) {
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return false;
  if (auto number = dyn_cast<FloatAttr>(constant.getValue()))
    return number.getValue().isPosZero();
  auto number = dyn_cast<IntegerAttr>(constant.getValue());
  return number && number.getValue().isZero();
}

namespace {

/// Removes a `fill` that no tuple reads, or that is 0, the default.
struct DropFill : OpRewritePattern<GatherNDOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(GatherNDOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getFill())
      return rewriter.notifyMatchFailure(op, "there is no fill");
    if (op.mayDrop() && !isZeroConstant(op.getFill()))
      return rewriter.notifyMatchFailure(op, "a tuple may read the fill");
    rewriter.modifyOpInPlace(op, [&] { op.getFillMutable().clear(); });
    return success();
  }
};

} // namespace

void GatherNDOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<NormalizeNegativeIndices<GatherNDOp>, ProveInBounds<GatherNDOp>,
               DropFill>(context);
}
