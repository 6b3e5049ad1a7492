//===- Legality.h - checks what can be compiled -----------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_LEGALITY_H
#define SCATTER_LIB_EXECUTIONENGINE_LEGALITY_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace scatter {

/// Emits an error for the first function with an argument or result type that
/// compiled functions cannot pass. The passes would leave such a function
/// unchanged.
mlir::LogicalResult checkSignatures(mlir::ModuleOp module);

/// Emits an error for the first op of a lowered module that cannot be
/// translated to LLVM IR and compiled: because of the op, of an attribute, of
/// integers of more than kMaxElementBits, or of scalable vectors if the target
/// has none.
mlir::LogicalResult checkTranslatable(mlir::ModuleOp module,
                                      bool hasScalableVectors);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_LEGALITY_H
