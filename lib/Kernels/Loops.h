//===- Loops.h - the loops over two arrays ----------------------*- C++ -*-===//
//
// Dimensions that two arrays have in common, as the loops that visit them. What
// is contiguous in both becomes one loop, so that rows are long and few kernels
// serve all ranks.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_LOOPS_H
#define SCATTER_LIB_KERNELS_LOOPS_H

#include "RunKernel.h"

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace scatter::kernels {

/// The number of iterations and the distance of two iterations in each array,
/// in elements.
struct Loop {
  int64_t size;
  int64_t strides[2];
};

using Loops = llvm::SmallVector<Loop, 4>;

/// Puts the loops with the largest strides in the first array outside.
void sortLoops(Loops &loops);

/// Drops loops of one iteration and merges a loop with the next one where both
/// arrays allow that. Loops without any iteration become one.
void mergeLoops(Loops &loops);

/// Describes an array of these sizes and strides; `layout` is set to how its
/// elements lie.
KernelArray makeKernelArray(ElementType type, llvm::ArrayRef<int64_t> shape,
                            llvm::ArrayRef<int64_t> strides, Layout &layout);

/// The sizes of `loops`, and their strides in array `array`.
llvm::SmallVector<int64_t, 4> getSizes(llvm::ArrayRef<Loop> loops);
llvm::SmallVector<int64_t, 4> getStrides(llvm::ArrayRef<Loop> loops,
                                         unsigned array);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_LOOPS_H
