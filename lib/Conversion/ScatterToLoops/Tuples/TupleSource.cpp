//===- TupleSource.cpp - loops over tuples --------------------------------===//
//
// For slots of single elements or of a cache line, computing the offset of a
// slot takes more instructions than the update. It is needed twice: for the
// update and, earlier, for the prefetch of the slot. Therefore the offsets are
// computed by vectors into scratch memory, and the write loop only loads them.
// Either the check computes the offsets of all tuples, or the offsets of a
// block of tuples are computed at a time. Those of a block stay in L1.
//
//===----------------------------------------------------------------------===//

#include "TupleSource.h"

#include "scatter/Plan/Thresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;

/// Returns the unroll count of a loop over offsets that are loaded. Unrolling
/// gains the more, the less an iteration does.
static int64_t getOffsetLoopUnrollCount(const NDUpdate &update) {
  RowWriter writer = update.getWriter();
  if (!update.sliceDims.empty()) {
    std::optional<int64_t> size =
        getConstantIntValue(update.sliceDims.back().size);
    bool isOneVector = update.sliceDims.size() == 1 && size &&
                       *size <= writer.vectorLength &&
                       llvm::isPowerOf2_64(*size);
    return isOneVector ? kSlowOffsetLoopUnrollCount : 1;
  }
  return writer.combiner.isFloatExtreme() ? kSlowOffsetLoopUnrollCount
                                          : kOffsetLoopUnrollCount;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Prefetches every cache line of the slice at `offset` of `buffer`, but at
/// most kMaxPrefetchedLines. The slice must be contiguous, as
/// ScatterNDFacts::restrict ensures. Prefetches nothing if the size is negative
/// because it overflowed. Prefetches into L2 are prefetches for reading,
/// because x86 can prefetch for writing only into L1.
static void emitPrefetch(IndexBuilder &b, const NDUpdate &update, Value buffer,
                         Value offset, bool isWrite) {
  int64_t line = update.getWriter().getLineLength();
  bool isIntoL1 = update.plan.prefetchLevel == 1;
  auto emitLine = [&](IndexOperand position) {
    memref::PrefetchOp::create(b, buffer, b.add(offset, position),
                               /*isWrite=*/isWrite && isIntoL1,
                               /*localityHint=*/isIntoL1 ? 3 : 2,
                               /*isDataCache=*/true);
  };
  if (update.sliceDims.empty())
    return emitLine(0);
  Value end = b.mins(update.sliceDims.back().size, kMaxPrefetchedLines * line);
  std::optional<int64_t> size = getConstantIntValue(end);
  if (!size) {
    emitLoop(b, 0, end, line, emitLine);
    return;
  }
  // Long slots are prefetched by a loop: each unrolled prefetch adds some 0.05
  // ms to the compilation.
  int64_t group = std::max<int64_t>(kUnrolledBytes / kLineBytes, 1) * line;
  auto emitLines = [&](Value begin, int64_t count) {
    for (int64_t position = 0; position < count; position += line)
      emitLine(b.add(begin, position));
  };
  int64_t rest = 0;
  if (*size >= 2 * group) {
    rest = *size - *size % group;
    emitLoop(b, 0, rest, group, [&](Value begin) { emitLines(begin, group); });
  }
  emitLines(b.index(rest), *size - rest);
}

/// Applies one tuple, unless it is dropped.
static void emitTuple(IndexBuilder &b, const NDUpdate &update, const Slot &slot,
                      Value updatesOffset) {
  emitIf(b, slot.condition, [&] {
    emitSlice(b, update.getWriter(), update.sliceDims,
              {slot.offset, updatesOffset});
  });
}

/// Whether slots are known to have at most one cache line.
static bool hasShortSlots(IndexBuilder &b, const NDUpdate &update) {
  std::optional<int64_t> bytes = getConstantIntValue(update.emitSliceBytes(b));
  return bytes && *bytes <= kLineBytes;
}

static void emitSlotPrefetch(IndexBuilder &b, const NDUpdate &update,
                             const TupleSource &source, Value position) {
  update.getWriter().emitBySize(b, [&](const RowWriter &writer) {
    // Non-temporal stores do not read the slots.
    if (writer.isNontemporal())
      return;
    // A dropped tuple has no slot; offset 0 is prefetched for it.
    Slot slot = source.emitSlot(position);
    emitPrefetch(b, update, writer.data,
                 b.select(slot.condition, slot.offset, 0), /*isWrite=*/true);
  });
}

void scatter::emitTupleLoop(IndexBuilder &b, const NDUpdate &update,
                            const TupleSource &source, IndexOperand begin,
                            Value end, Value last) {
  auto emitRange = [&](IndexOperand from, Value to, int64_t unrollCount,
                       function_ref<void(Value)> emitPrefetches) {
    scf::ForOp loop = emitLoop(b, from, to, 1, [&](Value position) {
      if (emitPrefetches)
        emitPrefetches(position);
      Slot slot = source.emitSlot(position);
      emitTuple(b, update, slot, source.emitUpdatesOffset(position));
    });
    if (unrollCount > 1)
      setUnrollCount(loop, unrollCount);
  };
  const Plan &plan = update.plan;
  int64_t distance = update.prefetchTuples;
  if (distance == 0)
    return emitRange(begin, end, source.unrollCount, nullptr);
  Value exceedsTotal = b.uge(update.emitTotalBytes(b), plan.prefetchTotalBytes);
  Value exceedsCache = b.allOf(
      {exceedsTotal, b.uge(update.emitDataBytes(b), plan.prefetchDataBytes)});
  if (source.hasScatteredUpdates || !hasShortSlots(b, update))
    return emitRange(begin, end, source.unrollCount, [&](Value position) {
      // Near the end the prefetches repeat the last tuple.
      Value ahead = b.minu(b.add(position, distance), last);
      emitIf(b, exceedsCache,
             [&] { emitSlotPrefetch(b, update, source, ahead); });
      if (source.hasScatteredUpdates && !update.sliceDims.empty())
        emitIf(b, exceedsTotal, [&] {
          emitPrefetch(b, update, update.updates.flat,
                       source.emitUpdatesOffset(ahead), /*isWrite=*/false);
        });
    });
  // A branch and a limit would take as long as an element does. Therefore a
  // second loop, without prefetches, applies all tuples if `exceedsCache` is
  // false, and else the last ones unless the source has padding.
  Value first = b.get(begin), limit = end;
  if (!source.hasPadding)
    limit = b.minu(
        b.sub(b.maxu(b.add(last, 1), b.add(first, distance)), distance), end);
  Value middle = b.select(exceedsCache, limit, first);
  if (!isFalse(exceedsCache))
    emitRange(first, middle, source.unrollCount, [&](Value position) {
      emitSlotPrefetch(b, update, source, b.add(position, distance));
    });
  if (middle != end)
    emitRange(middle, end, isTrue(exceedsCache) ? 1 : source.unrollCount,
              nullptr);
}

//===----------------------------------------------------------------------===//
// Tuple sources whose positions are tuple numbers. The tuples form one loop.
//===----------------------------------------------------------------------===//

/// Returns a source that computes slots from the components.
static TupleSource getComponents(IndexBuilder &b, const NDUpdate &update) {
  return {[&](Value tuple) { return update.emitSlot(b, tuple); },
          [&](Value tuple) { return update.emitUpdatesOffset(b, tuple); }};
}

/// Returns a source that loads the offsets that the check has stored.
static TupleSource getPrecomputedOffsets(IndexBuilder &b,
                                         const NDUpdate &update) {
  TupleSource source = getComponents(b, update);
  source.hasPadding = true;
  source.unrollCount = getOffsetLoopUnrollCount(update);
  source.emitSlot = [&](Value tuple) -> Slot {
    Value offset =
        b.toIndex(memref::LoadOp::create(b, update.precomputedOffsets, tuple));
    if (update.isRelocated)
      offset = b.add(offset, update.data.origin);
    return {offset, b.boolean(true)};
  };
  return source;
}

/// Applies the tuples of `chunk` in blocks. The offsets of a block are computed
/// before its tuples are applied. Positions count from the beginning of the
/// block.
static void emitOffsetBlocks(IndexBuilder &b, const NDUpdate &update,
                             const Chunk &chunk) {
  const Plan &plan = update.plan;
  int64_t lanes = plan.vectorBytes / 8;
  // The offsets of the first tuples of the next block are computed too, so that
  // prefetches continue across blocks.
  int64_t overlap = update.prefetchTuples;
  Value scratch =
      emitAllocScratch(b, kOffsetBlockTuples + overlap, b.getIndexType());
  emitLoop(b, chunk.begin, chunk.end, kOffsetBlockTuples, [&](Value begin) {
    Value left = b.sub(chunk.end, begin);
    Value size = b.minu(left, kOffsetBlockTuples);
    Value computed = b.minu(left, kOffsetBlockTuples + overlap);
    Value vectorized = b.sub(computed, b.remu(computed, lanes));
    emitLoop(b, 0, vectorized, lanes, [&](Value tuple) {
      Value position = update.emitPosition(b, b.add(begin, tuple));
      Value offsets = update.getSlots().emitSlots(b, position, lanes).offsets;
      vector::StoreOp::create(b, offsets, scratch, tuple);
    });
    emitLoop(b, vectorized, computed, 1, [&](Value tuple) {
      Slot slot = update.emitSlot(b, b.add(begin, tuple));
      memref::StoreOp::create(b, slot.offset, scratch, tuple);
    });
    TupleSource source;
    source.hasPadding = true;
    source.unrollCount = getOffsetLoopUnrollCount(update);
    source.emitSlot = [&](Value tuple) -> Slot {
      return {memref::LoadOp::create(b, scratch, tuple), b.boolean(true)};
    };
    source.emitUpdatesOffset = [&](Value tuple) {
      return update.emitUpdatesOffset(b, b.add(begin, tuple));
    };
    emitTupleLoop(b, update, source, 0, size, b.sub(computed, 1));
  });
  memref::DeallocOp::create(b, scratch);
}

//===----------------------------------------------------------------------===//
// The entry point
//===----------------------------------------------------------------------===//

void scatter::emitTuples(IndexBuilder &b, const NDUpdate &update,
                         const std::optional<Chunk> &chunk) {
  // Tuples that do not form one loop are always addressed from their
  // components.
  if (update.tupleDims.size() != 1) {
    emitLoopNest(b, update.tupleDims,
                 {update.indices.buffer.origin, update.updates.origin},
                 [&](ArrayRef<Value> offsets) {
                   Slot slot = update.getSlots().emitSlot(b, offsets[0]);
                   emitTuple(b, update, slot, offsets[1]);
                 });
    return update.getWriter().emitFence(b);
  }
  Chunk tuples = chunk.value_or(Chunk{b.index(0), update.tupleDims[0].size});
  auto emitFrom = [&](const TupleSource &source) {
    emitTupleLoop(b, update, source, tuples.begin, tuples.end,
                  b.sub(tuples.end, 1));
  };
  auto emitFromComponents = [&] { emitFrom(getComponents(b, update)); };
  if (update.precomputedOffsets)
    emitFrom(getPrecomputedOffsets(b, update));
  else if (update.plan.offsets == SlotOffsets::blocks)
    emitIf(
        b, b.uge(b.sub(tuples.end, tuples.begin), kMinOffsetTuples),
        [&] { emitOffsetBlocks(b, update, tuples); }, emitFromComponents);
  else
    emitFromComponents();
  update.getWriter().emitFence(b);
}
