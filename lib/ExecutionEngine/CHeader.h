//===- CHeader.h - C declarations of ahead-of-time objects ------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_CHEADER_H
#define SCATTER_LIB_EXECUTIONENGINE_CHEADER_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/raw_ostream.h"

namespace scatter {

/// Writes a header that declares `_mlir_ciface_NAME` of each entry point. One
/// that C cannot call, because it takes or returns scalars that C has no type
/// for, is only mentioned.
void writeCHeader(llvm::ArrayRef<EntryPoint> entryPoints,
                  llvm::raw_ostream &os);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_CHEADER_H
