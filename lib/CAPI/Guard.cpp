//===- Guard.cpp - exhausted memory in the C API --------------------------===//

#include "Guard.h"

#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
#include <pthread.h>
#include <unistd.h>

using namespace scatter;

static thread_local unsigned numScopes = 0;

/// LLVM calls it when malloc has returned null.
[[noreturn]] static void handleBadAlloc(void *, const char *, bool) {
  if (numScopes != 0)
    throw std::bad_alloc();
  // The same as LLVM does without a handler.
  constexpr char message[] = "LLVM ERROR: out of memory\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  std::abort();
}

BadAllocScope::BadAllocScope() {
  // There is one handler per process but many calls. After a fork meanwhile,
  // pthread_once calls the function again in the child; a variable with a guard
  // would wait for a thread that the child does not have.
  static pthread_once_t isInstalled = PTHREAD_ONCE_INIT;
  pthread_once(&isInstalled,
               [] { llvm::install_bad_alloc_error_handler(handleBadAlloc); });
  ++numScopes;
}

BadAllocScope::~BadAllocScope() { --numScopes; }
