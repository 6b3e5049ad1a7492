//===- Run.h - compiles and calls a function --------------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_RUN_H
#define SCATTER_TOOLS_SCATTER_RUN_RUN_H

#include "llvm/Support/Error.h"

namespace scatter {
struct RunOptions;

/// Compiles the file, calls the function and writes or prints its results.
/// Nothing is written if an error is returned.
llvm::Error run(const RunOptions &options);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_RUN_H
