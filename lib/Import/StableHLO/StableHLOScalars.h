//===- StableHLOScalars.h - elementwise ops of StableHLO -----------------*- C++
//-*-===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_STABLEHLOSCALARS_H
#define SCATTER_LIB_IMPORT_STABLEHLO_STABLEHLOSCALARS_H

#include "scatter/Import/Utils/Scalars.h"

#include "mlir/IR/Operation.h"

namespace scatter {

struct ElementwiseOp {
  llvm::StringLiteral name;
  unsigned operands;
  /// Null for an op that depends on attributes.
  ScalarEmitter emit;
};

/// Returns the entry of the elementwise op `op`, or null if it is not
/// elementwise.
const ElementwiseOp *getElementwise(mlir::Operation *op);

/// Applies the elementwise op `op` to signless scalars. Emits a diagnostic and
/// returns null if the op is not defined for its types.
mlir::Value emitScalar(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op,
                       mlir::ValueRange args);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_STABLEHLOSCALARS_H
