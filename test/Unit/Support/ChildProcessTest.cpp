//===- ChildProcessTest.cpp - work that may crash -------------------------===//

#include "scatter/Support/ChildProcess.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstdlib>
#include <unistd.h>

using namespace scatter;

static constexpr uint64_t maxBytes = uint64_t(1) << 30;

/// What a child that runs `body` sends, or how it failed.
static std::string run(llvm::function_ref<void(llvm::raw_ostream &)> body) {
  llvm::Expected<std::string> output = runInChildProcess(maxBytes, body);
  return output ? *output : "failed: " + llvm::toString(output.takeError());
}

TEST(ChildProcess, OutputOfAnyLengthArrives) {
  EXPECT_EQ(run([](llvm::raw_ostream &) {}), "");
  // Far more than a pipe holds, and with zeros.
  std::string text(1000003, '\0');
  for (size_t i = 0; i < text.size(); ++i)
    text[i] = static_cast<char>(i * i);
  EXPECT_EQ(run([&](llvm::raw_ostream &os) { os << text; }), text);
}

TEST(ChildProcess, NothingOfTheParentChanges) {
  int value = 1;
  pid_t parent = getpid();
  EXPECT_EQ(run([&](llvm::raw_ostream &os) {
              value = 2;
              os << (getpid() != parent);
            }),
            "1");
  EXPECT_EQ(value, 1);
}

TEST(ChildProcess, OtherEndsAreErrors) {
  EXPECT_EQ(run([](llvm::raw_ostream &os) {
              os << "half";
              os.flush();
              raise(SIGKILL);
            }),
            "failed: the process ended by signal 9 (Killed)");
  EXPECT_EQ(run([](llvm::raw_ostream &) { _exit(7); }),
            "failed: the process ended with status 7");
}

#if !LLVM_ADDRESS_SANITIZER_BUILD
TEST(ChildProcess, CrashesAreErrors) {
  EXPECT_EQ(run([](llvm::raw_ostream &) { raise(SIGSEGV); }),
            "failed: the process ended by signal 11 (Segmentation fault)");
}

// Of stderr nothing is seen: the message of the C library would be a second
// one.
TEST(ChildProcess, StderrIsDiscarded) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run([](llvm::raw_ostream &) {
              llvm::errs() << "noise\n";
              std::abort();
            }),
            "failed: the process ended by signal 6 (Aborted)");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}
#endif

#if !LLVM_ADDRESS_SANITIZER_BUILD && !LLVM_THREAD_SANITIZER_BUILD
TEST(ChildProcess, MemoryIsLimited) {
  auto allocate = [](uint64_t bytes) {
    return run([&](llvm::raw_ostream &os) {
      void *memory = std::malloc(bytes);
      os << (memory ? "memory" : "none");
    });
  };
  EXPECT_EQ(allocate(maxBytes / 4), "memory");
  EXPECT_EQ(allocate(maxBytes), "none");
}
#endif
