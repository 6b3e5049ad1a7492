//===- Adaptor.h - uniform calls of entry points ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_ADAPTOR_H
#define SCATTER_LIB_EXECUTIONENGINE_ADAPTOR_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace scatter {

/// Adds a function `void (void **pointers)` for `entry` that loads what the
/// first pointers refer to (memref descriptors or scalars), calls the entry
/// point and stores its results through the pointers that follow. Returns its
/// symbol.
llvm::Expected<std::string> addAdaptor(llvm::Module &module,
                                       const EntryPoint &entry);

/// Gives internal linkage to every definition but the functions `kept`, which
/// call entry points, so that unused functions are removed, and inlines the
/// entry points that nothing else calls.
void internalize(llvm::Module &module, llvm::ArrayRef<std::string> kept);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_ADAPTOR_H
