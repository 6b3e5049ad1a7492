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
#include "mlir/Transforms/DialectConversion.h"
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

/// A compiler whose target forbids casts between memrefs, and which does not
/// load the LLVM dialect itself.
struct TestScatterToLoopsConversion
    : PassWrapper<TestScatterToLoopsConversion, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestScatterToLoopsConversion)

  StringRef getArgument() const override {
    return "test-scatter-to-loops-conversion";
  }
  StringRef getDescription() const override {
    return "convert by populateScatterToLoopsPatterns, without casts";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, memref::MemRefDialect, scf::SCFDialect,
                    vector::VectorDialect>();
  }
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    scatter::populateScatterToLoopsPatterns(set);
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override {
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, memref::MemRefDialect,
                           scf::SCFDialect, vector::VectorDialect>();
    target.addLegalOp<scatter::ReportOp, scatter::ReportInvalidIndexOp>();
    target
        .addIllegalOp<scatter::ScatterNDUpdateOp, UnrealizedConversionCastOp>();
    if (failed(applyPartialConversion(getOperation(), target, patterns)))
      signalPassFailure();
  }

  FrozenRewritePatternSet patterns;
};

} // namespace

int main(int argc, char **argv) {
  DialectRegistry registry;
  scatter::registerAllDialects(registry);
  registerAllPasses();
  scatter::registerAllPasses();
  PassRegistration<TestScatterToLoopsPatterns>();
  PassRegistration<TestScatterToLoopsConversion>();
  return asMainReturnCode(MlirOptMain(
      argc, argv, "scatter's patterns in another pass\n", registry));
}
