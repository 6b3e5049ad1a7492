//===- LoopNest.h - loops, branches and threads -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_LOOPNEST_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_LOOPNEST_H

#include "scatter/Dialect/Scatter/IR/Plan.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// A dimension that a nest iterates over, with the distance of neighbours in
/// each operand, in storage elements.
struct LoopDim {
  mlir::Value size;
  llvm::SmallVector<mlir::Value> strides;
  /// Whether in every operand the stride is size times stride of the next
  /// dimension, so that the two iterate as one.
  bool isPacked = false;
};

/// Drops dimensions of size 1 and merges contiguous ones.
llvm::SmallVector<LoopDim> mergeDims(mlir::ImplicitLocOpBuilder &b,
                                     llvm::ArrayRef<LoopDim> dims);

/// Whether no dimension has size 0.
mlir::Value emitHasElements(mlir::ImplicitLocOpBuilder &b,
                            llvm::ArrayRef<LoopDim> dims);

/// Emits a loop for each of `dims`, the first outermost, with `offsets` (one
/// per operand) advanced to the current element. `emitBody` gets them and the
/// number of the iteration in row-major order, and returns the values that are
/// carried to the next iteration, `iterArgs` to begin with. Returns the last.
llvm::SmallVector<mlir::Value> emitLoopNest(
    mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<LoopDim> dims,
    llvm::ArrayRef<mlir::Value> offsets, mlir::ValueRange iterArgs,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(
        mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<mlir::Value> offsets,
        mlir::Value iteration, mlir::ValueRange iterArgs)>
        emitBody);

/// The same without carried values.
void emitLoopNest(mlir::ImplicitLocOpBuilder &b, llvm::ArrayRef<LoopDim> dims,
                  llvm::ArrayRef<mlir::Value> offsets,
                  llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b,
                                          llvm::ArrayRef<mlir::Value> offsets)>
                      emitBody);

/// Emits a loop from `begin` to `end` by `step`.
mlir::scf::ForOp emitLoop(mlir::ImplicitLocOpBuilder &b, mlir::Value begin,
                          mlir::Value end, int64_t step,
                          llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b,
                                                  mlir::Value position)>
                              emitBody);

/// Has LLVM unroll `loop` by `count` and disables its other transformations of
/// the loop, by an attribute of the LLVM dialect; does nothing where that is
/// not loaded.
void setUnrollCount(mlir::scf::ForOp loop, int64_t count);

/// Disables LLVM's non-forced transformations of the loops between `before`,
/// null for the start of the block, and `end`, except those of setUnrollCount.
/// The lowering has done what pays, see docs/Performance.md, "Compilation and
/// code".
void disableLoopTransforms(mlir::Operation *before, mlir::Operation *end);

/// Emits `emitThen` or `emitElse` by `condition`, only one if that is known.
void emitIf(
    mlir::ImplicitLocOpBuilder &b, mlir::Value condition,
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b)> emitThen,
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b)> emitElse = nullptr);

/// The same for branches that have a value, which is returned.
mlir::Value emitIfElse(
    mlir::ImplicitLocOpBuilder &b, mlir::Value condition,
    llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &b)> emitThen,
    llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &b)> emitElse);

/// The iterations [begin, end) of one thread.
struct Chunk {
  mlir::Value begin, end;
};

/// The chunk of `thread` if `threads` threads divide `size` iterations in
/// multiples of `grain`.
Chunk emitChunk(mlir::ImplicitLocOpBuilder &b, mlir::Value size,
                mlir::Value thread, int64_t threads, int64_t grain);

/// Emits a loop over `threads` threads, each of which runs one iteration.
void emitParallel(
    mlir::ImplicitLocOpBuilder &b, int64_t threads,
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b, mlir::Value thread)>
        emitBody);

/// Emits the same work twice: divided by the threads of `plan` if it has
/// several and `isLarge`, else for the calling thread alone, for which `thread`
/// is null.
void emitDividedIf(
    mlir::ImplicitLocOpBuilder &b, mlir::Value isLarge, const Plan &plan,
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b, mlir::Value thread)>
        emitWork);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_LOOPNEST_H
