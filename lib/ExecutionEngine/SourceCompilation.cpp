//===- SourceCompilation.cpp - compilation of text and bytecode -----------===//

#include "SourceCompilation.h"

#include "Compilation.h"
#include "Lowering.h"
#include "Source.h"
#include "StepTimer.h"

#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace scatter;

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
  OwningOpRef<ModuleOp> module;
  {
    StepTimer timer(options, "parse");
    module = parseSource(source, &context);
  }
  if (!module)
    return compilation.takeError("parsing failed without a diagnostic");
  return action(compilation, *module);
}

llvm::Expected<CompiledObject>
scatter::compileSource(const EngineOptions &options,
                       llvm::MemoryBufferRef source, bool &isCacheable) {
  return withSource(options, source,
                    [&](Compilation &compilation,
                        ModuleOp module) -> llvm::Expected<CompiledObject> {
                      auto object = compilation.compile(module);
                      isCacheable &= !compilation.hasDiagnostics();
                      return object;
                    });
}

llvm::Error scatter::emitSource(const EngineOptions &options,
                                llvm::MemoryBufferRef source, EmitKind kind,
                                llvm::raw_pwrite_stream &os) {
  return withSource(options, source,
                    [&](Compilation &compilation, ModuleOp module) {
                      return compilation.emit(module, kind, os);
                    });
}
