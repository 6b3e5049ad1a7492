//===- CrashGuard.cpp - tools that fail in one line -----------------------===//

#include "scatter/Support/CrashGuard.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/ProgramStack.h"
#include <csignal>
#include <cstring>
#include <new>
#include <string>
#include <unistd.h>

using namespace scatter;

/// More than a file of reasonable size can exhaust.
static constexpr unsigned stackSize = 512u << 20;

/// The line up to the reason, made beforehand: a handler must not allocate.
static std::string linePrefix;

static void writeLine(const char *reason, size_t length) {
  // Nothing can be done about a closed stderr.
  (void)!write(STDERR_FILENO, linePrefix.data(), linePrefix.size());
  (void)!write(STDERR_FILENO, reason, length);
  (void)!write(STDERR_FILENO, "\n", 1);
}

static void handleSignal(int signal) {
  const char *reason = signal == SIGSEGV  ? "invalid memory access"
                       : signal == SIGBUS ? "bus error"
                       : signal == SIGILL ? "illegal instruction"
                       : signal == SIGFPE ? "arithmetic exception"
                                          : "aborted";
  writeLine(reason, std::strlen(reason));
  _exit(1);
}

/// Back ends end the process on what they cannot compile, containers when there
/// is no memory.
[[noreturn]] static void handleFatalError(void *, const char *reason, bool) {
  writeLine(reason, std::strcspn(reason, "\n"));
  _exit(1);
}

/// Without it the C++ library says more than a line.
[[noreturn]] static void handleBadAlloc() {
  handleFatalError(nullptr, "out of memory", false);
}

static void installSignalHandlers() {
  struct sigaction action = {};
  action.sa_handler = handleSignal;
  // The stack may be what is exhausted.
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    sigaction(signal, &action, nullptr);
}

/// Gives the calling thread a stack for handlers.
static void useHandlerStack() {
  static char memory[64 << 10];
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = sizeof(memory);
  sigaltstack(&stack, nullptr);
}

void scatter::runWithCrashGuard(llvm::StringRef tool, llvm::StringRef subject,
                                llvm::function_ref<void()> body) {
  linePrefix = (tool + ": error: " + subject + ": internal error: ").str();
  llvm::install_fatal_error_handler(handleFatalError);
  llvm::install_bad_alloc_error_handler(handleFatalError);
  std::set_new_handler(handleBadAlloc);
  // The sanitizer has handlers of its own, which say more.
  constexpr bool handlesSignals = !LLVM_ADDRESS_SANITIZER_BUILD;
  if (handlesSignals)
    installSignalHandlers();
  llvm::runOnNewStack(stackSize, [&] {
    if (handlesSignals)
      useHandlerStack();
    body();
  });
}
