//===- Toolchain.cpp - state that compilations share ----------------------===//

#include "Toolchain.h"

#include "scatter/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace scatter;

llvm::Expected<llvm::TargetMachine *>
Toolchain::getMachine(const EngineOptions &options) {
  std::string key =
      llvm::formatv("{0};{1};{2};{3}", options.triple, options.cpu,
                    options.features, options.optLevel);
  if (machine && machineOptions == key)
    return machine.get();
  auto target = createTargetMachine(options);
  if (!target)
    return target.takeError();
  generator.reset();
  machine = std::move(*target);
  machineOptions = std::move(key);
  return machine.get();
}

llvm::Expected<CodeGenerator *>
Toolchain::getGenerator(llvm::CodeGenFileType fileType, bool onlyLoweredLoops) {
  std::pair wanted(fileType, onlyLoweredLoops);
  if (generator && generatorOptions == wanted)
    return generator.get();
  auto created = CodeGenerator::create(*machine, fileType, onlyLoweredLoops);
  if (!created)
    return created.takeError();
  generator = std::move(*created);
  generatorOptions = wanted;
  return generator.get();
}

ArrayRef<std::unique_ptr<PassManager>>
Toolchain::getStages(MLIRContext *context, const PlanOptions &plan) {
  if (!stages.empty() && stageOptions == plan)
    return stages;
  stages.clear();
  stageOptions = plan;
  ScatterToLLVMOptions options;
  options.plan.set(plan);
  for (const ScatterToLLVMStage &stage : getScatterToLLVMStages()) {
    stages.push_back(
        std::make_unique<PassManager>(context, ModuleOp::getOperationName()));
    stage.add(*stages.back(), options);
  }
  return stages;
}
