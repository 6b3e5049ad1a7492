//===- PrepareIndices.h - indices sorted by their rows ----------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_PREPAREINDICES_H
#define SCATTER_LIB_KERNELS_PREPAREINDICES_H

#include "CopyElements.h"
#include "Operand.h"

#include "scatter/Kernels/GatherScatter.h"

namespace scatter {

/// The order of tuples by rows: those of row r are numbers offsets[r] to
/// offsets[r + 1] - 1 of `order`, in ascending order.
class PreparedIndices {
public:
  /// Sorts `indices`, a contiguous array, by `numRows` rows, by up to
  /// `threads` threads. Fails with
  /// IndexError, or with std::errc::not_enough_memory.
  llvm::Error set(llvm::StringRef function, llvm::StringRef name,
                  const kernels::Operand &indices, int64_t numRows,
                  unsigned threads);

  int64_t getNumTuples() const { return numTuples; }
  int64_t getNumRows() const { return numRows; }
  /// Whether the numbers of tuples have 64 bits, not 32.
  bool isWide() const { return wide; }
  /// getNumTuples() + kMessagePrefetch numbers of tuples.
  void *getOrder() const { return order.get(); }
  /// getNumRows() + 1 numbers.
  const int64_t *getOffsets() const {
    return static_cast<const int64_t *>(offsets.get());
  }

private:
  template <typename Index, typename Number>
  void sort(const Index *indices, int64_t numChunks, Number *counts);

  int64_t numTuples = 0, numRows = 0;
  bool wide = false;
  kernels::ScratchMemory order, offsets;
};

namespace kernels {

/// Fails with IndexError unless all `indices`, a contiguous array of i32 or
/// i64, index `size` rows.
llvm::Error checkRowIndices(llvm::StringRef function, llvm::StringRef name,
                            const Operand &indices, int64_t size);

/// Fails with ArgumentError unless `indices` are i32 or i64 of the shape [E],
/// or [E, 1] if `isColumn`.
llvm::Error checkRowIndexType(llvm::StringRef name, const Operand &indices,
                              bool isColumn = false);

} // namespace kernels
} // namespace scatter

#endif // SCATTER_LIB_KERNELS_PREPAREINDICES_H
