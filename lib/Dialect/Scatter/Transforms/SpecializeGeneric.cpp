//===- SpecializeGeneric.cpp - scatter.generic to named ops ---------------===//

#include "scatter/Dialect/Scatter/Transforms/GenericPatterns.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERSPECIALIZEGENERICPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Returns the batch_dims of the gather_nd that has the maps of `op`, if there
/// is one.
static std::optional<int64_t> findBatchDims(GenericOp op) {
  if (!op.getOutMap(0).isIdentity())
    return std::nullopt;
  AffineMap read = op.getMap(0);
  AffineMap dataMap =
      GenericOp::getUpdateMaps(op.getContext(), op.getBatchRank(),
                               op.getNumComponents(), op.getNumDims())
          .second;
  int64_t batchDims =
      int64_t(read.getNumResults()) - int64_t(dataMap.getNumResults());
  if (read.getNumResults() == 0 || batchDims < 0 ||
      batchDims > op.getBatchRank())
    return std::nullopt;
  for (int64_t dim = batchDims; dim-- > 0;)
    dataMap = dataMap.insertResult(getAffineDimExpr(dim, op.getContext()), 0);
  return read == dataMap ? std::optional(batchDims) : std::nullopt;
}

/// Returns the gather_nd that has the meaning of `op`, whose operands have one
/// element type.
static FailureOr<Operation *> specializeGather(RewriterBase &rewriter,
                                               GenericOp op) {
  std::optional<int64_t> batchDims = findBatchDims(op);
  Block &block = op.getBody().front();
  if (!batchDims ||
      block.getTerminator()->getOperand(0) != block.getArgument(0))
    return rewriter.notifyMatchFailure(op, "expected the form of a named op");
  // Dropped tuples keep the elements of the out.
  Value fill, out = op.getOuts()[0];
  OutOfBounds policy = op.getPolicy(0);
  if (policy == OutOfBounds::drop || policy == OutOfBounds::clamp) {
    auto filled = out.getDefiningOp<linalg::FillOp>();
    if (!filled || !op.hasTensors())
      return rewriter.notifyMatchFailure(op, "expected a filled out");
    fill = filled.getInputs()[0];
    out = filled.getOutputs()[0];
  }
  rewriter.setInsertionPoint(op);
  auto named = GatherNDOp::create(rewriter, op.getLoc(), op.getIndices()[0],
                                  op.getInputs()[0], out, policy,
                                  op.getNegativePolicy(0), *batchDims, fill);
  named.setSizesMatch(op.getSizesMatch());
  rewriter.replaceOp(op, named);
  return named.getOperation();
}

FailureOr<Operation *> scatter::specializeGeneric(RewriterBase &rewriter,
                                                  GenericOp op) {
  if (op.getIndices().size() != 1 || op.getInputs().size() != 1 ||
      op.getOuts().size() != 1)
    return rewriter.notifyMatchFailure(op, "expected one of each operand");
  auto elementType = [](Value value) {
    return cast<ShapedType>(value.getType()).getElementType();
  };
  if (elementType(op.getInputs()[0]) != elementType(op.getOuts()[0]))
    return rewriter.notifyMatchFailure(op, "the element types differ");
  auto [updatesMap, dataMap] =
      GenericOp::getUpdateMaps(op.getContext(), op.getBatchRank(),
                               op.getNumComponents(), op.getNumDims());
  // scatter_nd_update has no `data` of rank 0 (ND2).
  if (dataMap.getNumResults() == 0 || op.getOutMap(0) != dataMap ||
      op.getMap(0) != updatesMap)
    return specializeGather(rewriter, op);
  Block &body = op.getBody().front();
  std::optional<Reduction> reduction =
      matchScalars(body.getTerminator()->getOperand(0), body.getArgument(1),
                   body.getArgument(0));
  if (!reduction)
    return rewriter.notifyMatchFailure(op, "expected the region of a named op");
  rewriter.setInsertionPoint(op);
  auto named = ScatterNDUpdateOp::create(
      rewriter, op.getLoc(), op.getIndices()[0], op.getInputs()[0],
      op.getOuts()[0], *reduction, op.getPolicy(0), op.getNegativePolicy(0),
      op.getUniqueIndices());
  named.setSizesMatch(op.getSizesMatch());
  rewriter.replaceOp(op, named);
  return named.getOperation();
}

namespace {

struct SpecializeGeneric : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override {
    return specializeGeneric(rewriter, op);
  }
};

struct ScatterSpecializeGenericPass
    : scatter::impl::ScatterSpecializeGenericPassBase<
          ScatterSpecializeGenericPass> {
  using ScatterSpecializeGenericPassBase::ScatterSpecializeGenericPassBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateSpecializeGenericPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void scatter::populateSpecializeGenericPatterns(RewritePatternSet &patterns) {
  patterns.add<SpecializeGeneric>(patterns.getContext());
}
