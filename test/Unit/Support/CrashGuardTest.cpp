//===- CrashGuardTest.cpp - crashes and limits become one line ------------===//

#include "scatter/Support/CrashGuard.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

using namespace scatter;
using testing::ExitedWithCode;

/// In a process of its own, as handlers and limits stay.
static void runAndExit(llvm::function_ref<void()> body,
                       const ResourceLimits &limits = {},
                       TimeLimit timeLimit = TimeLimit::OfRun) {
  runWithCrashGuard("tool: error: ", limits, body, timeLimit);
  std::exit(0);
}

TEST(CrashGuard, TheBodyRunsOnce) {
  int calls = 0;
  EXPECT_EXIT(runAndExit([&] { std::exit(++calls + 2); }), ExitedWithCode(3),
              "^$");
}

#if !LLVM_ADDRESS_SANITIZER_BUILD && !LLVM_THREAD_SANITIZER_BUILD
static double getCPUTime() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

/// Uses so much CPU time.
static void spin(double seconds) {
  double end = getCPUTime() + seconds;
  while (getCPUTime() < end)
    ;
}

TEST(CrashGuard, TimeIsLimited) {
  EXPECT_EXIT(runAndExit([] { spin(1000); }, {0, 1}), ExitedWithCode(1),
              "^tool: error: no end within 1 s of CPU time\n$");
  EXPECT_EXIT(runAndExit(
                  [] {
                    changeLimits({0, 0});
                    spin(1.5);
                    changeLimits({0, 1});
                    spin(1000);
                  },
                  {0, 1}),
              ExitedWithCode(1), "no end within 1 s of CPU time\n$");
}

TEST(CrashGuard, AServerHasTheTimeForEachRequest) {
  auto serve = [](bool hasRequests) {
    int input = open("/dev/zero", O_RDONLY | O_CLOEXEC);
    for (int i = 0; i < 8; ++i) {
      char byte;
      if (hasRequests && read(input, &byte, 1) != 1)
        std::exit(9);
      spin(0.4);
    }
  };
  EXPECT_EXIT(runAndExit([&] { serve(true); }, {0, 1}, TimeLimit::OfRequest),
              ExitedWithCode(0), "^$");
  EXPECT_EXIT(runAndExit([&] { serve(false); }, {0, 1}, TimeLimit::OfRequest),
              ExitedWithCode(1), "no end within 1 s of CPU time\n$");
}

TEST(CrashGuard, MemoryIsLimited) {
  ResourceLimits limits;
  limits.memoryBytes = kGuardedStackBytes + (256u << 20);
  EXPECT_EXIT(runAndExit(
                  [] {
                    // Threads have stacks besides.
                    changeLimits({uint64_t(1) << 30, 0});
                    std::vector<std::vector<char>> blocks;
                    while (blocks.size() < 10000)
                      blocks.emplace_back(1 << 20);
                  },
                  limits),
              ExitedWithCode(1),
              "^tool: error: out of memory \\(limit 1024 MiB\\)\n$");
}
#endif

TEST(CrashGuard, ALimitOfFilesIsAnErrorOfTheWriter) {
  EXPECT_EXIT(runAndExit([] {
                rlimit limit = {4096, 4096};
                setrlimit(RLIMIT_FSIZE, &limit);
                char path[] = "/tmp/scatter-XXXXXX";
                int file = mkstemp(path);
                unlink(path);
                char bytes[8192] = {};
                bool isCut = write(file, bytes, sizeof(bytes)) == 4096;
                bool fails = write(file, bytes, sizeof(bytes)) < 0;
                std::exit(isCut && fails && errno == EFBIG ? 5 : 6);
              }),
              ExitedWithCode(5), "^$");
}

#if !LLVM_ADDRESS_SANITIZER_BUILD
/// Uses `levels` frames of 4 KiB.
LLVM_ATTRIBUTE_NOINLINE static int recurse(unsigned levels) {
  // A compiler would shrink a frame of which it knows the bytes that are used.
  volatile char frame[4096];
  frame[levels % sizeof(frame)] = static_cast<char>(levels);
  return levels == 0 ? 0 : recurse(levels - 1) + frame[levels % sizeof(frame)];
}

TEST(CrashGuard, SignalsBecomeOneLine) {
  EXPECT_EXIT(runAndExit([] { raise(SIGSEGV); }), ExitedWithCode(1),
              "^tool: error: internal error: invalid memory access\n$");
  EXPECT_EXIT(runAndExit([] { std::abort(); }), ExitedWithCode(1),
              "^tool: error: internal error: aborted\n$");
}

TEST(CrashGuard, TheStackIsLarge) {
  // 256 MiB, far beyond the usual 8.
  EXPECT_EXIT(runAndExit([] { std::exit(recurse(64u << 10) != 0 ? 5 : 6); }),
              ExitedWithCode(5), "^$");
}

TEST(CrashGuard, AnExhaustedStackBecomesOneLine) {
  EXPECT_EXIT(runAndExit([] { recurse(1u << 30); }), ExitedWithCode(1),
              "^tool: error: the input is nested too deeply: a stack of 512 "
              "MiB is exhausted\n$");
}
#endif

TEST(CrashGuard, FatalErrorsOfLLVMBecomeOneLine) {
  EXPECT_EXIT(runAndExit([] {
                llvm::report_fatal_error("first line\nsecond line",
                                         /*gen_crash_diag=*/false);
              }),
              ExitedWithCode(1), "^tool: error: internal error: first line\n$");
}
