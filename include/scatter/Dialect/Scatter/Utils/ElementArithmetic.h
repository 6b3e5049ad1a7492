//===- ElementArithmetic.h - reductions of elements -------------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_UTILS_ELEMENTARITHMETIC_H
#define SCATTER_DIALECT_SCATTER_UTILS_ELEMENTARITHMETIC_H

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Emits `reduction(element, update)` for elements of `elementType`. Both are
/// scalars of its storage type or vectors of them. Complex elements are vectors
/// in which real and imaginary parts alternate. The result is rounded to
/// `elementType`.
mlir::Value emitCombine(mlir::ImplicitLocOpBuilder &b, Reduction reduction,
                        mlir::Type elementType, mlir::Value element,
                        mlir::Value update);

/// Returns the identity of `reduction` in the storage type of `elementType`.
/// The reduction must be order-free, see isOrderFree.
mlir::TypedAttr getIdentity(Reduction reduction, mlir::Type elementType);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_ELEMENTARITHMETIC_H
