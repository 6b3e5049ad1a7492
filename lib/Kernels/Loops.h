//===- Loops.h - loops over two arrays --------------------------*- C++ -*-===//
//
// Describes the common dimensions of two arrays as the loops that visit them.
// Dimensions that are contiguous in both arrays become one loop. This makes
// rows long, and few kernels serve all ranks.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_LOOPS_H
#define SCATTER_LIB_KERNELS_LOOPS_H

#include "RunKernel.h"

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace scatter::kernels {

/// The number of iterations, and the stride between iterations in each array,
/// in elements.
struct Loop {
  int64_t size;
  int64_t strides[2];
};

using Loops = llvm::SmallVector<Loop, 4>;

/// Sorts the loops so that those with the largest strides in the first array
/// are outermost.
void sortLoops(Loops &loops);

/// Removes loops of one iteration and merges a loop with the next one where
/// both arrays allow it. If any loop has no iterations, one empty loop is left.
void mergeLoops(Loops &loops);

/// Describes an array of these sizes and strides. Sets `layout` to its memory
/// layout.
KernelArray makeKernelArray(ElementType type, llvm::ArrayRef<int64_t> shape,
                            llvm::ArrayRef<int64_t> strides, Layout &layout);

/// The sizes of `loops`, and their strides in the array `array`.
llvm::SmallVector<int64_t, 4> getSizes(llvm::ArrayRef<Loop> loops);
llvm::SmallVector<int64_t, 4> getStrides(llvm::ArrayRef<Loop> loops,
                                         unsigned array);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_LOOPS_H
