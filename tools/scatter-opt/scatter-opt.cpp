//===- scatter-opt.cpp - mlir-opt with the scatter dialect ----------------===//
//
// Upstream's MlirOptMain under a crash guard. A source that nests too deeply,
// or exceeds the limits for its size, results in one line on stderr.
//
//===----------------------------------------------------------------------===//

#include "scatter/InitAllDialects.h"
#ifdef SCATTER_HAS_IMPORT
#include "scatter/InitAllImporters.h"
#endif
#include "scatter/InitAllPasses.h"
#include "scatter/Support/CrashGuard.h"
#include "scatter/Support/Escape.h"
#include "scatter/Support/LimitOptions.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Support/LogicalResult.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

/// Runs mlir-opt on the input. Called under the guard.
static LogicalResult process(StringRef inputName, StringRef outputName,
                             const scatter::LimitOptions &limits,
                             DialectRegistry &registry,
                             const MlirOptMainConfig &config) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputName, &message);
  std::unique_ptr<llvm::ToolOutputFile> output;
  if (input)
    output = openOutputFile(outputName, &message);
  if (!output) {
    llvm::errs() << message << '\n';
    return failure();
  }
  scatter::changeLimits(limits.get(input->getBufferSize()));
  LogicalResult result =
      MlirOptMain(output->os(), std::move(input), registry, config);
  if (succeeded(result))
    output->keep();
  return result;
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  scatter::registerAllDialects(registry);
  registerAllPasses();
  scatter::registerAllPasses();
#ifdef SCATTER_HAS_IMPORT
  scatter::registerAllImporters();
  scatter::registerAllImportPasses();
  scatter::registerForeignDialects(registry);
#endif
  scatter::LimitOptions limits(/*isApplied=*/false);
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "optimizer and lowering tool for scatter\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  // Options that only show information read no source.
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(MlirOptMain(argc, argv, input, output, registry));
  LogicalResult result = failure();
  scatter::runWithCrashGuard(
      "scatter-opt: error: '" + scatter::escapeControlCharacters(input) + "': ",
      limits.get(/*bytes=*/0), [&, &input = input, &output = output] {
        result = process(input, output, limits, registry, config);
      });
  return asMainReturnCode(result);
}
