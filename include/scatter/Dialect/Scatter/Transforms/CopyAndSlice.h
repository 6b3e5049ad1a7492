//===- CopyAndSlice.h - a copy and a slice that follows it ------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_TRANSFORMS_COPYANDSLICE_H
#define SCATTER_DIALECT_SCATTER_TRANSFORMS_COPYANDSLICE_H

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace scatter {

/// The copy of other memory to all of the `data` of `op`, a slice of the last
/// axis with a literal step other than 1 and -1, if nothing else can see what
/// it writes and both sides of it have one layout: one pass over the rows can
/// do both. Null if there is none.
mlir::memref::CopyOp findCopyBefore(SliceScatterOp op);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_TRANSFORMS_COPYANDSLICE_H
