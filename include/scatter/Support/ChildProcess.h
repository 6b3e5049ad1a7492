//===- ChildProcess.h - work that may crash ---------------------*- C++ -*-===//

#ifndef SCATTER_SUPPORT_CHILDPROCESS_H
#define SCATTER_SUPPORT_CHILDPROCESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace scatter {

/// Calls `body` in a child process, a copy of this one, and returns what it
/// wrote to its stream. The child's stderr is discarded, it may map at most
/// `maxBytes` bytes of memory (not limited under sanitizers, which reserve much
/// more), and it ends without flushing or destroying anything. Fails when there
/// is no child or when the child ended in any other way than by returning from
/// `body`. To be called while the process has a single thread.
llvm::Expected<std::string>
runInChildProcess(uint64_t maxBytes,
                  llvm::function_ref<void(llvm::raw_ostream &)> body);

} // namespace scatter

#endif // SCATTER_SUPPORT_CHILDPROCESS_H
