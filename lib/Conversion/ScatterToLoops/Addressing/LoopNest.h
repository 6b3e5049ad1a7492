//===- LoopNest.h - loops, branches and threads -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_LOOPNEST_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_LOOPNEST_H

#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

#include "scatter/Dialect/Scatter/Utils/LoopTransforms.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace scatter {

/// The iterations [begin, end), usually those of one thread.
struct Chunk {
  Value begin, end;
};

/// A dimension of a loop nest, with its stride in each operand in storage
/// elements.
struct LoopDim {
  Value size;
  SmallVector<Value> strides;
  /// Whether this dimension and the next one are contiguous in every operand,
  /// so that one loop can iterate over both.
  bool isContiguous = false;

  /// Returns the dimension of the positions of `range`.
  LoopDim onRange(IndexBuilder &b, const Chunk &range) const;

  /// Returns `offsets`, the offset of position 0 in each operand, as those of
  /// `position`.
  SmallVector<Value> advance(IndexBuilder &b, ArrayRef<Value> offsets,
                             Value position) const;
};

/// Sizes and strides as values, for the functions on loop nests of PlanFacts.h.
struct EmittedSizes {
  IndexBuilder &b;

  bool is(Value size, int64_t number) const {
    return mlir::isConstantIntValue(size, number);
  }
  Value get(int64_t number) const { return b.index(number); }
  Value multiply(Value x, Value y) const { return b.mul(x, y); }
  Value choose(Value x, Value) const { return x; }
};

/// Drops dimensions of size 1 and merges contiguous ones.
SmallVector<LoopDim> mergeDims(IndexBuilder &b, ArrayRef<LoopDim> dims);

SmallVector<Value> getSizes(ArrayRef<LoopDim> dims);

/// Whether no dimension has size 0.
Value emitHasElements(IndexBuilder &b, ArrayRef<LoopDim> dims);

/// Emits a loop for each of `dims`, the first one outermost. `offsets` has an
/// entry for each operand, which is advanced to the current element. `emitBody`
/// gets these offsets, the number of the iteration in row-major order and the
/// loop-carried values, and returns the next loop-carried values. `iterArgs`
/// are their initial values; the final ones are returned.
SmallVector<Value> emitLoopNest(
    IndexBuilder &b, ArrayRef<LoopDim> dims, ArrayRef<Value> offsets,
    ValueRange iterArgs,
    function_ref<SmallVector<Value>(ArrayRef<Value> offsets, Value iteration,
                                    ValueRange iterArgs)>
        emitBody);

/// Emits the same loops without loop-carried values.
void emitLoopNest(IndexBuilder &b, ArrayRef<LoopDim> dims,
                  ArrayRef<Value> offsets,
                  function_ref<void(ArrayRef<Value> offsets)> emitBody);

/// Emits a loop from `begin` to `end` by `step`. `emitBody` returns the values
/// that are carried to the next iteration. `iterArgs` are their initial values.
mlir::scf::ForOp
emitLoop(IndexBuilder &b, IndexOperand begin, IndexOperand end, int64_t step,
         ValueRange iterArgs,
         function_ref<SmallVector<Value>(Value position, ValueRange iterArgs)>
             emitBody);

/// Emits the same loop without loop-carried values.
mlir::scf::ForOp emitLoop(IndexBuilder &b, IndexOperand begin, IndexOperand end,
                          int64_t step,
                          function_ref<void(Value position)> emitBody);

/// Emits an scf.if with `emitThen` and `emitElse`. If `condition` is a
/// constant, emits only the branch that is taken, without the scf.if.
void emitIf(IndexBuilder &b, Value condition, function_ref<void()> emitThen,
            function_ref<void()> emitElse = nullptr);

/// Emits the same for branches that yield a value, and returns it.
Value emitIfElse(IndexBuilder &b, Value condition,
                 function_ref<Value()> emitThen,
                 function_ref<Value()> emitElse);

/// Returns the chunk of `thread` where `threads` threads divide `size`
/// iterations. Chunks begin at multiples of `grain`.
Chunk emitChunk(IndexBuilder &b, Value size, Value thread, IndexOperand threads,
                int64_t grain = 1);

/// Emits an scf.parallel with one iteration for each of `threads` threads.
void emitParallel(IndexBuilder &b, IndexOperand threads,
                  function_ref<void(Value thread)> emitBody);

/// Divides `size` iterations into chunks whose bounds are multiples of `grain`:
/// one for each of `maxThreads` threads if `isLarge` holds at run time, else
/// one chunk for the calling thread. If it is known at compile time that one
/// thread does all of the work, `emitWork` gets no chunk and emits all of it.
void emitDividedIf(
    IndexBuilder &b, Value isLarge, int64_t maxThreads, Value size,
    int64_t grain,
    function_ref<void(const std::optional<Chunk> &chunk)> emitWork);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ADDRESSING_LOOPNEST_H
