//===- Bindings.h - files of arguments and results --------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_BINDINGS_H
#define SCATTER_TOOLS_SCATTER_RUN_BINDINGS_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace scatter {

/// A file for a result, or for the value of a memref argument after the run.
struct OutputBinding {
  bool isArgument = false;
  /// The position among the arguments or the results.
  unsigned position = 0;
  std::string file;
};

/// Assigns a file to each argument, from the `[NAME=]FILE` entries of --input.
llvm::Expected<std::vector<std::string>>
bindInputs(const EntryPoint &entry, const std::vector<std::string> &inputs);

/// Assigns files to results, from the `[NAME=]FILE` entries of --output.
llvm::Expected<std::vector<OutputBinding>>
bindOutputs(const EntryPoint &entry, const std::vector<std::string> &outputs);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_BINDINGS_H
