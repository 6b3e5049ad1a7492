//===- Chunks.cpp - a chunk of the tuples for each thread -----------------===//

#include "Partition.h"
#include "Tuples/TupleSource.h"

using namespace mlir;
using namespace scatter;

/// Finds, by bisection, the first of the sorted tuples from number `tuple` on
/// whose slot differs from the slot of tuple number `tuple` - 1. Chunks that
/// begin at such tuples have no slot in common.
static Value emitSlotBegin(IndexBuilder &b, const NDUpdate &update,
                           Value tuple) {
  Value count = update.tupleDims[0].size;
  auto loadSlot = [&](Value number) {
    return update.emitSlot(b, number).offset;
  };
  Value isBetween = b.allOf({b.ugt(tuple, 0), b.ult(tuple, count)});
  auto emitBisection = [&](Value, ValueRange range) -> SmallVector<Value> {
    Value begin = range[0], end = range[1];
    Value middle = b.add(begin, b.shru(b.sub(end, begin), 1));
    // If the range is empty, it stays empty.
    Value probe = b.minu(middle, b.sub(count, 1));
    Value isSame = b.eq(loadSlot(probe), loadSlot(b.sub(tuple, 1)));
    Value next = b.minu(b.add(middle, 1), end);
    return {b.select(isSame, next, begin), b.select(isSame, end, middle)};
  };
  return emitLoop(b, 0, b.select(isBetween, 64, 0), 1, {tuple, count},
                  emitBisection)
      .getResult(0);
}

void scatter::emitChunks(IndexBuilder &b, const NDUpdate &update) {
  int64_t threads = update.plan.threads;
  emitParallel(b, threads, [&](Value thread) {
    Chunk chunk = emitChunk(b, update.tupleDims[0].size, thread, threads);
    if (!update.facts.hasUniqueIndices) {
      Value begin = emitSlotBegin(b, update, chunk.begin);
      Value end = emitSlotBegin(b, update, chunk.end);
      // If `indices_are_sorted` does not hold, `end` may be less than `begin`.
      chunk = {begin, b.maxu(end, begin)};
    }
    emitTuples(b, update, chunk);
  });
}
