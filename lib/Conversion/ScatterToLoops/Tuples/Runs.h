//===- Runs.h - runs of tuples with equal indices ---------------*- C++ -*-===//
//
// Sorted indices name a slot by many tuples in a row. An update of a single
// element then waits for the store of the one before it. The updates of a run
// are combined in registers instead, in their order or, where it makes no
// difference, by vectors.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_RUNS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_RUNS_H

#include "NDUpdate.h"

namespace scatter {

/// Whether runs of `update` can be applied as such: single elements that are
/// combined, adjacent tuples of one index, and adjacent updates.
bool canHaveRuns(const NDUpdate &update);

/// Returns an i1 that says whether samples of the tuples are in long runs.
Value emitHasLongRuns(IndexBuilder &b, const NDUpdate &update);

/// Applies all tuples, run by run. If they are promised to be sorted, few of
/// the indices of a run are read. All indices must be valid.
void emitRuns(IndexBuilder &b, const NDUpdate &update);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_TUPLES_RUNS_H
