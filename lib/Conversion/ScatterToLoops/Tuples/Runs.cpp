//===- Runs.cpp - runs of tuples with equal indices -----------------------===//

#include "Runs.h"

#include "scatter/Plan/Thresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;

bool scatter::canHaveRuns(const NDUpdate &update) {
  bool isChecked = update.policy == OutOfBounds::error ||
                   update.policy == OutOfBounds::undefined;
  if (!isChecked || update.combiner.isOverwrite() ||
      !update.sliceDims.empty() || update.storage.parts != 1 ||
      update.indices.getDepth() != 1 || update.tupleDims.size() != 1)
    return false;
  std::optional<int64_t> count = getConstantIntValue(update.tupleDims[0].size);
  return isConstantIntValue(update.tupleDims[0].strides[0], 1) &&
         isConstantIntValue(update.tupleDims[0].strides[1], 1) &&
         (!count || *count >= kMinRunTuples);
}

static Value emitIndex(IndexBuilder &b, const NDUpdate &update, Value tuple) {
  return update.indices.load(b, update.emitPosition(b, tuple), 0);
}

Value scatter::emitHasLongRuns(IndexBuilder &b, const NDUpdate &update) {
  Value count = update.tupleDims[0].size;
  Value isLarge = b.uge(count, kMinRunTuples);
  auto emitCount = [&] {
    Value distance = b.divu(b.sub(count, kLongRun), kRunSamples);
    auto emitSample = [&](Value sample,
                          ValueRange found) -> SmallVector<Value> {
      Value first = b.mul(sample, distance);
      Value index = emitIndex(b, update, first);
      SmallVector<Value> areEqual;
      // More than one other tuple, because there may be few indices.
      for (int64_t other = kLongRun / 4; other <= kLongRun; other *= 2)
        areEqual.push_back(
            b.eq(index, emitIndex(b, update, b.add(first, other - 1))));
      return {b.add(found[0], b.select(b.allOf(areEqual), 1, 0))};
    };
    scf::ForOp loop = emitLoop(b, 0, kRunSamples, 1, {b.index(0)}, emitSample);
    return b.uge(loop.getResult(0), kRunSamples / 2);
  };
  return emitIfElse(b, isLarge, emitCount, [&] { return b.boolean(false); });
}

/// Emits `scf.while`: `emitBody` returns the next carried numbers while
/// `emitCondition` holds.
static SmallVector<Value>
emitWhile(IndexBuilder &b, ArrayRef<Value> initial,
          function_ref<Value(ValueRange)> emitCondition,
          function_ref<SmallVector<Value>(ValueRange)> emitBody) {
  SmallVector<Type> types(initial.size(), b.getIndexType());
  auto loop = scf::WhileOp::create(
      b, types, initial,
      [&](OpBuilder &inner, Location, ValueRange carried) {
        OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(inner.saveInsertionPoint());
        scf::ConditionOp::create(b, emitCondition(carried), carried);
      },
      [&](OpBuilder &inner, Location, ValueRange carried) {
        OpBuilder::InsertionGuard guard(b);
        b.restoreInsertionPoint(inner.saveInsertionPoint());
        scf::YieldOp::create(b, emitBody(carried));
      });
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Returns an i1 that says whether `condition` and then what `emit` returns
/// hold.
static Value emitAnd(IndexBuilder &b, Value condition,
                     function_ref<Value()> emit) {
  return emitIfElse(b, condition, emit, [&] { return b.boolean(false); });
}

/// Returns the first tuple from `begin` on whose index is not `index`. The
/// indices are compared by vectors.
static Value emitScannedEnd(IndexBuilder &b, const NDUpdate &update,
                            Value begin, Value index) {
  const IndexTuples &indices = update.indices;
  Value count = update.tupleDims[0].size;
  int64_t lanes = update.plan.vectorBytes / indices.storage.getBytes();
  auto type = VectorType::get({lanes}, indices.storage.type);
  Value wanted = vector::BroadcastOp::create(
      b, type, b.createOrFold<arith::IndexCastOp>(indices.storage.type, index));
  auto next = [&](int64_t step) {
    return [&b, step](ValueRange tuple) -> SmallVector<Value> {
      return {b.add(tuple[0], step)};
    };
  };
  Value end = emitWhile(
      b, {begin},
      [&](ValueRange tuple) {
        Value isInside = b.ule(b.add(tuple[0], lanes), count);
        return emitAnd(b, isInside, [&]() -> Value {
          Value found = vector::LoadOp::create(
              b, type, indices.buffer.flat, update.emitPosition(b, tuple[0]));
          Value areEqual =
              arith::CmpIOp::create(b, arith::CmpIPredicate::eq, found, wanted);
          return vector::ReductionOp::create(b, vector::CombiningKind::AND,
                                             areEqual);
        });
      },
      next(lanes))[0];
  return emitWhile(
      b, {end},
      [&](ValueRange tuple) {
        return emitAnd(b, b.ult(tuple[0], count), [&] {
          return b.eq(emitIndex(b, update, tuple[0]), index);
        });
      },
      next(1))[0];
}

/// Returns the same for sorted tuples. Tuples between two of the run are in it.
static Value emitSortedEnd(IndexBuilder &b, const NDUpdate &update, Value begin,
                           Value index) {
  Value count = update.tupleDims[0].size;
  begin = emitWhile(
      b, {begin},
      [&](ValueRange tuple) {
        Value other = b.add(tuple[0], kSortedStride);
        return emitAnd(b, b.ult(other, count), [&] {
          return b.eq(emitIndex(b, update, other), index);
        });
      },
      [&](ValueRange tuple) -> SmallVector<Value> {
        return {b.add(tuple[0], kSortedStride)};
      })[0];
  return emitScannedEnd(b, update, begin, index);
}

/// Combines the lanes of `values`.
static Value emitLanes(IndexBuilder &b, const Combiner &combiner,
                       Value values) {
  int64_t width = cast<VectorType>(values.getType()).getDimSize(0);
  for (; width > 1; width /= 2) {
    auto getHalf = [&](int64_t offset) {
      return vector::ExtractStridedSliceOp::create(
          b, values, ArrayRef<int64_t>{offset}, ArrayRef<int64_t>{width / 2},
          ArrayRef<int64_t>{1});
    };
    values = combiner.emit(b, getHalf(0), getHalf(width / 2));
  }
  return vector::ExtractOp::create(b, values, ArrayRef<int64_t>{0});
}

/// Combines the updates of the tuples from `begin` up to `end` with `element`.
static Value emitRun(IndexBuilder &b, const NDUpdate &update, Value begin,
                     Value end, Value element) {
  RowWriter writer = update.getWriter();
  const Combiner &combiner = writer.combiner;
  auto load = [&](Value tuple, int64_t width) {
    return writer.emitLoad(b, writer.updates,
                           update.emitUpdatesOffset(b, tuple), width);
  };
  int64_t width = writer.vectorLength;
  if (combiner.isOrderFree() && width > 1) {
    auto type = VectorType::get({width}, update.storage.type);
    Value identity = arith::ConstantOp::create(
        b, DenseElementsAttr::get(type, Attribute(combiner.getIdentity())));
    // Several vectors, because one would wait for the combination before it.
    SmallVector<Value> sums(kRunVectors, identity);
    for (int64_t vectors : {kRunVectors, int64_t(1)}) {
      int64_t step = vectors * width;
      Value middle = b.sub(end, b.remu(b.sub(end, begin), step));
      auto emitVectors = [&](Value tuple, ValueRange carried) {
        SmallVector<Value> next;
        for (int64_t i = 0; i < vectors; ++i)
          next.push_back(combiner.emit(b, carried[i],
                                       load(b.add(tuple, i * width), width)));
        return next;
      };
      scf::ForOp loop =
          emitLoop(b, begin, middle, step, ArrayRef(sums).take_front(vectors),
                   emitVectors);
      llvm::copy(loop.getResults(), sums.begin());
      begin = middle;
    }
    for (int64_t i = 1; i < kRunVectors; ++i)
      sums[0] = combiner.emit(b, sums[0], sums[i]);
    element = combiner.emit(b, element, emitLanes(b, combiner, sums[0]));
  }
  auto emitOne = [&](Value tuple, ValueRange carried) -> SmallVector<Value> {
    return {combiner.emit(b, carried[0], load(tuple, 1))};
  };
  scf::ForOp loop = emitLoop(b, begin, end, 1, {element}, emitOne);
  if (!combiner.isOrderFree())
    setUnrollCount(loop, kOffsetLoopUnrollCount);
  return loop.getResult(0);
}

void scatter::emitRuns(IndexBuilder &b, const NDUpdate &update) {
  RowWriter writer = update.getWriter();
  bool isSorted = update.facts.hasSortedIndices;
  emitWhile(
      b, {b.index(0)},
      [&](ValueRange tuple) {
        return b.ult(tuple[0], update.tupleDims[0].size);
      },
      [&](ValueRange tuple) -> SmallVector<Value> {
        Value begin = tuple[0], index = emitIndex(b, update, begin);
        Value end = isSorted ? emitSortedEnd(b, update, begin, index)
                             : emitScannedEnd(b, update, begin, index);
        Value offset = update.emitSlot(b, begin).offset;
        Value element = writer.emitLoad(b, writer.data, offset, 1);
        writer.emitStore(b, emitRun(b, update, begin, end, element), offset);
        // Another thread may change the indices.
        return {b.maxu(end, b.add(begin, 1))};
      });
}
