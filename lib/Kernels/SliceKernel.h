//===- SliceKernel.h - writes of slices by kernels --------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_SLICEKERNEL_H
#define SCATTER_LIB_KERNELS_SLICEKERNEL_H

#include "Operand.h"
#include "RunKernel.h"

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

namespace scatter::kernels {

/// Appends start and stop of a slice that is not empty, as the op has them.
void appendBounds(const SliceRange &range,
                  llvm::SmallVectorImpl<int64_t> &bounds);

/// A kernel that writes a slice in place. Starts and steps are in the address
/// and the strides of the array that it gets, except for rows of contiguous
/// elements with gaps between those of the slice: their kernel knows the step.
class SliceKernel {
public:
  SliceKernel() = default;

  /// The slice `ranges`, one entry per dimension, of an array like `target`;
  /// not empty. Slices with other starts only have the same kernel.
  SliceKernel(const Operand &target, const Operand &updates,
              llvm::ArrayRef<SliceRange> ranges, unsigned threads);

  bool isSet() const { return call.isSet(); }
  bool isBuiltin() const { return call.isBuiltin(); }

  /// Writes the slice `ranges` of `target`.
  llvm::Error run(const Operand &target, const Operand &updates,
                  llvm::ArrayRef<SliceRange> ranges) const;

private:
  KernelCall call;
  /// The bounds along the last dimension of the kernel, if it has gaps.
  llvm::SmallVector<int64_t, 2> bounds;
  /// Bytes from the first element of the slice to the first of the array.
  int64_t offset = 0;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_SLICEKERNEL_H
