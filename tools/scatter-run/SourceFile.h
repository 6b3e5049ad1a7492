//===- SourceFile.h - the file that scatter-run compiles --------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_SOURCEFILE_H
#define SCATTER_TOOLS_SCATTER_RUN_SOURCEFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace scatter {

/// Reads `path` ("-": standard input), MLIR text or bytecode. Bytecode has been
/// read and verified once, in another process. Model formats are told by their
/// extension. To be called while the process has a single thread.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readSourceFile(llvm::StringRef path);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_SOURCEFILE_H
