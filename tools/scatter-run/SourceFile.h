//===- SourceFile.h - the file that scatter-run compiles --------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_SOURCEFILE_H
#define SCATTER_TOOLS_SCATTER_RUN_SOURCEFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace scatter {

/// Reads `path`, or standard input for "-": MLIR text, bytecode or a model. The
/// extension determines the format of a model.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readSourceFile(llvm::StringRef path);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_SOURCEFILE_H
