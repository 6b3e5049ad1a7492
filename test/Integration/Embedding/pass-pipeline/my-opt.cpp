//===- my-opt.cpp - a compiler of its own with scatter inside -------------===//
//
// An mlir-opt with the dialect, its external models and its passes, two passes
// of its own, and a pipeline that is made of both.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/InitAllDialects.h"
#include "scatter/InitAllPasses.h"
#include "scatter/Pipelines/Pipelines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

using namespace mlir;

namespace {

/// Adds `@add_rows`, which sums rows into a table.
struct AddRowsFunctionPass
    : PassWrapper<AddRowsFunctionPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AddRowsFunctionPass)

  StringRef getArgument() const override { return "add-rows-function"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<func::FuncDialect, scatter::ScatterDialect>();
  }

  void runOnOperation() override {
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    Location loc = builder.getUnknownLoc();
    auto table = RankedTensorType::get({8, 16}, builder.getF32Type());
    auto indices = RankedTensorType::get({4, 1}, builder.getI64Type());
    auto rows = RankedTensorType::get({4, 16}, builder.getF32Type());
    auto function = func::FuncOp::create(
        builder, loc, "add_rows",
        builder.getFunctionType({table, indices, rows}, table));
    builder.setInsertionPointToStart(function.addEntryBlock());
    auto update = scatter::ScatterNDUpdateOp::create(
        builder, loc, /*indices=*/function.getArgument(1),
        /*updates=*/function.getArgument(2), /*data=*/function.getArgument(0),
        scatter::Reduction::sum);
    func::ReturnOp::create(builder, loc, update->getResults());
  }
};

/// Counts the scatter ops, which the stages before it leave alone.
struct CountScatterOpsPass
    : PassWrapper<CountScatterOpsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountScatterOpsPass)

  StringRef getArgument() const override { return "count-scatter-ops"; }

  void runOnOperation() override {
    int64_t updates = 0, slices = 0;
    getOperation().walk([&](scatter::ScatterNDUpdateOp) { ++updates; });
    getOperation().walk([&](scatter::SliceScatterOp) { ++slices; });
    OpBuilder builder(&getContext());
    getOperation()->setAttr("my.updates", builder.getI64IntegerAttr(updates));
    getOperation()->setAttr("my.slices", builder.getI64IntegerAttr(slices));
  }
};

} // namespace

/// The stages of scatter-to-llvm with passes of its own between them.
static void buildMyPipeline(OpPassManager &pm,
                            const scatter::ScatterToLLVMOptions &options) {
  scatter::addScatterMachineStage(pm, options);
  pm.addPass(std::make_unique<AddRowsFunctionPass>());
  scatter::addScatterSimplificationStage(pm, options);
  pm.addPass(std::make_unique<CountScatterOpsPass>());
  scatter::addScatterChecksStage(pm, options);
  scatter::addScatterBufferizationStage(pm, options);
  scatter::addScatterPlanStage(pm, options);
  scatter::addScatterLoopsStage(pm, options);
  scatter::addScatterLLVMStage(pm, options);
}

int main(int argc, char **argv) {
  // Upstream's dialects and extensions as well. A tool that has registered them
  // calls registerScatterDialect instead: our dialect and its models alone.
  DialectRegistry registry;
  scatter::registerAllDialects(registry);

  // For --pass-pipeline and as options of their own.
  scatter::registerAllPasses();
  PassRegistration<AddRowsFunctionPass>();
  PassRegistration<CountScatterOpsPass>();
  PassPipelineRegistration<scatter::ScatterToLLVMOptions>(
      "my-pipeline", "lower everything to the LLVM dialect", buildMyPipeline);

  return asMainReturnCode(MlirOptMain(argc, argv, "my-opt\n", registry));
}
