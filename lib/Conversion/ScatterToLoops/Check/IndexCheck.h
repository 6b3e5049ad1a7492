//===- IndexCheck.h - check that all indices are valid ----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H

#include "Addressing/IndexTuples.h"

#include "scatter/Dialect/Scatter/IR/Plan.h"

namespace scatter {

/// Memory that the check fills with the offset of the slot of every tuple.
struct OffsetTable {
  SlotAddresses slots;
  /// memref<?xi32> with an entry for each tuple: the offset of its slot. The
  /// entry of an invalid tuple is unspecified, as are the entries after the
  /// last tuple, which there may be for prefetches.
  Value offsets;
};

/// The minimum number of tuples for a check that stores offsets.
int64_t getMinTableTuples(const Plan &plan);

/// How a check is made.
struct CheckPlan {
  /// The threads that divide a check of at least `parallelBytes` of indices.
  int64_t threads, parallelBytes, vectorBytes;

  static CheckPlan get(const Plan &plan);
};

/// Emits the check and returns whether every component of every tuple is valid.
/// If `table` is not null, the check fills it. The tuples must be contiguous
/// then, and there must be at least getMinTableTuples of them.
Value emitAllValid(IndexBuilder &b, const IndexTuples &tuples,
                   const CheckPlan &plan, const OffsetTable *table = nullptr);

/// Emits a report of the first component that is out of bounds. If all are in
/// bounds, nothing is reported.
void emitReportInvalid(IndexBuilder &b, const IndexTuples &tuples);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H
