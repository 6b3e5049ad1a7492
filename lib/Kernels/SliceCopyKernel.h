//===- SliceCopyKernel.h - copies with another slice ------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_SLICECOPYKERNEL_H
#define SCATTER_LIB_KERNELS_SLICECOPYKERNEL_H

#include "Operand.h"
#include "RunKernel.h"

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

namespace scatter::kernels {

/// A kernel that copies contiguous data to contiguous memory with another
/// slice, each element written once. Dimensions of which the slice has all, or
/// the last ones if it has one element of each, are merged with the one before.
class SliceCopyKernel {
public:
  SliceCopyKernel() = default;

  /// The slice `ranges` of a copy of `data`, one entry per dimension; not
  /// empty. Slices with other starts only have the same kernel.
  SliceCopyKernel(const Operand &data, const Operand &updates,
                  llvm::ArrayRef<SliceRange> ranges, unsigned threads);

  /// False after default construction.
  bool isSet() const { return call.isSet(); }

  /// Writes the copy to `target`.
  llvm::Error run(const Operand &data, const Operand &target,
                  const Operand &updates,
                  llvm::ArrayRef<SliceRange> ranges) const;

private:
  /// A dimension of the kernel: the dimensions [first, last] of data.
  struct Axis {
    size_t first, last;
    int64_t size, length, step, updatesStride;

    bool isWhole() const { return length == size && step == 1; }
  };

  void addAxis(const Axis &axis);
  void mergeSingleElements();
  KernelKey makeKey(const Operand &data) const;

  llvm::SmallVector<Axis, 4> axes;
  KernelCall call;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_SLICECOPYKERNEL_H
