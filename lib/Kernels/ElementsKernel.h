//===- ElementsKernel.h - kernels of scatter_elements -----------*- C++ -*-===//
//
// scatter_elements writes updates[p] to data[p with indices[p] at the axis] for
// each position p. The positions are visited by loops, the axis among them.
// Loops along which the index stays the same and the arrays are contiguous are
// the slice of a scatter.generic, all others are the dimensions of its tuples.
//
// Under `error`, the indices are checked by another kernel first, or by loops
// over elements while they write.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_ELEMENTSKERNEL_H
#define SCATTER_LIB_KERNELS_ELEMENTSKERNEL_H

#include "KernelSignature.h"
#include "NDKernel.h"

namespace scatter::kernels {

/// A loop over positions of scatter_elements, with its strides.
struct ElementLoop {
  int64_t size, dataStride, updatesStride, indicesStride;
  bool isAxis = false;
};

/// Returns loops that visit the positions of `updates`, which has the shape of
/// `indices`. The innermost loop has the smallest stride in `target`. Loops
/// that all arrays allow to merge are merged; that of the axis is not.
llvm::SmallVector<ElementLoop, 4> getElementLoops(const Operand &target,
                                                  const Operand &indices,
                                                  const Operand &updates,
                                                  int64_t axis);

/// Whether kernels of scatter_elements have the `reduction` of elements of
/// `type`.
bool hasElementsKernel(Reduction reduction, ElementType type);

/// The kernels of an update, and the layouts of their arrays.
class ElementsKernel {
public:
  ElementsKernel() = default;
  /// `axisSize` is the size of `target` along the axis, whose loop is one of
  /// `loops`.
  ElementsKernel(llvm::ArrayRef<ElementLoop> loops, const Operand &target,
                 const Operand &indices, int64_t axisSize,
                 const ElementsOptions &options, unsigned threads);

  bool isSet() const { return call.isSet(); }
  bool isAvailable() const { return call.isAvailable(); }

  /// Compiles or loads the kernels unless they are in memory.
  llvm::Error compile();

  /// Whether `update` itself checks indices under `error`.
  bool checksWhileWriting() const { return checksElements(call.getKey()); }

  /// Fails if an index is out of bounds. The tuple of the error is not that of
  /// the caller.
  llvm::Error check(char *indices) { return checks.run(indices); }

  /// Updates the elements. Returns false if it has found an index out of
  /// bounds. Other elements may have been written then.
  llvm::Expected<bool> update(void *data, void *indices, void *updates);

private:
  KernelCall call;
  TupleChecks checks;
};

/// Writes to `to` the tuple of each position of `indices`, which have the shape
/// of updates: the position with the index at `axis`, in components of `width`
/// bytes.
void writeElementTuples(const Operand &indices, int64_t axis, int64_t width,
                        char *to);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_ELEMENTSKERNEL_H
