//===- compiler.cpp - a compiler that owns its pipeline -------------------===//
//
// usage: compiler FILE.mlir
// Prints LLVM IR for two threads.
//
//===----------------------------------------------------------------------===//

#include "scatter/InitAllDialects.h"
#include "scatter/Pipelines/Pipelines.h"

#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace mlir;

static void addPasses(OpPassManager &pm) {
  scatter::PlanOptions plan;
  plan.set(&scatter::Machine::threads, 2);
  scatter::ScatterToLLVMOptions options;
  options.plan.set(plan);

  scatter::addScatterMachineStage(pm, options);
  scatter::addScatterSimplificationStage(pm, options);
  // What the compiler does to linalg ops of its own.
  pm.addPass(createLinalgElementwiseOpFusionPass());
  scatter::addScatterChecksStage(pm, options);
  scatter::addScatterFusionStage(pm, options);
  scatter::addScatterBufferizationStage(pm, options);
  scatter::addScatterPlanStage(pm, options);
  scatter::addScatterLoopsStage(pm, options);
  scatter::addScatterLLVMStage(pm, options);
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  scatter::registerAllDialects(registry);
  registerAllToLLVMIRTranslations(registry);
  MLIRContext context(registry);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(argc > 1 ? argv[1] : "-", &context);
  if (!module)
    return 1;

  PassManager pm(&context);
  addPasses(pm);
  if (failed(pm.run(*module)))
    return 1;

  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(*module, llvmContext);
  if (!code)
    return 1;
  code->print(llvm::outs(), nullptr);
  return 0;
}
