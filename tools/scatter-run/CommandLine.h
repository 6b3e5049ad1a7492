//===- CommandLine.h - the command line of scatter-run ----------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_COMMANDLINE_H
#define SCATTER_TOOLS_SCATTER_RUN_COMMANDLINE_H

#include "scatter/ExecutionEngine/Options.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace scatter {

/// The parsed command line. Fields have the names of the options.
struct RunOptions {
  std::string file;
  std::vector<std::string> onnxTests;
  std::string entry;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  unsigned repeat = 1;
  std::string report;
  std::optional<EmitKind> emit;
  std::string emitFile;
  /// The options --threads, --cache, --target-cpu, --mtriple and limits.
  EngineOptions engine;
};

/// Parses the command line. --help and --version print a text and end the
/// process. Fails with the first error, as one line.
llvm::Expected<RunOptions> parseCommandLine(int argc, char **argv);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_COMMANDLINE_H
