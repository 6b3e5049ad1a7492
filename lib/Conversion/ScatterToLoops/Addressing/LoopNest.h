//===- LoopNest.h - loops, branches and threads -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_LOOPNEST_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_LOOPNEST_H

#include "IndexBuilder.h"

#include "scatter/Dialect/Scatter/IR/Plan.h"
#include "scatter/Dialect/Scatter/Utils/LoopTransforms.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace scatter {

/// The iterations [begin, end), as a rule those of one thread.
struct Chunk {
  Value begin, end;
};

/// A dimension that a nest iterates over, with the distance of neighbours in
/// each operand, in storage elements.
struct LoopDim {
  Value size;
  SmallVector<Value> strides;
  /// Whether in every operand the stride is size times stride of the next
  /// dimension, so that the two iterate as one.
  bool isPacked = false;

  /// Leaves the positions of `range` only. Advances `offsets`, those of
  /// position 0 in each operand, to the first of them.
  void restrictTo(IndexBuilder &b, const Chunk &range,
                  llvm::MutableArrayRef<Value> offsets);
};

/// Drops dimensions of size 1 and merges contiguous ones.
SmallVector<LoopDim> mergeDims(IndexBuilder &b, ArrayRef<LoopDim> dims);

SmallVector<Value> getSizes(ArrayRef<LoopDim> dims);

/// Whether no dimension has size 0.
Value emitHasElements(IndexBuilder &b, ArrayRef<LoopDim> dims);

/// Emits a loop for each of `dims`, the first outermost, with `offsets` (one
/// per operand) advanced to the current element. `emitBody` gets them and the
/// number of the iteration in row-major order, and returns the values that are
/// carried to the next iteration, `iterArgs` to begin with. Returns the last.
SmallVector<Value> emitLoopNest(
    IndexBuilder &b, ArrayRef<LoopDim> dims, ArrayRef<Value> offsets,
    ValueRange iterArgs,
    function_ref<SmallVector<Value>(ArrayRef<Value> offsets, Value iteration,
                                    ValueRange iterArgs)>
        emitBody);

/// The same without carried values.
void emitLoopNest(IndexBuilder &b, ArrayRef<LoopDim> dims,
                  ArrayRef<Value> offsets,
                  function_ref<void(ArrayRef<Value> offsets)> emitBody);

/// Emits a loop from `begin` to `end` by `step`. `emitBody` returns the values
/// that are carried to the next iteration, `iterArgs` to begin with.
mlir::scf::ForOp
emitLoop(IndexBuilder &b, IndexOperand begin, IndexOperand end, int64_t step,
         ValueRange iterArgs,
         function_ref<SmallVector<Value>(Value position, ValueRange iterArgs)>
             emitBody);

/// The same without carried values.
mlir::scf::ForOp emitLoop(IndexBuilder &b, IndexOperand begin, IndexOperand end,
                          int64_t step,
                          function_ref<void(Value position)> emitBody);

/// Emits `emitThen` or `emitElse` by `condition`, only one if that is known.
void emitIf(IndexBuilder &b, Value condition, function_ref<void()> emitThen,
            function_ref<void()> emitElse = nullptr);

/// The same for branches that have a value, which is returned.
Value emitIfElse(IndexBuilder &b, Value condition,
                 function_ref<Value()> emitThen,
                 function_ref<Value()> emitElse);

/// The chunk of `thread` if `threads` threads divide `size` iterations in
/// multiples of `grain`.
Chunk emitChunk(IndexBuilder &b, Value size, Value thread, IndexOperand threads,
                int64_t grain = 1);

/// Emits a loop over `threads` threads, each of which runs one iteration.
void emitParallel(IndexBuilder &b, IndexOperand threads,
                  function_ref<void(Value thread)> emitBody);

/// Emits work on chunks of `size` iterations, multiples of `grain`: one for
/// each thread of `plan` if the work `isLarge`, else one for the calling
/// thread. There is no chunk, but all of the work, where it is known that one
/// thread does it.
void emitDividedIf(
    IndexBuilder &b, Value isLarge, const Plan &plan, Value size, int64_t grain,
    function_ref<void(const std::optional<Chunk> &chunk)> emitWork);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_LOOPNEST_H
