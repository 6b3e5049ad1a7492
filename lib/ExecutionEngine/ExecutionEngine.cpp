//===- ExecutionEngine.cpp - from IR to a program -------------------------===//

#include "scatter/ExecutionEngine/ExecutionEngine.h"

#include "Adaptor.h"
#include "CHeader.h"
#include "Codegen.h"
#include "DiagnosticCollector.h"
#include "Lowering.h"
#include "OpenMP.h"
#include "ProgramState.h"
#include "Signature.h"
#include "Source.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace scatter;

namespace {
/// LLVM IR together with the context that owns its types.
struct Translated {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};

/// One compilation. `module` is consumed by the first lowering.
class Compilation {
public:
  Compilation(const EngineOptions &options, MLIRContext *context)
      : options(options), diagnostics(context, options) {}

  llvm::Expected<Program> compile(ModuleOp module);
  llvm::Error emit(ModuleOp module, EmitKind kind, llvm::raw_pwrite_stream &os);

  llvm::Error takeError(llvm::StringRef fallback) {
    return diagnostics.takeError(fallback);
  }

private:
  llvm::Error lower(ModuleOp module, bool cInterface);
  llvm::Expected<Translated> translate(ModuleOp module);
  void optimizeAndReport(llvm::Module &module);

  const EngineOptions &options;
  DiagnosticCollector diagnostics;
  std::unique_ptr<llvm::TargetMachine> machine;
  SmallVector<EntryPoint, 0> entryPoints;
};
} // namespace

llvm::Error Compilation::lower(ModuleOp module, bool cInterface) {
  reportStage(options, "input", module);
  auto target = createTargetMachine(options);
  if (!target)
    return target.takeError();
  machine = std::move(*target);
  if (failed(collectEntryPoints(module, entryPoints)) ||
      failed(lowerToLLVMDialect(module, entryPoints, cInterface, options)))
    return takeError("the pipeline failed without a diagnostic");
  return llvm::Error::success();
}

llvm::Expected<Translated> Compilation::translate(ModuleOp module) {
  module->setAttr(
      LLVM::LLVMDialect::getTargetTripleAttrName(),
      StringAttr::get(module.getContext(), machine->getTargetTriple().str()));
  module->setAttr(
      LLVM::LLVMDialect::getDataLayoutAttrName(),
      StringAttr::get(module.getContext(),
                      machine->createDataLayout().getStringRepresentation()));
  Translated result;
  result.context = std::make_unique<llvm::LLVMContext>();
  result.module = translateToLLVMIR(module, *result.context);
  if (!result.module)
    return takeError("translation to LLVM IR failed without a diagnostic");
  reportStage(options, "llvm-ir", *result.module);
  return result;
}

void Compilation::optimizeAndReport(llvm::Module &module) {
  optimize(module, *machine, options.optLevel);
  reportStage(options, "optimized-llvm-ir", module);
}

static bool isCallable(const EntryPoint &entry) {
  return llvm::none_of(
      llvm::concat<const Parameter>(entry.arguments, entry.results),
      [](const Parameter &parameter) {
        return parameter.type.kind == ValueType::Kind::Unsupported;
      });
}

llvm::Expected<Program> Compilation::compile(ModuleOp module) {
  llvm::Triple host(llvm::sys::getProcessTriple());
  llvm::Triple triple(options.triple);
  if (!options.triple.empty() &&
      (triple.getArch() != host.getArch() || triple.getOS() != host.getOS()))
    return llvm::make_error<CompileError>(
        "target triple: expected that of this process, '" + host.str() +
        "', found '" + options.triple + "'");
  if (options.threads > 1)
    if (llvm::Error error = loadOpenMPRuntime())
      return error;
  if (llvm::Error error = lower(module, /*cInterface=*/false))
    return error;
  auto translated = translate(module);
  if (!translated)
    return translated.takeError();

  std::vector<std::string> symbols;
  for (const EntryPoint &entry : entryPoints) {
    if (!isCallable(entry))
      continue;
    auto symbol = addAdaptor(*translated->module, entry);
    if (!symbol)
      return symbol.takeError();
    symbols.push_back(std::move(*symbol));
  }
  internalize(*translated->module, symbols);
  optimizeAndReport(*translated->module);

  SmallVector<char, 0> object;
  llvm::raw_svector_ostream os(object);
  if (llvm::Error error = emitMachineCode(
          *translated->module, *machine, llvm::CodeGenFileType::ObjectFile, os))
    return error;
  auto code =
      LinkedCode::link(std::make_unique<llvm::SmallVectorMemoryBuffer>(
                           std::move(object), /*RequiresNullTerminator=*/false),
                       symbols);
  if (!code)
    return code.takeError();

  auto state = std::make_shared<scatter::detail::ProgramState>();
  llvm::ArrayRef<void *> addresses = (*code)->getAddresses();
  for (EntryPoint &entry : entryPoints) {
    void *address = nullptr;
    if (isCallable(entry)) {
      address = addresses.front();
      addresses = addresses.drop_front();
    }
    state->adaptors.push_back(reinterpret_cast<void (*)(void **)>(address));
    state->entryPoints.push_back(std::move(entry));
  }
  state->code = std::move(*code);
  return Program(std::move(state));
}

llvm::Error Compilation::emit(ModuleOp module, EmitKind kind,
                              llvm::raw_pwrite_stream &os) {
  if (llvm::Error error = lower(module, /*cInterface=*/true))
    return error;
  if (kind == EmitKind::MLIR) {
    os << module << '\n';
    return llvm::Error::success();
  }
  if (kind == EmitKind::Header) {
    writeCHeader(entryPoints, os);
    return llvm::Error::success();
  }
  auto translated = translate(module);
  if (!translated)
    return translated.takeError();
  optimizeAndReport(*translated->module);
  if (kind == EmitKind::LLVMIR) {
    os << *translated->module;
    return llvm::Error::success();
  }
  return emitMachineCode(*translated->module, *machine,
                         kind == EmitKind::Object
                             ? llvm::CodeGenFileType::ObjectFile
                             : llvm::CodeGenFileType::AssemblyFile,
                         os);
}

ExecutionEngine::ExecutionEngine(EngineOptions options)
    : options(std::move(options)) {}

/// Parses `source` in a context of its own and passes compilation and module to
/// `action`.
template <typename Action>
static auto withSource(const EngineOptions &options,
                       llvm::MemoryBufferRef source, Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  // Modules are small: starting a thread pool costs more than it gains.
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  Compilation compilation(options, &context);
  OwningOpRef<ModuleOp> module = parseSource(source, &context);
  if (!module)
    return compilation.takeError("parsing failed without a diagnostic");
  return action(compilation, *module);
}

/// The same for a copy of a module in its own context.
template <typename Action>
static auto withModule(const EngineOptions &options, ModuleOp module,
                       Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  MLIRContext *context = module.getContext();
  context->appendDialectRegistry(getRegistry());
  Compilation compilation(options, context);
  OwningOpRef<ModuleOp> copy = module.clone();
  return action(compilation, *copy);
}

llvm::Expected<Program>
ExecutionEngine::compile(llvm::MemoryBufferRef source) const {
  return withSource(options, source,
                    [](Compilation &compilation, ModuleOp module) {
                      return compilation.compile(module);
                    });
}

llvm::Expected<Program> ExecutionEngine::compile(ModuleOp module) const {
  return withModule(options, module,
                    [](Compilation &compilation, ModuleOp copy) {
                      return compilation.compile(copy);
                    });
}

llvm::Error ExecutionEngine::emit(llvm::MemoryBufferRef source, EmitKind kind,
                                  llvm::raw_pwrite_stream &os) const {
  return withSource(options, source,
                    [&](Compilation &compilation, ModuleOp module) {
                      return compilation.emit(module, kind, os);
                    });
}

llvm::Error ExecutionEngine::emit(ModuleOp module, EmitKind kind,
                                  llvm::raw_pwrite_stream &os) const {
  return withModule(options, module,
                    [&](Compilation &compilation, ModuleOp copy) {
                      return compilation.emit(copy, kind, os);
                    });
}
