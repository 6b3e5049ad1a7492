//===- SliceKernel.h - writes of slices by kernels --------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_SLICEKERNEL_H
#define SCATTER_LIB_KERNELS_SLICEKERNEL_H

#include "Loops.h"
#include "Operand.h"

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

namespace scatter::kernels {

/// A kernel that writes a slice. Starts and steps are in the address and the
/// strides of the array that it gets, except for rows of contiguous elements
/// with gaps between those of the slice: their kernel knows the step.
class SliceKernel {
public:
  SliceKernel() = default;

  /// The slice `ranges`, one entry per dimension, of an array like `target`;
  /// not empty. Slices with other starts only have the same kernel.
  SliceKernel(const Operand &target, const Operand &updates,
              llvm::ArrayRef<SliceRange> ranges, unsigned threads);

  /// The slice `row` of each of `numRows` contiguous rows of `rowSize`
  /// elements, in a copy of other rows like these; `updates` are contiguous.
  SliceKernel(const Operand &updates, int64_t numRows, int64_t rowSize,
              const SliceRange &row, unsigned threads);

  bool isSet() const { return call.isSet(); }

  /// Writes the slice `ranges` of `target`.
  llvm::Error run(const Operand &target, const Operand &updates,
                  llvm::ArrayRef<SliceRange> ranges) const;

  /// Copies the rows of `source` to `data` and writes the slice.
  llvm::Error run(char *source, char *data, const Operand &updates) const;

private:
  void setCall(ElementType type, llvm::ArrayRef<Loop> loops, int64_t rowSize,
               bool hasSource, unsigned threads);

  KernelCall call;
  /// The slice along the last dimension of the kernel.
  SliceRange row = {0, 1, 0};
  /// Bytes from the first element of the slice to the first of the array.
  int64_t offset = 0;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_SLICEKERNEL_H
