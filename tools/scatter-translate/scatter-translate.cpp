//===- scatter-translate.cpp - translations from and to MLIR --------------===//

#include "scatter/InitAllDialects.h"
#include "scatter/Support/RegularFile.h"
#include "scatter/Support/ToolMain.h"
#ifdef SCATTER_HAS_IMPORT
#include "scatter/Import/ONNX/ONNXImport.h"
#include "scatter/Import/OpenVINO/OpenVINOImport.h"
#include "scatter/Import/TensorFlow/TensorFlowImport.h"
#endif

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Operation.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include <cstdlib>

using namespace mlir;

/// Translates the LLVM dialect to LLVM IR, as upstream's mlir-translate does,
/// with the dialects of this project registered.
static void registerToLLVMIR() {
  TranslateFromMLIRRegistration registration(
      "mlir-to-llvmir", "translate the LLVM dialect to LLVM IR",
      [](Operation *op, raw_ostream &output) {
        llvm::LLVMContext context;
        std::unique_ptr<llvm::Module> module =
            translateModuleToLLVMIR(op, context);
        if (!module)
          return failure();
        module->print(output, nullptr);
        return success();
      },
      [](DialectRegistry &registry) {
        scatter::registerAllDialects(registry);
      });
}

#ifdef SCATTER_HAS_IMPORT
/// Imports ONNX models as ops of upstream dialects and the scatter dialect.
static void registerImportONNX() {
  TranslateToMLIRRegistration registration(
      "import-onnx", "import an ONNX model",
      [](const std::shared_ptr<llvm::SourceMgr> &source,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        bool isSelfContained = true;
        return scatter::importONNX(
            source->getMemoryBuffer(source->getMainFileID())->getMemBufferRef(),
            context, isSelfContained);
      },
      [](DialectRegistry &registry) {
        scatter::registerScatterDialect(registry);
      });
}

/// Imports OpenVINO models.
static void registerImportOpenVINO() {
  TranslateToMLIRRegistration registration(
      "import-openvino", "import a model of OpenVINO",
      [](const std::shared_ptr<llvm::SourceMgr> &source,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        bool isSelfContained = true;
        return scatter::importOpenVINO(
            source->getMemoryBuffer(source->getMainFileID())->getMemBufferRef(),
            context, isSelfContained);
      },
      [](DialectRegistry &registry) {
        scatter::registerScatterDialect(registry);
      });
}

/// Imports TensorFlow graphs.
static void registerImportTensorFlow() {
  TranslateToMLIRRegistration registration(
      "import-tensorflow", "import a GraphDef or SavedModel of TensorFlow",
      [](const std::shared_ptr<llvm::SourceMgr> &source,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        return scatter::importTensorFlow(
            source->getMemoryBuffer(source->getMainFileID())->getMemBufferRef(),
            context);
      },
      [](DialectRegistry &registry) {
        scatter::registerScatterDialect(registry);
      });
}
#endif

int main(int argc, char **argv) {
  registerToLLVMIR();
#ifdef SCATTER_HAS_IMPORT
  registerImportONNX();
  registerImportOpenVINO();
  registerImportTensorFlow();
  llvm::cl::opt<bool> listONNXOps(
      "list-onnx-ops",
      llvm::cl::desc("Print the table of ops that --import-onnx takes"),
      llvm::cl::callback([](const bool &) {
        scatter::printONNXOps(llvm::outs());
        llvm::outs().flush();
        std::exit(0);
      }));
  llvm::cl::opt<bool> listOpenVINOOps(
      "list-openvino-ops",
      llvm::cl::desc("Print the table of ops that --import-openvino takes"),
      llvm::cl::callback([](const bool &) {
        scatter::printOpenVINOOps(llvm::outs());
        llvm::outs().flush();
        std::exit(0);
      }));
  llvm::cl::opt<bool> listTensorFlowOps(
      "list-tensorflow-ops",
      llvm::cl::desc("Print the table of ops that --import-tensorflow takes"),
      llvm::cl::callback([](const bool &) {
        scatter::printTensorFlowOps(llvm::outs());
        llvm::outs().flush();
        std::exit(0);
      }));
  // The path of a model may be a folder.
  std::vector<std::string> paths;
  paths.reserve(argc);
  for (int i = 1; i < argc; ++i)
    argv[i] = paths.emplace_back(scatter::getModelPath(argv[i])).data();
#endif
  return scatter::runGuardedTool("scatter-translate", argc, argv, [&] {
    return int(
        failed(mlirTranslateMain(argc, argv, "translation tool for scatter")));
  });
}
