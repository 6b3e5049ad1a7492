//===- Toolchain.h - what compilations share --------------------*- C++ -*-===//

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

/// The target machine, the pass managers and the code generator of one
/// compilation after the other in a context. Those of the last options are
/// kept: making them takes a fourth of a small compilation. One thread at a
/// time.
class Toolchain {
public:
  /// The target that `options` describe, see createTargetMachine.
  llvm::Expected<llvm::TargetMachine *>
  getMachine(const EngineOptions &options);

  /// The code generator for the target that getMachine returned last, see
  /// CodeGenerator::create.
  llvm::Expected<CodeGenerator *> getGenerator(llvm::CodeGenFileType fileType,
                                               bool onlyLoweredLoops);

  /// Pass managers on builtin.module, one for each of getScatterToLLVMStages().
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
