//===- scatter-run.cpp - compiles and runs a function ---------------------===//
//
// Exit status: 0 for success, 1 for an invalid command line, file, module or
// input, 2 for an error that the compiled code has reported. An error is one
// line on stderr.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Emit.h"
#include "ONNXTest.h"
#include "Run.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Support/CrashGuard.h"
#include "scatter/Support/Escape.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

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

int main(int argc, char **argv) {
  Expected<RunOptions> options = parseCommandLine(argc, argv);
  if (!options)
    return reportError(options.takeError());
  int status = 0;
  // No limits: the compiler runs in its own process with limits, and the user
  // decides what the compiled code may use.
  runWithCrashGuard(
      "scatter-run: error: '" + escapeControlCharacters(options->file) + "': ",
      ResourceLimits(), [&] {
        Error error = !options->onnxTests.empty() ? runONNXTests(*options)
                      : options->emit             ? emit(*options)
                                                  : run(*options);
        if (error)
          status = reportError(std::move(error));
      });
  return status;
}
