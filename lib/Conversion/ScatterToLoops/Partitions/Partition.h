//===- Partition.h - how threads divide a scatter_nd_update -----*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PARTITION_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PARTITION_H

#include "Tuples/NDUpdate.h"

namespace scatter {

/// Emits all writes of `update`, divided among threads as its plan says.
void emitPartitioned(IndexBuilder &b, const NDUpdate &update);

// The partitions, a file each: the writes of `update` by all threads.

/// Each thread applies a chunk of the tuples; no two chunks name one slot, as
/// the indices are unique or sorted.
void emitChunks(IndexBuilder &b, const NDUpdate &update);

/// Each slot has an owner, the thread that applies its tuples.
void emitBuckets(IndexBuilder &b, const NDUpdate &update);

/// Each thread applies all tuples to a range of the outermost dimension of the
/// slice.
void emitSliceRanges(IndexBuilder &b, const NDUpdate &update);

/// Each thread applies a chunk of the tuples to a private copy of `data`, which
/// are combined afterwards. The order of the updates of a slot makes no
/// difference.
void emitPrivateCopies(IndexBuilder &b, const NDUpdate &update);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PARTITION_H
