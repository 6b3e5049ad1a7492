//===- Toolchain.h - state that compilations share --------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_TOOLCHAIN_H
#define SCATTER_LIB_EXECUTIONENGINE_TOOLCHAIN_H

#include "Codegen.h"
#include "scatter/ExecutionEngine/Options.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scatter {

/// The target machine, the pass managers and the code generator for successive
/// compilations in one context. They are kept as long as the options do not
/// change, because making them takes a quarter of the time of a small
/// compilation. Not thread-safe.
class Toolchain {
public:
  /// Returns the target machine for `options`, see createTargetMachine.
  llvm::Expected<llvm::TargetMachine *>
  getMachine(const EngineOptions &options);

  /// Returns the code generator for the target that getMachine returned last,
  /// see CodeGenerator::create.
  llvm::Expected<CodeGenerator *> getGenerator(llvm::CodeGenFileType fileType,
                                               bool onlyLoweredLoops);

  /// Returns pass managers on builtin.module, one for each of
  /// getScatterToLLVMStages().
  llvm::ArrayRef<std::unique_ptr<mlir::PassManager>>
  getStages(mlir::MLIRContext *context, const PlanOptions &plan);

private:
  std::string machineOptions;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::pair<llvm::CodeGenFileType, bool> generatorOptions;
  std::unique_ptr<CodeGenerator> generator;
  PlanOptions stageOptions;
  std::vector<std::unique_ptr<mlir::PassManager>> stages;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_TOOLCHAIN_H
