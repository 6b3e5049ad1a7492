//===- Strategy.h - how the write phase is done -----------------*- C++ -*-===//
//
// The one place that decides, from types, attributes and options, how an op is
// written. What depends on sizes that are dynamic is decided by the generated
// code, against the same thresholds.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_STRATEGY_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_STRATEGY_H

#include "scatter/Conversion/Patterns.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace scatter {

/// Bytes of a cache line on the targets of this project.
constexpr int64_t kLineBytes = 64;

/// What a choice of strategy depends on.
struct WriteProblem {
  Reduction reduction;
  /// Bytes of a slice, if static.
  std::optional<int64_t> rowBytes;
  /// Whether a slice is contiguous in `data` and in `updates`.
  bool isContiguous;
  /// Whether the tuples form one loop.
  bool hasOneTupleLoop;
  /// Whether there are components at all (k > 0).
  bool hasComponents;
  /// The promise of the op.
  bool hasUniqueIndices;
};

/// How scatter_nd_update writes.
struct WriteStrategy {
  /// How threads share the work; each keeps the order within its share.
  enum class Partition {
    /// One thread.
    Serial,
    /// Each thread takes a run of tuples: no two name the same slot.
    Tuples,
    /// Each thread sorts a run of tuples into lists, one for each owner of the
    /// slots, then applies the lists that are its own.
    Lists,
    /// Each thread takes a range of the slice, for all tuples.
    Columns,
  };
  Partition partition = Partition::Serial;
  /// Tuples between a prefetch and its use, 0 for no prefetch.
  int64_t prefetchDistance = 0;
  /// Whether whole lines may bypass the cache once enough is written.
  bool mayStream = false;
};

WriteStrategy chooseWriteStrategy(const WriteProblem &problem,
                                  const ScatterToLoopsOptions &options);

/// Name and reason of a strategy, for remarks.
llvm::StringRef describePartition(WriteStrategy::Partition partition);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_STRATEGY_H
