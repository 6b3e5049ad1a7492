//===- Buckets.h - tuples sorted by the owner of their slot --- -*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_BUCKETS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_BUCKETS_H

#include "Tuples/NDUpdate.h"

namespace scatter {

/// Emits the writes of `update`, by several threads if it `isLarge`. Each slot
/// has an owner, the thread that applies its tuples.
void emitBuckets(mlir::ImplicitLocOpBuilder &b, const NDUpdate &update,
                 mlir::Value isLarge);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_BUCKETS_H
