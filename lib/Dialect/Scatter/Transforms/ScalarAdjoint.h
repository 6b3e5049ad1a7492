//===- ScalarAdjoint.h - derivatives of scalar ops --------------*- C++ -*-===//

#ifndef SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SCALARADJOINT_H
#define SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SCALARADJOINT_H

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// The derivatives of scalar code in reverse. Values of other types than floats
/// have none.
class ScalarAdjoint {
public:
  /// `primal` maps the values of the code to those that were emitted for it.
  ScalarAdjoint(mlir::ImplicitLocOpBuilder &b, const mlir::IRMapping &primal)
      : b(b), primal(primal) {}

  /// Adds `amount` to the derivative with respect to `value`.
  void add(mlir::Value value, mlir::Value amount);

  /// Propagates the derivatives of the operands of the terminator of `body` to
  /// its arguments. Fails after a diagnostic for an op without a rule.
  mlir::LogicalResult propagate(mlir::Block &body);

  /// The derivative with respect to `value`, 0 if it has no influence.
  mlir::Value get(mlir::Value value);

private:
  mlir::LogicalResult propagate(mlir::Operation *op);
  mlir::Value lookup(mlir::Value value) {
    return primal.lookupOrDefault(value);
  }

  mlir::ImplicitLocOpBuilder &b;
  const mlir::IRMapping &primal;
  llvm::DenseMap<mlir::Value, mlir::Value> derivatives;
};

} // namespace scatter

#endif // SCATTER_LIB_DIALECT_SCATTER_TRANSFORMS_SCALARADJOINT_H
