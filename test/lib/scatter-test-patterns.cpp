//===- scatter-test-patterns.cpp - the exported patterns by themselves ----===//
//
// As scatter-opt, with a pass of another compiler: it uses the patterns of
// scatter/Conversion/Patterns.h and nothing else of the project's passes.
//
//===----------------------------------------------------------------------===//

#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/InitAllDialects.h"
#include "scatter/InitAllPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {

struct TestScatterToLoopsPatterns
    : PassWrapper<TestScatterToLoopsPatterns, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestScatterToLoopsPatterns)

  StringRef getArgument() const override {
    return "test-scatter-to-loops-patterns";
  }
  StringRef getDescription() const override {
    return "apply populateScatterToLoopsPatterns";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry
        .insert<LLVM::LLVMDialect, arith::ArithDialect, memref::MemRefDialect,
                scf::SCFDialect, vector::VectorDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    scatter::populateScatterToLoopsPatterns(patterns);
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<scatter::ScatterDialect>(op->getDialect()))
        ops.push_back(op);
    });
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingOps)
        .enableFolding(false);
    if (failed(applyOpPatternsGreedily(ops, std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  scatter::registerAllDialects(registry);
  registerAllPasses();
  scatter::registerAllPasses();
  PassRegistration<TestScatterToLoopsPatterns>();
  return asMainReturnCode(MlirOptMain(
      argc, argv, "scatter's patterns in another pass\n", registry));
}
