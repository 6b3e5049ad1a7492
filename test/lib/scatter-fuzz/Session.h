//===- Session.h - many cases in worker processes ---------------*- C++ -*-===//
//
// Cases run in processes of their own, so that one that crashes is a failure
// like any other.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_SESSION_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_SESSION_H

#include "Generator.h"
#include "Runner.h"

#include <cstdint>
#include <optional>
#include <string>

namespace scatter::fuzz {

/// What is run, from the command line.
struct SessionOptions {
  uint64_t seed = 1;
  /// Cases in all; 0 for no limit.
  uint64_t cases = 0;
  /// Time in all; 0 for no limit.
  uint64_t seconds = 0;
  /// Cases of one program.
  uint64_t casesPerProgram = 250;
  /// Worker processes.
  unsigned jobs = 1;
  /// Failing programs after which the session ends.
  unsigned maxFailures = 5;
  /// Whether failures are shrunk.
  bool shrinks = true;
  /// Whether a case is printed although it passes.
  bool isVerbose = false;
  /// Whether there is no progress on stderr.
  bool isQuiet = false;
  /// For tests of the tool.
  Fault fault = Fault::None;
  GeneratorOptions generator;
  /// The options above that determine cases, for the reproducing line.
  std::string generatorFlags;
};

struct SessionResult {
  uint64_t cases = 0;
  uint64_t mismatches = 0;
  TilingCounts tilings = {};
};

/// The line that reproduces a case; "%" in it stands for the case if there is
/// none.
std::string getReproducer(const SessionOptions &options,
                          std::optional<uint64_t> number);

/// Runs the cases 0, 1, ... and prints failures to `os`, progress to stderr.
SessionResult runSession(const SessionOptions &options, llvm::raw_ostream &os);

/// Runs the case `number`.
SessionResult runOneCase(const SessionOptions &options, uint64_t number,
                         llvm::raw_ostream &os);

/// The program that the case `number` calls.
Program makeProgram(const Generator &generator, const SessionOptions &options,
                    uint64_t number);

/// The case `number`; `program` is its program.
Case makeCase(const Generator &generator, const SessionOptions &options,
              const Program &program, uint64_t number);

/// Runs a case in a process of its own and returns what came of it. The verdict
/// goes to `os` if there is one.
Outcome attempt(const SessionOptions &options, const Program &program,
                const Case &call, llvm::raw_ostream *os = nullptr);

/// Prints program and case.
void printCase(llvm::raw_ostream &os, const Program &program, const Case &call);

/// Makes program and case smaller as long as they fail with `outcome`.
void shrink(const SessionOptions &options, Program &program, Case &call,
            Outcome outcome);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_SESSION_H
