//===- IndexCheck.h - are all indices valid? --------------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H

#include "Addressing/IndexTuples.h"

#include "scatter/Dialect/Scatter/IR/Plan.h"

namespace scatter {

/// Memory for the offsets of the slots of all tuples, which the check fills.
struct OffsetTable {
  SlotAddresses slots;
  /// memref<?xi32>, an entry for each tuple: the offset of its slot, any number
  /// for a tuple that is not valid.
  Value offsets;
};

/// The fewest tuples whose offsets a check stores.
int64_t getMinTableTuples(const Plan &plan);

/// Emits the check: whether every component of every tuple is valid. If there
/// is a `table` it is filled; the tuples must be contiguous then, and no fewer
/// than getMinTableTuples.
Value emitAllValid(IndexBuilder &b, const IndexTuples &tuples, const Plan &plan,
                   const OffsetTable *table = nullptr);

/// Emits the report of the first component that is out of bounds, if there is
/// one.
void emitReportInvalid(IndexBuilder &b, const IndexTuples &tuples);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H
