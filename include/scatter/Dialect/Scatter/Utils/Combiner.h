//===- Combiner.h - how an update changes an element ------------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_UTILS_COMBINER_H
#define SCATTER_DIALECT_SCATTER_UTILS_COMBINER_H

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/Reductions.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Computes the new value of an element from its old value and an update. What
/// the loops over elements know about the reduction, they ask this class.
class Combiner {
public:
  Combiner(Reduction reduction, mlir::Type elementType)
      : reduction(reduction), elementType(elementType) {}

  mlir::Type getElementType() const { return elementType; }

  /// Whether the new value is the update, whatever the old value is.
  bool isOverwrite() const { return reduction == Reduction::none; }

  /// Whether the order of updates makes no difference and there is an identity,
  /// see isOrderFree of Reductions.h.
  bool isOrderFree() const {
    return scatter::isOrderFree(reduction, elementType);
  }

  // What a combination costs beside one arithmetic instruction.

  /// Whether it converts floats of fewer than 32 bits and back.
  bool convertsFloats() const;
  /// Whether it is a minimum or maximum of floats, which take several
  /// instructions because of NaN and the sign of zero.
  bool isFloatExtreme() const;

  /// Returns the identity in the storage type. The combiner must be order-free.
  mlir::TypedAttr getIdentity() const;

  /// Emits the new value of `element`. Both operands are scalars of the storage
  /// type or vectors of them. Complex elements are vectors in which real and
  /// imaginary parts alternate. The result is rounded to the element type.
  mlir::Value emit(mlir::ImplicitLocOpBuilder &b, mlir::Value element,
                   mlir::Value update) const;

private:
  Reduction reduction;
  mlir::Type elementType;
};

/// Whether combineScalars has an op for elements of `type`.
bool hasScalarForm(Reduction reduction, mlir::Type type);

/// Returns the identity of combineScalars. The reduction must be order-free and
/// have a scalar form.
mlir::TypedAttr getScalarIdentity(Reduction reduction, mlir::Type type);

/// Emits the new value of `element` as one op of arith on values of its own
/// type: a float, a signless integer or index.
mlir::Value combineScalars(mlir::ImplicitLocOpBuilder &b, Reduction reduction,
                           mlir::Value element, mlir::Value update);

/// Returns the reduction of which `result` is what combineScalars makes of
/// `element` and `update`, if there is one.
std::optional<Reduction> matchScalars(mlir::Value result, mlir::Value element,
                                      mlir::Value update);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_COMBINER_H
