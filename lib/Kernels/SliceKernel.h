//===- SliceKernel.h - writes of slices by kernels --------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_SLICEKERNEL_H
#define SCATTER_LIB_KERNELS_SLICEKERNEL_H

#include "Operand.h"
#include "RunKernel.h"

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

#include <memory>

namespace scatter::kernels {

/// Appends start and stop of a slice that is not empty, as the op has them.
void appendBounds(const SliceRange &range,
                  llvm::SmallVectorImpl<int64_t> &bounds);

/// A kernel that writes a slice in place. Starts and steps are in the address
/// and the strides of the array that it gets, except for rows of contiguous
/// elements with gaps between those of the slice: their kernel knows the step.
/// A row of a few bytes is one element of a kernel for a larger type. A slice
/// that is one short row is copied without a kernel.
class SliceKernel {
public:
  SliceKernel() = default;

  /// The slice `ranges`, one entry per dimension, of an array like `target`;
  /// not empty. Slices with other starts only have the same kernel.
  SliceKernel(const Operand &target, const Operand &updates,
              llvm::ArrayRef<SliceRange> ranges, unsigned threads,
              bool joinsRows = true);

  bool isSet() const { return copiedBytes > 0 || call.isSet(); }
  /// The length of the rows if the slice gets a kernel for it alone once it has
  /// been written kHotCalls times; else 0.
  int64_t getShortRowLength() const { return shortRowLength; }
  /// Whether no kernel has to be compiled.
  bool isBuiltin() const { return copiedBytes > 0 || call.isBuiltin(); }

  /// Writes the slice `ranges` of `target`.
  llvm::Error run(const Operand &target, const Operand &updates,
                  llvm::ArrayRef<SliceRange> ranges);

private:
  /// Takes a kernel for the length of the rows alone.
  void specialize();

  /// The bytes of a slice that needs no kernel; 0 for others.
  size_t copiedBytes = 0;
  KernelCall call;
  unsigned threads = 1;
  /// See getShortRowLength.
  int64_t shortRowLength = 0;
  /// How often a slice of short rows was written.
  unsigned runs = 0;
  /// The bytes of the rows that are elements of the kernel, at addresses that
  /// are multiples of them; 1 if there are none.
  int64_t rowBytes = 1;
  /// For other addresses.
  std::unique_ptr<SliceKernel> unaligned;
  /// The bounds along the last dimension of the kernel, if it has gaps.
  llvm::SmallVector<int64_t, 2> bounds;
  /// Bytes from the first element of the slice to the first of the array.
  int64_t offset = 0;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_SLICEKERNEL_H
