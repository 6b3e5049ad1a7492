//===- Chunks.cpp - a chunk of the tuples for each thread -----------------===//

#include "Chunks.h"
#include "Addressing/IndexMath.h"
#include "Tuples/TupleSource.h"

using namespace mlir;
using namespace scatter;

/// The first of the sorted tuples from number `tuple` on that names another
/// slot than the one before `tuple`, by bisection.
static Value emitSlotBegin(ImplicitLocOpBuilder &b, const NDUpdate &update,
                           Value tuple) {
  const LoopDim &tuples = update.tupleDims[0];
  auto loadSlot = [&](ImplicitLocOpBuilder &b, Value number) {
    Value position =
        add(b, update.indices.buffer.origin, mul(b, number, tuples.strides[0]));
    return update.getSlots().emitSlot(b, position).offset;
  };
  Value zero = constantIndex(b, 0), one = constantIndex(b, 1);
  Value isBetween =
      allOf(b, {compare(b, arith::CmpIPredicate::ugt, tuple, zero),
                compare(b, arith::CmpIPredicate::ult, tuple, tuples.size)});
  Value steps = select(b, isBetween, constantIndex(b, 64), zero);
  auto loop = scf::ForOp::create(
      b, zero, steps, one, ValueRange{tuple, tuples.size},
      [&](OpBuilder &nested, Location loc, Value, ValueRange range) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value size = sub(inner, range[1], range[0]);
        Value middle =
            add(inner, range[0], arith::ShRUIOp::create(inner, size, one));
        // An empty range stays so.
        Value probe =
            arith::MinUIOp::create(inner, middle, sub(inner, tuples.size, one));
        Value isSame =
            compare(inner, arith::CmpIPredicate::eq, loadSlot(inner, probe),
                    loadSlot(inner, sub(inner, tuple, one)));
        Value next =
            arith::MinUIOp::create(inner, add(inner, middle, one), range[1]);
        scf::YieldOp::create(inner, {select(inner, isSame, next, range[0]),
                                     select(inner, isSame, range[1], middle)});
      });
  return loop.getResult(0);
}

/// The tuples of `thread`, which have their slots to themselves.
static Chunk emitTupleChunk(ImplicitLocOpBuilder &b, const NDUpdate &update,
                            Value thread) {
  Chunk chunk = emitChunk(b, update.tupleDims[0].size, thread,
                          update.plan.threads, /*grain=*/1);
  if (update.hasUniqueIndices)
    return chunk;
  // If `indices_are_sorted` does not hold, the end may be before the begin.
  Value begin = emitSlotBegin(b, update, chunk.begin);
  Value end = emitSlotBegin(b, update, chunk.end);
  return {begin, b.createOrFold<arith::MaxUIOp>(end, begin)};
}

void scatter::emitChunks(ImplicitLocOpBuilder &b, const NDUpdate &update,
                         Value isLarge) {
  emitDividedIf(b, isLarge, update.plan,
                [&](ImplicitLocOpBuilder &b, Value thread) {
                  std::optional<Chunk> chunk;
                  if (thread)
                    chunk = emitTupleChunk(b, update, thread);
                  emitTuples(b, update, chunk);
                });
}
