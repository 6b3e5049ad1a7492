//===- Lowering.cpp - lowers a module to LLVM IR --------------------------===//

#include "Lowering.h"

#include "Toolchain.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "scatter/Conversion/Passes.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/ExecutionEngine/Importers.h"
#include "scatter/ExecutionEngine/MachineFile.h"
#include "scatter/InitAllDialects.h"
#include "scatter/Pipelines/Pipelines.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

using namespace mlir;
using namespace scatter;

const DialectRegistry &scatter::getRegistry() {
  static const DialectRegistry registry = [] {
    DialectRegistry result;
    registerAllDialects(result);
    return result;
  }();
  return registry;
}

static void removeNames(func::FuncOp func) {
  auto name =
      StringAttr::get(func.getContext(), ScatterDialect::getNameAttrName());
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i)
    func.removeArgAttr(i, name);
  for (unsigned i = 0, e = func.getNumResults(); i != e; ++i)
    func.removeResultAttr(i, name);
}

/// Prepares a function that callers can call. Tensor arguments become read only
/// unless they are donated or the source says otherwise. Attributes with names
/// are removed.
static void prepareEntryPoint(func::FuncOp func, bool cInterface) {
  constexpr llvm::StringLiteral writable =
      bufferization::BufferizationDialect::kWritableAttrName;
  // scatter-alias-results reports names, and removes them.
  bool hasDonated = false;
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i) {
    bool isDonated =
        bool(func.getArgAttr(i, ScatterDialect::getDonatedAttrName()));
    hasDonated |= isDonated;
    if (isa<TensorType>(func.getArgument(i).getType()) &&
        (isDonated || !func.getArgAttr(i, writable)))
      func.setArgAttr(i, writable, BoolAttr::get(func.getContext(), isDonated));
  }
  if (!hasDonated)
    removeNames(func);
  if (cInterface)
    func->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                  UnitAttr::get(func.getContext()));
}

/// Runs a stage. The module is not verified after every pass, because that
/// would take a tenth of the compilation time.
static LogicalResult runTimed(PassManager &manager, ModuleOp module,
                              StringRef stage, const EngineOptions &options) {
  StepTimer timer(options, stage);
  manager.enableVerifier(false);
  return success(succeeded(manager.run(module)) && succeeded(verify(module)));
}

LogicalResult scatter::lowerToLLVMDialect(
    ModuleOp module, llvm::ArrayRef<EntryPoint> entryPoints, bool cInterface,
    const EngineOptions &options, Toolchain &toolchain) {
  for (const EntryPoint &entry : entryPoints)
    prepareEntryPoint(module.lookupSymbol<func::FuncOp>(entry.name),
                      cInterface);
  if (options.buildPipeline) {
    PassManager manager(module->getName());
    options.buildPipeline(manager);
    // Neither pass changes functions that it has processed before.
    manager.addPass(createScatterCheckAllocationsPass());
    manager.addPass(createScatterShareRecordPass());
    if (failed(runTimed(manager, module, "llvm", options)))
      return failure();
    reportStage(options, "llvm", module);
    return success();
  }
  const Importers &importers = getImporters();
  if (importers.hasForeignOps && importers.hasForeignOps(module)) {
    PassManager manager(module->getName());
    importers.addImportStage(manager);
    if (failed(runTimed(manager, module, "import", options)))
      return failure();
    reportStage(options, "import", module);
  }
  PlanOptions plan = options.plan;
  plan.set(&Machine::threads, options.threads);
  completeMachine(module, getHostMachine());
  for (auto [stage, manager] :
       llvm::zip_equal(getScatterToLLVMStages(),
                       toolchain.getStages(module.getContext(), plan))) {
    if (failed(runTimed(*manager, module, stage.name, options)))
      return failure();
    reportStage(options, stage.name, module);
  }
  return success();
}

std::unique_ptr<llvm::Module>
scatter::translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context) {
  // MLIR would print what the verifier finds.
  std::unique_ptr<llvm::Module> translated = translateModuleToLLVMIR(
      module, context, "scatter", /*disableVerification=*/true);
  if (!translated)
    return nullptr;
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!llvm::verifyModule(*translated, &os))
    return translated;
  llvm::replace(text, '\n', ' ');
  module.emitError("expected a module that LLVM's verifier accepts: ")
      << StringRef(text).rtrim();
  return nullptr;
}
