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

/// Emits the check: whether every component of every tuple is valid. If there
/// is a `table` it is filled; the tuples must be contiguous then.
Value emitAllValid(IndexBuilder &b, const IndexTuples &tuples, const Plan &plan,
                   const OffsetTable *table = nullptr);

/// Emits the search for the first component that is out of bounds, and its
/// report if there is one, which `isCertain` promises.
void emitReportInvalid(IndexBuilder &b, const IndexTuples &tuples,
                       bool isCertain);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_CHECK_INDEXCHECK_H
