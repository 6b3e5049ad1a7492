//===- CompileTime.cpp - time of compilation by stage ---------------------===//
//
// One static op on memrefs and on tensors: each stage of the pipeline by
// itself, then the whole way from the text to a program, in a process that has
// compiled before. What the stages leave of the whole is LLVM's part and the
// linking.
//
//===----------------------------------------------------------------------===//

#include "Programs.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "scatter/InitAllDialects.h"
#include "scatter/Pipelines/Pipelines.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include <benchmark/benchmark.h>
#include <chrono>

using namespace mlir;
using namespace scatter;

/// A context as the engine makes it for each compilation.
static std::unique_ptr<MLIRContext> createContext() {
  static const DialectRegistry registry = [] {
    DialectRegistry result;
    registerAllDialects(result);
    return result;
  }();
  return std::make_unique<MLIRContext>(registry,
                                       MLIRContext::Threading::DISABLED);
}

/// Seconds of making a context and parsing (stage -1) or of a stage, after the
/// stages before it.
static double timeStage(llvm::StringRef source, int wanted, unsigned threads) {
  ScatterToLLVMOptions options;
  options.threads = threads;
  auto start = std::chrono::steady_clock::now();
  auto getSeconds = [&start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  };
  std::unique_ptr<MLIRContext> context = createContext();
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(source, context.get());
  if (!module)
    abort();
  if (wanted < 0)
    return getSeconds();
  for (const ScatterToLLVMStage &stage :
       getScatterToLLVMStages().take_front(wanted + 1)) {
    start = std::chrono::steady_clock::now();
    PassManager manager((*module)->getName());
    stage.add(manager, options);
    if (failed(manager.run(*module)))
      abort();
  }
  return getSeconds();
}

static void compileStage(benchmark::State &state, llvm::StringRef source,
                         int stage, unsigned threads) {
  for (auto _ : state)
    state.SetIterationTime(timeStage(source, stage, threads));
}

static void compileWhole(benchmark::State &state, llvm::StringRef source,
                         unsigned threads) {
  EngineOptions options;
  options.threads = threads;
  ExecutionEngine engine(options);
  for (auto _ : state)
    llvm::cantFail(
        engine.compile(llvm::MemoryBufferRef(source, "benchmark.mlir")));
}

static const bool areRegistered = [] {
  for (unsigned threads : {1u, 2u})
    for (auto [form, source] : {std::pair("memref", bench::rowsInPlace),
                                std::pair("tensor", bench::rows)}) {
      auto name = [&, form = form](llvm::StringRef stage) {
        return ("compile/" + stage + "/" + form +
                "/threads:" + llvm::Twine(threads))
            .str();
      };
      auto add = [&, source = source](llvm::StringRef stage, int number) {
        benchmark::RegisterBenchmark(name(stage).c_str(), compileStage, source,
                                     number, threads)
            ->UseManualTime()
            ->MinTime(0.1)
            ->Unit(benchmark::kMillisecond);
      };
      add("parse", -1);
      for (auto [number, stage] : llvm::enumerate(getScatterToLLVMStages()))
        add(stage.name, number);
      benchmark::RegisterBenchmark(name("whole").c_str(), compileWhole, source,
                                   threads)
          ->MinTime(0.2)
          ->Unit(benchmark::kMillisecond);
    }
  return true;
}();
