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

/// Adds a function `void (void **pointers)` for `entry`. It loads the arguments
/// (memref descriptors or scalars) through the first pointers, calls the entry
/// point and stores the results through the remaining pointers. Returns the
/// symbol of the function.
llvm::Expected<std::string> addAdaptor(llvm::Module &module,
                                       const EntryPoint &entry);

/// Gives internal linkage to all definitions except the functions `kept`, so
/// that unused functions are removed. `kept` are the functions that call entry
/// points. Inlines entry points that have no other caller.
void internalize(llvm::Module &module, llvm::ArrayRef<std::string> kept);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_ADAPTOR_H
