//===- CompileKernel.cpp - compiles kernels that are not built in ---------===//

#include "CompileKernel.h"

#include "BuildKernel.h"
#include "KernelSignature.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "scatter/Support/ResourceLimits.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

/// Part of libraries that do not destroy their variables.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" __attribute__((weak, visibility("hidden")))
const char scatter_keeps_variables;

bool kernels::hasCompiler() { return true; }

bool kernels::canCompileInBackground() {
  // The first compilation creates variables of LLVM and MLIR. The process would
  // destroy them before it calls a function that was registered earlier and
  // waits for the thread.
  bool canEnd = &scatter_keeps_variables || ExecutionEngine::hasCompiled();
  constexpr size_t bytes = 256u << 20;
  return canEnd && isMemoryAvailable(bytes);
}

Expected<Program> kernels::compileKernel(const KernelKey &key) {
  // MLIR aborts if an allocation fails.
  constexpr size_t bytes = 32u << 20;
  if (!isMemoryAvailable(bytes))
    return createStringError(std::errc::not_enough_memory,
                             "a kernel: no memory for %zu bytes", bytes);
  EngineOptions options;
  options.threads = key.threads;
  options.cacheDirectory = getDefaultCacheDirectory();
  return ExecutionEngine(std::move(options))
      .compile(key.getBytes(), [&](mlir::MLIRContext *context) {
        return buildKernel(key, getFunctionName(key), context);
      });
}
