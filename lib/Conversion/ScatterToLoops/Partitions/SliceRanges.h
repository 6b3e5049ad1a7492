//===- SliceRanges.h - a range of the slice for each thread ---- -*- C++
//-*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SLICERANGES_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SLICERANGES_H

#include "Tuples/NDUpdate.h"

namespace scatter {

/// Emits the writes of `update`, by several threads if it `isLarge`. Each
/// applies all tuples to a range of the outermost dimension of the slice.
void emitSliceRanges(mlir::ImplicitLocOpBuilder &b, const NDUpdate &update,
                     mlir::Value isLarge);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SLICERANGES_H
