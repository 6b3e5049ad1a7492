//===- CompilationScope.h - when a process may compile ----------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_COMPILATIONSCOPE_H
#define SCATTER_LIB_EXECUTIONENGINE_COMPILATIONSCOPE_H

#include "llvm/Support/Error.h"

namespace scatter {

/// Lives during a compilation. Until the first one of a process is done, there
/// is one at a time, and a fork waits for it: it initializes variables of LLVM
/// and MLIR, which the child could not finish. Thread-safe.
class CompilationScope {
public:
  CompilationScope();
  ~CompilationScope();
  CompilationScope(const CompilationScope &) = delete;
  CompilationScope &operator=(const CompilationScope &) = delete;

  /// Fails if the process or the calling thread has compiled and is ending:
  /// variables of LLVM and MLIR have been destroyed.
  static llvm::Error check();

private:
  const bool isFirst;
};

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_COMPILATIONSCOPE_H
