//===- ScatterToLoops.cpp - scatter ops on memrefs to loops ---------------===//

#include "ScatterToLoops.h"
#include "Addressing/LoopNest.h"

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

/// Lowers an op on memrefs by the function `lower`.
template <typename OpT, auto lower>
struct ToLoops : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>))
      return rewriter.notifyMatchFailure(op, "expected memrefs");
    IndexBuilder b(op.getLoc(), rewriter);
    Operation *before = op->getPrevNode();
    SmallVector<Value> results;
    if constexpr (std::is_void_v<decltype(lower(b, op))>)
      lower(b, op);
    else
      results = {lower(b, op)};
    disableLoopTransforms(before, op);
    rewriter.replaceOp(op, results);
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
  // Loops get annotations of this dialect, whatever else is loaded.
  patterns.getContext()->loadDialect<LLVM::LLVMDialect>();
  patterns.add<ToLoops<ScatterNDUpdateOp, lowerScatterND>,
               ToLoops<GatherNDOp, lowerGatherND>,
               ToLoops<SliceScatterOp, lowerSliceScatter>,
               ToLoops<GenericOp, lowerGeneric>,
               ToLoops<CheckIndicesOp, lowerCheckIndices>,
               ToLoops<ReportIndicesOp, lowerReportIndices>>(
      patterns.getContext());
}
