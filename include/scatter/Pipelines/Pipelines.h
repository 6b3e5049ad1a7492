//===- Pipelines.h - from tensors to LLVM -----------------------*- C++ -*-===//
//
// The pipeline `scatter-to-llvm` and its stages. A stage is a function that
// adds passes to a pass manager, so that another compiler can take some of them
// and put its own passes between.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PIPELINES_PIPELINES_H
#define SCATTER_PIPELINES_PIPELINES_H

#include "scatter/Dialect/Scatter/Transforms/PlanOptionSet.h"

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace scatter {

/// Options of the pipeline `scatter-to-llvm`.
struct ScatterToLLVMOptions : mlir::PassPipelineOptions<ScatterToLLVMOptions> {
  /// Out of line, so that the vtable and its parts are in the library alone:
  /// g++ and clang++ group them differently, and a program that has both groups
  /// does not link.
  virtual ~ScatterToLLVMOptions();

  /// What scatter-plan is told, see PlanOptions.h.
  PlanOptionSet<Option<int64_t>, Option<Partition>> plan{*this};
};

/// Input: scatter ops on tensors or memrefs with func, arith, tensor, linalg,
/// scf, memref around them. Output: the same, canonicalized.
void addScatterSimplificationStage(mlir::OpPassManager &pm,
                                   const ScatterToLLVMOptions &options);

/// Output: the same. Checks of indices that several ops share, and those that
/// are the same in each iteration of a loop, are ops of their own.
void addScatterChecksStage(mlir::OpPassManager &pm,
                           const ScatterToLLVMOptions &options);

/// Output: no tensors. Buffers that the module allocates are deallocated by it,
/// but for those that public functions return.
void addScatterBufferizationStage(mlir::OpPassManager &pm,
                                  const ScatterToLLVMOptions &options);

/// Input: no tensors. Output: the same ops, each with a plan; copies that cost
/// too much are scatter ops.
void addScatterPlanStage(mlir::OpPassManager &pm,
                         const ScatterToLLVMOptions &options);

/// Input: no tensors. Output: arith, memref, scf, vector and reports.
void addScatterLoopsStage(mlir::OpPassManager &pm,
                          const ScatterToLLVMOptions &options);

/// Output: the LLVM dialect, with calls of the runtime library.
void addScatterLLVMStage(mlir::OpPassManager &pm,
                         const ScatterToLLVMOptions &options);

/// A stage by name: "simplify", "checks", "bufferize", "plan", "loops" or
/// "llvm".
struct ScatterToLLVMStage {
  llvm::StringLiteral name;
  void (*add)(mlir::OpPassManager &pm, const ScatterToLLVMOptions &options);
};

/// The stages of `scatter-to-llvm` in their order.
llvm::ArrayRef<ScatterToLLVMStage> getScatterToLLVMStages();

/// All stages. `pm` is anchored on builtin.module.
void buildScatterToLLVMPipeline(mlir::OpPassManager &pm,
                                const ScatterToLLVMOptions &options);

/// Registers `scatter-to-llvm` and, as `scatter-to-llvm-NAME`, each stage.
void registerScatterPipelines();

} // namespace scatter

#endif // SCATTER_PIPELINES_PIPELINES_H
