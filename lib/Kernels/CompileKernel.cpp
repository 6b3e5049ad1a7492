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

bool kernels::hasCompiler() { return true; }

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
