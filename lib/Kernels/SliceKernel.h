//===- SliceKernel.h - kernels that write slices ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_SLICEKERNEL_H
#define SCATTER_LIB_KERNELS_SLICEKERNEL_H

#include "Background.h"
#include "Operand.h"
#include "RunKernel.h"

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

#include <memory>

namespace scatter::kernels {

/// Appends the start and the stop of a non-empty slice in the convention of the
/// op.
void appendBounds(const SliceRange &range,
                  llvm::SmallVectorImpl<int64_t> &bounds);

/// A kernel that writes a slice in place. The array argument of the kernel is
/// the slice: its address and strides contain the starts and steps. There are
/// three exceptions:
///
/// * A contiguous row with gaps between the elements of the slice has a kernel
///   for its step.
/// * A row of a few bytes is one element of a kernel for a larger element type.
/// * A slice that is one short row is copied by memcpy.
class SliceKernel {
public:
  SliceKernel() = default;

  /// Makes the kernel for the slice `ranges` of an array with the layout of
  /// `target`. `ranges` has one entry per dimension. The slice must not be
  /// empty. The kernel also serves slices that differ in their starts only.
  SliceKernel(const Operand &target, const Operand &updates,
              llvm::ArrayRef<SliceRange> ranges, unsigned threads,
              bool joinsRows = true);

  bool isSet() const { return copiedBytes > 0 || call.isSet(); }
  /// The length of the rows if there is a kernel for this length, which is used
  /// when it is in memory. Otherwise 0.
  int64_t getShortRowLength() const { return shortRowLength; }
  /// Whether run() needs no compilation.
  bool isBuiltin() const { return copiedBytes > 0 || call.isBuiltin(); }

  /// Writes the slice `ranges` of `target`. If `compilesAhead`, later calls
  /// compile nothing.
  llvm::Error run(const Operand &target, const Operand &updates,
                  llvm::ArrayRef<SliceRange> ranges, bool compilesAhead);

private:
  /// Switches to the kernel for this row length if it is in memory, or if the
  /// caller waits for it.
  llvm::Error specialize(size_t bytes, bool compilesAhead);

  /// The number of bytes to memcpy if the slice needs no kernel, otherwise 0.
  size_t copiedBytes = 0;
  KernelCall call;
  unsigned threads = 1;
  /// See getShortRowLength.
  int64_t shortRowLength = 0;
  /// The kernel for this row length.
  SpecialKernel special;
  /// The bytes of the rows that are joined to elements of the kernel, or 1 if
  /// rows are not joined. Addresses must be multiples of it.
  int64_t rowBytes = 1;
  /// The kernel without joined rows, for other addresses.
  std::unique_ptr<SliceKernel> unaligned;
  /// The bounds along the last dimension of the kernel, if rows have gaps.
  llvm::SmallVector<int64_t, 2> bounds;
  /// The offset in bytes from the first element of the slice to the array
  /// argument of the kernel.
  int64_t offset = 0;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_SLICEKERNEL_H
