//===- CrashGuardTest.cpp - crashes become one line -----------------------===//

#include "scatter/Support/CrashGuard.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstdlib>

using namespace scatter;
using testing::ExitedWithCode;

TEST(CrashGuard, TheBodyRunsOnce) {
  // In a process of its own, as the handlers stay.
  EXPECT_EXIT(
      {
        int calls = 0;
        runWithCrashGuard("tool", "'file'", [&] { ++calls; });
        std::exit(calls == 1 ? 3 : 4);
      },
      ExitedWithCode(3), "^$");
}

#if !LLVM_ADDRESS_SANITIZER_BUILD
/// Uses `levels` frames of 4 KiB.
LLVM_ATTRIBUTE_NOINLINE static int recurse(unsigned levels) {
  volatile char frame[4096];
  frame[0] = static_cast<char>(levels);
  return levels == 0 ? 0 : recurse(levels - 1) + frame[0];
}

static void runAndExit(llvm::function_ref<void()> body) {
  runWithCrashGuard("tool", "'file'", body);
  std::exit(0);
}

TEST(CrashGuard, SignalsBecomeOneLine) {
  EXPECT_EXIT(runAndExit([] { raise(SIGSEGV); }), ExitedWithCode(1),
              "^tool: error: 'file': internal error: invalid memory access\n$");
  EXPECT_EXIT(runAndExit([] { std::abort(); }), ExitedWithCode(1),
              "^tool: error: 'file': internal error: aborted\n$");
}

TEST(CrashGuard, TheStackIsLarge) {
  // 256 MiB, far beyond the usual 8.
  EXPECT_EXIT(runAndExit([] { std::exit(recurse(64u << 10) != 0 ? 5 : 6); }),
              ExitedWithCode(5), "^$");
}

TEST(CrashGuard, AnExhaustedStackBecomesOneLine) {
  EXPECT_EXIT(runAndExit([] { recurse(1u << 30); }), ExitedWithCode(1),
              "^tool: error: 'file': internal error: invalid memory access\n$");
}

TEST(CrashGuard, FatalErrorsOfLLVMBecomeOneLine) {
  EXPECT_EXIT(runAndExit([] {
                llvm::report_fatal_error("first line\nsecond line",
                                         /*gen_crash_diag=*/false);
              }),
              ExitedWithCode(1),
              "^tool: error: 'file': internal error: first line\n$");
}
#endif
