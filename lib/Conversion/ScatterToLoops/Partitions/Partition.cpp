//===- Partition.cpp - how threads divide a scatter_nd_update -------------===//

#include "Partition.h"
#include "Tuples/TupleSource.h"

using namespace mlir;
using namespace scatter;

static void emitByThreads(IndexBuilder &b, const NDUpdate &update) {
  switch (update.plan.partition) {
  case Partition::serial:
    return emitTuples(b, update);
  case Partition::chunks:
    return emitChunks(b, update);
  case Partition::buckets:
    return emitBuckets(b, update);
  case Partition::slice:
    return emitSliceRanges(b, update);
  case Partition::private_copies:
    return emitPrivateCopies(b, update);
  }
}

void scatter::emitPartitioned(IndexBuilder &b, const NDUpdate &update) {
  const Plan &plan = update.plan;
  const RowWriter &writer = update.writer;
  Value count = b.product(1, getSizes(update.tupleDims));
  Value sliceBytes = update.emitSliceBytes(b);

  Value tupleBytes = b.maxu(sliceBytes, plan.parallelTupleBytes);
  Value isLarge = b.uge(b.mul(count, tupleBytes), plan.parallelBytes);
  if (plan.parallelRowBytes > 0 || plan.parallelDataBytes > 0) {
    isLarge = b.allOf({isLarge, b.uge(sliceBytes, plan.parallelRowBytes),
                       b.uge(update.emitDataBytes(b), plan.parallelDataBytes)});
  }
  NDUpdate bySize = update;
  if (plan.nontemporalBytes > 0) {
    // Non-temporal stores need slots of whole cache lines, and enough bytes
    // written.
    Value isEnough = b.uge(b.mul(sliceBytes, count), plan.nontemporalBytes);
    Value isAligned = writer.emitIsAligned(b, b.index(0), sliceBytes);
    bySize.writer.exceedsCache = b.allOf({isEnough, isAligned});
    bySize.writer.isNontemporal = !isFalse(bySize.writer.exceedsCache);
  }
  if (plan.partition == Partition::serial)
    return emitTuples(b, bySize);
  emitIf(
      b, isLarge, [&] { emitByThreads(b, bySize); },
      [&] { emitTuples(b, bySize); });
}
