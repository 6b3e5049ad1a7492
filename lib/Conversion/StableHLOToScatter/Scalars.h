//===- Scalars.h - what elementwise ops do to scalars -----------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCALARS_H
#define SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCALARS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Operation.h"

namespace scatter {

/// What arithmetic on a type means.
enum class ScalarKind { Boolean, Signed, Unsigned, Float, Complex, Other };

/// The kind of the elements of a tensor, or of a scalar. Floats of fewer than
/// 16 bits have no arithmetic here.
ScalarKind getScalarKind(mlir::Type type);

/// An elementwise op applied to scalars.
struct ScalarOp {
  mlir::Operation *op;
  mlir::ImplicitLocOpBuilder &b;
  /// The operands, signless.
  mlir::ValueRange args;
  /// The kind and the signless type of the first operand that is not the
  /// predicate of a select.
  ScalarKind kind;
  mlir::Type type;

  mlir::Value lhs() const { return args[0]; }
  mlir::Value rhs() const { return args[1]; }
  bool isFloat() const { return kind == ScalarKind::Float; }
  bool isInteger() const {
    return kind == ScalarKind::Signed || kind == ScalarKind::Unsigned;
  }
  bool isUnsigned() const { return kind == ScalarKind::Unsigned; }
  bool isBoolean() const { return kind == ScalarKind::Boolean; }
};

/// Creates the signless result. Null if the op has no meaning for the type.
using ScalarEmitter = mlir::Value (*)(const ScalarOp &);

struct ElementwiseOp {
  llvm::StringLiteral name;
  unsigned operands;
  ScalarEmitter emit;
};

/// The elementwise op that `op` is, or null.
const ElementwiseOp *getElementwise(mlir::Operation *op);

/// Applies the elementwise op `op` to signless scalars. Null, with a
/// diagnostic, if it has no meaning for its types.
mlir::Value emitScalar(mlir::ImplicitLocOpBuilder &b, mlir::Operation *op,
                       mlir::ValueRange args);

/// The ops of whole numbers, and those of floats only.
llvm::ArrayRef<ElementwiseOp> getIntegerOps();
llvm::ArrayRef<ElementwiseOp> getFloatOps();

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_STABLEHLOTOSCATTER_SCALARS_H
