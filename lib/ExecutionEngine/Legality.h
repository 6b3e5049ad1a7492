//===- Legality.h - what can become machine code ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_EXECUTIONENGINE_LEGALITY_H
#define SCATTER_LIB_EXECUTIONENGINE_LEGALITY_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace scatter {

/// Emits an error for the first function with an argument or result that
/// compiled functions cannot pass. The passes leave such a function as it is.
mlir::LogicalResult checkSignatures(mlir::ModuleOp module);

/// Emits an error for the first op of a lowered module that has no counterpart
/// in LLVM IR, or that computes with integers of more than kMaxElementBits.
mlir::LogicalResult checkTranslatable(mlir::ModuleOp module);

} // namespace scatter

#endif // SCATTER_LIB_EXECUTIONENGINE_LEGALITY_H
