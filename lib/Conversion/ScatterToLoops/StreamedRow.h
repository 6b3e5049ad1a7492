//===- StreamedRow.h - copies that bypass the cache -------------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_STREAMEDROW_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_STREAMEDROW_H

#include "Row.h"

namespace scatter {

/// The address, in bytes, of element `offset` of `flat`.
mlir::Value emitAddress(mlir::ImplicitLocOpBuilder &b, mlir::Value flat,
                        mlir::Value offset, int64_t elementBytes);

/// Whether element `offset` of `flat` and what lies `distance` bytes, or a
/// multiple of that, beyond begin at lines.
mlir::Value emitIsAligned(mlir::ImplicitLocOpBuilder &b, mlir::Value flat,
                          mlir::Value offset, int64_t elementBytes,
                          mlir::Value distance);

/// Prefetches what a stream that is at element `offset` of `flat` touches
/// `bytes` later, wherever its row ends, but nothing outside of `flat`.
void emitPrefetchAhead(mlir::ImplicitLocOpBuilder &b, mlir::Value flat,
                       mlir::Value offset, int64_t elementBytes, int64_t bytes,
                       bool isWrite, bool isDownwards = false);

/// Overwrites a row of `length` storage elements by stores of whole lines that
/// bypass the cache; what precedes the first line of `data` and what follows
/// the last one is stored as usual. `writer.reduction`
/// is none. The vectors of `writer` are lines.
void emitStreamedRow(mlir::ImplicitLocOpBuilder &b, const SliceWriter &writer,
                     mlir::Value length, mlir::Value dataOffset,
                     mlir::Value updatesOffset, bool isReversed);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_STREAMEDROW_H
