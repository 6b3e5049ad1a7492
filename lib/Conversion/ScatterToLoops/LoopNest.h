//===- LoopNest.h - loops and branches --------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_LOOPNEST_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_LOOPNEST_H

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

/// Drops dimensions of size 1 and merges packed ones.
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

/// Has LLVM emit the body of `loop` `copies` times and change the loop in no
/// other way, by an attribute of the LLVM dialect; nothing where that is not
/// loaded.
void setUnrolling(mlir::scf::ForOp loop, int64_t copies);

/// Has LLVM leave the loops between `before`, null for the begin of the block,
/// and `end` as they are, those of setUnrolling aside. The lowering has done
/// what pays: vectors of the target's width, short rows without a loop. What
/// LLVM would add took more than half of the time of a compilation and of the
/// code.
void keepRolled(mlir::Operation *before, mlir::Operation *end);

/// Emits `emitThen` or `emitElse` by `condition`, only one if that is known.
void emitIf(
    mlir::ImplicitLocOpBuilder &b, mlir::Value condition,
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b)> emitThen,
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &b)> emitElse = nullptr);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_LOOPNEST_H
