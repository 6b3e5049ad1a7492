//===- Overlap.h - elements that share memory -------------------*- C++ -*-===//

#ifndef SCATTER_LIB_KERNELS_OVERLAP_H
#define SCATTER_LIB_KERNELS_OVERLAP_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace scatter::kernels {

/// Whether two elements of an array share memory, as in a broadcast array or in
/// overlapping windows. Strides count elements.
///
/// The answer is exact, except that layouts that would take too long to decide
/// count as overlapping. Such layouts are known only from artificial examples.
bool haveSharedElements(llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> strides);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_OVERLAP_H
