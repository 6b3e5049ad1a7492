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
  // By two threads instead of one 1 M elements of a large `data` take 1.9
  // instead of 2.5 ms, summed 3.6 instead of 5.3 ms; 1.2 M rows of 512 bytes 29
  // instead of 34 ms. That each thread scans all tuples and takes its own costs
  // a mispredicted branch for each: 10.6 ms for the elements. The hash stays
  // balanced when the tuples favour some rows.
  return Partition::Lists;
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
  case Partition::Lists:
    return "threads list the tuples of each thread's slots";
  case Partition::Columns:
    return "threads take ranges of the slice";
  }
  llvm_unreachable("unknown partition");
}
