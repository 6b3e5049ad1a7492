//===- RowFunction.h - a call that combines messages to rows ----*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_ROWFUNCTION_H
#define SCATTER_LIB_KERNELS_ROWFUNCTION_H

#include "PrepareIndices.h"
#include "RowReduction.h"
#include "scatter/Kernels/GatherScatter.h"

#include <optional>

namespace scatter::kernels {

/// Returns the number of threads that the argument `threads` asks for.
llvm::Expected<unsigned> readThreads(unsigned threads);

/// Makes a result from combined messages. `function` is the name in reports.
class RowFunction {
public:
  RowFunction(llvm::StringRef function, unsigned threads)
      : function(function), threads(threads) {}

  /// Sets the order from `order`, or from `indices`, the argument `dst`.
  llvm::Error setOrder(const PreparedIndices *prepared, const Operand &indices,
                       int64_t numRows);
  /// Combines the messages and writes the result, of the type of messages and
  /// the shape `shape`, to `destination`. It starts from `start` if that is not
  /// null.
  llvm::Error run(llvm::ArrayRef<int64_t> shape, const Destination &destination,
                  const Operand *start);

  RowReduction reduction;
  /// The arguments, contiguous from `makeContiguous` on.
  Operand messages, src, weight;
  bool hasSrc = false, hasWeight = false;
  /// Gets the messages that the elements of the result are. May be null.
  const Operand *args = nullptr;

private:
  llvm::Error compute(const Operand &out, const Operand *start);
  bool overlapsInputs(const Operand &out) const {
    return mayOverlap(messages, out) || (hasSrc && mayOverlap(src, out)) ||
           (hasWeight && mayOverlap(weight, out)) ||
           (reduction.dst && mayOverlap(dst, out));
  }
  bool canBeUnsorted(const Operand &indices) const;

  llvm::StringRef function;
  unsigned threads;
  std::optional<PreparedIndices> ownOrder;
  /// The argument `dst` if it is not sorted.
  Operand dst;
  ScratchMemory memory[5];
};

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_ROWFUNCTION_H
