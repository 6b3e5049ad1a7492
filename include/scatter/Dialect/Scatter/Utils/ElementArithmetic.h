//===- ElementArithmetic.h - how elements are combined ----------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_UTILS_ELEMENTARITHMETIC_H
#define SCATTER_DIALECT_SCATTER_UTILS_ELEMENTARITHMETIC_H

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Emits `reduction(element, update)` for elements of `elementType`, on scalars
/// of its storage type or vectors of them (for complex: vectors with real and
/// imaginary parts in turn). The result is rounded to `elementType`.
mlir::Value emitCombine(mlir::ImplicitLocOpBuilder &b, Reduction reduction,
                        mlir::Type elementType, mlir::Value element,
                        mlir::Value update);

/// The element that `reduction` combines with any other to that other one, in
/// the storage type of `elementType`. The reduction must be order-free, see
/// isOrderFree.
mlir::TypedAttr getIdentity(Reduction reduction, mlir::Type elementType);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_ELEMENTARITHMETIC_H
