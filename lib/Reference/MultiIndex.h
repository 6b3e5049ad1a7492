//===- MultiIndex.h - loops over all indices of a shape ---------*- C++ -*-===//
//
// The only loop nest of the reference evaluator. It supports any rank.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_REFERENCE_MULTIINDEX_H
#define SCATTER_LIB_REFERENCE_MULTIINDEX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace scatter::reference {

/// Calls `body(index)` for every index of `shape` in row-major order: once with
/// an empty index for rank 0, never if a size is 0.
template <typename Body>
void forEachIndex(llvm::ArrayRef<int64_t> shape, Body body) {
  for (int64_t size : shape)
    if (size == 0)
      return;
  llvm::SmallVector<int64_t, 8> index(shape.size(), 0);
  while (true) {
    body(llvm::ArrayRef<int64_t>(index));
    int64_t dim = static_cast<int64_t>(shape.size()) - 1;
    while (dim >= 0 && ++index[dim] == shape[dim])
      index[dim--] = 0;
    if (dim < 0)
      return;
  }
}

} // namespace scatter::reference

#endif // SCATTER_LIB_REFERENCE_MULTIINDEX_H
