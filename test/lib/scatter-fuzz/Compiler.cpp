//===- Compiler.cpp - programs to machine code ----------------------------===//

#include "Compiler.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/ExecutionEngine/ExecutionEngine.h"
#include "scatter/Pipelines/Pipelines.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <algorithm>
#include <random>

namespace scatter::fuzz {

namespace {

/// Changes some fields of each plan. What it makes is legal, sense or not.
struct ChangePlansPass
    : mlir::PassWrapper<ChangePlansPass, mlir::OperationPass<>> {
  explicit ChangePlansPass(uint64_t seed) : seed(seed) {}

  void runOnOperation() override {
    std::mt19937_64 random(seed);
    getOperation()->walk([&](mlir::Operation *op) {
      if (auto update = mlir::dyn_cast<ScatterNDUpdateOp>(op))
        change(update, random);
      else if (auto slice = mlir::dyn_cast<SliceScatterOp>(op))
        change(slice, random);
      else if (auto gather = mlir::dyn_cast<GatherNDOp>(op))
        change(gather, random);
      else if (auto check = mlir::dyn_cast<CheckIndicesOp>(op))
        change(check, random);
      else if (auto generic = mlir::dyn_cast<GenericOp>(op))
        change(generic, random);
    });
  }

private:
  template <typename OpT>
  void change(OpT op, std::mt19937_64 &random) {
    auto before = op.getPlanAttr();
    Plan plan = op.getPlanOrDefault();
    constexpr int64_t values[] = {0, 1, 2, 7, 16, 64, 100, 1024, 1 << 16};
    for (const PlanField &field : getPlanFields()) {
      if (random() % 3 != 0)
        continue;
      int64_t value = field.isPowerOfTwo ? int64_t(16) << random() % 7
                                         : values[random() % std::size(values)];
      plan.*field.member = std::clamp(value, field.min, field.max);
    }
    // Code for many threads is long.
    plan.threads = std::min<int64_t>(plan.threads, 16);
    if (random() % 2)
      plan.partition = static_cast<Partition>(random() % 5);
    if (random() % 2)
      plan.offsets = static_cast<SlotOffsets>(random() % 3);
    op.setPlanAttr(PlanAttr::get(&getContext(), plan));
    mlir::ScopedDiagnosticHandler quiet(
        &getContext(), [](mlir::Diagnostic &) { return mlir::success(); });
    if (mlir::failed(op.verify()))
      op.setPlanAttr(before);
  }

  uint64_t seed;
};

} // namespace

static void addPasses(mlir::OpPassManager &pm, const CompileOptions &options,
                      TilingCounts &tilings) {
  ScatterToLLVMOptions pipeline;
  PlanOptions plan;
  for (const MachineEntry &entry : getMachineEntries())
    plan.set(entry.member, options.machine.*entry.member);
  plan.partition = options.partition;
  pipeline.plan.set(plan);
  if (options.generalizes)
    pm.addPass(createScatterGeneralizeNamedOpsPass());
  for (const ScatterToLLVMStage &stage : getScatterToLLVMStages()) {
    bool isTiled = stage.name == "checks" && options.tileSeed;
    if (stage.name == "checks" && (options.splitsChecks || isTiled)) {
      ScatterSplitChecksPassOptions split;
      split.withConsumers = options.tileSeed % 2 != 0;
      pm.addPass(createScatterSplitChecksPass(split));
    } else if (options.simplifies || stage.name != "simplify")
      stage.add(pm, pipeline);
    if (isTiled)
      pm.addPass(createTileOpsPass(options.tileSeed, tilings));
    if (isTiled && options.simplifies) {
      pm.addPass(mlir::createCanonicalizerPass());
      pm.addPass(mlir::createCSEPass());
    }
    if (options.planSeed && stage.name == "plan")
      pm.addPass(std::make_unique<ChangePlansPass>(options.planSeed));
  }
}

llvm::Expected<scatter::Program> compileProgram(const Program &program,
                                                TilingCounts &tilings) {
  EngineOptions options;
  options.optLevel = program.options.optLevel;
  options.threads = program.options.machine.threads;
  options.buildPipeline = [&](mlir::OpPassManager &pm) {
    addPasses(pm, program.options, tilings);
  };
  std::string text = printProgram(program);
  return ExecutionEngine(options).compile(
      llvm::MemoryBufferRef(text, "fuzz.mlir"));
}

} // namespace scatter::fuzz
