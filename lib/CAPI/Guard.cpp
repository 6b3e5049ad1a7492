//===- Guard.cpp - exhausted memory in the C API --------------------------===//

#include "Guard.h"

#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
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
  // Installed once, because there is one handler per process but many calls.
  static const bool isInstalled = [] {
    llvm::install_bad_alloc_error_handler(handleBadAlloc);
    return true;
  }();
  (void)isInstalled;
  ++numScopes;
}

BadAllocScope::~BadAllocScope() { --numScopes; }
