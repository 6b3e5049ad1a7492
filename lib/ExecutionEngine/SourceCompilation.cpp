//===- SourceCompilation.cpp - compilation of text and bytecode -----------===//

#include "SourceCompilation.h"

#include "Compilation.h"
#include "Lowering.h"
#include "Source.h"
#include "StepTimer.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Remarks.h"
#include "scatter/ExecutionEngine/Errors.h"

using namespace mlir;
using namespace scatter;

/// Turns remarks of the categories that match `filter` into diagnostics.
static LogicalResult enableRemarks(MLIRContext &context,
                                   const std::string &filter) {
  if (filter.empty())
    return success();
  // `all` alone enables none.
  remark::RemarkCategories categories{filter, filter, filter, filter, filter};
  return remark::enableOptimizationRemarks(
      context, /*streamer=*/nullptr,
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories,
      /*printAsEmitRemarks=*/true);
}

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
  if (failed(enableRemarks(context, options.remarks)))
    return llvm::make_error<CompileError>("remarks: no remark engine");
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
