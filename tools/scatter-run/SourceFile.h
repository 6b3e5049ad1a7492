//===- SourceFile.h - the file that scatter-run compiles --------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_SOURCEFILE_H
#define SCATTER_TOOLS_SCATTER_RUN_SOURCEFILE_H

#include "scatter/ExecutionEngine/Options.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace scatter {

/// Reads `path`, or standard input for "-": MLIR text, bytecode or a model. The
/// extension determines the format of a model.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readSourceFile(llvm::StringRef path);

/// Limits the CPU time of this process while the object exists: to what the
/// options or the size of the source allow for a compilation. The compiler of
/// scatter-worker has the same limit in its own process.
class CompileTimeLimit {
public:
  CompileTimeLimit(const SourceLimits &limits, llvm::MemoryBufferRef source);
  CompileTimeLimit(const CompileTimeLimit &) = delete;
  ~CompileTimeLimit();
};

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_SOURCEFILE_H
