//===- CastsOfUpdates.cpp - conversions of elements move through updates --===//
//
// An update that only moves elements moves them converted as well. One that
// combines them gives the same bits if the conversion is a homomorphism:
// truncated integers for sums, differences and products, monotonic conversions
// for minima and maxima.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/Reductions.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace scatter;

namespace {
/// A conversion of all elements of `source`, by an op of arith on tensors or in
/// a linalg.generic.
struct ElementCast {
  /// The cast that `op` is.
  static std::optional<ElementCast> match(Operation *op);

  bool isSameAs(const ElementCast &other) const {
    return scalar->getName() == other.scalar->getName() &&
           scalar->getAttrDictionary() == other.scalar->getAttrDictionary() &&
           from == other.from && to == other.to;
  }
  /// Returns the elements of `value`, of the type `from`, converted.
  Value apply(OpBuilder &b, Value value) const;

  /// Whether combined elements that are converted are the converted elements
  /// combined, bit for bit.
  bool commutesWith(Reduction reduction) const;

  Value source;
  Type from, to;

private:
  Operation *scalar;
};
} // namespace

/// Returns the op that computes the elements of `op`, if it depends on nothing
/// but the element at the same place of the first operand.
static Operation *getElementwise(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return op->getNumResults() == 1 &&
                   isa<RankedTensorType>(op->getResult(0).getType())
               ? op
               : nullptr;
  if (generic.getNumDpsInputs() != 1 || generic->getNumResults() != 1 ||
      generic.getNumLoops() != generic.getNumParallelLoops() ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return nullptr;
  Block &body = *generic.getBody();
  Operation &scalar = body.front();
  return llvm::hasNItems(body, 2) && scalar.getNumOperands() == 1 &&
                 scalar.getNumResults() == 1 &&
                 scalar.getOperand(0) == body.getArgument(0) &&
                 body.getTerminator()->getOperand(0) == scalar.getResult(0)
             ? &scalar
             : nullptr;
}

std::optional<ElementCast> ElementCast::match(Operation *op) {
  Operation *scalar = op ? getElementwise(op) : nullptr;
  if (!isa_and_nonnull<CastOpInterface>(scalar) ||
      !isa<arith::ArithDialect>(scalar->getDialect()))
    return std::nullopt;
  ElementCast cast;
  cast.source = op->getOperand(0);
  auto source = llvm::cast<RankedTensorType>(cast.source.getType());
  auto result = llvm::cast<RankedTensorType>(op->getResult(0).getType());
  if (source.getShape() != result.getShape())
    return std::nullopt;
  cast.from = source.getElementType();
  cast.to = result.getElementType();
  cast.scalar = scalar;
  return cast;
}

static Value makeEmpty(OpBuilder &b, Value like, Type element) {
  Location loc = like.getLoc();
  return tensor::EmptyOp::create(b, loc, tensor::getMixedSizes(b, loc, like),
                                 element);
}

Value ElementCast::apply(OpBuilder &b, Value value) const {
  Location loc = value.getLoc();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (type) {
    // A wider element has all that was converted.
    std::optional<ElementCast> inner = match(value.getDefiningOp());
    if (inner && inner->from == to &&
        isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(inner->scalar) &&
        isa<arith::TruncFOp, arith::TruncIOp>(scalar))
      return inner->source;
    if (value.getDefiningOp<tensor::EmptyOp>())
      return makeEmpty(b, value, to);
    if (auto fill = value.getDefiningOp<linalg::FillOp>();
        fill && fill.getInputs().front().getType() == from)
      return linalg::FillOp::create(b, loc, apply(b, fill.getInputs().front()),
                                    makeEmpty(b, value, to))
          .getResult(0);
  }
  Type result = type ? Type(type.clone(to)) : to;
  return b
      .create(loc, scalar->getName().getIdentifier(), value, result,
              scalar->getAttrs())
      ->getResult(0);
}

bool ElementCast::commutesWith(Reduction reduction) const {
  if (reduction == Reduction::none)
    return true;
  if (!supportsReduction(from, reduction) || !supportsReduction(to, reduction))
    return false;
  if (!comparesElements(reduction)) {
    // The sum of booleans is not that of integers modulo 2.
    auto trunc = dyn_cast<arith::TruncIOp>(scalar);
    return trunc && !to.isInteger(1) &&
           trunc.getOverflowFlags() == arith::IntegerOverflowFlags::none;
  }
  // Signless integers compare as signed, booleans as unsigned ones.
  if (isa<arith::ExtSIOp, arith::SIToFPOp>(scalar))
    return !from.isInteger(1);
  if (isa<arith::ExtUIOp, arith::UIToFPOp>(scalar))
    return from.isInteger(1);
  // A large value may become NaN where there is no infinity.
  auto type = dyn_cast<FloatType>(to);
  return isa<arith::ExtFOp>(scalar) ||
         (isa<arith::TruncFOp>(scalar) &&
          APFloat::semanticsHasInf(type.getFloatSemantics()));
}

static bool commutes(const ElementCast &cast, ScatterNDUpdateOp op) {
  return cast.commutesWith(op.getReduction());
}

static bool commutes(const ElementCast &, SliceScatterOp) { return true; }

/// Returns `op` on `operands`, with a result of elements of type `element`.
template <typename OpT>
static Value rebuild(OpBuilder &b, OpT op, ValueRange operands, Type element) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  auto moved =
      cast<OpT>(mlir::clone(b, op, Type(type.clone(element)), operands));
  moved.removePlanAttr();
  return moved.getResult();
}

/// Whether dropped tuples read a zero that has to be the converted zero.
static bool readsOddZero(const ElementCast &cast, GatherNDOp op) {
  return op.mayDrop() && !op.getFill() &&
         (isa<Float8E8M0FNUType>(cast.from) || isa<Float8E8M0FNUType>(cast.to));
}

/// Returns `op` on converted operands.
template <typename OpT>
static FailureOr<Value> castOperands(OpBuilder &b, OpT op,
                                     const ElementCast &cast) {
  if (!commutes(cast, op))
    return failure();
  SmallVector<Value> operands(op->getOperands());
  for (OpOperand *operand : {&op.getUpdatesMutable(), &op.getDataMutable()})
    operands[operand->getOperandNumber()] = cast.apply(b, operand->get());
  return rebuild(b, op, operands, cast.to);
}

static FailureOr<Value> castOperands(OpBuilder &b, GatherNDOp op,
                                     const ElementCast &cast) {
  if (readsOddZero(cast, op))
    return failure();
  SmallVector<Value> operands{op.getIndices(), cast.apply(b, op.getData()),
                              makeEmpty(b, op.getOut(), cast.to)};
  if (op.getFill())
    operands.push_back(cast.apply(b, op.getFill()));
  return rebuild(b, op, operands, cast.to);
}

/// Returns the converted result of `op` on operands that are not converted.
template <typename OpT>
static FailureOr<Value> castResult(OpBuilder &b, OpT op,
                                   const ElementCast &data) {
  auto updates = ElementCast::match(op.getUpdates().getDefiningOp());
  if (!updates || !data.isSameAs(*updates) || !commutes(data, op))
    return failure();
  SmallVector<Value> operands(op->getOperands());
  operands[op.getUpdatesMutable().getOperandNumber()] = updates->source;
  operands[op.getDataMutable().getOperandNumber()] = data.source;
  return data.apply(b, rebuild(b, op, operands, data.from));
}

static FailureOr<Value> castResult(OpBuilder &b, GatherNDOp op,
                                   const ElementCast &data) {
  if (op.getFill() || readsOddZero(data, op))
    return failure();
  Value out = makeEmpty(b, op.getOut(), data.from);
  return data.apply(
      b, rebuild(b, op, {op.getIndices(), data.source, out}, data.from));
}

namespace {

/// cast(op(a, b)) -> op(cast(a), cast(b))
template <typename OpT>
struct CastBefore : RewritePattern {
  CastBefore(MLIRContext *context, const ControlCastFn &control)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context),
        control(control) {}
  LogicalResult matchAndRewrite(Operation *castOp,
                                PatternRewriter &rewriter) const override {
    std::optional<ElementCast> cast = ElementCast::match(castOp);
    auto op = cast ? cast->source.getDefiningOp<OpT>() : OpT();
    if (!op || !op->hasOneUse() || op->getBlock() != castOp->getBlock() ||
        (control && !control(op, cast->to)))
      return failure();
    FailureOr<Value> result = castOperands(rewriter, op, *cast);
    if (succeeded(result))
      rewriter.replaceOp(castOp, *result);
    return result;
  }
  ControlCastFn control;
};

/// op(cast(a), cast(b)) -> cast(op(a, b))
template <typename OpT>
struct CastAfter : OpRewritePattern<OpT> {
  CastAfter(MLIRContext *context, const ControlCastFn &control)
      : OpRewritePattern<OpT>(context), control(control) {}
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto cast = ElementCast::match(op.getData().getDefiningOp());
    if (!cast || !op.getResult() || (control && !control(op, cast->from)))
      return failure();
    FailureOr<Value> result = castResult(rewriter, op, *cast);
    if (succeeded(result))
      rewriter.replaceOp(op, *result);
    return result;
  }
  ControlCastFn control;
};

} // namespace

void scatter::populateBubbleUpCastsPatterns(RewritePatternSet &patterns,
                                            const ControlCastFn &control) {
  patterns.add<CastBefore<ScatterNDUpdateOp>, CastBefore<SliceScatterOp>,
               CastBefore<GatherNDOp>>(patterns.getContext(), control);
}

void scatter::populatePushDownCastsPatterns(RewritePatternSet &patterns,
                                            const ControlCastFn &control) {
  patterns.add<CastAfter<ScatterNDUpdateOp>, CastAfter<SliceScatterOp>,
               CastAfter<GatherNDOp>>(patterns.getContext(), control);
}
