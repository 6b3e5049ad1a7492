//===- Crash.cpp - reports of crashes and endless loops -------------------===//
//
// A handler may only call what is safe in a signal, so it writes its line from
// parts that were made before.
//
//===----------------------------------------------------------------------===//

#include "Crash.h"

#include "Runner.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sys/time.h>
#include <unistd.h>

namespace scatter::fuzz {

static std::string before, after;
static bool isSilent;
static unsigned limit;
static volatile uint64_t currentCase;

static void writeText(const char *text, size_t size) {
  ssize_t written = write(STDERR_FILENO, text, size);
  (void)written;
}

static void writeNumber(uint64_t number) {
  std::array<char, 20> digits;
  size_t at = digits.size();
  do {
    digits[--at] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  writeText(digits.data() + at, digits.size() - at);
}

static const char *getReason(int signal) {
  switch (signal) {
  case SIGSEGV:
    return "segmentation fault: ";
  case SIGBUS:
    return "bus error: ";
  case SIGFPE:
    return "arithmetic fault: ";
  case SIGILL:
    return "illegal instruction: ";
  case SIGPROF:
    return "timeout: ";
  default:
    return "abort: ";
  }
}

static void handle(int signal) {
  if (!isSilent) {
    const char *reason = getReason(signal);
    writeText(reason, std::strlen(reason));
    writeText(before.data(), before.size());
    writeNumber(currentCase);
    writeText(after.data(), after.size());
    writeText("\n", 1);
  }
  _exit(
      static_cast<int>(signal == SIGPROF ? Outcome::Timeout : Outcome::Crash));
}

void installCrashHandler(std::string reproducer, unsigned seconds) {
  isSilent = reproducer.empty();
  size_t split = reproducer.find('%');
  before = reproducer.substr(0, split);
  after = split == std::string::npos ? "" : reproducer.substr(split + 1);
  limit = seconds;

  // The stack may be what overflowed.
  static std::array<char, 1 << 16> memory;
  stack_t stack = {};
  stack.ss_sp = memory.data();
  stack.ss_size = memory.size();
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = handle;
  action.sa_flags = SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF})
    sigaction(signal, &action, nullptr);
}

void noteCase(uint64_t number) {
  currentCase = number;
  itimerval timer = {};
  timer.it_value.tv_sec = limit;
  setitimer(ITIMER_PROF, &timer, nullptr);
}

} // namespace scatter::fuzz
