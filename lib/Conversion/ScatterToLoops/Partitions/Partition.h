//===- Partition.h - how threads divide a scatter_nd_update --- -*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PARTITION_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PARTITION_H

#include "Tuples/NDUpdate.h"

namespace scatter {

/// Emits all writes of `update`, divided among threads as its plan says.
void emitPartitioned(mlir::ImplicitLocOpBuilder &b, const NDUpdate &update);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PARTITION_H
