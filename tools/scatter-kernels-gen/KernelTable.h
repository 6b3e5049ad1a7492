//===- KernelTable.h - reads a table of kernels -----------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTER_KERNELS_GEN_KERNELTABLE_H
#define SCATTER_TOOLS_SCATTER_KERNELS_GEN_KERNELTABLE_H

#include "KernelKey.h"

#include "llvm/Support/Error.h"
#include <vector>

/// Reads the table `json` (lib/Kernels/BuiltinKernels.json). Returns the keys
/// of its kernels, sorted by their bytes.
llvm::Expected<std::vector<scatter::kernels::KernelKey>>
readKernelTable(llvm::StringRef json);

#endif // SCATTER_TOOLS_SCATTER_KERNELS_GEN_KERNELTABLE_H
