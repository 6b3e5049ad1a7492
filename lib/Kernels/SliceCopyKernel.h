//===- SliceCopyKernel.h - copies with a slice replaced ---------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_SLICECOPYKERNEL_H
#define SCATTER_LIB_KERNELS_SLICECOPYKERNEL_H

#include "Operand.h"
#include "RunKernel.h"

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

namespace scatter::kernels {

/// A kernel that copies contiguous data to contiguous memory and replaces a
/// slice. It writes each element once. A dimension is merged with the one
/// before if the slice covers it whole. The last dimension is also merged if
/// the slice has one element of it.
class SliceCopyKernel {
public:
  SliceCopyKernel() = default;

  /// Makes the kernel for the slice `ranges` of `data`. `ranges` has one entry
  /// per dimension. The slice must not be empty. The kernel also serves slices
  /// that differ in their starts only.
  SliceCopyKernel(const Operand &data, const Operand &updates,
                  llvm::ArrayRef<SliceRange> ranges, unsigned threads);

  /// False after default construction.
  bool isSet() const { return call.isSet(); }

  const KernelKey &getKey() const { return call.getKey(); }

  /// Takes the kernel, whose key is getKey(), instead of looking it up.
  void use(KernelRef kernel) {
    call = KernelCall(call.getKey(), call.getArrays(), std::move(kernel));
  }

  /// Copies `data` to `target`, with the slice `ranges` taken from `updates`.
  llvm::Error run(const Operand &data, const Operand &target,
                  const Operand &updates, llvm::ArrayRef<SliceRange> ranges);

private:
  /// A dimension of the kernel, merged from the dimensions [first, last] of
  /// data.
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
