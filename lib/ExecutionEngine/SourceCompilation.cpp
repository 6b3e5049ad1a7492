//===- SourceCompilation.cpp - compilation of text and bytecode -----------===//

#include "SourceCompilation.h"

#include "Compilation.h"
#include "Lowering.h"
#include "Source.h"
#include "StepTimer.h"

#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace scatter;

/// Passes the module that `build` makes in a context of its own, and its
/// compilation, to `action`.
template <typename Action>
static auto
withNewContext(const EngineOptions &options,
               llvm::function_ref<OwningOpRef<ModuleOp>(MLIRContext *)> build,
               Action action)
    -> decltype(action(std::declval<Compilation &>(), ModuleOp())) {
  // Modules are small: starting a thread pool costs more than it gains.
  MLIRContext context(getRegistry(), MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  Compilation compilation(options, &context);
  OwningOpRef<ModuleOp> module;
  {
    StepTimer timer(options, "parse");
    module = build(&context);
  }
  if (!module)
    return compilation.takeError("parsing failed without a diagnostic");
  return action(compilation, *module);
}

llvm::Expected<CompiledObject> scatter::compileInNewContext(
    const EngineOptions &options,
    llvm::function_ref<OwningOpRef<ModuleOp>(MLIRContext *)> build,
    bool &isCacheable) {
  return withNewContext(options, build,
                        [&](Compilation &compilation,
                            ModuleOp module) -> llvm::Expected<CompiledObject> {
                          auto object = compilation.compile(module);
                          isCacheable &= !compilation.hasDiagnostics();
                          return object;
                        });
}

llvm::Expected<CompiledObject>
scatter::compileSource(const EngineOptions &options,
                       llvm::MemoryBufferRef source, bool &isCacheable) {
  return compileInNewContext(
      options,
      [&](MLIRContext *context) { return parseSource(source, context); },
      isCacheable);
}

llvm::Error scatter::emitSource(const EngineOptions &options,
                                llvm::MemoryBufferRef source, EmitKind kind,
                                llvm::raw_pwrite_stream &os) {
  return withNewContext(
      options,
      [&](MLIRContext *context) { return parseSource(source, context); },
      [&](Compilation &compilation, ModuleOp module) {
        return compilation.emit(module, kind, os);
      });
}
