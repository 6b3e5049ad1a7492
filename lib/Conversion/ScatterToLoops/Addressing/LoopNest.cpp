//===- LoopNest.cpp - loops and branches ----------------------------------===//

#include "LoopNest.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

using namespace mlir;
using namespace scatter;

LoopDim LoopDim::onRange(IndexBuilder &b, const Chunk &range) const {
  return {b.sub(range.end, range.begin), strides, isContiguous};
}

SmallVector<Value> LoopDim::advance(IndexBuilder &b, ArrayRef<Value> offsets,
                                    Value position) const {
  SmallVector<Value> advanced;
  for (auto [offset, stride] : llvm::zip_equal(offsets, strides))
    advanced.push_back(b.add(offset, b.mul(position, stride)));
  return advanced;
}

SmallVector<LoopDim> scatter::mergeDims(IndexBuilder &b,
                                        ArrayRef<LoopDim> dims) {
  return mergeDims(dims, EmittedSizes{b});
}

SmallVector<Value> scatter::getSizes(ArrayRef<LoopDim> dims) {
  return llvm::map_to_vector(dims, [](const LoopDim &dim) { return dim.size; });
}

Value scatter::emitHasElements(IndexBuilder &b, ArrayRef<LoopDim> dims) {
  return b.allOf(llvm::map_to_vector(
      dims, [&](const LoopDim &dim) { return b.ne(dim.size, 0); }));
}

SmallVector<Value> scatter::emitLoopNest(
    IndexBuilder &b, ArrayRef<LoopDim> dims, ArrayRef<Value> offsets,
    ValueRange iterArgs,
    function_ref<SmallVector<Value>(ArrayRef<Value>, Value, ValueRange)>
        emitBody) {
  Value zero = b.index(0);
  if (dims.empty())
    return emitBody(offsets, zero, iterArgs);
  SmallVector<Value> lowerBounds(dims.size(), zero);
  SmallVector<Value> steps(dims.size(), b.index(1));
  scf::LoopNest nest = scf::buildLoopNest(
      b, b.getLoc(), lowerBounds, getSizes(dims), steps, iterArgs,
      [&](OpBuilder &, Location, ValueRange positions, ValueRange carried) {
        SmallVector<Value> current(offsets);
        Value iteration = zero;
        for (auto [dim, position] : llvm::zip_equal(dims, positions)) {
          current = dim.advance(b, current, position);
          iteration = b.add(b.mul(iteration, dim.size), position);
        }
        SmallVector<Value> next = emitBody(current, iteration, carried);
        return scf::ValueVector(next.begin(), next.end());
      });
  return llvm::to_vector(nest.results);
}

void scatter::emitLoopNest(IndexBuilder &b, ArrayRef<LoopDim> dims,
                           ArrayRef<Value> offsets,
                           function_ref<void(ArrayRef<Value>)> emitBody) {
  emitLoopNest(
      b, dims, offsets, /*iterArgs=*/{},
      [&](ArrayRef<Value> current, Value, ValueRange) -> SmallVector<Value> {
        emitBody(current);
        return {};
      });
}

scf::ForOp scatter::emitLoop(
    IndexBuilder &b, IndexOperand begin, IndexOperand end, int64_t step,
    ValueRange iterArgs,
    function_ref<SmallVector<Value>(Value, ValueRange)> emitBody) {
  return scf::ForOp::create(
      b, b.get(begin), b.get(end), b.index(step), iterArgs,
      [&](OpBuilder &, Location, Value position, ValueRange carried) {
        scf::YieldOp::create(b, emitBody(position, carried));
      });
}

scf::ForOp scatter::emitLoop(IndexBuilder &b, IndexOperand begin,
                             IndexOperand end, int64_t step,
                             function_ref<void(Value)> emitBody) {
  return emitLoop(b, begin, end, step, /*iterArgs=*/{},
                  [&](Value position, ValueRange) -> SmallVector<Value> {
                    emitBody(position);
                    return {};
                  });
}

/// Emits `emit` at the end of `block`, before its terminator.
static void emitInto(IndexBuilder &b, Block *block, function_ref<void()> emit) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(block->getTerminator());
  emit();
}

void scatter::emitIf(IndexBuilder &b, Value condition,
                     function_ref<void()> emitThen,
                     function_ref<void()> emitElse) {
  if (isTrue(condition))
    return emitThen();
  if (isFalse(condition)) {
    if (emitElse)
      emitElse();
    return;
  }
  auto ifOp = scf::IfOp::create(b, condition, bool(emitElse));
  emitInto(b, ifOp.thenBlock(), emitThen);
  if (emitElse)
    emitInto(b, ifOp.elseBlock(), emitElse);
}

Value scatter::emitIfElse(IndexBuilder &b, Value condition,
                          function_ref<Value()> emitThen,
                          function_ref<Value()> emitElse) {
  if (isTrue(condition))
    return emitThen();
  if (isFalse(condition))
    return emitElse();
  auto emitYield = [&](function_ref<Value()> emit) {
    return
        [&b, emit](OpBuilder &, Location) { scf::YieldOp::create(b, emit()); };
  };
  return scf::IfOp::create(b, condition, emitYield(emitThen),
                           emitYield(emitElse))
      .getResult(0);
}

Chunk scatter::emitChunk(IndexBuilder &b, Value size, Value thread,
                         IndexOperand threads, int64_t grain) {
  // Each chunk has ceil(size / (threads * grain)) grains. The last chunks may
  // be shorter.
  Value length = b.mul(b.ceildivu(size, b.mul(threads, grain)), grain);
  std::optional<int64_t> count = getConstantIntValue(b.get(threads));
  std::optional<int64_t> each = getConstantIntValue(length);
  std::optional<int64_t> all = getConstantIntValue(size);
  bool isKnown = count && each && all;
  Value begin = b.mul(thread, length);
  if (!isKnown || (*count - 1) * *each > *all)
    begin = b.minu(begin, size);
  Value end = b.add(begin, length);
  if (!isKnown || *count * *each > *all)
    end = b.minu(end, size);
  return {begin, end};
}

void scatter::emitParallel(IndexBuilder &b, IndexOperand threads,
                           function_ref<void(Value)> emitBody) {
  auto loop =
      scf::ParallelOp::create(b, b.index(0), b.get(threads), b.index(1));
  loop->setAttr(ScatterDialect::getThreadLoopAttrName(), b.getUnitAttr());
  emitInto(b, loop.getBody(),
           [&] { emitBody(loop.getInductionVars().front()); });
}

void scatter::emitDividedIf(
    IndexBuilder &b, Value isLarge, int64_t maxThreads, Value size,
    int64_t grain, function_ref<void(const std::optional<Chunk> &)> emitWork) {
  if (maxThreads == 1 || isFalse(isLarge))
    return emitWork(std::nullopt);
  Value threads = b.select(isLarge, maxThreads, 1);
  emitParallel(b, threads, [&](Value thread) {
    emitWork(emitChunk(b, size, thread, threads, grain));
  });
}
