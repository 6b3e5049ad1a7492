//===- PrivateCopies.h - a private copy of data for each thread -*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PRIVATECOPIES_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PRIVATECOPIES_H

#include "Tuples/NDUpdate.h"

namespace scatter {

/// Emits the writes of `update`, by several threads if it `isLarge`. Each
/// applies a chunk of the tuples to a private copy of `data`, which are
/// combined afterwards. The order of the updates of a slot makes no difference.
void emitPrivateCopies(mlir::ImplicitLocOpBuilder &b, const NDUpdate &update,
                       mlir::Value isLarge);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_PRIVATECOPIES_H
