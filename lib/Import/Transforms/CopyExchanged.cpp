//===- CopyExchanged.cpp - values of loops that change places -------------===//

#include "scatter/Import/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERCOPYEXCHANGEDPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

/// Whether `operand`, the source of what `dest` holds in the next iteration,
/// may be in a buffer that must be read before anything is written to `dest`.
/// That is the buffer of another value of the loop, or one that a loop inside
/// has written, of which bufferization does not find that it is that of `dest`.
static bool needsCopy(const bufferization::AnalysisState &state,
                      OpOperand &operand, BlockArgument dest) {
  if (operand.get() == dest)
    return false;
  bufferization::TraversalConfig config;
  config.alwaysIncludeLeaves = false;
  config.followUnknownOps = true;
  auto isOther = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument ? argument.getOwner() == dest.getOwner() && value != dest
                    : isa<LoopLikeOpInterface>(value.getDefiningOp());
  };
  return !state.findValueInReverseUseDefChain(&operand, isOther, config)
              .empty();
}

namespace {
struct ScatterCopyExchangedPass
    : scatter::impl::ScatterCopyExchangedPassBase<ScatterCopyExchangedPass> {
  void runOnOperation() override {
    bufferization::BufferizationOptions options;
    bufferization::AnalysisState state(options);
    getOperation()->walk([&](scf::WhileOp loop) {
      OpBuilder b(&getContext());
      SmallVector<OpOperand *> operands;
      for (Value yielded : loop.getYieldOp().getOperands()) {
        auto op =
            yielded.getDefiningOp<bufferization::MaterializeInDestinationOp>();
        auto dest = op ? dyn_cast<BlockArgument>(op.getDest()) : nullptr;
        if (dest && dest.getOwner() == loop.getAfterBody() &&
            needsCopy(state, op.getSourceMutable(), dest))
          operands.push_back(&op.getSourceMutable());
      }
      for (OpOperand *operand : operands) {
        Value value = operand->get();
        b.setInsertionPointAfterValue(value);
        operand->set(bufferization::AllocTensorOp::create(
            b, operand->getOwner()->getLoc(),
            cast<RankedTensorType>(value.getType()), ValueRange(),
            /*copy=*/value));
      }
    });
  }
};
} // namespace
