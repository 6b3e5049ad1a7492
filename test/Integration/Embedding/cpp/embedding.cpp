//===- embedding.cpp - a compiler of its own with scatter inside ----------===//
//
// usage: embedding FILE
//
// Appends to the module in FILE a function with a scatter op that is built
// through the C++ API, runs the stages of the project's pipeline with a pass
// of its own between them and prints the module.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/InitAllDialects.h"
#include "scatter/Pipelines/Pipelines.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace {

/// Counts the scatter ops, which the project's stages before it leave alone.
struct CountScatterOpsPass
    : PassWrapper<CountScatterOpsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountScatterOpsPass)

  void runOnOperation() override {
    int64_t updates = 0, slices = 0;
    getOperation().walk([&](scatter::ScatterNDUpdateOp) { ++updates; });
    getOperation().walk([&](scatter::SliceScatterOp) { ++slices; });
    OpBuilder builder(&getContext());
    getOperation()->setAttr("embedding.updates",
                            builder.getI64IntegerAttr(updates));
    getOperation()->setAttr("embedding.slices",
                            builder.getI64IntegerAttr(slices));
  }
};

} // namespace

/// Adds `@built`, which sums rows into a table.
static void buildFunction(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = builder.getUnknownLoc();
  auto table = RankedTensorType::get({8, 16}, builder.getF32Type());
  auto indices = RankedTensorType::get({4, 1}, builder.getI64Type());
  auto rows = RankedTensorType::get({4, 16}, builder.getF32Type());
  auto function = func::FuncOp::create(
      builder, loc, "built",
      builder.getFunctionType({table, indices, rows}, table));
  builder.setInsertionPointToStart(function.addEntryBlock());
  auto update = scatter::ScatterNDUpdateOp::create(
      builder, loc, function.getArgument(1), function.getArgument(2),
      function.getArgument(0), scatter::Reduction::sum);
  func::ReturnOp::create(builder, loc, update->getResults());
}

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: embedding FILE\n";
    return 1;
  }
  DialectRegistry registry;
  scatter::registerAllDialects(registry);
  MLIRContext context(registry);
  context.loadDialect<scatter::ScatterDialect, func::FuncDialect>();
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  buildFunction(*module);

  PassManager pm = PassManager::on<ModuleOp>(&context);
  scatter::ScatterToLLVMOptions options;
  scatter::addScatterSimplificationStage(pm, options);
  pm.addPass(std::make_unique<CountScatterOpsPass>());
  scatter::addScatterBufferizationStage(pm, options);
  scatter::addScatterLoopsStage(pm, options);
  scatter::addScatterLLVMStage(pm, options);
  if (failed(pm.run(*module)))
    return 1;
  module->print(llvm::outs());
  llvm::outs() << "\n";
  return 0;
}
