//===- Bindings.h - files of arguments and results --------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_RUN_BINDINGS_H
#define SCATTER_TOOLS_SCATTER_RUN_BINDINGS_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace scatter {

/// A file that receives a result, or a memref argument after the run.
struct OutputBinding {
  bool isArgument = false;
  /// The position among the arguments or the results.
  unsigned position = 0;
  std::string file;
};

/// Assigns the `[NAME=]FILE` entries of --input: one file for each argument.
llvm::Expected<std::vector<std::string>>
bindInputs(const EntryPoint &entry, const std::vector<std::string> &inputs);

/// Assigns the `[NAME=]FILE` entries of --output.
llvm::Expected<std::vector<OutputBinding>>
bindOutputs(const EntryPoint &entry, const std::vector<std::string> &outputs);

} // namespace scatter

#endif // SCATTER_TOOLS_SCATTER_RUN_BINDINGS_H
