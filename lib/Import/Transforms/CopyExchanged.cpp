//===- CopyExchanged.cpp - values of loops that change places -------------===//

#include "scatter/Import/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERCOPYEXCHANGEDPASS
#include "scatter/Import/Passes.h.inc"
} // namespace scatter

namespace {
struct ScatterCopyExchangedPass
    : scatter::impl::ScatterCopyExchangedPassBase<ScatterCopyExchangedPass> {
  void runOnOperation() override {
    getOperation()->walk([](scf::WhileOp loop) {
      Block *body = loop.getAfterBody();
      OpBuilder b = OpBuilder::atBlockBegin(body);
      for (Value yielded : loop.getYieldOp().getOperands()) {
        auto op =
            yielded.getDefiningOp<bufferization::MaterializeInDestinationOp>();
        if (!op)
          continue;
        auto value = dyn_cast<BlockArgument>(op.getSource());
        if (!value || value.getOwner() != body || value == op.getDest())
          continue;
        op.getSourceMutable().assign(bufferization::AllocTensorOp::create(
            b, op.getLoc(), cast<RankedTensorType>(value.getType()),
            ValueRange(), /*copy=*/value));
      }
    });
  }
};
} // namespace
