//===- scatter-fuzz.cpp - random comparison with the reference ------------===//
//
// Generates programs with scatter ops, runs the compiled code on random
// operands and compares results and error reports, bit for bit, with the
// reference evaluator. The last line is "N cases, M mismatches"; the status is
// 0 only without a mismatch.
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "CoverageTable.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace scatter::fuzz;

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::Expected<CommandLine> line = parseCommandLine(argc, argv);
  if (!line) {
    llvm::errs() << "scatter-fuzz: " << llvm::toString(line.takeError())
                 << '\n';
    return 1;
  }
  if (line->printsTable)
    return printCoverageTable(llvm::outs(), line->session) ? 0 : 1;
  SessionResult result =
      line->oneCase ? runOneCase(line->session, *line->oneCase, llvm::outs())
                    : runSession(line->session, llvm::outs());
  if (!line->oneCase) {
    llvm::outs() << "ops tiled:";
    for (unsigned i = 0; i < numTilings; ++i)
      llvm::outs() << (i ? ", " : " ") << result.tilings[i] << ' '
                   << describe(static_cast<Tiling>(i));
    llvm::outs() << '\n';
  }
  llvm::outs() << result.cases << " cases, " << result.mismatches
               << " mismatches\n";
  return result.mismatches == 0 ? 0 : 1;
}
