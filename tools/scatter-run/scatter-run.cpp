//===- scatter-run.cpp - compiles and runs a function ---------------------===//
//
// Exit status: 0 for success, 1 for an invalid command line, file, module or
// input, 2 for an error that the compiled code has reported. An error is one
// line on stderr.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Emit.h"
#include "Run.h"
#ifdef SCATTER_HAS_IMPORT
#include "ONNXTest.h"
#include "scatter/InitAllImporters.h"
#endif
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Support/CrashGuard.h"
#include "scatter/Support/Escape.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace llvm;
using namespace scatter;

static void printLine(const Twine &text) {
  errs() << escapeControlCharacters(text.str()) << '\n';
}

/// Prints `error` and returns the exit status.
static int reportError(Error error) {
  int status = 1;
  handleAllErrors(
      std::move(error),
      [&](const RuntimeError &violation) {
        printLine(violation.message());
        status = 2;
      },
      [&](const CompileError &failure) {
        // Diagnostics begin with the location in the form that editors
        // recognize.
        StringRef prefix =
            failure.getDiagnostics().empty() ? "scatter-run: error: " : "";
        printLine(prefix + failure.message());
      },
      [&](const ErrorInfoBase &other) {
        if (std::string text = other.message(); !text.empty())
          printLine("scatter-run: error: " + text);
      });
  return status;
}

/// Does what the command line asks for.
static Error process(const RunOptions &options) {
#ifdef SCATTER_HAS_IMPORT
  if (!options.onnxTests.empty())
    return runONNXTests(options);
#endif
  return options.emit ? emit(options) : run(options);
}

int main(int argc, char **argv) {
  // cf.assert prints its message by puts and aborts, which loses buffered text.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
#ifdef SCATTER_HAS_IMPORT
  registerAllImporters();
#endif
  Expected<RunOptions> options = parseCommandLine(argc, argv);
  if (!options)
    return reportError(options.takeError());
  int status = 0;
  // No limits: the compiler runs in its own process with limits, and the user
  // decides what the compiled code may use.
  runWithCrashGuard("scatter-run: error: '" +
                        escapeControlCharacters(options->file) + "': ",
                    ResourceLimits(), [&] {
                      if (Error error = process(*options))
                        status = reportError(std::move(error));
                    });
  return status;
}
