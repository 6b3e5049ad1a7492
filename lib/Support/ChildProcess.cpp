//===- ChildProcess.cpp - work that may crash -----------------------------===//

#include "scatter/Support/ChildProcess.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace scatter;

static llvm::Error makeSystemError(const char *call) {
  return llvm::createStringError(
      std::error_code(errno, std::generic_category()), "%s: %s", call,
      std::strerror(errno));
}

/// The child: never returns.
[[noreturn]] static void
runChild(int output, uint64_t maxBytes,
         llvm::function_ref<void(llvm::raw_ostream &)> body) {
  // The parent reports how the child ended; what handlers and the C library
  // say about it would be a second message.
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    std::signal(signal, SIG_DFL);
  if (int null = open("/dev/null", O_WRONLY | O_CLOEXEC); null >= 0)
    dup2(null, STDERR_FILENO);
  rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
#if !LLVM_ADDRESS_SANITIZER_BUILD && !LLVM_THREAD_SANITIZER_BUILD &&           \
    !LLVM_MEMORY_SANITIZER_BUILD
  rlimit limit = {maxBytes, maxBytes};
  setrlimit(RLIMIT_AS, &limit);
#endif
  llvm::raw_fd_ostream os(output, /*shouldClose=*/false);
  body(os);
  os.flush();
  _exit(os.has_error() ? EXIT_FAILURE : EXIT_SUCCESS);
}

/// Reads to the end of `input`.
static llvm::Expected<std::string> readAll(int input) {
  std::string text;
  char chunk[1 << 16];
  while (true) {
    ssize_t count = read(input, chunk, sizeof(chunk));
    if (count == 0)
      return text;
    if (count > 0)
      text.append(chunk, count);
    else if (errno != EINTR)
      return makeSystemError("read");
  }
}

llvm::Expected<std::string>
scatter::runInChildProcess(uint64_t maxBytes,
                           llvm::function_ref<void(llvm::raw_ostream &)> body) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return makeSystemError("pipe");
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    runChild(ends[1], maxBytes, body);
  }
  llvm::Error error =
      child < 0 ? makeSystemError("fork") : llvm::Error::success();
  close(ends[1]);
  if (error) {
    close(ends[0]);
    return error;
  }
  llvm::Expected<std::string> text = readAll(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) {
      llvm::consumeError(text.takeError());
      return makeSystemError("waitpid");
    }
  if (!text || (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS))
    return text;
  if (WIFSIGNALED(status))
    return llvm::createStringError("the process ended by signal %d (%s)",
                                   WTERMSIG(status),
                                   strsignal(WTERMSIG(status)));
  return llvm::createStringError("the process ended with status %d",
                                 WEXITSTATUS(status));
}
