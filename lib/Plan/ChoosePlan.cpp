//===- ChoosePlan.cpp - choose the plan of a scatter_nd_update ------------===//

#include "scatter/Plan/ChoosePlan.h"
#include "scatter/Plan/PlanThresholds.h"

using namespace scatter;

static bool isAllowed(Partition partition, const ScatterNDFacts &facts) {
  Plan plan;
  plan.threads = 2;
  plan.partition = partition;
  return facts.restrict(plan).partition == partition;
}

static Partition choosePartition(const ScatterNDFacts &facts,
                                 const Machine &machine,
                                 std::optional<Partition> preferred) {
  if (machine.threads < 2)
    return Partition::serial;
  if (preferred && isAllowed(*preferred, facts))
    return *preferred;
  // Every tuple writes all of `data`.
  if (facts.depth == 0)
    return isAllowed(Partition::slice, facts) ? Partition::slice
                                              : Partition::serial;
  // Chunks need no buckets and no private copies.
  if (isAllowed(Partition::chunks, facts))
    return Partition::chunks;
  // Private copies must fit into the cache of a core.
  if (isAllowed(Partition::private_copies, facts) && facts.dataBytes &&
      *facts.dataBytes <= machine.coreCacheBytes)
    return Partition::private_copies;
  // Buckets are better than two other partitions. If each thread scanned all
  // tuples and applied its own, each tuple would cost a mispredicted branch. If
  // each thread took a range of the slice, its accesses would have gaps between
  // them. Owners are determined by a hash, so the work stays balanced even if
  // most tuples write a few rows.
  return isAllowed(Partition::buckets, facts) ? Partition::buckets
                                              : Partition::serial;
}

/// Returns how many threads run at the same time.
static int64_t countRunningThreads(const Machine &machine) {
  return machine.cores > 1 ? std::min(machine.threads, machine.cores)
                           : machine.threads;
}

/// Limits the threads to as many as have enough updates for a private copy
/// each, if that is known. If not even two have enough, isKnownToBeSmall makes
/// the partition serial. There are no more copies than cores, because several
/// copies of one core would not fit in its cache.
static int64_t choosePrivateThreads(const ScatterNDFacts &facts,
                                    const Machine &machine) {
  int64_t threads = countRunningThreads(machine);
  std::optional<int64_t> bytes = countKnownBytes(facts, kPrivateTupleBytes);
  if (!bytes || facts.dataBytes.value_or(0) == 0)
    return threads;
  int64_t copies = *bytes / scaleBytes(kUpdatesPerCopy, *facts.dataBytes);
  return copies < 2 ? threads : std::min(threads, copies);
}

/// Chooses the bytes of `data` for each bucket.
///
/// Updates that are copied into buckets are read in the order of the tuples,
/// however many buckets there are. A bucket is as large as the caches next to a
/// core allow, or the last-level cache, if random slots in it are fast. Larger
/// buckets cost little there, and each bucket more is a stream more to fill.
///
/// Other updates have wider gaps between them the more buckets there are, which
/// pays only if each slot would otherwise be loaded from memory several times.
/// Without a reduction, each slot is written once, by its last tuple.
static void chooseBucketBytes(Plan &plan, const ScatterNDFacts &facts,
                              const Machine &machine) {
  if (getCopiedUpdateBytes(facts)) {
    plan.bucketBytes =
        std::max(machine.coreCacheBytes, machine.prefetchTotalBytes) / 2;
    if (machine.prefetchTotalBytes > machine.coreCacheBytes && facts.dataBytes)
      plan.bucketBytes =
          std::max(plan.bucketBytes, *facts.dataBytes / kMaxLargeBuckets);
    return;
  }
  int64_t dataBytes = machine.bucketDataBytes;
  if (dataBytes == 0 || facts.reduction == Reduction::none ||
      facts.rowBytes.value_or(0) < kBucketRowBytes ||
      facts.dataBytes.value_or(dataBytes) < dataBytes)
    return;
  plan.bucketBytes = machine.coreCacheBytes / kBucketCacheShare;
  plan.bucketDataBytes = dataBytes;
}

/// Chooses the minimums of work that threads divide. If the partition was asked
/// for, there are none.
static void chooseParallelWork(Plan &plan, const ScatterNDFacts &facts,
                               const Machine &machine, bool isPreferred) {
  plan.parallelBytes = machine.parallelBytes;
  if (plan.partition == Partition::buckets)
    chooseBucketBytes(plan, facts, machine);
  if (isPreferred && plan.partition != Partition::serial)
    plan.parallelBytes = 0;
  else if (plan.partition == Partition::buckets)
    // Slots that are shorter than a cache line behave as elements do.
    plan.parallelDataBytes =
        facts.sliceBytes.value_or(kLineBytes) < kLineBytes
            ? machine.elementDataBytes
            : std::max(machine.elementDataBytes / kElementsPerRowData,
                       machine.prefetchTotalBytes);
}

/// The distance is long enough to cover the latency of memory, and short enough
/// for the data to stay in the cache. Prefetching only a few cache lines of a
/// long row is slower than no prefetch, so long rows are left to the hardware
/// prefetcher.
static int64_t choosePrefetchDistance(const ScatterNDFacts &facts,
                                      const Machine &machine) {
  if (!facts.rowBytes)
    return kLongDistance;
  if (*facts.rowBytes > machine.prefetchRowBytes)
    return 0;
  if (*facts.rowBytes <= kLineBytes)
    return kLineDistance;
  if (*facts.rowBytes <= 2 * kLineBytes)
    return kTwoLinesDistance;
  if (*facts.rowBytes <= kFewLinesBytes)
    return kFewLinesDistance;
  return kLongDistance;
}

/// A prefetch takes as long as it saves while everything is in a cache that is
/// close enough. How close depends on how much of the latency out-of-order
/// execution hides: less if an element takes several instructions, and less for
/// rows of a few cache lines, which end before the hardware prefetches them.
static void choosePrefetchThresholds(Plan &plan, const ScatterNDFacts &facts,
                                     const Machine &machine) {
  bool isCombined = facts.reduction != Reduction::none;
  bool isHidden = !isCombined;
  if (facts.rowBytes)
    isHidden |= *facts.rowBytes > kFewLinesBytes ||
                (*facts.rowBytes <= kLineBytes && !facts.combinesSlowly);
  plan.prefetchTotalBytes = machine.prefetchTotalBytes;
  if (!isHidden)
    plan.prefetchTotalBytes = std::min(
        plan.prefetchTotalBytes, machine.coreCacheBytes / kNearCacheShare);
  // Overwritten slots and those whose latency is not hidden gain earlier.
  plan.prefetchDataBytes =
      isHidden && isCombined
          ? plan.prefetchTotalBytes / 2
          : std::min(plan.prefetchTotalBytes,
                     machine.coreCacheBytes / kNearDataShare);
}

static void choosePrefetch(Plan &plan, const ScatterNDFacts &facts,
                           const Machine &machine) {
  plan.prefetchLevel = machine.prefetch;
  int64_t distance = choosePrefetchDistance(facts, machine);
  // There are not enough tuples for a prefetch to be useful.
  if (!machine.prefetch || distance == 0 ||
      (facts.tuples && *facts.tuples <= distance))
    return;
  plan.prefetchTuples = distance;
  choosePrefetchThresholds(plan, facts, machine);
}

static SlotOffsets chooseOffsets(const ScatterNDFacts &facts,
                                 const Machine &machine) {
  bool isPlain = facts.reduction == Reduction::none && facts.depth == 1;
  if (!facts.rowBytes)
    return SlotOffsets::components;
  if (facts.policy == OutOfBounds::error && machine.scratchBytes > 0)
    return *facts.rowBytes <=
                   (isPlain ? kMaxOffsetLines / 2 : kMaxOffsetLines) *
                       kLineBytes
               ? SlotOffsets::precomputed
               : SlotOffsets::components;
  // Without a reduction, stores need not wait for anything, and computing a
  // block of offsets first would delay them.
  return !isPlain && *facts.rowBytes <= kLineBytes ? SlotOffsets::blocks
                                                   : SlotOffsets::components;
}

Plan scatter::chooseCheckPlan(const Machine &machine) {
  Plan plan;
  plan.vectorBytes = machine.vectorBytes;
  plan.threads = machine.threads;
  if (machine.threads > 1)
    plan.parallelBytes = machine.parallelBytes;
  return plan;
}

Plan scatter::choosePlan(const ScatterNDFacts &facts, const Machine &machine,
                         std::optional<Partition> preferred) {
  Plan plan = chooseCheckPlan(machine);
  plan.scratchBytes = machine.scratchBytes;
  plan.partition = choosePartition(facts, machine, preferred);
  bool isPreferred = preferred == plan.partition;
  if (plan.partition == Partition::private_copies && !isPreferred)
    plan.threads = choosePrivateThreads(facts, machine);
  // More threads than cores would search the same tuples more often, or read
  // more entries that another core has written.
  if (plan.partition == Partition::buckets && !isPreferred)
    plan.threads = countRunningThreads(machine);
  Plan serial = plan;
  serial.partition = Partition::serial;
  if (plan.partition != Partition::serial)
    chooseParallelWork(plan, facts, machine, isPreferred);
  if (ParallelWork::get(facts, plan).isKnownToBeSmall(facts))
    plan = serial;
  plan.offsets = chooseOffsets(facts, machine);
  choosePrefetch(plan, facts, machine);
  plan = facts.restrict(plan);
  // Rows of a reduction are neither copied nor written by non-temporal stores,
  // but a source is.
  plan.nontemporalBytes = machine.nontemporalBytes;
  if (!facts.hasSource)
    plan.nontemporalBytes = getNontemporalSlotBytes(facts, plan);
  if (facts.reduction == Reduction::none || facts.hasSource)
    plan.memcpyBytes = machine.memcpyBytes;
  if (!facts.hasSource && plan.prefetchTuples == 0)
    plan.prefetchLevel = Plan().prefetchLevel;
  return plan;
}

PlanReason scatter::getReason(Partition partition, const ScatterNDFacts &facts,
                              const Machine &machine,
                              std::optional<Partition> preferred) {
  if (machine.threads < 2)
    return {"one-thread", "there is one thread"};
  if (preferred == partition)
    return {"requested", "the option asks for it"};
  switch (partition) {
  case Partition::serial:
    if (choosePartition(facts, machine, preferred) != Partition::serial)
      return {"small", "the sizes are below the thresholds of threads"};
    return {"layout",
            "the tuples are not one loop, or the slices not contiguous"};
  case Partition::chunks:
    if (facts.hasUniqueIndices)
      return {"unique", "unique_indices lets no two tuples write one slot"};
    return {"sorted",
            "indices_are_sorted has those of a slot follow each other"};
  case Partition::buckets:
    return {"ordered", "tuples may write one slot, in their order"};
  case Partition::slice:
    return {"whole", "every tuple writes all of data"};
  case Partition::private_copies:
    return {"order-free",
            "the order of the tuples makes no difference, and data is small"};
  }
  return {"", ""};
}
