//===- SliceBounds.h - bounds of slice_scatter as values --------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_UTILS_SLICEBOUNDS_H
#define SCATTER_DIALECT_SCATTER_UTILS_SLICEBOUNDS_H

#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

namespace scatter {

class SliceScatterOp;

/// The positions start, start + step, ... along one axis of `data`. They are
/// `length`, which is the size of the axis where it is not listed.
struct AxisSlice {
  Value start, step, length;
};

/// Emits the slice of axis `dim` of `data`, which has `size` positions, as
/// resolveSlice of SliceArithmetic.h defines it. Constant bounds of a constant
/// size give constants. With a step of 0 the length is unspecified.
AxisSlice resolveAxis(IndexBuilder &b, SliceScatterOp op, int64_t dim,
                      Value size);

/// Where a slice begins in each dimension of `data`, and its steps.
struct SlicePosition {
  SmallVector<mlir::OpFoldResult> offsets, steps;
};

/// Emits the position of the slice of `op`, which is on tensors.
SlicePosition resolvePosition(IndexBuilder &b, SliceScatterOp op);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_SLICEBOUNDS_H
