//===- Compiler.cpp - programs to machine code ----------------------------===//

#include "Compiler.h"

#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "scatter/Pipelines/Pipelines.h"

#include "llvm/Support/MemoryBufferRef.h"

namespace scatter::fuzz {

static void addPasses(mlir::OpPassManager &pm, const CompileOptions &options) {
  ScatterToLLVMOptions pipeline;
  pipeline.vectorBytes = options.vectorBytes;
  pipeline.threads = options.threads;
  pipeline.parallelBytes = options.parallelBytes;
  pipeline.cacheBytes = options.cacheBytes;
  pipeline.scratchBytes = options.scratchBytes;
  pipeline.strategy = options.strategy;
  pipeline.streamBytes = options.streamBytes;
  pipeline.copyRunBytes = options.copyRunBytes;
  pipeline.prefetch = options.prefetch;
  for (const ScatterToLLVMStage &stage : getScatterToLLVMStages())
    if (options.simplifies || stage.name != "simplify")
      stage.add(pm, pipeline);
}

llvm::Expected<scatter::Program> compileProgram(const Program &program) {
  EngineOptions options;
  options.optLevel = program.options.optLevel;
  options.threads = program.options.threads;
  options.buildPipeline = [&](mlir::OpPassManager &pm) {
    addPasses(pm, program.options);
  };
  std::string text = printProgram(program);
  return ExecutionEngine(options).compile(
      llvm::MemoryBufferRef(text, "fuzz.mlir"));
}

} // namespace scatter::fuzz
