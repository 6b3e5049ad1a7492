//===- ResourceLimits.cpp - limits on what a process may use --------------===//

#include "scatter/Support/ResourceLimits.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <csignal>
#include <ctime>
#include <sys/mman.h>
#include <sys/resource.h>

using namespace scatter;

static constexpr bool hasSanitizer = LLVM_ADDRESS_SANITIZER_BUILD ||
                                     LLVM_THREAD_SANITIZER_BUILD ||
                                     LLVM_MEMORY_SANITIZER_BUILD;

ResourceLimits scatter::getSourceLimits(uint64_t sourceBytes) {
  // Ten times this number fits every type that holds seconds.
  constexpr uint64_t maxSeconds = 1u << 24;
  ResourceLimits limits;
  limits.memoryBytes =
      llvm::SaturatingMultiplyAdd(sourceBytes, uint64_t(64), uint64_t(2) << 30);
  limits.cpuSeconds = 8 + std::min(sourceBytes >> 12, maxSeconds);
  return limits;
}

static void limitMemory(uint64_t bytes) {
  // Not RLIMIT_AS, which also counts the text of libraries and the memory that
  // allocators reserve for each thread. The soft limit can be raised again.
  rlimit limit;
  if (hasSanitizer || getrlimit(RLIMIT_DATA, &limit) != 0)
    return;
  limit.rlim_cur = limit.rlim_max;
  if (bytes != 0)
    limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
}

/// Returns the timer of the process. RLIMIT_CPU is sampled at clock ticks,
/// which underestimates the time of a process that writes to a pipe.
static timer_t *getTimer() {
  static timer_t timer;
  static const bool isCreated = [] {
    sigevent event = {};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGXCPU;
    return timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0;
  }();
  return isCreated ? &timer : nullptr;
}

void scatter::limitCPUTime(unsigned seconds) {
  timer_t *timer = getTimer();
  if (!timer)
    return;
  itimerspec span = {};
  span.it_value.tv_sec = time_t(seconds) * (hasSanitizer ? 10 : 1);
  // Repeats each second, because a signal handler of LLVM consumes the first
  // signal if files are to be removed.
  span.it_interval.tv_sec = 1;
  timer_settime(*timer, 0, &span, nullptr);
}

void scatter::limitResources(const ResourceLimits &limits) {
  limitMemory(limits.memoryBytes);
  limitCPUTime(limits.cpuSeconds);
}

bool scatter::isMemoryAvailable(size_t bytes) {
  // Mapping without touching pages is fast.
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory != MAP_FAILED && munmap(memory, bytes) == 0;
}
