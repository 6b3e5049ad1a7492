//===- PlanThresholds.cpp - what follows from a plan ----------------------===//

#include "scatter/Plan/PlanThresholds.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace scatter;

int64_t scatter::scaleBytes(int64_t factor, int64_t bytes) {
  int64_t scaled;
  return llvm::MulOverflow(factor, bytes, scaled)
             ? std::numeric_limits<int64_t>::max()
             : scaled;
}

std::optional<int64_t> scatter::countKnownBytes(const ScatterNDFacts &facts,
                                                int64_t tupleBytes) {
  if (!facts.tuples || !facts.sliceBytes)
    return std::nullopt;
  return scaleBytes(std::max(*facts.sliceBytes, tupleBytes), *facts.tuples);
}

std::optional<int64_t>
scatter::getCopiedUpdateBytes(const ScatterNDFacts &facts) {
  bool isCopied = facts.isContiguous && facts.sliceBytes &&
                  *facts.sliceBytes > 0 &&
                  *facts.sliceBytes <= kMaxCopiedUpdateBytes;
  return isCopied ? facts.sliceBytes : std::nullopt;
}

/// Buckets whose entries have no copies of the updates: putting tuples into
/// buckets pays if writing the rows takes longer, because the rows are long or
/// `data` is far away. Sorting takes longer the more components a tuple has,
/// and longer if threads read entries that other threads have written.
static void setSortedWork(ParallelWork &work, const ScatterNDFacts &facts,
                          const Plan &plan) {
  int64_t componentBytes = plan.threads <= kMaxOnePhaseThreads
                               ? kSortedComponentBytes
                               : kSharedSortedComponentBytes;
  int64_t slowness = facts.combinesNarrowFloats ? kNarrowFloatSlowness : 1;
  work.sortedTupleBytes =
      scaleBytes(componentBytes, facts.depth + 1) / slowness;
  // 0 would stand for never.
  work.sortedBytes = std::max<int64_t>(
      scaleBytes(kSortedHalfWork, plan.parallelBytes) / (2 * slowness), 1);
}

ParallelWork ParallelWork::get(const ScatterNDFacts &facts, const Plan &plan) {
  ParallelWork work;
  switch (plan.partition) {
  case Partition::serial:
    break;
  case Partition::slice:
    work.bytes = plan.parallelBytes;
    break;
  case Partition::chunks:
    work.bytes = plan.parallelBytes;
    work.tupleBytes = kChunkedTupleBytes;
    break;
  case Partition::buckets:
    work.bytes = scaleBytes(kBucketWork, plan.parallelBytes);
    work.dataBytes = plan.parallelDataBytes;
    if (getCopiedUpdateBytes(facts))
      work.tupleBytes = kBucketedTupleBytes;
    else if (plan.parallelDataBytes > 0)
      setSortedWork(work, facts, plan);
    break;
  case Partition::private_copies:
    work.tupleBytes = kPrivateTupleBytes;
    if (plan.parallelBytes > 0)
      work.bytes = std::max(scaleBytes(kPrivateWork, plan.parallelBytes),
                            scaleBytes(kUpdatesPerCopy * plan.threads,
                                       facts.dataBytes.value_or(0)));
    break;
  }
  return work;
}

bool ParallelWork::isKnownToBeSmall(const ScatterNDFacts &facts) const {
  if (sortedBytes > 0) {
    if (!facts.sliceBytes)
      return false;
    int64_t beyond = *facts.sliceBytes - sortedTupleBytes;
    if (beyond > 0 &&
        (!facts.tuples || scaleBytes(beyond, *facts.tuples) >= sortedBytes))
      return false;
  }
  std::optional<int64_t> known = countKnownBytes(facts, tupleBytes);
  return (known && *known < bytes) ||
         (facts.dataBytes && *facts.dataBytes < dataBytes);
}

int64_t scatter::getOnePhaseTuples(int64_t threads) {
  return threads <= kMaxOnePhaseThreads ? kOnePhaseEntries / threads
                                        : kMinTwoPhaseTuples;
}

int64_t scatter::getLastTuplesPercent(const ScatterNDFacts &facts) {
  // Every update counts, each slot has one, or entries have copies.
  if (facts.reduction != Reduction::none || facts.hasUniqueIndices ||
      !facts.hasDisjointSlots() || getCopiedUpdateBytes(facts) ||
      *facts.sliceBytes < kLineBytes)
    return 0;
  return std::max(kMinLastTuplesPercent,
                  kLastTuplesPercentBytes / *facts.sliceBytes);
}

bool scatter::dividesCheck(const ScatterNDFacts &facts, int64_t threads) {
  bool isCheap =
      facts.sliceBytes &&
      *facts.sliceBytes / kSliceBytesPerComponent / threads >= facts.depth;
  return threads > 1 && facts.policy == OutOfBounds::error && !isCheap;
}

int64_t scatter::getParallelCheckBytes(const Plan &plan) {
  return scaleBytes(kCheckedPerWritten, plan.parallelBytes);
}

int64_t scatter::getParallelCopyBytes(const Plan &plan) {
  return scaleBytes(kParallelCopyWork, plan.parallelBytes);
}

int64_t scatter::getNontemporalCopyBytes(const Plan &plan) {
  return plan.threads > 1
             ? scaleBytes(kParallelNontemporalWork, plan.nontemporalBytes)
             : plan.nontemporalBytes;
}

int64_t scatter::getNontemporalSlotBytes(const ScatterNDFacts &facts,
                                         const Plan &plan) {
  // A reduction has loaded the cache lines that it stores to.
  return facts.canStoreLines(plan) && facts.reduction == Reduction::none
             ? plan.nontemporalBytes
             : 0;
}

int64_t scatter::getStreamPrefetchBytes(const Plan &plan) {
  return plan.prefetchLevel > 0 ? kStreamPrefetchBytes : 0;
}

bool scatter::needsOwnCheck(const ScatterNDFacts &facts, const Plan &plan) {
  return facts.depth > 1 && plan.offsets == SlotOffsets::precomputed;
}
