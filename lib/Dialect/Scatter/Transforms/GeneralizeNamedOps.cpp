//===- GeneralizeNamedOps.cpp - scatter_nd_update to scatter.generic ------===//

#include "scatter/Dialect/Scatter/Transforms/GenericPatterns.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERGENERALIZENAMEDOPSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Whether a combination of elements of `type` is one op of arith.
static bool hasArithForm(Reduction reduction, Type type) {
  return reduction == Reduction::none || type.isIndex() ||
         type.isSignlessInteger(1) ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() >= 8) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// Returns `indices` with a static number of components.
static Value castComponents(OpBuilder &b, ScatterNDUpdateOp op) {
  auto type = op.getIndicesType();
  SmallVector<int64_t> shape(type.getShape());
  if (shape.back() == op.getIndexDepth())
    return op.getIndices();
  shape.back() = op.getIndexDepth();
  if (op.getResult())
    return tensor::CastOp::create(b, op.getLoc(),
                                  cast<RankedTensorType>(type).clone(shape),
                                  op.getIndices());
  return memref::CastOp::create(
      b, op.getLoc(), cast<MemRefType>(type).clone(shape), op.getIndices());
}

FailureOr<GenericOp> scatter::generalizeNamedOp(RewriterBase &rewriter,
                                                ScatterNDUpdateOp op) {
  if (op.getSource())
    return rewriter.notifyMatchFailure(op, "the op has a source");
  if (!hasArithForm(op.getReduction(), op.getElementType()))
    return rewriter.notifyMatchFailure(op, "arith has no such combination");
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

namespace {

struct GeneralizeNamedOp : OpRewritePattern<ScatterNDUpdateOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScatterNDUpdateOp op,
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
  patterns.add<GeneralizeNamedOp>(patterns.getContext());
}
