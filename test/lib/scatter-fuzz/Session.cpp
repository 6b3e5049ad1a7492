//===- Session.cpp - many cases in worker processes -----------------------===//

#include "Session.h"

#include "Crash.h"
#include "Worker.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using Clock = std::chrono::steady_clock;

namespace scatter::fuzz {

/// Seconds of computing for the attempts to reproduce a failure.
static constexpr unsigned attemptSeconds = 20;

std::string getReproducer(const SessionOptions &options,
                          std::optional<uint64_t> number) {
  return "scatter-fuzz --seed=" + std::to_string(options.seed) +
         " --case=" + (number ? std::to_string(*number) : "%") +
         options.generatorFlags;
}

/// Calls `body`, which prints to `os`, in a child process. Returns the outcome
/// that is its status. A library that ends the process has a status of its own.
static Outcome inChild(llvm::raw_ostream &os,
                       llvm::function_ref<Outcome()> body) {
  // The child ends without flushing what is buffered here.
  os.flush();
  pid_t child = fork();
  if (child < 0)
    llvm::report_fatal_error("scatter-fuzz: cannot fork");
  if (child == 0) {
    Outcome outcome = body();
    os.flush();
    _exit(static_cast<int>(outcome));
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? toOutcome(WEXITSTATUS(status)) : Outcome::Crash;
}

/// Sends what follows on stderr nowhere.
static void closeErrors() {
  int null = open("/dev/null", O_WRONLY);
  dup2(null, STDERR_FILENO);
  close(null);
}

Outcome attempt(const SessionOptions &options, const Program &program,
                const Case &call, llvm::raw_ostream *os) {
  return inChild(os ? *os : llvm::nulls(), [&] {
    installCrashHandler("", attemptSeconds);
    noteCase(0);
    if (!os)
      closeErrors();
    Runner runner(options.fault);
    Verdict verdict = runner.load(program);
    if (verdict.outcome == Outcome::Passed)
      verdict = runner.run(call);
    if (os)
      *os << verdict.text << '\n';
    return verdict.outcome;
  });
}

//===----------------------------------------------------------------------===//
// One case
//===----------------------------------------------------------------------===//

/// Prints what there is to know about a failing case.
static void explain(const SessionOptions &options, uint64_t number,
                    Outcome outcome, llvm::raw_ostream &os) {
  os << describe(outcome) << ": " << getReproducer(options, number) << '\n';
  if (!options.shrinks)
    return;
  // Programs are made in a process of its own: this one stays small.
  inChild(os, [&] {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    context.loadDialect<ScatterDialect>();
    Generator generator(&context, options.generator);
    Program program = makeProgram(generator, options, number);
    Case call = makeCase(generator, options, program, number);
    if (attempt(options, program, call) != outcome) {
      os << "not reproduced in a process of its own\n";
      return Outcome::Passed;
    }
    shrink(options, program, call, outcome);
    printCase(os, program, call);
    os.flush();
    attempt(options, program, call, &os);
    return Outcome::Passed;
  });
}

SessionResult runOneCase(const SessionOptions &options, uint64_t number,
                         llvm::raw_ostream &os) {
  Outcome outcome = inChild(os, [&] {
    installCrashHandler(getReproducer(options, std::nullopt), attemptSeconds);
    noteCase(number);
    MLIRContext context(MLIRContext::Threading::DISABLED);
    context.loadDialect<ScatterDialect>();
    Generator generator(&context, options.generator);
    Program program = makeProgram(generator, options, number);
    Case call = makeCase(generator, options, program, number);
    if (options.isVerbose) {
      printCase(os, program, call);
      os.flush();
    }
    Runner runner(options.fault);
    Verdict verdict = runner.load(program);
    if (verdict.outcome == Outcome::Passed)
      verdict = runner.run(call);
    if (options.isVerbose)
      os << verdict.text << '\n';
    return verdict.outcome;
  });
  if (outcome == Outcome::Passed)
    return {1, 0};
  explain(options, number, outcome, os);
  return {1, 1};
}

//===----------------------------------------------------------------------===//
// Many cases
//===----------------------------------------------------------------------===//

namespace {

/// The workers of a session.
class Session {
public:
  Session(const SessionOptions &options, llvm::raw_ostream &os)
      : options(options), os(os), pids(options.jobs, 0), seen(options.jobs, 0),
        start(Clock::now()) {
    void *memory =
        mmap(nullptr, options.jobs * sizeof(WorkerState),
             PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      llvm::report_fatal_error("scatter-fuzz: cannot map memory");
    states = static_cast<WorkerState *>(memory);
  }
  ~Session() { munmap(states, options.jobs * sizeof(WorkerState)); }

  SessionResult run();

private:
  void startWorker(unsigned job, uint64_t firstProgram);
  void noteEnd(unsigned job, int status);
  void noteFailures(unsigned job);
  void stop();
  SessionResult sum() const;
  double getSeconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  const SessionOptions &options;
  llvm::raw_ostream &os;
  WorkerState *states;
  /// 0 where the worker has ended.
  std::vector<pid_t> pids;
  /// Failures that have been explained.
  std::vector<unsigned> seen;
  unsigned failures = 0;
  bool isStopping = false;
  Clock::time_point start;
};

} // namespace

void Session::startWorker(unsigned job, uint64_t firstProgram) {
  os.flush();
  pid_t child = fork();
  if (child < 0)
    llvm::report_fatal_error("scatter-fuzz: cannot fork");
  if (child == 0)
    runWorker(options, firstProgram, states[job]);
  pids[job] = child;
}

SessionResult Session::sum() const {
  SessionResult result;
  for (unsigned job = 0; job < options.jobs; ++job) {
    result.cases += states[job].done;
    result.mismatches += states[job].mismatches;
    addCounts(states[job].tilings, result.tilings);
  }
  return result;
}

void Session::stop() {
  isStopping = true;
  for (unsigned job = 0; job < options.jobs; ++job)
    states[job].mustStop = true;
}

void Session::noteFailures(unsigned job) {
  WorkerState &state = states[job];
  for (unsigned &i = seen[job]; i < state.failureCount; ++i) {
    if (failures >= options.maxFailures)
      return;
    ++failures;
    explain(options, state.failures[i], state.outcomes[i], os);
  }
  if (failures >= options.maxFailures)
    stop();
}

/// A worker that a case has ended is followed by one that goes on with the next
/// program.
void Session::noteEnd(unsigned job, int status) {
  pids[job] = 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return;
  WorkerState &state = states[job];
  ++state.done;
  ++state.mismatches;
  bool isTimeout =
      WIFEXITED(status) && toOutcome(WEXITSTATUS(status)) == Outcome::Timeout;
  state.addFailure(state.current,
                   isTimeout ? Outcome::Timeout : Outcome::Crash);
  noteFailures(job);
  if (!isStopping)
    startWorker(job, state.current / options.casesPerProgram + options.jobs);
}

SessionResult Session::run() {
  for (unsigned job = 0; job < options.jobs; ++job)
    startWorker(job, job);
  double nextProgress = 10;
  auto pause = std::chrono::milliseconds(1);
  while (llvm::any_of(pids, [](pid_t pid) { return pid != 0; })) {
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::milliseconds(32));
    for (unsigned job = 0; job < options.jobs; ++job) {
      noteFailures(job);
      int status = 0;
      if (pids[job] != 0 && waitpid(pids[job], &status, WNOHANG) == pids[job])
        noteEnd(job, status);
    }
    double seconds = getSeconds();
    if (options.seconds != 0 && seconds >= double(options.seconds))
      stop();
    if (options.isQuiet || seconds < nextProgress)
      continue;
    nextProgress = seconds + 10;
    SessionResult now = sum();
    llvm::errs() << llvm::format("%.0f s: ", seconds) << now.cases << " cases, "
                 << now.mismatches << " mismatches, "
                 << llvm::format("%.0f cases/s\n", double(now.cases) / seconds);
  }
  for (unsigned job = 0; job < options.jobs; ++job)
    noteFailures(job);
  SessionResult result = sum();
  double seconds = getSeconds();
  if (options.isQuiet)
    return result;
  llvm::errs() << llvm::format("%.1f s, %.0f cases/s\n", seconds,
                               double(result.cases) / seconds);
  return result;
}

SessionResult runSession(const SessionOptions &options, llvm::raw_ostream &os) {
  return Session(options, os).run();
}

} // namespace scatter::fuzz
