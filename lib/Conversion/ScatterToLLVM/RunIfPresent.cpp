//===- RunIfPresent.cpp - run a pipeline if ops are present ---------------===//

#include "scatter/Conversion/Passes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERRUNIFPRESENTPASS
#include "scatter/Conversion/Passes.h.inc"
} // namespace scatter

/// Whether all vectors of `op` are of rank 1 and have more than one element.
static bool hasOnlyRows(Operation *op) {
  auto isRow = [](Type type) {
    auto vectorType = dyn_cast<VectorType>(type);
    return !vectorType ||
           (vectorType.getRank() == 1 && vectorType.getNumElements() > 1);
  };
  return llvm::all_of(op->getOperandTypes(), isRow) &&
         llvm::all_of(op->getResultTypes(), isRow);
}

namespace {
struct ScatterRunIfPresentPass
    : scatter::impl::ScatterRunIfPresentPassBase<ScatterRunIfPresentPass> {
  ScatterRunIfPresentPass(ArrayRef<StringRef> opNames,
                          function_ref<void(OpPassManager &)> build,
                          ArrayRef<StringRef> exceptRowNames) {
    for (StringRef name : opNames)
      ops.push_back(name.str());
    for (StringRef name : exceptRowNames)
      exceptRows.push_back(name.str());
    build(passes);
    llvm::raw_string_ostream os(pipeline.getValue());
    // There is no space between passes: it would end the option.
    llvm::interleave(
        passes, os, [&](Pass &pass) { pass.printAsTextualPipeline(os); }, ",");
  }

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(ScatterRunIfPresentPassBase::initializeOptions(options,
                                                              errorHandler)))
      return failure();
    std::string message;
    llvm::raw_string_ostream os(message);
    if (failed(parsePassPipeline(pipeline, passes, os)))
      return errorHandler("pipeline: " + message);
    return success();
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    passes.getDependentDialects(registry);
  }

  void runOnOperation() override {
    auto isNamed = [&](Operation *op) {
      OperationName name = op->getName();
      if (!llvm::is_contained(ops, name.getStringRef()) &&
          !llvm::is_contained(ops, name.getDialectNamespace()))
        return false;
      return !llvm::is_contained(exceptRows, name.getStringRef()) ||
             !hasOnlyRows(op);
    };
    WalkResult result = getOperation()->walk([&](Operation *op) {
      return isNamed(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted() && failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }

  OpPassManager passes;
};
} // namespace

std::unique_ptr<Pass> scatter::createScatterRunIfPresentPass(
    ArrayRef<StringRef> ops, function_ref<void(OpPassManager &)> build,
    ArrayRef<StringRef> exceptRows) {
  return std::make_unique<ScatterRunIfPresentPass>(ops, build, exceptRows);
}
