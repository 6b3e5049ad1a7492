//===- Partition.h - how threads divide a scatter_nd_update -----*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PARTITION_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PARTITION_H

#include "Tuples/NDUpdate.h"

namespace scatter {

/// Emits all writes of `update`, divided among threads as its plan says.
void emitPartitioned(IndexBuilder &b, const NDUpdate &update);

/// Emits the same by one thread, whatever the plan says.
void emitByOneThread(IndexBuilder &b, const NDUpdate &update);

/// Returns an i1 that says whether the writes read all of the source, so that
/// it need not be copied before: private copies are combined with it.
Value emitReadsSource(IndexBuilder &b, const NDUpdate &update);

// One function per partition, in a file of its own. Each emits all writes of
// `update`.

/// Each thread applies a chunk of the tuples. The indices must be unique or
/// sorted, so that no two chunks write the same slot.
void emitChunks(IndexBuilder &b, const NDUpdate &update);

/// Each slot has an owner, the thread that applies all updates of the slot.
void emitBuckets(IndexBuilder &b, const NDUpdate &update);

/// If the slice `isDivided`, each thread applies all tuples to a range of its
/// outermost dimension. Else one thread applies them, in the same loop unless
/// the length of the slice is static.
void emitSliceRanges(IndexBuilder &b, const NDUpdate &update, Value isDivided);

/// Each thread applies a chunk of the tuples to a private copy of `data`. The
/// private copies are combined afterwards. The reduction must be order-free,
/// see isOrderFree.
void emitPrivateCopies(IndexBuilder &b, const NDUpdate &update);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PARTITION_H
