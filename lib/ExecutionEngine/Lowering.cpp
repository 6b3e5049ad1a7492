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
#include "mlir/Pass/PassRegistry.h"
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

/// Adds the passes of `text` to `manager`, which is anchored on a module. Fails
/// with a diagnostic if they are not well-formed.
static LogicalResult parsePasses(ModuleOp module, StringRef text,
                                 PassManager &manager) {
  std::string message;
  llvm::raw_string_ostream os(message);
  LogicalResult result = success();
  if (text.trim().starts_with(ModuleOp::getOperationName())) {
    FailureOr<OpPassManager> parsed = parsePassPipeline(text, os);
    result = parsed;
    if (succeeded(parsed))
      static_cast<OpPassManager &>(manager) = std::move(*parsed);
  } else {
    result = parsePassPipeline(text, manager, os);
  }
  if (succeeded(result))
    return success();
  // The first line has a position before the text, the others show the place.
  StringRef reason = StringRef(message).ltrim().split('\n').first;
  if (size_t start = reason.find("error: "); start != StringRef::npos)
    reason = reason.substr(start + StringRef("error: ").size());
  return module.emitError("passes: ") << reason;
}

/// The entry points of a module and their types.
static SmallVector<std::pair<StringAttr, Type>>
getEntryTypes(ModuleOp module, llvm::ArrayRef<EntryPoint> entryPoints) {
  SmallVector<std::pair<StringAttr, Type>> types;
  for (const EntryPoint &entry : entryPoints) {
    auto func = module.lookupSymbol<func::FuncOp>(entry.name);
    types.emplace_back(StringAttr::get(module.getContext(), entry.name),
                       func ? Type(func.getFunctionType()) : Type());
  }
  return types;
}

/// Erases the schedules of the transform dialect, which are no part of the
/// program.
static void eraseSchedules(ModuleOp module) {
  constexpr StringLiteral marker = "transform.with_named_sequence";
  auto isSchedule = [&](Operation &op) {
    return op.getName().getDialectNamespace() == "transform" ||
           (isa<ModuleOp>(op) && op.hasAttr(marker));
  };
  for (Operation &op :
       llvm::make_early_inc_range(module.getBodyRegion().front()))
    if (isSchedule(op))
      op.erase();
  module->removeAttr(marker);
}

/// Runs the passes of the options.
static LogicalResult runPasses(ModuleOp module,
                               llvm::ArrayRef<EntryPoint> entryPoints,
                               const EngineOptions &options) {
  PassManager manager(module.getContext(), ModuleOp::getOperationName());
  auto before = getEntryTypes(module, entryPoints);
  if (failed(parsePasses(module, options.passes, manager)) ||
      failed(runTimed(manager, module, "passes", options)))
    return failure();
  for (auto [old, found] :
       llvm::zip_equal(before, getEntryTypes(module, entryPoints))) {
    if (old == found)
      continue;
    InFlightDiagnostic error = module.emitError("passes: function '")
                               << old.first.getValue()
                               << "': expected the type " << old.second
                               << " to be kept, found ";
    if (found.second)
      return error << found.second;
    return error << "no such function";
  }
  reportStage(options, "passes", module);
  return success();
}

LogicalResult scatter::lowerToLLVMDialect(
    ModuleOp module, llvm::ArrayRef<EntryPoint> entryPoints, bool cInterface,
    const EngineOptions &options, Toolchain &toolchain) {
  for (const EntryPoint &entry : entryPoints)
    prepareEntryPoint(module.lookupSymbol<func::FuncOp>(entry.name),
                      cInterface);
  if (options.buildPipeline) {
    if (!options.passes.empty() &&
        failed(runPasses(module, entryPoints, options)))
      return failure();
    PassManager manager(module->getName());
    options.buildPipeline(manager);
    // Neither pass changes functions that it has processed before.
    manager.addPass(createScatterCheckAllocationsPass());
    manager.addPass(createScatterShareRecordPass());
    if (failed(runTimed(manager, module, "llvm", options)))
      return failure();
    eraseSchedules(module);
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
  if (!options.passes.empty() &&
      failed(runPasses(module, entryPoints, options)))
    return failure();
  eraseSchedules(module);
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
