//===- ChoosePlan.cpp - choose the plan of an op --------------------------===//
//
// The measurements behind each decision are in docs/Performance.md, "What was
// tried".
//
//===----------------------------------------------------------------------===//

#include "scatter/Plan/ChoosePlan.h"
#include "scatter/Plan/Thresholds.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace scatter;

/// Returns `factor` times `bytes`, or the largest int64_t if that overflows.
/// `bytes` is not negative.
static int64_t scaleBytes(int64_t factor, int64_t bytes) {
  int64_t scaled;
  return llvm::MulOverflow(factor, bytes, scaled)
             ? std::numeric_limits<int64_t>::max()
             : scaled;
}

/// Returns the size from which copies and slices use non-temporal stores. The
/// non-temporal stores of one thread already saturate the memory; several
/// threads gain more from the cache.
static int64_t getNontemporalCopyBytes(const Machine &machine) {
  return machine.threads > 1
             ? scaleBytes(kParallelNontemporalWork, machine.nontemporalBytes)
             : machine.nontemporalBytes;
}

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

/// Returns the bytes that all tuples count for, if they are known. A tuple
/// counts for at least `tupleBytes`.
static std::optional<int64_t> countKnownBytes(const ScatterNDFacts &facts,
                                              int64_t tupleBytes) {
  if (!facts.tuples || !facts.sliceBytes)
    return std::nullopt;
  return scaleBytes(std::max(*facts.sliceBytes, tupleBytes), *facts.tuples);
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
  if (facts.getCopiedUpdateBytes()) {
    plan.bucketBytes =
        std::max(machine.coreCacheBytes, machine.prefetchTotalBytes) / 2;
    if (machine.prefetchTotalBytes > machine.coreCacheBytes)
      plan.maxBuckets = kMaxLargeBuckets;
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

/// Shorter slots are written without a search for their last tuples.
static int64_t chooseLastTuplesPercent(const ScatterNDFacts &facts) {
  int64_t bytes = facts.sliceBytes.value_or(0);
  return bytes < kLineBytes
             ? 0
             : std::max(kMinLastTuplesPercent, kLastTuplesPercentBytes / bytes);
}

/// Chooses how many bytes of slices pay for putting their tuples into buckets,
/// which takes longer the more components a tuple has, and longer if threads
/// read entries that other threads have written. Elements of 16 bits are
/// converted to floats to be combined, which takes four times as long.
static void chooseSortedBytes(Plan &plan, const ScatterNDFacts &facts,
                              int64_t parallelBytes) {
  int64_t componentBytes = plan.threads <= kMaxOnePhaseThreads
                               ? kSortedComponentBytes
                               : kSharedSortedComponentBytes;
  int64_t slowness = facts.combinesNarrowFloats ? kNarrowFloatSlowness : 1;
  plan.sortedTupleBytes =
      scaleBytes(componentBytes, facts.depth + 1) / slowness;
  // 0 would stand for never.
  plan.parallelSortedBytes = std::max<int64_t>(
      scaleBytes(kSortedHalfWork, parallelBytes) / (2 * slowness), 1);
}

/// Chooses the sizes from which threads divide the writes.
static void chooseThresholds(Plan &plan, const ScatterNDFacts &facts,
                             const Machine &machine, bool isPreferred) {
  int64_t bytes = machine.parallelBytes;
  plan.parallelBytes = bytes;
  switch (plan.partition) {
  case Partition::serial:
    plan.parallelBytes = 0;
    break;
  case Partition::slice:
    break;
  case Partition::chunks:
    plan.parallelTupleBytes = kChunkedTupleBytes;
    break;
  case Partition::buckets:
    plan.parallelTupleBytes = isPreferred ? kBucketedTupleBytes : 0;
    chooseBucketBytes(plan, facts, machine);
    if (plan.threads <= kMaxOnePhaseThreads)
      plan.onePhaseTuples = kOnePhaseEntries / plan.threads;
    plan.lastTuplesPercent = chooseLastTuplesPercent(facts);
    if (isPreferred)
      break;
    plan.parallelBytes = scaleBytes(kBucketWork, bytes);
    if (facts.getCopiedUpdateBytes()) {
      plan.parallelTupleBytes = kBucketedTupleBytes;
      plan.parallelDataBytes = machine.elementDataBytes;
      break;
    }
    // Putting tuples into buckets pays if writing the rows takes longer,
    // because the rows are long or `data` is far away. Slots that are shorter
    // than a cache line behave as elements do.
    chooseSortedBytes(plan, facts, bytes);
    plan.parallelDataBytes =
        facts.sliceBytes.value_or(kLineBytes) < kLineBytes
            ? machine.elementDataBytes
            : std::max(machine.elementDataBytes / kElementsPerRowData,
                       machine.prefetchTotalBytes);
    break;
  case Partition::private_copies:
    plan.parallelTupleBytes = kPrivateTupleBytes;
    if (!isPreferred)
      plan.parallelBytes = std::max(scaleBytes(kPrivateWork, bytes),
                                    scaleBytes(kUpdatesPerCopy * plan.threads,
                                               facts.dataBytes.value_or(0)));
    break;
  }
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
  if (!machine.prefetch)
    return;
  int64_t distance = choosePrefetchDistance(facts, machine);
  // There are not enough tuples for a prefetch to be useful.
  if (distance == 0 || (facts.tuples && *facts.tuples <= distance))
    return;
  plan.prefetchTuples = distance;
  plan.prefetchLevel = machine.prefetch;
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

/// Whether the static sizes show that there is too little work for threads.
static bool isKnownToBeSmall(const Plan &plan, const ScatterNDFacts &facts) {
  if (plan.parallelSortedBytes > 0) {
    if (!facts.sliceBytes)
      return false;
    int64_t beyond = *facts.sliceBytes - plan.sortedTupleBytes;
    if (beyond > 0 && (!facts.tuples || scaleBytes(beyond, *facts.tuples) >=
                                            plan.parallelSortedBytes))
      return false;
  }
  std::optional<int64_t> bytes =
      countKnownBytes(facts, plan.parallelTupleBytes);
  return (bytes && *bytes < plan.parallelBytes) ||
         (facts.dataBytes && *facts.dataBytes < plan.parallelDataBytes);
}

/// Returns the bytes of indices from which threads divide the check.
static int64_t chooseParallelCheckBytes(const Machine &machine) {
  if (machine.threads < 2)
    return 0;
  return std::max<int64_t>(
      scaleBytes(kCheckedPerWritten, machine.parallelBytes), 1);
}

static bool hasCheapCheck(const ScatterNDFacts &facts, const Machine &machine) {
  return facts.sliceBytes &&
         *facts.sliceBytes / kSliceBytesPerComponent / machine.threads >=
             facts.depth;
}

Plan scatter::chooseCheckPlan(const Machine &machine) {
  Plan plan;
  plan.threads = machine.threads;
  plan.vectorBytes = machine.vectorBytes;
  plan.parallelCheckBytes = chooseParallelCheckBytes(machine);
  return plan;
}

Plan scatter::choosePlan(const ScatterNDFacts &facts, const Machine &machine,
                         std::optional<Partition> preferred) {
  Plan plan;
  plan.threads = machine.threads;
  plan.vectorBytes = machine.vectorBytes;
  plan.scratchBytes = machine.scratchBytes;
  plan.memcpyBytes = machine.memcpyBytes;
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
  chooseThresholds(plan, facts, machine, isPreferred);
  if (plan.partition != Partition::serial && isKnownToBeSmall(plan, facts))
    plan = serial;
  if (facts.policy == OutOfBounds::error && !hasCheapCheck(facts, machine))
    plan.parallelCheckBytes = chooseParallelCheckBytes(machine);
  plan.offsets = chooseOffsets(facts, machine);
  choosePrefetch(plan, facts, machine);
  // facts.restrict removes non-temporal stores from reductions, which have
  // loaded the cache line already.
  plan.nontemporalBytes = machine.nontemporalBytes;
  if (facts.hasSource) {
    plan.nontemporalCopyBytes = getNontemporalCopyBytes(machine);
    plan.prefetchBytes = machine.prefetch ? kStreamPrefetchBytes : 0;
    if (machine.threads > 1)
      plan.parallelCopyBytes =
          scaleBytes(kParallelCopyWork, machine.parallelBytes);
  }
  return facts.restrict(plan);
}

/// Whether strided rows, of which the slice has every rowStep-th element, are
/// written by whole vectors.
static bool chooseStridedVectors(const SliceFacts &facts,
                                 const Machine &machine) {
  constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
  if (!facts.rowStep || *facts.rowStep == kMin)
    return false;
  int64_t stride = std::abs(*facts.rowStep);
  int64_t lanes = facts.storage.getVectorLength(machine.vectorBytes);
  return usesStridedVectors(stride, lanes, facts.storage.getBytes(),
                            facts.hasSource);
}

Plan scatter::choosePlan(const SliceFacts &facts, const Machine &machine) {
  Plan plan;
  plan.threads = machine.threads;
  plan.vectorBytes = machine.vectorBytes;
  plan.memcpyBytes = machine.memcpyBytes;
  plan.nontemporalBytes = getNontemporalCopyBytes(machine);
  plan.prefetchBytes = machine.prefetch ? kStreamPrefetchBytes : 0;
  plan.stridedVectors = chooseStridedVectors(facts, machine);
  if (facts.hasSource)
    plan.onePassRowBytes = kOnePassRowBytes;
  if (machine.threads > 1) {
    plan.partition = Partition::slice;
    if (facts.rowStep != 1 && facts.rowStep != -1)
      plan.parallelTupleBytes = kStridedElementBytes;
    plan.parallelBytes = machine.parallelBytes;
  }
  return plan;
}

llvm::StringRef scatter::getReason(Partition partition,
                                   const ScatterNDFacts &facts,
                                   const Machine &machine,
                                   std::optional<Partition> preferred) {
  if (machine.threads < 2)
    return "there is one thread";
  if (preferred == partition)
    return "the option asks for it";
  switch (partition) {
  case Partition::serial: {
    Partition chosen = choosePartition(facts, machine, preferred);
    return chosen == Partition::serial
               ? "the tuples are not one loop, or the slices not contiguous"
               : "the sizes are below the thresholds of threads";
  }
  case Partition::chunks:
    return facts.hasUniqueIndices
               ? "unique_indices lets no two tuples write one slot"
               : "indices_are_sorted has those of a slot follow each other";
  case Partition::buckets:
    return "tuples may write one slot, in their order";
  case Partition::slice:
    return "every tuple writes all of data";
  case Partition::private_copies:
    return "the order of the tuples makes no difference, and data is small";
  }
  return "";
}
