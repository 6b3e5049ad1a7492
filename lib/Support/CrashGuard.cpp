//===- CrashGuard.cpp - turns crashes into one-line errors ----------------===//

#include "scatter/Support/CrashGuard.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/ProgramStack.h"
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <string>
#include <unistd.h>

using namespace scatter;

/// The stack size of threads that MLIR starts for a pass pipeline.
static constexpr size_t threadStackBytes = size_t(64) << 20;

namespace {
/// The data of the handlers. Allocated in advance, because handlers must not
/// allocate.
struct GuardState {
  std::string prefix;
  std::string outOfMemory;
  std::string outOfTime;
  ResourceLimits limits;
  TimeLimit timeLimit = TimeLimit::OfRun;
  /// The guard pages below the stack of the guarded function.
  uintptr_t guardBegin = 0, guardEnd = 0;
  /// The number of bytes that the process had read at the last time check.
  uint64_t bytesRead = 0;
};
} // namespace

static GuardState state;

[[noreturn]] static void endProcess(const char *reason, size_t length) {
  // If stderr is closed, the message cannot be printed anywhere.
  (void)!write(STDERR_FILENO, state.prefix.data(), state.prefix.size());
  (void)!write(STDERR_FILENO, reason, length);
  (void)!write(STDERR_FILENO, "\n", 1);
  _exit(1);
}

static bool isStackExhausted(const void *address) {
  auto value = reinterpret_cast<uintptr_t>(address);
  return value >= state.guardBegin && value < state.guardEnd;
}

static void handleSignal(int signal, siginfo_t *info, void *) {
  const char *reason =
      signal == SIGSEGV
          ? (isStackExhausted(info->si_addr)
                 ? "the input is nested too deeply: a stack of 512 MiB is "
                   "exhausted"
                 : "internal error: invalid memory access")
      : signal == SIGBUS ? "internal error: bus error"
      : signal == SIGILL ? "internal error: illegal instruction"
      : signal == SIGFPE ? "internal error: arithmetic exception"
                         : "internal error: aborted";
  endProcess(reason, std::strlen(reason));
}

/// Back ends call this if they cannot compile something, and streams if they
/// are destroyed with a write error.
[[noreturn]] static void handleFatalError(void *, const char *reason, bool) {
  std::string text(reason, std::strcspn(reason, "\n"));
  if (!llvm::StringRef(text).starts_with("IO failure"))
    text = "internal error: " + text;
  endProcess(text.data(), text.size());
}

[[noreturn]] static void handleBadAlloc() {
  endProcess(state.outOfMemory.data(), state.outOfMemory.size());
}

[[noreturn]] static void handleLLVMBadAlloc(void *, const char *, bool) {
  handleBadAlloc();
}

/// Whether this process has read input since the last call. Async-signal-safe.
static bool hasReadInput() {
  char text[256] = {};
  int file = open("/proc/self/io", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  ssize_t count = read(file, text, sizeof(text) - 1);
  close(file);
  constexpr char name[] = "rchar: ";
  if (count <= 0 || std::strncmp(text, name, sizeof(name) - 1) != 0)
    return false;
  uint64_t bytes = 0;
  for (const char *c = text + sizeof(name) - 1; *c >= '0' && *c <= '9'; ++c)
    bytes = bytes * 10 + (*c - '0');
  bool hasRead = bytes > state.bytesRead;
  // Excludes the bytes that this function has just read.
  state.bytesRead = bytes + count;
  return hasRead;
}

/// Restarts the time limit of a server that has read a request since the last
/// call, otherwise ends the process.
static void handleTimeLimit(int, siginfo_t *, void *) {
  if (state.timeLimit == TimeLimit::OfRun || !hasReadInput())
    endProcess(state.outOfTime.data(), state.outOfTime.size());
  limitCPUTime(state.limits.cpuSeconds);
}

static void install(int signal, void (*handler)(int, siginfo_t *, void *)) {
  struct sigaction action = {};
  action.sa_sigaction = handler;
  // The signal may be due to an exhausted stack.
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigaction(signal, &action, nullptr);
}

static void installHandlers() {
  llvm::install_fatal_error_handler(handleFatalError);
  llvm::install_bad_alloc_error_handler(handleLLVMBadAlloc);
  std::set_new_handler(handleBadAlloc);
  install(SIGXCPU, handleTimeLimit);
  std::signal(SIGXFSZ, SIG_IGN);
  if (!LLVM_ADDRESS_SANITIZER_BUILD)
    for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
      install(signal, handleSignal);
}

/// Gives the calling thread an alternate stack for signal handlers and records
/// the bounds of its guard pages.
static void prepareThread() {
  static char memory[64 << 10];
  stack_t stack = {};
  stack.ss_sp = memory;
  stack.ss_size = sizeof(memory);
  if (!LLVM_ADDRESS_SANITIZER_BUILD)
    sigaltstack(&stack, nullptr);
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return;
  void *bottom = nullptr;
  size_t bytes = 0, guardBytes = 0;
  pthread_attr_getstack(&attributes, &bottom, &bytes);
  pthread_attr_getguardsize(&attributes, &guardBytes);
  pthread_attr_destroy(&attributes);
  state.guardEnd = reinterpret_cast<uintptr_t>(bottom) + (4 << 10);
  state.guardBegin = reinterpret_cast<uintptr_t>(bottom) - guardBytes;
}

/// Sets the stack size of new threads and adds their stacks to the memory
/// limit.
static void useThreadStacks(ResourceLimits &limits) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0)
    return;
  pthread_attr_setstacksize(&attributes, threadStackBytes);
  pthread_setattr_default_np(&attributes);
  pthread_attr_destroy(&attributes);
  if (limits.memoryBytes != 0)
    limits.memoryBytes += threadStackBytes * sysconf(_SC_NPROCESSORS_ONLN);
}

void scatter::changeLimits(const ResourceLimits &limits) {
  state.limits = limits;
  state.outOfTime =
      ("no end within " + llvm::Twine(limits.cpuSeconds) + " s of CPU time")
          .str();
  state.outOfMemory = "out of memory";
  if (limits.memoryBytes != 0)
    state.outOfMemory +=
        (" (limit " + llvm::Twine(limits.memoryBytes >> 20) + " MiB)").str();
  ResourceLimits applied = limits;
  useThreadStacks(applied);
  limitResources(applied);
}

void scatter::runWithCrashGuard(llvm::StringRef prefix,
                                const ResourceLimits &limits,
                                llvm::function_ref<void()> body,
                                TimeLimit timeLimit) {
  state.prefix = prefix.str();
  state.timeLimit = timeLimit;
  (void)hasReadInput();
  installHandlers();
  changeLimits(limits);
  llvm::runOnNewStack(kGuardedStackBytes, [&] {
    prepareThread();
    body();
  });
}
