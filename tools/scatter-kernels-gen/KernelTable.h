//===- KernelTable.h - the kernels of a library -----------------*- C++ -*-===//

#ifndef SCATTER_TOOLS_SCATTERKERNELSGEN_KERNELTABLE_H
#define SCATTER_TOOLS_SCATTERKERNELSGEN_KERNELTABLE_H

#include "KernelKey.h"

#include "llvm/Support/Error.h"
#include <vector>

/// The kernels that the table `json` (lib/Kernels/BuiltinKernels.json) lists,
/// in the order of their bytes.
llvm::Expected<std::vector<scatter::kernels::KernelKey>>
readKernelTable(llvm::StringRef json);

#endif // SCATTER_TOOLS_SCATTERKERNELSGEN_KERNELTABLE_H
