//===- Emit.h - ahead-of-time output of scatter-run -------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_EMIT_H
#define SCATTER_TOOLS_SCATTER_RUN_EMIT_H

#include "llvm/Support/Error.h"

namespace scatter {
struct RunOptions;

/// Writes the output that --emit selects.
llvm::Error emit(const RunOptions &options);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_EMIT_H
