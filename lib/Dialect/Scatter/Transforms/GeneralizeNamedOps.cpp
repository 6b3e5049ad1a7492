//===- GeneralizeNamedOps.cpp - named ops to scatter.generic --------------===//

#include "StaticComponents.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/GenericPatterns.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERGENERALIZENAMEDOPSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

FailureOr<GenericOp> scatter::generalizeNamedOp(RewriterBase &rewriter,
                                                ScatterNDUpdateOp op) {
  if (op.getSource())
    return rewriter.notifyMatchFailure(op, "the op has a source");
  if (!hasScalarForm(op.getReduction(), op.getElementType()))
    return rewriter.notifyMatchFailure(op, "arith has no such combination");
  if (!hasComparedComponents(op))
    return rewriter.notifyMatchFailure(op, "upstream would move the cast");
  auto [updatesMap, dataMap] = GenericOp::getUpdateMaps(
      op.getContext(), op.getBatchRank(), op.getIndexDepth(),
      op.getUpdatesType().getRank());
  rewriter.setInsertionPoint(op);
  auto generic = GenericOp::create(
      rewriter, op.getLoc(), castComponents(rewriter, op), op.getUpdates(),
      op.getData(), {updatesMap, dataMap}, op.getOutOfBounds(),
      op.getNegativeIndices(),
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder inner(loc, b);
        YieldOp::create(inner, combineScalars(inner, op.getReduction(),
                                              elements[1], elements[0]));
      });
  generic.setUniqueIndices(op.getUniqueIndices());
  generic.setSizesMatch(op.getSizesMatch());
  rewriter.replaceOp(op, generic);
  return generic;
}

/// Returns 0 of an element type, or null.
static Value createZero(OpBuilder &b, Location loc, Type type) {
  // Constants of arith have no sign in their type.
  auto integer = dyn_cast<IntegerType>(type);
  Type constant = integer ? b.getIntegerType(integer.getWidth()) : type;
  TypedAttr zero = b.getZeroAttr(constant);
  if (!zero)
    return {};
  Value value = arith::ConstantOp::create(b, loc, zero);
  if (constant == type)
    return value;
  return UnrealizedConversionCastOp::create(b, loc, type, value).getResult(0);
}

FailureOr<GenericOp> scatter::generalizeNamedOp(RewriterBase &rewriter,
                                                GatherNDOp op) {
  MLIRContext *context = op.getContext();
  auto [outMap, dataMap] =
      GenericOp::getUpdateMaps(context, op.getBatchRank(), op.getIndexDepth(),
                               op.getOutType().getRank());
  for (int64_t dim = op.getNumBatchDims(); dim-- > 0;)
    dataMap = dataMap.insertResult(getAffineDimExpr(dim, context), 0);

  if (!hasComparedComponents(op))
    return rewriter.notifyMatchFailure(op, "upstream would move the cast");
  rewriter.setInsertionPoint(op);
  Value out = op.getOut(), fill = op.getFill();
  bool mayDrop = op.getOutOfBounds() == OutOfBounds::drop ||
                 op.getOutOfBounds() == OutOfBounds::clamp;
  if (mayDrop) {
    // An op that reports a wrong size writes nothing.
    if (!op.getResult() && !hasKnownSizes(op))
      return rewriter.notifyMatchFailure(op, "a size may be wrong");
    if (!fill)
      fill = createZero(rewriter, op.getLoc(), op.getElementType());
    if (!fill)
      return rewriter.notifyMatchFailure(op, "arith has no such constant");
    auto filled = linalg::FillOp::create(rewriter, op.getLoc(), fill, out);
    if (op.getResult())
      out = filled.getResult(0);
  }
  auto generic = GenericOp::create(
      rewriter, op.getLoc(), castComponents(rewriter, op), op.getData(), out,
      {dataMap, outMap}, op.getOutOfBounds(), op.getNegativeIndices(),
      [](OpBuilder &b, Location loc, ValueRange elements) {
        YieldOp::create(b, loc, elements[0]);
      });
  generic.setSizesMatch(op.getSizesMatch());
  rewriter.replaceOp(op, generic);
  return generic;
}

namespace {

template <typename OpT>
struct GeneralizeNamedOp : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    return generalizeNamedOp(rewriter, op);
  }
};

struct ScatterGeneralizeNamedOpsPass
    : scatter::impl::ScatterGeneralizeNamedOpsPassBase<
          ScatterGeneralizeNamedOpsPass> {
  using ScatterGeneralizeNamedOpsPassBase::ScatterGeneralizeNamedOpsPassBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateGeneralizeNamedOpsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void scatter::populateGeneralizeNamedOpsPatterns(RewritePatternSet &patterns) {
  patterns
      .add<GeneralizeNamedOp<ScatterNDUpdateOp>, GeneralizeNamedOp<GatherNDOp>>(
          patterns.getContext());
}
