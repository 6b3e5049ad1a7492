//===- scatter-tune.cpp - measures a machine description ------------------===//
//
// Measures the entries of the machine description that plans depend on, prints
// their effect, and writes a file for the environment variable SCATTER_MACHINE.
// Exit status: 0 for success, 1 for an invalid command line, an invalid
// description, or a file that cannot be written.
//
//===----------------------------------------------------------------------===//

#include "Measure.h"
#include "scatter/ExecutionEngine/MachineFile.h"
#include "scatter/ExecutionEngine/Options.h"
#include "scatter/Support/AtomicFile.h"
#include "scatter/Support/ToolMain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <optional>
#include <thread>

using namespace llvm;
using namespace scatter;
using namespace scatter::tune;

namespace {
/// The options. LLVM registers an option when it is constructed.
struct Flags {
  cl::OptionCategory category{"Options of scatter-tune"};

  cl::opt<std::string> output{"o", cl::value_desc("FILE.json"), cl::init("-"),
                              cl::desc("Where the description goes (-)"),
                              cl::cat(category)};
  cl::opt<unsigned> threads{
      "threads", cl::value_desc("N"), cl::init(0),
      cl::desc("Threads that are compared with one (those of the machine)"),
      cl::cat(category)};
  cl::opt<double> seconds{
      "seconds", cl::value_desc("S"), cl::init(20),
      cl::desc("Time of all measurements, at most 600 (20)"),
      cl::cat(category)};
  cl::opt<bool> quiet{"quiet", cl::desc("Do not print each measurement"),
                      cl::cat(category)};
};
} // namespace

static int fail(const Twine &message) {
  errs() << "scatter-tune: error: " << message << '\n';
  return 1;
}

static void printTable(const Machine &before, ArrayRef<Finding> findings) {
  errs() << formatv("{0,-18} {1,10} {2,10} {3}\n", "entry", "before",
                    "measured", "speed-up where plans differ");
  for (const Finding &finding : findings)
    errs() << formatv(
        "{0,-18} {1,10} {2,10} {3}\n", getMachineEntry(finding.entry).name,
        before.*finding.entry, finding.value,
        finding.gain == 1 ? std::string("-") : formatv("{0:f2}", finding.gain));
}

int main(int argc, char **argv) {
  removeOptionsOfLibraries();
  Flags flags;
  cl::SetVersionPrinter([](raw_ostream &os) {
    os << "scatter-tune " SCATTER_VERSION ", LLVM " LLVM_VERSION_STRING "\n";
  });
  cl::ParseCommandLineOptions(argc, argv, "describes the machine\n");
  // Also rejects NaN.
  if (!(flags.seconds > 0 && flags.seconds <= 600))
    return fail("--seconds: expected a number above 0 and up to 600");
  constexpr unsigned kMaxThreads = EngineOptions::maxThreads;
  if (flags.threads > kMaxThreads)
    return fail("--threads: expected 1 to " + Twine(kMaxThreads) + ", found " +
                Twine(flags.threads));
  unsigned threads = flags.threads;
  if (threads == 0)
    threads = std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads);
  if (Error error = checkHostMachine())
    return fail(toString(std::move(error)));

  // Opened before the measurements, because these are useless if the file
  // cannot be written.
  std::optional<AtomicFile> file;
  if (flags.output != "-") {
    Expected<AtomicFile> created = AtomicFile::create(flags.output);
    if (!created)
      return fail(toString(created.takeError()));
    file.emplace(std::move(*created));
  }
  Machine machine = getHostMachine();
  auto findings =
      measureMachine(machine, threads, flags.seconds, [&](StringRef line) {
        if (!flags.quiet)
          errs() << line << '\n';
      });
  if (!findings)
    return fail(toString(findings.takeError()));
  printTable(machine, *findings);
  SmallVector<int64_t Machine::*> entries;
  for (const Finding &finding : *findings) {
    machine.*finding.entry = finding.value;
    entries.push_back(finding.entry);
  }
  if (!file) {
    writeMachine(outs(), machine, entries);
    return 0;
  }
  writeMachine(file->os(), machine, entries);
  Error error = file->close();
  if (!error)
    error = file->commit();
  if (error)
    return fail(toString(std::move(error)));
  return 0;
}
