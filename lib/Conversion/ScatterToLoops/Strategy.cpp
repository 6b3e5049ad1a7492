//===- Strategy.cpp - how the write phase is done -------------------------===//
//
// The figures are of 2 cores with AVX-512, 2 MiB of L2 each and 32 MiB of L3,
// where two threads read memory 1.1 times as fast as one; docs/Performance.md
// says how they were measured. Ratios are the time of one thread over that of
// two.
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "mlir/IR/Remarks.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace scatter;

static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

/// Threads have copies of `data` if this many fit what ScatterToLoopsOptions
/// calls the cache, and if the updates have several times the bytes of all.
static constexpr int64_t kCopiesPerCache = 4, kUpdatesPerCopy = 4;

/// Far enough to cover the latency of memory, near enough to stay in L1. A
/// prefetch of a few lines of a long row is worse than none, so that rows
/// beyond 4 KiB are left to the hardware.
static int64_t choosePrefetchDistance(const WriteProblem &problem,
                                      const ScatterToLoopsOptions &options) {
  std::optional<int64_t> rowBytes = problem.rowBytes;
  if (!rowBytes)
    return 8;
  // 2^20 elements of 64 MiB summed 4.6 ms, 64 ahead 3.6, 96 ahead 3.2; 2^19
  // slots of 64 bytes in 64 MiB 2.9, 2.3 and 2.4. In 1 MiB, by pairs, max, 96
  // ahead takes 1.05 of the time.
  if (*rowBytes <= kLineBytes)
    return problem.dataBytes && *problem.dataBytes < options.cacheBytes ? 32
                                                                        : 96;
  // Rows of 128 to 512 bytes: 24 and more ahead 1.0 to 1.1.
  if (*rowBytes <= 1024)
    return 16;
  return *rowBytes <= 4096 ? 8 : 0;
}

/// Whether the op is one loop over tuples that name their slots.
static bool hasTupleLoop(const WriteProblem &problem) {
  return problem.depth > 0 && problem.hasOneTupleLoop;
}

/// Whether threads that share the work by `partition` write what one does.
static bool isLegal(Partition partition, const WriteProblem &problem) {
  switch (partition) {
  case Partition::Auto:
  case Partition::Serial:
    return true;
  case Partition::Tuples:
    // Those of a slot follow each other where they ascend, unless one between
    // them is dropped, of which nothing is promised.
    return hasTupleLoop(problem) &&
           (problem.hasUniqueIndices ||
            (problem.hasSortedIndices && problem.policy != OutOfBounds::drop));
  case Partition::Lists:
    return hasTupleLoop(problem);
  case Partition::Columns:
    return problem.isContiguous && problem.hasSliceDims;
  case Partition::Copies:
    return hasTupleLoop(problem) && problem.isOrderFree &&
           problem.isContiguous && problem.hasIdentityLayout;
  }
  return false;
}

static Partition choosePartition(const WriteProblem &problem,
                                 const ScatterToLoopsOptions &options) {
  if (options.threads < 2)
    return Partition::Serial;
  if (options.strategy != Partition::Auto && isLegal(options.strategy, problem))
    return options.strategy;
  // Every tuple names the whole of `data`.
  if (problem.depth == 0)
    return isLegal(Partition::Columns, problem) ? Partition::Columns
                                                : Partition::Serial;
  // Unique rows of 1 KiB: 1.9 from 8 MiB on. Sorted ones of 64 and 256 bytes in
  // 1 to 4 MiB 1.8 to 2.5, in 64 MiB 1.1 to 1.3. Nothing is looked up or
  // listed.
  if (isLegal(Partition::Tuples, problem))
    return Partition::Tuples;
  // Copies that a core's own cache keeps: 2^20 pairs into 1 MiB, max, 1.4 to
  // 1.7; 2^17 elements into 4 KiB to 256 KiB 1.6 to 1.9; as many rows of 256
  // bytes into 1 MiB 1.6 to 1.9.
  if (isLegal(Partition::Copies, problem) && problem.dataBytes &&
      *problem.dataBytes <= options.cacheBytes / kCopiesPerCache)
    return Partition::Copies;
  // That each thread scans all tuples and takes its own costs a mispredicted
  // branch for each: 10.6 ms for 2^20 elements, by lists 2 ms. Columns leave
  // gaps in everything that a thread reads. The hash that gives slots their
  // owners stays balanced when the tuples favour some rows.
  return isLegal(Partition::Lists, problem) ? Partition::Lists
                                            : Partition::Serial;
}

int64_t scatter::chooseSliceThreshold(bool isCopyOfAll,
                                      const ScatterToLoopsOptions &options) {
  // Slices of 512 KiB 1.5 to 2. What is copied as a whole is updated next, by
  // one thread if it is small: 2^20 pairs into a copy of 1 MiB 0.77.
  return isCopyOfAll ? std::max(options.parallelBytes, options.cacheBytes)
                     : options.parallelBytes;
}

bool scatter::chooseWindows(int64_t stride, int64_t lanes, bool copiesGaps) {
  if (stride < 2 || lanes < 2)
    return false;
  // 256 KiB of floats, every third overwritten 0.21 of the time of a loop over
  // elements, every fifth 0.44, every eighth 1.0; of f16 every third 0.14,
  // every ninth 0.20, every 16th 0.56. With AVX2 every third float 0.30, with
  // SSE2 0.48.
  constexpr int64_t kMaxVectors = 16;
  bool isShort = stride / std::gcd(stride, lanes) <= kMaxVectors;
  // Out of place each line is written once, however few elements of the slice
  // it has: 32 MiB of floats 0.55 to 0.6 for each step up to 32.
  return isShort && (copiesGaps || stride <= lanes / 2);
}

static ParallelThresholds
chooseThresholds(Partition partition, const WriteProblem &problem,
                 const ScatterToLoopsOptions &options) {
  int64_t bytes = options.parallelBytes;
  bool isForced = options.strategy == partition;
  switch (partition) {
  case Partition::Auto:
  case Partition::Serial:
    break;
  case Partition::Columns:
    return {bytes};
  case Partition::Tuples:
    // 2^13 rows of 64 bytes 1.6, of 1 KiB 1.5; elements 0.5 for 2^15 and 1.2
    // for 2^17.
    return {bytes, 8};
  case Partition::Lists:
    // To list a tuple costs what 16 bytes of a row cost.
    if (isForced)
      return {bytes, 16};
    // Rows that are overwritten are limited by the memory: 16 MiB in rows of
    // 256 bytes 0.8, of 1 KiB 1.4. So are single elements and slots of a line:
    // 2^22 and 2^24 of them between 0.6 and 1.2.
    if (problem.reduction == Reduction::none)
      return {2 * bytes, 0, 1024};
    // 2 MiB in rows of 256 bytes 1.15, of 1 KiB 1.45; 1 MiB in rows of 4 KiB
    // 1.5. `data` that one core's cache has after a copy or by the tuples
    // before moves to the other: rows of 256 bytes in 256 KiB 0.55, in 4 MiB
    // 0.75, in 8 MiB 1.2; rows of 2 KiB in 4 MiB 0.66 after a copy.
    return {2 * bytes, 0, 256, options.cacheBytes};
  case Partition::Copies:
    // An element costs more than its bytes, and less than a line.
    if (isForced)
      return {bytes, 16};
    return {std::max(2 * bytes, kUpdatesPerCopy * options.threads *
                                    problem.dataBytes.value_or(0)),
            16};
  }
  return {kNever};
}

/// A tuple that may write nothing has no offset.
static Offsets chooseOffsets(const WriteProblem &problem,
                             const ScatterToLoopsOptions &options) {
  bool isPlain = problem.reduction == Reduction::none && problem.depth == 1;
  if (!problem.rowBytes || !problem.hasPackedIndices ||
      options.vectorBytes < 16)
    return Offsets::Scalar;
  // Against scalars: slots of 4 and 16 bytes 0.5 to 0.7 of the time while
  // `data` is in the cache, of 64 bytes 0.6 to 1.08; 2^20 elements of 64 MiB
  // 1.0. Rows of 128 bytes by pairs 0.88, summed 0.85 to 1.0; of 1 KiB 0.95 to
  // 1.5. Against blocks: 2^20 pairs into 1 MiB, max, 0.78 to 0.86, 2^20
  // elements of 64 MiB, sum, 0.9 to 0.94.
  if (problem.policy == OutOfBounds::error && options.scratchBytes > 0)
    return *problem.rowBytes <= (isPlain ? 1 : 2) * kLineBytes
               ? Offsets::OfCheck
               : Offsets::Scalar;
  // 2^20 pairs into 1 MiB, max: 1.5 instead of 2.4 ms; 2^20 elements of 64 MiB,
  // sum: 4.2 instead of 5.5. Overwritten, 2.9 instead of 2.4: stores wait for
  // nothing, and the block between them stops that.
  bool hasOffsets = problem.policy == OutOfBounds::error ||
                    problem.policy == OutOfBounds::undefined;
  return hasOffsets && !isPlain && *problem.rowBytes <= kLineBytes
             ? Offsets::OfBlocks
             : Offsets::Scalar;
}

WriteStrategy
scatter::chooseWriteStrategy(const WriteProblem &problem,
                             const ScatterToLoopsOptions &options) {
  WriteStrategy strategy;
  strategy.partition = choosePartition(problem, options);
  strategy.thresholds = chooseThresholds(strategy.partition, problem, options);
  if (strategy.partition == Partition::Columns || !hasTupleLoop(problem) ||
      !problem.isContiguous)
    return strategy;
  strategy.offsets = chooseOffsets(problem, options);
  if (options.prefetch)
    strategy.prefetchDistance = choosePrefetchDistance(problem, options);
  // A reduction has loaded the line already. Rows of 256 bytes, 16 MiB and
  // more: 1.5 times as fast as through the cache.
  strategy.mayStream =
      options.streamBytes > 0 && problem.reduction == Reduction::none &&
      problem.hasIdentityLayout && problem.hasLineVectors &&
      problem.hasSliceDims &&
      (!problem.rowBytes || *problem.rowBytes % kLineBytes == 0);
  return strategy;
}

static StringRef getReason(Partition partition, const WriteProblem &problem,
                           const ScatterToLoopsOptions &options) {
  if (options.threads < 2)
    return "there is one thread";
  if (options.strategy == partition)
    return "the option asks for it";
  switch (partition) {
  case Partition::Auto:
  case Partition::Serial:
    return "the tuples are not one loop, or the slices not contiguous";
  case Partition::Tuples:
    return problem.hasUniqueIndices
               ? "unique_indices lets no two tuples write one slot"
               : "indices_are_sorted has those of a slot follow each other";
  case Partition::Lists:
    return "tuples may write one slot, in their order";
  case Partition::Columns:
    return "every tuple writes all of data";
  case Partition::Copies:
    return "the order of the tuples makes no difference, and data is small";
  }
  return "";
}

void scatter::remarkStrategy(Location loc, const WriteStrategy &strategy,
                             const WriteProblem &problem,
                             const ScatterToLoopsOptions &options) {
  auto remark = remark::passed(
      loc,
      remark::RemarkOpts::name("write-phase").category("scatter-strategy"));
  if (!remark)
    return;
  remark << remark::metric("partition", stringifyPartition(strategy.partition))
         << remark::metric("because",
                           getReason(strategy.partition, problem, options));
  const ParallelThresholds &when = strategy.thresholds;
  auto addThreshold = [&](StringRef name, int64_t value) {
    if (value > 0 && value < kNever)
      remark << remark::metric(name, value);
  };
  addThreshold("from-bytes", when.bytes);
  addThreshold("from-row-bytes", when.rowBytes);
  addThreshold("from-data-bytes", when.dataBytes);
  addThreshold("prefetch-tuples", strategy.prefetchDistance);
  if (strategy.offsets != Offsets::Scalar)
    remark << remark::metric("offsets", strategy.offsets == Offsets::OfCheck
                                            ? "of the check"
                                            : "of blocks");
  addThreshold("stream-from-bytes",
               strategy.mayStream ? options.streamBytes : 0);
  if (options.threads > 1 && !isLegal(options.strategy, problem))
    remark << remark::metric("not-allowed",
                             stringifyPartition(options.strategy));
}
