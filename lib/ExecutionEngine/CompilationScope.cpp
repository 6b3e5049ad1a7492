//===- CompilationScope.cpp - when a process may compile ------------------===//

#include "CompilationScope.h"

#include "ReusedContext.h"
#include "scatter/ExecutionEngine/Errors.h"
#include <atomic>
#include <cstdlib>
#include <pthread.h>

using namespace scatter;

/// Recursive, because a callback of a compilation may compile.
static pthread_mutex_t firstMutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static std::atomic<bool> isFirstDone = false, isProcessEnding = false;
static thread_local bool isThreadEnding = false;

namespace {
/// Variables of a thread are destroyed in the reverse order of their
/// construction: this one before those of the compilation that it follows.
struct ThreadEnd {
  ~ThreadEnd() { isThreadEnding = true; }
};
} // namespace

/// Installs the handlers when the library is loaded. Handlers that are
/// installed later run before them, and their locks are held during
/// compilations.
__attribute__((constructor)) static void installForkHandlers() {
  pthread_atfork([] { pthread_mutex_lock(&firstMutex); },
                 [] { pthread_mutex_unlock(&firstMutex); },
                 [] {
                   // The thread of the child has another number than the owner.
                   firstMutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
                   ReusedContext::forgetIdle();
                 });
}

CompilationScope::CompilationScope() : isFirst(!isFirstDone) {
  if (isFirst)
    pthread_mutex_lock(&firstMutex);
}

CompilationScope::~CompilationScope() {
  static thread_local ThreadEnd threadEnd;
  (void)threadEnd;
  if (!isFirst)
    return;
  if (!isFirstDone.exchange(true))
    std::atexit([] { isProcessEnding = true; });
  pthread_mutex_unlock(&firstMutex);
}

llvm::Error CompilationScope::check() {
  if (isProcessEnding || isThreadEnding)
    return llvm::make_error<CompileError>(
        "expected a compilation before the process and the thread end, found "
        "one in a destructor");
  return llvm::Error::success();
}
