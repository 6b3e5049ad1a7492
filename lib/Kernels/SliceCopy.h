//===- SliceCopy.h - slices of copies ---------------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_SLICECOPY_H
#define SCATTER_LIB_KERNELS_SLICECOPY_H

#include "Operand.h"

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

namespace scatter::kernels {

/// A slice of contiguous data, and how a copy of the data with another slice is
/// made without writing the slice twice. A dimension that the slice has all of
/// is merged with the one before.
class SliceCopy {
public:
  /// `ranges` has one entry per dimension of data; none is empty.
  SliceCopy(const Operand &data, const Operand &updates,
            llvm::ArrayRef<SliceRange> ranges);

  /// Whether one pass over the rows, which have gaps, can copy and update.
  bool hasRowsWithGaps() const;

  /// Whether the slice is dense and so large that it pays to copy only what
  /// lies around it.
  bool isLargeBox() const;

  /// Copies data to `target` and writes the slice; hasRowsWithGaps() holds.
  llvm::Error writeRowsWithGaps(const Operand &target, unsigned threads) const;

  /// Copies what lies around the slice; isLargeBox() holds.
  llvm::Error copySurroundings(const Operand &target, unsigned threads) const {
    return copySurroundings(target, ranges.size(), threads);
  }

private:
  llvm::Error copySurroundings(const Operand &target, size_t numDims,
                               unsigned threads) const;
  llvm::Error copyPart(const Operand &target, llvm::ArrayRef<int64_t> starts,
                       llvm::ArrayRef<int64_t> lengths, unsigned threads) const;

  const Operand &data, &updates;
  llvm::SmallVector<int64_t, 4> shape, strides;
  llvm::SmallVector<SliceRange, 4> ranges;
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_SLICECOPY_H
