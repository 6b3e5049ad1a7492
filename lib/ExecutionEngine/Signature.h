//===- Signature.h - signatures of entry points -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_SIGNATURE_H
#define SCATTER_LIB_EXECUTIONENGINE_SIGNATURE_H

#include "mlir/Support/LLVM.h"
#include "scatter/ExecutionEngine/Types.h"
#include <vector>

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace scatter {

/// Describes every public function with a body at the top level of `module`, in
/// order. Emits an error if two arguments or results have the same name.
mlir::LogicalResult collectEntryPoints(mlir::ModuleOp module,
                                       std::vector<EntryPoint> &entryPoints);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_SIGNATURE_H
