//===- RowReduction.h - combines messages to rows ---------------*- C++ -*-===//
//
// A kernel of GatherScatter gets `out` and `messages`, of the shapes [rows,
// length] and [n, length], and the order of the messages by rows: those of row
// r have the numbers order[offsets[r]], ..., order[offsets[r + 1] - 1]. Number
// e is row src[e] of `messages`, or row e if there is no src, times weight[e].
//
// A kernel with the option Unsorted gets `dst` instead of the order and updates
// out by scatter.generic, on one thread. It must be a sum, of a type that arith
// has.
//
// A kernel with the option Args gets `args` as its last argument.
//
// Each row is combined in that order by one thread, which gets the rows
// chunks[i] to chunks[i + 1] - 1 for some i.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_ROWREDUCTION_H
#define SCATTER_LIB_KERNELS_ROWREDUCTION_H

#include "CopyElements.h"
#include "KernelKey.h"
#include "Operand.h"

namespace scatter {
class PreparedIndices;
} // namespace scatter

namespace scatter::kernels {

/// The arguments of a kernel. All arrays are contiguous, all indices are valid,
/// and there is at least one message and one element.
struct RowReduction {
  /// Rows of `length` elements of `type`.
  ElementType type;
  int64_t length = 1;
  const Operand *messages = nullptr;
  /// Null if there are none.
  const Operand *src = nullptr, *weight = nullptr;
  const PreparedIndices *order = nullptr;
  /// Of an unsorted reduction: has the type of `src`.
  const Operand *dst = nullptr;
  /// Null, or elements of 64 bits in the shape of out: the number of the
  /// message that the minimum or maximum is, or that of all messages if it is
  /// none.
  const Operand *args = nullptr;
  Reduction reduction = Reduction::none;
  RowOptions options = RowOptions::None;

  /// Writes to `out`, which must not overlap any other array.
  llvm::Error run(void *out, unsigned threads) const;

  /// Adds the messages to `out` in their order.
  llvm::Error runUnsorted(const Operand &out, unsigned threads) const;

  /// The number of bytes that predicts the time.
  size_t countWork() const;
};

/// Makes `operand` contiguous, if necessary by a copy in `memory`.
llvm::Error makeContiguous(Operand &operand, ScratchMemory &memory);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_ROWREDUCTION_H
