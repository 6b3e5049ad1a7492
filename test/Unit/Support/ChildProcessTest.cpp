//===- ChildProcessTest.cpp - programs that do work which may crash -------===//

#include "scatter/Support/ChildProcess.h"

#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

using namespace scatter;
using testing::HasSubstr;

/// Runs a script of the shell, which gets `input`.
static ChildResult run(const char *script,
                       llvm::ArrayRef<llvm::StringRef> input = {},
                       unsigned seconds = 60,
                       uint64_t maxOutputBytes = UINT64_MAX) {
  auto result =
      runProgram("/bin/sh", {"-c", script}, input, seconds, maxOutputBytes);
  if (result)
    return *result;
  return {"", "", "failed: " + toString(result.takeError())};
}

TEST(ChildProcess, InputAndOutputOfAnyLengthArrive) {
  EXPECT_EQ(run("exit 0").output, "");
  EXPECT_EQ(run("cat", {"one", "", " two"}).output, "one two");
  // Far more than a pipe holds, and with zeros.
  std::string text(1000003, '\0');
  for (size_t i = 0; i < text.size(); ++i)
    text[i] = static_cast<char>(i * i);
  ChildResult result = run("cat", {text});
  EXPECT_EQ(result.output, text);
  EXPECT_EQ(result.ending, "");
}

// One that reads nothing must not raise SIGPIPE here.
TEST(ChildProcess, InputMayBeLeftAlone) {
  std::string text(1 << 20, 'x');
  EXPECT_EQ(run("echo done", {text}).output, "done\n");
}

TEST(ChildProcess, OtherEndsAreReported) {
  ChildResult result = run("echo half; echo why >&2; kill -SEGV $$");
  EXPECT_EQ(result.output, "half\n");
  EXPECT_EQ(result.errors, "why\n");
  EXPECT_EQ(result.ending, "signal 11 (Segmentation fault)");
  EXPECT_EQ(run("exit 7").ending, "status 7");
}

TEST(ChildProcess, MissingProgramsAreErrors) {
  auto result = runProgram("/nosuch/program", {}, {}, 60, 100);
  ASSERT_FALSE(bool(result));
  EXPECT_EQ(toString(result.takeError()),
            "cannot start '/nosuch/program': No such file or directory");
}

TEST(ChildProcess, TimeIsLimited) {
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(run("exec sleep 1000", {}, 1).ending, "no end in time");
  // One that closes its output still runs.
  EXPECT_EQ(run("exec >&-; exec sleep 1000", {}, 1).ending, "no end in time");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

TEST(ChildProcess, OutputIsLimited) {
  ChildResult result = run("exec yes", {}, 60, 100000);
  EXPECT_EQ(result.ending, "too much output");
  EXPECT_LT(result.output.size(), 1000000u);
}

TEST(ChildProcess, ErrorsAreCutOff) {
  EXPECT_EQ(run("head -c 100000 /dev/zero >&2").errors,
            std::string(4096, '\0'));
}

// What the host leaves open or blocked must not reach the program.
TEST(ChildProcess, DescriptorsAndSignalsStayHere) {
  int descriptor = dup(STDERR_FILENO);
  ASSERT_GT(descriptor, 2);
  sigset_t blocked, before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  auto handler = std::signal(SIGUSR1, SIG_IGN);
  ChildResult result =
      run("ls /proc/self/fd | wc -l; kill -TERM $$; echo survived");
  std::string ignored = run("kill -USR1 $$; echo survived").ending;
  std::signal(SIGUSR1, handler);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  close(descriptor);
  // The three standard ones and the folder that ls reads.
  EXPECT_EQ(result.output, "4\n");
  EXPECT_THAT(result.ending, HasSubstr("signal 15"));
  EXPECT_THAT(ignored, HasSubstr("signal 10"));
}

// Hosts may have closed the standard descriptors, whose numbers are then given
// to the files of this library.
TEST(ChildProcess, StandardDescriptorsMayBeClosed) {
  int input = dup(STDIN_FILENO), output = dup(STDOUT_FILENO);
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  ChildResult result = run("cat", {"text"});
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  close(input);
  close(output);
  EXPECT_EQ(result.output, "text");
}

TEST(ChildProcess, AHostMayIgnoreItsChildren) {
  auto handler = std::signal(SIGCHLD, SIG_IGN);
  ChildResult result = run("echo text");
  std::signal(SIGCHLD, handler);
  EXPECT_EQ(result.output, "text\n");
  EXPECT_EQ(result.ending, "unknown");
}

TEST(ChildProcess, ThreadsRunPrograms) {
  std::vector<std::thread> threads;
  std::vector<std::string> outputs(8);
  for (auto [number, output] : llvm::enumerate(outputs))
    threads.emplace_back([number = number, &output = output] {
      std::string text = std::to_string(number);
      output = run("sleep 0.1; cat", {text}).output;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (auto [number, output] : llvm::enumerate(outputs))
    EXPECT_EQ(output, std::to_string(number));
}
