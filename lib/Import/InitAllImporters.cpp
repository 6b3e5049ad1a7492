//===- InitAllImporters.cpp - registration of the importers ---------------===//

#include "scatter/InitAllImporters.h"

#include "scatter/ExecutionEngine/Importers.h"
#include "scatter/Import/ImportPipeline.h"
#include "scatter/Import/ONNX/ONNXImport.h"
#include "scatter/Import/OpenVINO/OpenVINOImport.h"
#include "scatter/Import/Passes.h"
#include "scatter/Import/TensorFlow/TensorFlowImport.h"
#include "scatter/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBufferRef.h"

using namespace mlir;
using namespace scatter;

static bool isModelFile(StringRef name) {
  return isONNXFile(name) || isOpenVINOFile(name) || isTensorFlowFile(name);
}

/// Reads a model and runs the simplification passes that every model needs.
static OwningOpRef<ModuleOp> readModel(llvm::MemoryBufferRef source,
                                       MLIRContext *context,
                                       bool &isSelfContained) {
  StringRef name = source.getBufferIdentifier();
  OwningOpRef<ModuleOp> module =
      isONNXFile(name)       ? importONNX(source, context, isSelfContained)
      : isOpenVINOFile(name) ? importOpenVINO(source, context, isSelfContained)
                             : importTensorFlow(source, context);
  if (!module)
    return {};
  PassManager manager(context);
  addScatterImportStage(manager);
  if (failed(manager.run(*module)))
    return {};
  return module;
}

/// The dialects of StableHLO are not registered: their ops are converted before
/// anything is compiled.
static bool mentionsStableHLO(StringRef source) {
  return source.contains("stablehlo") || source.contains("\"chlo.");
}

void scatter::registerAllImporters() {
  setImporters({isModelFile, readModel, mentionsStableHLO,
                registerForeignDialects, hasForeignScatters,
                addScatterImportStage});
  setLinalgLowering([](OpPassManager &pm) {
    pm.addPass(createScatterVectorizeContractionsPass());
  });
}

void scatter::registerAllImportPasses() {
  registerScatterImportPasses();
  registerScatterImportPipeline();
}
