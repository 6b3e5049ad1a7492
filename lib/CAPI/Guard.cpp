//===- Guard.cpp - functions of the C API without memory ------------------===//

#include "Guard.h"

#include "llvm/Support/ErrorHandling.h"
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

using namespace scatter;

static thread_local unsigned numScopes = 0;

/// LLVM calls it where malloc returned null.
[[noreturn]] static void handleBadAlloc(void *, const char *, bool) {
  if (numScopes != 0)
    throw std::bad_alloc();
  // What LLVM does without a handler.
  constexpr char message[] = "LLVM ERROR: out of memory\n";
  (void)!write(STDERR_FILENO, message, sizeof(message) - 1);
  std::abort();
}

bool scatter::isMemoryAvailable(size_t bytes) {
  // Pages that are not touched take no time.
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory != MAP_FAILED && munmap(memory, bytes) == 0;
}

BadAllocScope::BadAllocScope() {
  // Once: the handler is one for the process, while the calls are many.
  static const bool isInstalled = [] {
    llvm::install_bad_alloc_error_handler(handleBadAlloc);
    return true;
  }();
  (void)isInstalled;
  ++numScopes;
}

BadAllocScope::~BadAllocScope() { --numScopes; }
