//===- ResolveSlices.h - the bounds of slice_scatter ------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_RESOLVESLICES_H
#define SCATTER_LIB_KERNELS_RESOLVESLICES_H

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Kernels/Kernels.h"

namespace scatter::kernels {

/// Resolves `start:stop:step` on an axis of `size`. `start` and `stop` may be
/// kNotGiven.
inline SliceRange resolveGivenSlice(int64_t start, int64_t stop, int64_t step,
                                    int64_t size) {
  if (start == kNotGiven)
    start = step > 0 ? 0 : INT64_MAX;
  if (stop == kNotGiven)
    stop = step > 0 ? INT64_MAX : INT64_MIN;
  return resolveSlice(start, stop, step, size);
}

/// Sets `ranges` to the slice along each dimension of an array of the shape
/// `shape`, and `boundDims` to the dimension of each of `bounds`. Fails with
/// ArgumentError, or with RuntimeError for a step of 0.
llvm::Error resolveSlices(llvm::ArrayRef<int64_t> shape,
                          const SliceBounds &bounds,
                          llvm::SmallVectorImpl<SliceRange> &ranges,
                          llvm::SmallVectorImpl<size_t> &boundDims);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_RESOLVESLICES_H
