//===- Partition.cpp - how threads divide a scatter_nd_update -------------===//

#include "Partition.h"
#include "Addressing/IndexMath.h"
#include "Buckets.h"
#include "Chunks.h"
#include "PrivateCopies.h"
#include "SliceRanges.h"
#include "Tuples/TupleSource.h"

using namespace mlir;
using namespace scatter;

static Value emitIsAtLeast(ImplicitLocOpBuilder &b, Value value,
                           int64_t threshold) {
  return compare(b, arith::CmpIPredicate::uge, value,
                 constantIndex(b, threshold));
}

/// Whether there is enough work for threads, see Plan.
static Value emitIsLarge(ImplicitLocOpBuilder &b, const NDUpdate &update) {
  const Plan &plan = update.plan;
  Value sliceBytes = update.emitSliceBytes(b);
  Value tupleBytes = b.createOrFold<arith::MaxUIOp>(
      sliceBytes, constantIndex(b, plan.parallelTupleBytes));
  Value hasWork = emitIsAtLeast(b, mul(b, update.emitCount(b), tupleBytes),
                                plan.parallelBytes);
  if (plan.parallelRowBytes == 0 && plan.parallelDataBytes == 0)
    return hasWork;
  Value dataBytes = mul(b, update.emitDataLength(b),
                        constantIndex(b, update.writer.storage.getBytes()));
  return allOf(b, {hasWork, emitIsAtLeast(b, sliceBytes, plan.parallelRowBytes),
                   emitIsAtLeast(b, dataBytes, plan.parallelDataBytes)});
}

static void emitByPartition(ImplicitLocOpBuilder &b, const NDUpdate &update,
                            Value isLarge) {
  switch (update.plan.partition) {
  case Partition::serial:
    return emitTuples(b, update);
  case Partition::chunks:
    return emitChunks(b, update, isLarge);
  case Partition::buckets:
    return emitBuckets(b, update, isLarge);
  case Partition::slice:
    return emitSliceRanges(b, update, isLarge);
  case Partition::private_copies:
    return emitPrivateCopies(b, update, isLarge);
  }
}

/// Whether all slots are whole cache lines, and enough of them are written.
static Value emitCanBeNontemporal(ImplicitLocOpBuilder &b,
                                  const NDUpdate &update) {
  Value sliceBytes = update.emitSliceBytes(b);
  Value isAligned = emitIsAligned(b, update.writer.data, constantIndex(b, 0),
                                  update.writer.storage.getBytes(), sliceBytes);
  Value bytes = mul(b, sliceBytes, update.emitCount(b));
  return allOf(
      b, {emitIsAtLeast(b, bytes, update.plan.nontemporalBytes), isAligned});
}

void scatter::emitPartitioned(ImplicitLocOpBuilder &b, const NDUpdate &update) {
  Value isLarge = emitIsLarge(b, update);
  if (update.plan.nontemporalBytes == 0)
    return emitByPartition(b, update, isLarge);
  emitIf(
      b, emitCanBeNontemporal(b, update),
      [&](ImplicitLocOpBuilder &b) {
        NDUpdate nontemporal = update;
        nontemporal.writer.isNontemporal = true;
        emitByPartition(b, nontemporal, isLarge);
      },
      [&](ImplicitLocOpBuilder &b) { emitByPartition(b, update, isLarge); });
}
