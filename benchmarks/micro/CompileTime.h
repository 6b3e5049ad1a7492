//===- CompileTime.h - time of compilation by step --------------*- C++ -*-===//

#ifndef SCATTER_BENCHMARKS_MICRO_COMPILETIME_H
#define SCATTER_BENCHMARKS_MICRO_COMPILETIME_H

#include "llvm/ADT/StringRef.h"

namespace scatter::bench {

/// Registers a benchmark for each module NAME.mlir in `folder` and one and two
/// threads; without a folder for two modules of one op. Returns whether there
/// is a module and all can be read.
bool addCompileTimes(llvm::StringRef folder);

} // namespace scatter::bench

#endif // SCATTER_BENCHMARKS_MICRO_COMPILETIME_H
