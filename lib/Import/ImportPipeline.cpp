//===- ImportPipeline.cpp - the pipeline scatter-import -------------------===//

#include "scatter/Import/ImportPipeline.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace scatter;

bool scatter::hasForeignScatters(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        bool isForeign =
            isStableHLO(op) || isa<tensor::ScatterOp, tosa::ScatterOp>(op);
        return isForeign ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

void scatter::addScatterImportStage(OpPassManager &pm) {
  // Before canonicalization moves the sizes of casts.
  pm.addPass(createScatterCheckCastsPass());
  pm.addPass(createConvertStableHLOToScatterPass());
  pm.addNestedPass<func::FuncOp>(createConvertTosaToScatterPass());
  pm.addNestedPass<func::FuncOp>(createConvertTensorToScatterPass());
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createScatterCopyExchangedPass());
  pm.addPass(createScatterFoldUnsignedSplatsPass());
  pm.addPass(createLinalgElementwiseOpFusionPass());
  pm.addPass(createScatterWidenSlicesPass());
}

void scatter::registerScatterImportPipeline() {
  PassPipelineRegistration<>(
      "scatter-import",
      "convert StableHLO in generic form and the scatters of upstream dialects",
      addScatterImportStage);
}
