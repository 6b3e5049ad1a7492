//===- GeneralizeNamedOps.cpp - scatter_nd_update to scatter.generic ------===//

#include "scatter/Dialect/Scatter/Transforms/GenericPatterns.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

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

/// Emits the new value of the element `old`.
static Value emitCombination(OpBuilder &b, Location loc, Reduction reduction,
                             Value old, Value update) {
  using Kind = arith::AtomicRMWKind;
  Type type = old.getType();
  bool isFloat = isa<FloatType>(type);
  auto combine = [&](Kind ofFloats, Kind ofIntegers) {
    return arith::getReductionOp(isFloat ? ofFloats : ofIntegers, b, loc, old,
                                 update);
  };
  // On booleans, sum is or, sub is xor, prod and min are and, max is or.
  bool isBoolean = type.isInteger(1);
  switch (reduction) {
  case Reduction::none:
    return update;
  case Reduction::sum:
    return combine(Kind::addf, isBoolean ? Kind::ori : Kind::addi);
  case Reduction::sub:
    if (isFloat)
      return arith::SubFOp::create(b, loc, old, update);
    if (isBoolean)
      return arith::XOrIOp::create(b, loc, old, update);
    return arith::SubIOp::create(b, loc, old, update);
  case Reduction::prod:
    return combine(Kind::mulf, isBoolean ? Kind::andi : Kind::muli);
  case Reduction::min:
    return combine(Kind::minimumf, isBoolean ? Kind::andi : Kind::mins);
  case Reduction::max:
    return combine(Kind::maximumf, isBoolean ? Kind::ori : Kind::maxs);
  }
  llvm_unreachable("unknown reduction");
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
  MLIRContext *context = op.getContext();
  int64_t batchRank = op.getBatchRank(), depth = op.getIndexDepth();
  int64_t dims = batchRank + op.getSliceRank();
  SmallVector<AffineExpr> updates, data;
  for (int64_t i = 0; i < depth; ++i)
    data.push_back(getAffineSymbolExpr(i, context));
  for (int64_t dim = 0; dim < dims; ++dim) {
    updates.push_back(getAffineDimExpr(dim, context));
    if (dim >= batchRank)
      data.push_back(updates.back());
  }
  rewriter.setInsertionPoint(op);
  auto generic = GenericOp::create(
      rewriter, op.getLoc(), castComponents(rewriter, op), op.getUpdates(),
      op.getData(),
      {AffineMap::get(dims, depth, updates, context),
       AffineMap::get(dims, depth, data, context)},
      op.getOutOfBounds(), op.getNegativeIndices(),
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        YieldOp::create(b, loc,
                        emitCombination(b, loc, op.getReduction(), elements[1],
                                        elements[0]));
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
