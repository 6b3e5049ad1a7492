//===- CompileTime.h - compile time by step ---------------------*- C++ -*-===//

#ifndef SCATTER_BENCHMARKS_MICRO_COMPILETIME_H
#define SCATTER_BENCHMARKS_MICRO_COMPILETIME_H

#include "llvm/ADT/StringRef.h"

namespace scatter::bench {

/// Registers benchmarks with one and two threads for each module NAME.mlir in
/// `folder`. If `folder` is empty, registers them for two modules of one op.
/// Returns whether there is a module and all modules can be read.
bool addCompileTimes(llvm::StringRef folder);

} // namespace scatter::bench

#endif // SCATTER_BENCHMARKS_MICRO_COMPILETIME_H
