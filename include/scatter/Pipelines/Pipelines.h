//===- Pipelines.h - from tensors to LLVM -----------------------*- C++ -*-===//
//
// The pipeline `scatter-to-llvm` and its stages. A stage is a function that
// adds passes to a pass manager, so that another compiler can take some of them
// and put its own passes between.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PIPELINES_PIPELINES_H
#define SCATTER_PIPELINES_PIPELINES_H

#include "scatter/Conversion/PartitionOption.h"
#include "scatter/Conversion/Patterns.h"

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

  Option<unsigned> vectorBytes{
      *this, "vector-bytes",
      llvm::cl::desc("bytes of the vectors that rows are processed in, a power "
                     "of two"),
      llvm::cl::init(ScatterToLoopsOptions().vectorBytes)};
  Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("threads that share the work of an op; more than 1 makes "
                     "the code need an OpenMP runtime"),
      llvm::cl::init(ScatterToLoopsOptions().threads)};
  Option<int64_t> parallelBytes{
      *this, "parallel-bytes",
      llvm::cl::desc("bytes written from which an op uses its threads"),
      llvm::cl::init(ScatterToLoopsOptions().parallelBytes)};
  Option<int64_t> cacheBytes{
      *this, "cache-bytes",
      llvm::cl::desc("bytes of data that the caches next to one core keep"),
      llvm::cl::init(ScatterToLoopsOptions().cacheBytes)};
  Option<int64_t> scratchBytes{
      *this, "scratch-bytes",
      llvm::cl::desc("bytes of scratch memory that the offsets of all tuples "
                     "may take"),
      llvm::cl::init(ScatterToLoopsOptions().scratchBytes)};
  Option<int64_t> streamBytes{
      *this, "stream-bytes",
      llvm::cl::desc("bytes written from which stores of whole lines bypass "
                     "the cache, 0 for never"),
      llvm::cl::init(ScatterToLoopsOptions().streamBytes)};
  Option<int64_t> copyRunBytes{
      *this, "copy-run-bytes",
      llvm::cl::desc("bytes of a row from which it is copied by memcpy, 0 for "
                     "never"),
      llvm::cl::init(ScatterToLoopsOptions().copyRunBytes)};
  Option<bool> prefetch{*this, "prefetch",
                        llvm::cl::desc("prefetch slots some tuples ahead"),
                        llvm::cl::init(ScatterToLoopsOptions().prefetch)};
  Option<Partition> strategy{
      *this, "scatter-strategy",
      llvm::cl::desc("how threads share the tuples of scatter_nd_update; one "
                     "that an op does not allow is not used"),
      llvm::cl::init(ScatterToLoopsOptions().strategy), getPartitionValues()};
};

/// Input: scatter ops on tensors or memrefs with func, arith, tensor, linalg,
/// scf, memref around them. Output: the same, canonicalized.
void addScatterSimplificationStage(mlir::OpPassManager &pm,
                                   const ScatterToLLVMOptions &options);

/// Output: no tensors. Buffers that the module allocates are deallocated by it,
/// but for those that public functions return.
void addScatterBufferizationStage(mlir::OpPassManager &pm,
                                  const ScatterToLLVMOptions &options);

/// Input: no tensors. Output: arith, memref, scf, vector and scatter.report.
void addScatterLoopsStage(mlir::OpPassManager &pm,
                          const ScatterToLLVMOptions &options);

/// Output: the LLVM dialect, with calls of the runtime library.
void addScatterLLVMStage(mlir::OpPassManager &pm,
                         const ScatterToLLVMOptions &options);

/// A stage by name: "simplify", "bufferize", "loops" or "llvm".
struct ScatterToLLVMStage {
  llvm::StringLiteral name;
  void (*add)(mlir::OpPassManager &pm, const ScatterToLLVMOptions &options);
};

/// The stages of `scatter-to-llvm` in their order.
llvm::ArrayRef<ScatterToLLVMStage> getScatterToLLVMStages();

/// All stages. `pm` is anchored on builtin.module.
void buildScatterToLLVMPipeline(mlir::OpPassManager &pm,
                                const ScatterToLLVMOptions &options);

/// Registers `scatter-to-llvm` for tools.
void registerScatterPipelines();

} // namespace scatter

#endif // SCATTER_PIPELINES_PIPELINES_H
