//===- scatter-translate.cpp - translations from and to MLIR --------------===//

#include "scatter/InitAllDialects.h"
#include "scatter/Support/ToolMain.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Operation.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;

/// LLVM dialect to LLVM IR, as upstream's mlir-translate has it, with the
/// dialects of this project registered.
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

int main(int argc, char **argv) {
  registerToLLVMIR();
  return scatter::runGuardedTool("scatter-translate", argc, argv, [&] {
    return int(
        failed(mlirTranslateMain(argc, argv, "translation tool for scatter")));
  });
}
