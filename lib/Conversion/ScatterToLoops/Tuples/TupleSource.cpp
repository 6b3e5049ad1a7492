//===- TupleSource.cpp - loops over tuples --------------------------------===//
//
// For single elements and slots of a cache line the arithmetic on indices takes
// more instructions than the update, twice, as the slot to prefetch needs it as
// well. Their offsets are computed by vectors into scratch memory, and the loop
// that writes only loads them: those of all tuples, by the check, or those of a
// block of tuples at a time, which stay in L1.
//
//===----------------------------------------------------------------------===//

#include "TupleSource.h"
#include "Addressing/IndexMath.h"
#include "Rows/Slice.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;

/// How often loops over computed offsets are unrolled, see docs/Performance.md,
/// "Precomputed offsets".
static constexpr int64_t kOffsetLoopUnrollCount = 4;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Prefetches every cache line of the slice at `offset` of `buffer`, of a long
/// one as many as 4 KiB have.
static void emitPrefetch(ImplicitLocOpBuilder &b, const NDUpdate &update,
                         Value buffer, Value offset, bool isWrite) {
  int64_t line =
      std::max<int64_t>(1, kLineBytes / update.writer.storage.getBytes());
  auto emitLine = [&](ImplicitLocOpBuilder &b, Value position) {
    memref::PrefetchOp::create(b, buffer, add(b, offset, position), isWrite,
                               /*localityHint=*/3, /*isDataCache=*/true);
  };
  if (update.sliceDims.empty())
    return emitLine(b, constantIndex(b, 0));
  Value length = update.sliceDims.back().size;
  int64_t limit = 64 * line;
  if (std::optional<int64_t> size = getConstantIntValue(length)) {
    for (int64_t position = 0, last = std::min(*size, limit); position < last;
         position += line)
      emitLine(b, constantIndex(b, position));
    return;
  }
  Value end = b.createOrFold<arith::MinUIOp>(length, constantIndex(b, limit));
  emitLoop(b, constantIndex(b, 0), end, line, emitLine);
}

void scatter::emitTuple(ImplicitLocOpBuilder &b, const NDUpdate &update,
                        ArrayRef<LoopDim> dims, const Slot &slot,
                        Value updatesOffset) {
  auto emit = [&](ImplicitLocOpBuilder &b) {
    emitSlice(b, update.writer, dims, slot.offset, updatesOffset);
  };
  if (slot.condition)
    emitIf(b, slot.condition, emit);
  else
    emit(b);
}

void scatter::emitTupleLoop(ImplicitLocOpBuilder &b, const NDUpdate &update,
                            const TupleSource &source, Value begin, Value end,
                            Value last) {
  bool prefetchesUpdates = source.hasScatteredUpdates &&
                           update.plan.prefetchTuples > 0 &&
                           !update.sliceDims.empty();
  auto emitPrefetches = [&](ImplicitLocOpBuilder &b, Value position) {
    Value ahead =
        add(b, position, constantIndex(b, update.plan.prefetchTuples));
    // Near the end the last tuple is prefetched again.
    ahead = b.createOrFold<arith::MinUIOp>(ahead, last);
    if (update.prefetchesSlots()) {
      Slot slot = source.emitSlot(b, ahead);
      // A tuple that is dropped has no slot.
      if (slot.condition)
        slot.offset =
            select(b, slot.condition, slot.offset, constantIndex(b, 0));
      emitPrefetch(b, update, update.writer.data, slot.offset,
                   /*isWrite=*/true);
    }
    if (prefetchesUpdates)
      emitPrefetch(b, update, update.writer.updates,
                   source.emitUpdatesOffset(b, ahead), /*isWrite=*/false);
  };
  scf::ForOp loop =
      emitLoop(b, begin, end, 1, [&](ImplicitLocOpBuilder &b, Value position) {
        if (update.prefetchesSlots() || prefetchesUpdates)
          emitPrefetches(b, position);
        Slot slot = source.emitSlot(b, position);
        emitTuple(b, update, update.sliceDims, slot,
                  source.emitUpdatesOffset(b, position));
      });
  if (source.unrollCount > 1)
    setUnrollCount(loop, source.unrollCount);
}

//===----------------------------------------------------------------------===//
// Sources of tuples that are one loop; positions are their numbers
//===----------------------------------------------------------------------===//

/// The position in the indices, or offset in the updates, of tuple number
/// `tuple`.
static Value emitTupleOffset(ImplicitLocOpBuilder &b, const NDUpdate &update,
                             unsigned operand, Value tuple) {
  Value origin =
      operand == 0 ? update.indices.buffer.origin : update.updates.origin;
  return add(b, origin, mul(b, tuple, update.tupleDims[0].strides[operand]));
}

/// Slots by the arithmetic on components.
static TupleSource getComponents(const NDUpdate &update) {
  return {[&](ImplicitLocOpBuilder &b, Value tuple) {
            return update.getSlots().emitSlot(
                b, emitTupleOffset(b, update, /*operand=*/0, tuple));
          },
          [&](ImplicitLocOpBuilder &b, Value tuple) {
            return emitTupleOffset(b, update, /*operand=*/1, tuple);
          }};
}

/// Slots by the offsets that the check has stored.
static TupleSource getPrecomputedOffsets(const NDUpdate &update) {
  TupleSource source = getComponents(update);
  source.unrollCount = kOffsetLoopUnrollCount;
  source.emitSlot = [&](ImplicitLocOpBuilder &b, Value tuple) -> Slot {
    Value offset = arith::IndexCastUIOp::create(
        b, b.getIndexType(),
        memref::LoadOp::create(b, update.precomputedOffsets, tuple));
    if (update.isRelocated)
      offset = add(b, offset, update.data.origin);
    return {offset, Value()};
  };
  return source;
}

/// Applies the tuples of `chunk` in blocks, whose offsets are computed first.
/// Positions are those in the block.
static void emitOffsetBlocks(ImplicitLocOpBuilder &b, const NDUpdate &update,
                             const Chunk &chunk) {
  const Plan &plan = update.plan;
  Value zero = constantIndex(b, 0), one = constantIndex(b, 1);
  int64_t lanes = plan.vectorBytes / 8;
  // So that prefetches go on from block to block.
  int64_t overlap = update.prefetchesSlots() ? plan.prefetchTuples : 0;
  Value scratch = emitAllocScratch(
      b, constantIndex(b, plan.offsetBlockTuples + overlap), b.getIndexType());
  emitLoop(
      b, chunk.begin, chunk.end, plan.offsetBlockTuples,
      [&](ImplicitLocOpBuilder &b, Value begin) {
        Value left = sub(b, chunk.end, begin);
        Value size = b.createOrFold<arith::MinUIOp>(
            left, constantIndex(b, plan.offsetBlockTuples));
        Value computed = b.createOrFold<arith::MinUIOp>(
            left, constantIndex(b, plan.offsetBlockTuples + overlap));
        Value rest =
            b.createOrFold<arith::RemUIOp>(computed, constantIndex(b, lanes));
        Value vectorized = sub(b, computed, rest);
        auto positionOf = [&](ImplicitLocOpBuilder &b, Value tuple) {
          return emitTupleOffset(b, update, /*operand=*/0,
                                 add(b, begin, tuple));
        };
        emitLoop(b, zero, vectorized, lanes,
                 [&](ImplicitLocOpBuilder &b, Value tuple) {
                   Value offsets = update.getSlots().emitOffsets(
                       b, positionOf(b, tuple), lanes);
                   vector::StoreOp::create(b, offsets, scratch, tuple);
                 });
        emitLoop(b, vectorized, computed, 1,
                 [&](ImplicitLocOpBuilder &b, Value tuple) {
                   Slot slot =
                       update.getSlots().emitSlot(b, positionOf(b, tuple));
                   memref::StoreOp::create(b, slot.offset, scratch, tuple);
                 });
        TupleSource source;
        source.unrollCount = kOffsetLoopUnrollCount;
        source.emitSlot = [&](ImplicitLocOpBuilder &b, Value tuple) -> Slot {
          return {memref::LoadOp::create(b, scratch, tuple), Value()};
        };
        source.emitUpdatesOffset = [&](ImplicitLocOpBuilder &b, Value tuple) {
          return emitTupleOffset(b, update, /*operand=*/1,
                                 add(b, begin, tuple));
        };
        emitTupleLoop(b, update, source, zero, size, sub(b, computed, one));
      });
  memref::DeallocOp::create(b, scratch);
}

//===----------------------------------------------------------------------===//
// The source that the plan asks for
//===----------------------------------------------------------------------===//

void scatter::emitTuples(ImplicitLocOpBuilder &b, const NDUpdate &update,
                         const std::optional<Chunk> &chunk) {
  // Tuples that are not one loop have nothing but their components.
  if (update.tupleDims.size() != 1) {
    emitLoopNest(b, update.tupleDims,
                 {update.indices.buffer.origin, update.updates.origin},
                 [&](ImplicitLocOpBuilder &b, ArrayRef<Value> offsets) {
                   Slot slot = update.getSlots().emitSlot(b, offsets[0]);
                   emitTuple(b, update, update.sliceDims, slot, offsets[1]);
                 });
    return update.writer.emitFence(b);
  }
  Chunk tuples =
      chunk.value_or(Chunk{constantIndex(b, 0), update.tupleDims[0].size});
  auto emitFrom = [&](ImplicitLocOpBuilder &b, const TupleSource &source) {
    emitTupleLoop(b, update, source, tuples.begin, tuples.end,
                  sub(b, tuples.end, constantIndex(b, 1)));
  };
  if (update.precomputedOffsets)
    emitFrom(b, getPrecomputedOffsets(update));
  else if (update.plan.offsets == SlotOffsets::blocks)
    emitIf(
        b,
        compare(b, arith::CmpIPredicate::uge, sub(b, tuples.end, tuples.begin),
                constantIndex(b, update.plan.minOffsetTuples)),
        [&](ImplicitLocOpBuilder &b) { emitOffsetBlocks(b, update, tuples); },
        [&](ImplicitLocOpBuilder &b) { emitFrom(b, getComponents(update)); });
  else
    emitFrom(b, getComponents(update));
  update.writer.emitFence(b);
}
