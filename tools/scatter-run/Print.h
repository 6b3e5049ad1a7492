//===- Print.h - prints arrays ----------------------------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_PRINT_H
#define SCATTER_TOOLS_SCATTER_RUN_PRINT_H

#include "scatter/ExecutionEngine/Buffer.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace scatter {

/// Prints "NAME: TYPE" and the values. TYPE has the sizes of `view`. Values are
/// printed as NumPy does: for more than 1000 elements, only the first and last
/// three along each dimension. Floats have the fewest digits that identify
/// them.
void printArray(llvm::raw_ostream &os, const Parameter &parameter,
                const BufferView &view);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_PRINT_H
