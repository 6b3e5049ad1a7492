//===- SourceSlice.h - a slice_scatter with a source ------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SOURCESLICE_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SOURCESLICE_H

#include "SliceCopy.h"

namespace scatter {

/// Emits `copy` into `data`, which becomes a copy of `source` otherwise, in
/// ascending order and so that each byte is written once. Both have the
/// identity layout; rows of the slice are contiguous or have windows, and
/// elements have vectors.
void emitSourceSlice(mlir::ImplicitLocOpBuilder &b, const SliceCopy &copy,
                     const FlatBuffer &data, const FlatBuffer &source);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_PARTITIONS_SOURCESLICE_H
