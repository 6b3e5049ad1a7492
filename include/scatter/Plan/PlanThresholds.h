//===- PlanThresholds.h - what follows from a plan --------------*- C++ -*-===//
//
// Decisions that follow from a plan and the facts of an op by the constants of
// Thresholds.h. scatter-plan and the conversion ask the same functions.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_PLAN_PLANTHRESHOLDS_H
#define SCATTER_PLAN_PLANTHRESHOLDS_H

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Plan/Thresholds.h"

namespace scatter {

/// Returns `factor` times `bytes`, or the largest int64_t if that overflows.
/// `bytes` is not negative.
int64_t scaleBytes(int64_t factor, int64_t bytes);

/// When the threads of a plan divide the writes of a scatter_nd_update: if its
/// bytes and those of `data` reach minimums, or its bytes beyond those of
/// sorting the tuples.
struct ParallelWork {
  static ParallelWork get(const ScatterNDFacts &facts, const Plan &plan);

  /// The minimum of bytes written. A tuple counts at least `tupleBytes`.
  int64_t bytes = 0, tupleBytes = 0;
  /// The minimum bytes of `data`.
  int64_t dataBytes = 0;
  /// The minimum of bytes of slices, without `sortedTupleBytes` of each, that
  /// suffices whatever the bytes of `data`. 0: there is none.
  int64_t sortedBytes = 0, sortedTupleBytes = 0;

  /// Whether static sizes show that there is too little work.
  bool isKnownToBeSmall(const ScatterNDFacts &facts) const;
};

/// Returns the bytes that all tuples count for, if they are known. A tuple
/// counts for at least `tupleBytes`.
std::optional<int64_t> countKnownBytes(const ScatterNDFacts &facts,
                                       int64_t tupleBytes);

/// Returns the bytes of an update if buckets have copies of the updates.
std::optional<int64_t> getCopiedUpdateBytes(const ScatterNDFacts &facts);

/// Returns the maximum number of tuples for which each of `threads` threads
/// finds those of its bucket among all.
int64_t getOnePhaseTuples(int64_t threads);

/// Returns the minimum of tuples, in percent of the slots, for which a bucket
/// writes only the last update of each slot. 0: never.
int64_t getLastTuplesPercent(const ScatterNDFacts &facts);

/// Whether threads divide the check of the indices of an op, if there are
/// enough indices.
bool dividesCheck(const ScatterNDFacts &facts, int64_t threads);

/// Returns the minimum bytes of indices for threads that divide their check.
int64_t getParallelCheckBytes(const Plan &plan);

/// Returns the minimum of bytes for threads that divide the copy of a source.
int64_t getParallelCopyBytes(const Plan &plan);

/// Returns the minimum of bytes for non-temporal stores of copies and slices,
/// and of slots. 0: never.
int64_t getNontemporalCopyBytes(const Plan &plan);
int64_t getNontemporalSlotBytes(const ScatterNDFacts &facts, const Plan &plan);

/// Returns the bytes that sources of copies are prefetched ahead, or 0.
int64_t getStreamPrefetchBytes(const Plan &plan);

/// Whether an op must keep its own check, because a separate check saves less
/// than it costs. A check of its own computes offsets along with the check;
/// without it, the op would load all components of each tuple again
/// (docs/Performance.md, "Shared checks").
bool needsOwnCheck(const ScatterNDFacts &facts, const Plan &plan);

} // namespace scatter

#endif // SCATTER_PLAN_PLANTHRESHOLDS_H
