//===- ScatterToLoops.cpp - scatter ops on memrefs to loops ---------------===//

#include "Addressing/LoopNest.h"
#include "CheckIndicesToLoops.h"
#include "ScatterNDToLoops.h"
#include "SliceScatterToLoops.h"

#include "scatter/Conversion/Passes.h"
#include "scatter/Conversion/Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_CONVERTSCATTERTOLOOPSPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {

/// Lowers the memref form of `OpT` by `lower`.
template <typename OpT>
struct ToLoops : OpRewritePattern<OpT> {
  using LowerFn = void (*)(ImplicitLocOpBuilder &, OpT);

  ToLoops(MLIRContext *context, LowerFn lower)
      : OpRewritePattern<OpT>(context), lower(lower) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "expected memrefs");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Operation *before = op->getPrevNode();
    lower(b, op);
    disableLoopTransforms(before, op);
    rewriter.eraseOp(op);
    return success();
  }

  LowerFn lower;
};

/// Lowers checks and reports on memrefs.
struct CheckToLoops : OpRewritePattern<CheckIndicesOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CheckIndicesOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<MemRefType>(op.getIndices().getType()))
      return rewriter.notifyMatchFailure(op, "expected a memref");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Operation *before = op->getPrevNode();
    Value valid = lowerCheckIndices(b, op);
    disableLoopTransforms(before, op);
    rewriter.replaceOp(op, valid);
    return success();
  }
};

struct ReportToLoops : OpRewritePattern<ReportIndicesOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReportIndicesOp op,
                                PatternRewriter &rewriter) const override {
    if (!isa<MemRefType>(op.getIndices().getType()))
      return rewriter.notifyMatchFailure(op, "expected memrefs");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Operation *before = op->getPrevNode();
    lowerReportIndices(b, op);
    disableLoopTransforms(before, op);
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertScatterToLoopsPass
    : scatter::impl::ConvertScatterToLoopsPassBase<ConvertScatterToLoopsPass> {
  using ConvertScatterToLoopsPassBase::ConvertScatterToLoopsPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateScatterToLoopsPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    walkAndApplyPatterns(getOperation(), patterns);
  }

  FrozenRewritePatternSet patterns;
};

} // namespace

void scatter::populateScatterToLoopsPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ToLoops<ScatterNDUpdateOp>>(context, lowerScatterND);
  patterns.add<ToLoops<SliceScatterOp>>(context, lowerSliceScatter);
  patterns.add<CheckToLoops, ReportToLoops>(context);
}
