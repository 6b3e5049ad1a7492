//===- ChildProcess.cpp - runs programs that may crash --------------------===//

#include "scatter/Support/ChildProcess.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace scatter;
using Clock = std::chrono::steady_clock;

/// Larger than any error message.
static constexpr size_t maxErrorBytes = 4096;

static llvm::Error makeSystemError(const llvm::Twine &what, int code) {
  return llvm::createStringError(std::error_code(code, std::generic_category()),
                                 what + ": " + std::strerror(code));
}

namespace {
/// A file descriptor. Closed by the destructor, and in spawned programs.
class Descriptor {
public:
  /// Takes `number`, which is negative for none. Moves it out of the range of
  /// the standard descriptors, which a host may have closed.
  explicit Descriptor(int number = -1) : number(number) {
    if (number < 0 || number > STDERR_FILENO)
      return;
    this->number = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::close(number);
  }
  Descriptor(Descriptor &&other) : number(std::exchange(other.number, -1)) {}
  Descriptor &operator=(Descriptor &&other) {
    std::swap(number, other.number);
    return *this;
  }
  ~Descriptor() { close(); }

  void close() {
    if (number >= 0)
      ::close(std::exchange(number, -1));
  }

  explicit operator bool() const { return number >= 0; }
  int get() const { return number; }

private:
  int number;
};

/// A running program.
class Child {
public:
  Child(pid_t process, Descriptor input, Descriptor output, Descriptor errors,
        Clock::time_point deadline)
      : process(process), input(std::move(input)), output(std::move(output)),
        errors(std::move(errors)), deadline(deadline) {}

  ChildResult finish(llvm::ArrayRef<llvm::StringRef> text,
                     uint64_t maxOutputBytes);

private:
  void send(llvm::SmallVectorImpl<llvm::StringRef> &text);
  std::string exchange(llvm::ArrayRef<llvm::StringRef> text, uint64_t maxBytes);
  std::string readErrors() const;
  std::string wait();
  void kill(const char *reason);

  pid_t process;
  Descriptor input;
  Descriptor output;
  Descriptor errors;
  Clock::time_point deadline;
  /// The reason why the program was killed, or null.
  const char *killed = nullptr;
};
} // namespace

void Child::kill(const char *reason) {
  if (!killed)
    ::kill(process, SIGKILL);
  killed = reason;
}

/// Writes as much of `text`, which is in reverse order, as the program accepts
/// now. Closes the input when all is written.
void Child::send(llvm::SmallVectorImpl<llvm::StringRef> &text) {
  while (!text.empty()) {
    llvm::StringRef &part = text.back();
    // If the program no longer reads, this must not raise SIGPIPE.
    ssize_t count = part.empty() ? 0
                                 : ::send(input.get(), part.data(), part.size(),
                                          MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count < 0 && (errno == EAGAIN || errno == EINTR))
      return;
    if (count < 0)
      break;
    part = part.drop_front(count);
    if (part.empty())
      text.pop_back();
  }
  input.close();
}

/// Writes `text` and reads until the end of the output.
std::string Child::exchange(llvm::ArrayRef<llvm::StringRef> text,
                            uint64_t maxBytes) {
  llvm::SmallVector<llvm::StringRef> unsent(llvm::reverse(text));
  send(unsent);
  std::string result;
  std::vector<char> chunk(1 << 16);
  while (true) {
    auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) {
      kill("no end in time");
      return result;
    }
    // poll ignores negative descriptors.
    pollfd events[] = {{output.get(), POLLIN, 0}, {input.get(), POLLOUT, 0}};
    if (poll(events, 2, int(std::min<int64_t>(left.count(), 1000))) <= 0)
      continue;
    if (events[1].revents)
      send(unsent);
    if (!events[0].revents)
      continue;
    ssize_t bytes = ::read(output.get(), chunk.data(), chunk.size());
    if (bytes == 0 || (bytes < 0 && errno != EINTR))
      return result;
    result.append(chunk.data(), std::max<ssize_t>(bytes, 0));
    if (result.size() > maxBytes) {
      kill("too much output");
      return result;
    }
  }
}

std::string Child::readErrors() const {
  char text[maxErrorBytes];
  ssize_t count = pread(errors.get(), text, sizeof(text), 0);
  return std::string(text, std::max<ssize_t>(count, 0));
}

/// Reaps the program, which has closed its output or was killed.
std::string Child::wait() {
  int status = 0;
  while (true) {
    pid_t ended = waitpid(process, &status, killed ? 0 : WNOHANG);
    if (ended == process)
      break;
    // The host may ignore SIGCHLD, or may have reaped the child.
    if (ended < 0 && errno != EINTR)
      return killed ? killed : "unknown";
    if (Clock::now() >= deadline)
      kill("no end in time");
    else if (ended == 0)
      std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  if (killed)
    return killed;
  if (WIFSIGNALED(status))
    return (llvm::Twine("signal ") + llvm::Twine(WTERMSIG(status)) + " (" +
            strsignal(WTERMSIG(status)) + ")")
        .str();
  if (WEXITSTATUS(status) != 0)
    return ("status " + llvm::Twine(WEXITSTATUS(status))).str();
  return "";
}

ChildResult Child::finish(llvm::ArrayRef<llvm::StringRef> text,
                          uint64_t maxOutputBytes) {
  ChildResult result;
  result.output = exchange(text, maxOutputBytes);
  input.close();
  output.close();
  result.ending = wait();
  result.errors = readErrors();
  return result;
}

/// Starts `program` with the three descriptors. Returns an error number, or 0.
static int spawn(const std::string &program,
                 llvm::ArrayRef<std::string> arguments, const Descriptor &input,
                 const Descriptor &output, const Descriptor &errors,
                 pid_t &process) {
  std::string name = program;
  std::vector<std::string> copies(arguments.begin(), arguments.end());
  std::vector<char *> argv = {name.data()};
  for (std::string &argument : copies)
    argv.push_back(argument.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.get(), STDERR_FILENO);
  // A host may have descriptors without the close-on-exec flag.
  posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  int code = posix_spawn(&process, program.c_str(), &actions, &attributes,
                         argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

llvm::Expected<ChildResult>
scatter::runProgram(llvm::StringRef program,
                    llvm::ArrayRef<std::string> arguments,
                    llvm::ArrayRef<llvm::StringRef> input, unsigned seconds,
                    uint64_t maxOutputBytes) {
  Clock::time_point deadline = Clock::now() + std::chrono::seconds(seconds);
  // Not a file: the host may have a file size limit, which raises SIGXFSZ.
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    return makeSystemError("cannot make a socket", errno);
  Descriptor inputHere(sockets[0]), inputThere(sockets[1]);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return makeSystemError("cannot make a pipe", errno);
  Descriptor outputHere(ends[0]), outputThere(ends[1]);
  Descriptor errors(memfd_create("scatter", MFD_CLOEXEC));
  for (const Descriptor *descriptor :
       {&inputHere, &inputThere, &outputHere, &outputThere, &errors})
    if (!*descriptor)
      return makeSystemError("cannot make a descriptor", errno);
  pid_t process;
  if (int code = spawn(program.str(), arguments, inputThere, outputThere,
                       errors, process))
    return makeSystemError("cannot start '" + program + "'", code);
  // EOF of the output is seen only when the program has the only open write
  // end.
  inputThere.close();
  outputThere.close();
  return Child(process, std::move(inputHere), std::move(outputHere),
               std::move(errors), deadline)
      .finish(input, maxOutputBytes);
}
