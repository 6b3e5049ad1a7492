//===- Strategy.cpp - how the write phase is done -------------------------===//
//
// Measured on 2 cores with AVX-512, 2 MiB of L2 each; docs/Performance.md has
// the figures.
//
//===----------------------------------------------------------------------===//

#include "Strategy.h"

#include "llvm/Support/ErrorHandling.h"

using namespace scatter;

/// Far enough to cover the latency of memory, near enough to stay in L1. A
/// prefetch of a few lines of a long row is worse than none, so that rows
/// beyond 4 KiB are left to the hardware.
static int64_t choosePrefetchDistance(std::optional<int64_t> rowBytes) {
  if (!rowBytes)
    return 8;
  if (*rowBytes <= kLineBytes)
    return 32;
  if (*rowBytes <= 1024)
    return 16;
  return *rowBytes <= 4096 ? 8 : 0;
}

static WriteStrategy::Partition
choosePartition(const WriteProblem &problem,
                const ScatterToLoopsOptions &options) {
  using Partition = WriteStrategy::Partition;
  if (options.threads < 2)
    return Partition::Serial;
  // Every tuple names the whole of `data`.
  if (!problem.hasComponents)
    return problem.isContiguous ? Partition::Columns : Partition::Serial;
  if (!problem.hasOneTupleLoop)
    return Partition::Serial;
  if (problem.hasUniqueIndices)
    return Partition::Tuples;
  // Scanning costs a mispredicted branch, 5 to 10 ns, per tuple and thread: 1 M
  // elements take 10.6 ms by two threads and 2.8 ms by one, rows of 512 bytes
  // 30 against 36 ms. A hash stays balanced when the tuples favour some rows.
  if (problem.rowBytes && *problem.rowBytes < kMinScannedRowBytes)
    return Partition::Serial;
  return Partition::Slots;
}

WriteStrategy
scatter::chooseWriteStrategy(const WriteProblem &problem,
                             const ScatterToLoopsOptions &options) {
  WriteStrategy strategy;
  strategy.partition = choosePartition(problem, options);
  if (!problem.hasComponents || !problem.hasOneTupleLoop ||
      !problem.isContiguous)
    return strategy;
  if (options.prefetch)
    strategy.prefetchDistance = choosePrefetchDistance(problem.rowBytes);
  // A reduction has loaded the line already.
  strategy.mayStream =
      options.streamBytes > 0 && problem.reduction == Reduction::none &&
      (!problem.rowBytes || *problem.rowBytes % kLineBytes == 0);
  return strategy;
}

llvm::StringRef scatter::describePartition(WriteStrategy::Partition partition) {
  using Partition = WriteStrategy::Partition;
  switch (partition) {
  case Partition::Serial:
    return "one thread";
  case Partition::Tuples:
    return "threads take runs of tuples";
  case Partition::Slots:
    return "threads take slots by hash";
  case Partition::Columns:
    return "threads take ranges of the slice";
  }
  llvm_unreachable("unknown partition");
}
