//===- CHeader.h - C declarations of ahead-of-time objects ------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_CHEADER_H
#define SCATTER_LIB_EXECUTIONENGINE_CHEADER_H

#include "scatter/ExecutionEngine/Types.h"
#include "llvm/Support/raw_ostream.h"

namespace scatter {

/// Writes a header that declares `_mlir_ciface_NAME` for each entry point. An
/// entry point with a scalar that has no C type gets a comment instead.
void writeCHeader(llvm::ArrayRef<EntryPoint> entryPoints,
                  llvm::raw_ostream &os);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_CHEADER_H
