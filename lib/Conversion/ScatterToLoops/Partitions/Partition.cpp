//===- Partition.cpp - how threads divide a scatter_nd_update -------------===//

#include "Partition.h"
#include "Tuples/TupleSource.h"

#include "scatter/Plan/PlanThresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

/// Few tuples may all be in one bucket. Returns whether the threads take ranges
/// of the slice instead.
static Value emitDividesSlice(IndexBuilder &b, const NDUpdate &update) {
  const Plan &plan = update.plan;
  std::optional<int64_t> bytes = getConstantIntValue(update.emitSliceBytes(b));
  if ((bytes && *bytes < kMinDividedBytes) || !update.facts.isContiguous ||
      update.sliceDims.empty() || plan.offsets != SlotOffsets::components)
    return b.boolean(false);
  Value areFew = b.ule(update.tupleDims[0].size, kDividedTuples * plan.threads);
  if (update.storesCondition)
    areFew = b.allOf({areFew, b.isNot(update.storesCondition)});
  return areFew;
}

/// Returns whether the slots of tuples at equal distances ascend. If all slots
/// do, one thread writes them faster than several put them into buckets. No
/// tuples are sampled unless the update `isLarge`. If it is known to be, there
/// is no code for one thread, whose compilation would take longer than it
/// gains: such programs can promise the order by `indices_are_sorted`.
static Value emitSeemsSorted(IndexBuilder &b, const NDUpdate &update,
                             Value isLarge) {
  std::optional<int64_t> bytes = getConstantIntValue(update.emitSliceBytes(b));
  if (isTrue(isLarge) || !update.precomputedOffsets || !bytes ||
      *bytes > kMaxOrderedBytes)
    return b.boolean(false);
  Value count = update.tupleDims[0].size;
  Value distance = b.divu(count, kOrderSamples + 1);
  Value samples = b.select(isLarge, b.minu(count, kOrderSamples), 0);
  auto loadOffset = [&](Value sample) {
    return b.toIndex(memref::LoadOp::create(b, update.precomputedOffsets,
                                            b.mul(sample, distance)));
  };
  scf::ForOp loop =
      emitLoop(b, 0, samples, 1, {isLarge},
               [&](Value sample, ValueRange isSorted) -> SmallVector<Value> {
                 Value first = loadOffset(sample);
                 Value second = loadOffset(b.add(sample, 1));
                 return {b.allOf({isSorted[0], b.uge(second, first)})};
               });
  return loop.getResult(0);
}

/// Emits the writes: by one thread, or as the partition of the plan says if the
/// update `isLarge`.
static void emitByThreads(IndexBuilder &b, const NDUpdate &update,
                          Value isLarge) {
  auto emitSerial = [&] { emitTuples(b, update); };
  switch (update.plan.partition) {
  case Partition::serial:
    return emitSerial();
  case Partition::chunks:
    return emitIf(b, isLarge, [&] { emitChunks(b, update); }, emitSerial);
  case Partition::buckets: {
    Value dividesSlice = emitDividesSlice(b, update);
    Value seemsSorted = emitSeemsSorted(b, update, isLarge);
    return emitIf(
        b, b.allOf({isLarge, b.isNot(dividesSlice), b.isNot(seemsSorted)}),
        [&] { emitBuckets(b, update); },
        [&] { emitSliceRanges(b, update, b.allOf({isLarge, dividesSlice})); });
  }
  case Partition::slice:
    return emitSliceRanges(b, update, isLarge);
  case Partition::private_copies:
    return emitIf(
        b, isLarge, [&] { emitPrivateCopies(b, update); }, emitSerial);
  }
}

/// Whether there is enough work for several threads.
static Value emitIsLarge(IndexBuilder &b, const NDUpdate &update) {
  ParallelWork work = ParallelWork::get(update.facts, update.plan);
  Value count = b.product(1, getSizes(update.tupleDims));
  Value sliceBytes = update.emitSliceBytes(b);
  Value tupleBytes = b.maxu(sliceBytes, work.tupleBytes);
  Value isLarge = b.uge(b.mul(count, tupleBytes), work.bytes);
  if (work.dataBytes > 0)
    isLarge =
        b.allOf({isLarge, b.uge(update.emitDataBytes(b), work.dataBytes)});
  if (work.sortedBytes == 0)
    return isLarge;
  int64_t sorted = work.sortedTupleBytes;
  Value beyond = b.mul(count, b.sub(b.maxu(sliceBytes, sorted), sorted));
  return b.bitOr(isLarge, b.uge(beyond, work.sortedBytes));
}

Value scatter::emitReadsSource(IndexBuilder &b, const NDUpdate &update) {
  if (update.plan.partition != Partition::private_copies ||
      !update.hasContiguousSource())
    return b.boolean(false);
  return emitIsLarge(b, update);
}

/// Non-temporal stores need slots of whole cache lines, and enough bytes
/// written.
static NDUpdate emitStoresBySize(IndexBuilder &b, const NDUpdate &update) {
  int64_t minBytes = getNontemporalSlotBytes(update.facts, update.plan);
  if (minBytes == 0)
    return update;
  Value isEnough = b.uge(update.emitUpdatesBytes(b), minBytes);
  Value isAligned =
      update.getWriter().emitIsAligned(b, b.index(0), update.emitSliceBytes(b));
  return update.withStores(StoreMethod::Nontemporal,
                           b.allOf({isEnough, isAligned}));
}

void scatter::emitByOneThread(IndexBuilder &b, const NDUpdate &update) {
  emitTuples(b, emitStoresBySize(b, update));
}

void scatter::emitPartitioned(IndexBuilder &b, const NDUpdate &update) {
  NDUpdate bySize = emitStoresBySize(b, update);
  emitByThreads(b, bySize, emitIsLarge(b, update));
}
