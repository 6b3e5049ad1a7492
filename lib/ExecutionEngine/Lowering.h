//===- Lowering.h - lowers a module to LLVM IR ------------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_LOWERING_H
#define SCATTER_LIB_EXECUTIONENGINE_LOWERING_H

#include "mlir/Support/LLVM.h"
#include "scatter/ExecutionEngine/Options.h"
#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir {
class DialectRegistry;
class ModuleOp;
} // namespace mlir

namespace scatter {

class Toolchain;

/// Passes the time between its construction and its destruction, in seconds, to
/// the callback `onTime`.
class StepTimer {
public:
  StepTimer(const EngineOptions &options, llvm::StringRef step)
      : options(options), step(step), start(Clock::now()) {}
  StepTimer(const StepTimer &) = delete;
  StepTimer &operator=(const StepTimer &) = delete;

  ~StepTimer() {
    if (options.onTime)
      options.onTime(
          step, std::chrono::duration<double>(Clock::now() - start).count());
  }

private:
  using Clock = std::chrono::steady_clock;

  const EngineOptions &options;
  llvm::StringRef step;
  Clock::time_point start;
};

/// Passes the text of `ir`, an MLIR or LLVM module, to the callback `onStage`.
template <typename IR>
void reportStage(const EngineOptions &options, llvm::StringRef stage,
                 const IR &ir) {
  if (!options.onStage)
    return;
  std::string text;
  llvm::raw_string_ostream(text) << ir;
  options.onStage(stage, text);
}

/// Returns the dialects that a source may use. Built once per process.
const mlir::DialectRegistry &getRegistry();

/// Lowers `module` to the LLVM dialect in place. The entry points keep their
/// names. With `cInterface` each also gets `_mlir_ciface_NAME`. Emits an error
/// on failure.
mlir::LogicalResult lowerToLLVMDialect(mlir::ModuleOp module,
                                       llvm::ArrayRef<EntryPoint> entryPoints,
                                       bool cInterface,
                                       const EngineOptions &options,
                                       Toolchain &toolchain);

/// Translates a module of the LLVM dialect. On failure, emits an error and
/// returns null.
std::unique_ptr<llvm::Module> translateToLLVMIR(mlir::ModuleOp module,
                                                llvm::LLVMContext &context);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_LOWERING_H
