//===- Pipelines.h - from tensors to LLVM -----------------------*- C++ -*-===//
//
// The pipeline `scatter-to-llvm` and its stages. A stage is a function that
// adds passes to a pass manager, so that another compiler can use some of the
// stages and add passes of its own between them.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PIPELINES_PIPELINES_H
#define SCATTER_PIPELINES_PIPELINES_H

#include "scatter/Plan/PlanOptionSet.h"

#include "mlir/Pass/PassOptions.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace scatter {

/// Options of the pipeline `scatter-to-llvm`.
struct ScatterToLLVMOptions : mlir::PassPipelineOptions<ScatterToLLVMOptions> {
  /// Defined in the library, so that the vtable and what belongs to it are
  /// emitted only there. g++ and clang++ group these differently, and a program
  /// that contains both groups does not link.
  virtual ~ScatterToLLVMOptions();

  /// The options of scatter-plan, see PlanOptions.h.
  PlanOptionSet<Option<int64_t>, Option<Partition>> plan{*this};
};

/// Output: the same ops. The entries of the machine description in `options`
/// are those of the module. Later stages read only the module, and of `options`
/// only the partition.
void addScatterMachineStage(mlir::OpPassManager &pm,
                            const ScatterToLLVMOptions &options);

/// Input: scatter ops on tensors or memrefs, with func, arith, tensor, linalg,
/// scf and memref around them. Output: the same ops, canonicalized.
void addScatterSimplificationStage(mlir::OpPassManager &pm,
                                   const ScatterToLLVMOptions &options);

/// Output: the same ops. Checks of indices that several ops share, and those
/// that do not change in a loop, are separate ops.
void addScatterChecksStage(mlir::OpPassManager &pm,
                           const ScatterToLLVMOptions &options);

/// Output: the same ops. Updates that need no check are computed by tiles
/// together with the ops that compute their operands, where that is faster;
/// these ops write to slices of `data` themselves where that is possible.
void addScatterFusionStage(mlir::OpPassManager &pm,
                           const ScatterToLLVMOptions &options);

/// Output: no tensors. The module deallocates the buffers that it allocates,
/// except for those that public functions return.
void addScatterBufferizationStage(mlir::OpPassManager &pm,
                                  const ScatterToLLVMOptions &options);

/// Input: no tensors. Output: the same ops, each with a plan. Copies that would
/// be slow are scatter ops.
void addScatterPlanStage(mlir::OpPassManager &pm,
                         const ScatterToLLVMOptions &options);

/// Input: no tensors. Output: arith, memref, scf, vector, and the ops of the
/// dialect that call the runtime library.
void addScatterLoopsStage(mlir::OpPassManager &pm,
                          const ScatterToLLVMOptions &options);

/// Adds passes that lower linalg ops on memrefs.
using LinalgLowering = void (*)(mlir::OpPassManager &pm);

/// Sets what the loops stage runs on modules with linalg ops before
/// convert-linalg-to-loops; null, the default, stands for nothing. Not
/// thread-safe: for the start of a program (registerAllImporters).
void setLinalgLowering(LinalgLowering lowering);

/// Output: the LLVM dialect, with calls of the runtime library. The module has
/// no machine description any more.
void addScatterLLVMStage(mlir::OpPassManager &pm,
                         const ScatterToLLVMOptions &options);

/// A stage and its name: "machine", "simplify", "checks", "fuse", "bufferize",
/// "plan", "loops" or "llvm".
struct ScatterToLLVMStage {
  llvm::StringLiteral name;
  void (*add)(mlir::OpPassManager &pm, const ScatterToLLVMOptions &options);
};

/// Returns the stages of `scatter-to-llvm` in their order.
llvm::ArrayRef<ScatterToLLVMStage> getScatterToLLVMStages();

/// Adds all stages. `pm` is anchored on builtin.module.
void buildScatterToLLVMPipeline(mlir::OpPassManager &pm,
                                const ScatterToLLVMOptions &options);

/// Registers `scatter-to-llvm`, and each stage as `scatter-to-llvm-NAME`.
void registerScatterPipelines();

} // namespace scatter

#endif // SCATTER_PIPELINES_PIPELINES_H
