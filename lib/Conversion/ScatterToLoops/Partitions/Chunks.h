//===- Chunks.h - a chunk of the tuples for each thread ------- -*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_CHUNKS_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_CHUNKS_H

#include "Tuples/NDUpdate.h"

namespace scatter {

/// Emits the writes of `update`, by several threads if it `isLarge`. Each
/// applies a chunk of the tuples; no two chunks name one slot, as the indices
/// are unique or sorted.
void emitChunks(mlir::ImplicitLocOpBuilder &b, const NDUpdate &update,
                mlir::Value isLarge);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_CHUNKS_H
