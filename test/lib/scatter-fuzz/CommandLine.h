//===- CommandLine.h - the command line of scatter-fuzz ---------*- C++ -*-===//

#ifndef SCATTER_TEST_LIB_SCATTER_FUZZ_COMMANDLINE_H
#define SCATTER_TEST_LIB_SCATTER_FUZZ_COMMANDLINE_H

#include "Session.h"

#include "llvm/Support/Error.h"

#include <optional>

namespace scatter::fuzz {

/// What the command line asks for.
struct CommandLine {
  SessionOptions session;
  /// The only case to run.
  std::optional<uint64_t> oneCase;
  /// Whether the table of types and reductions is asked for.
  bool printsTable = false;
};

/// Parses the command line; ends the process for --help and unknown options.
llvm::Expected<CommandLine> parseCommandLine(int argc, char **argv);

} // namespace scatter::fuzz

#endif // SCATTER_TEST_LIB_SCATTER_FUZZ_COMMANDLINE_H
