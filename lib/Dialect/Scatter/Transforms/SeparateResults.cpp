//===- SeparateResults.cpp - results of calls in memory of their own ------===//

#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::bufferization;

namespace scatter {
#define GEN_PASS_DEF_SCATTERSEPARATERESULTSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

namespace {
struct ScatterSeparateResultsPass
    : scatter::impl::ScatterSeparateResultsPassBase<
          ScatterSeparateResultsPass> {
  void runOnOperation() override;
};
} // namespace

/// Copies each operand that may be in the memory of an operand before it. What
/// is in the memory of an argument is known to callers.
static void separateOperands(func::ReturnOp end, const AnalysisState &state) {
  llvm::SmallDenseSet<Value> returned;
  for (OpOperand &operand : end->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    SetVector<Value> sources =
        state.findValueInReverseUseDefChain(&operand, [&](Value value) {
          return state.bufferizesToMemoryWrite(value);
        });
    bool isShared = false;
    for (Value source : sources)
      isShared |=
          !isa<BlockArgument>(source) && !returned.insert(source).second;
    if (!isShared)
      continue;
    OpBuilder b(end);
    operand.set(AllocTensorOp::create(b, end.getLoc(), type, ValueRange(),
                                      /*copy=*/operand.get()));
  }
}

void ScatterSeparateResultsPass::runOnOperation() {
  ModuleOp module = getOperation();
  BufferizationOptions options;
  AnalysisState state(options);
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.getNumResults() < 2 ||
        SymbolTable::symbolKnownUseEmpty(func, module))
      continue;
    for (Block &block : func.getBody())
      if (auto end = dyn_cast<func::ReturnOp>(block.getTerminator()))
        separateOperands(end, state);
  }
}
