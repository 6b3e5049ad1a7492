//===- Element.h - how elements are stored and combined ---------*- C++ -*-===//

#ifndef SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ELEMENT_H
#define SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ELEMENT_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <optional>

namespace scatter {

/// How an element type is held in memory, in terms of types that arith and
/// vector compute on.
struct ElementStorage {
  /// A signless integer, a float or index; or, for `none` only, any type.
  mlir::Type type;
  /// Storage elements per element: 2 for complex, else 1.
  int64_t parts = 1;
  /// Whether vectors of `type` exist and have its layout in memory.
  bool isVectorizable = true;

  /// The number of storage elements in a vector of `vectorBytes`, a power of
  /// two that is a multiple of `parts`; `parts` if there are no vectors.
  int64_t getVectorLength(int64_t vectorBytes) const;

  /// Bytes of a storage element; 8 for types that only the target knows.
  int64_t getBytes() const;

  /// The storage of elements of `type`. Integers and floats of less than 8
  /// bits, i1 among them, take a byte each; bf16 and 8-bit floats are held as
  /// integers, their arithmetic is made of integer and f32 operations.
  static ElementStorage get(mlir::Type type);
};

/// Emits `reduction(element, update)` for elements of `elementType`, on scalars
/// of its storage type or vectors of them (for complex: vectors with real and
/// imaginary parts in turn). The result is rounded to `elementType`.
mlir::Value emitCombine(mlir::ImplicitLocOpBuilder &b, Reduction reduction,
                        mlir::Type elementType, mlir::Value element,
                        mlir::Value update);

/// The element that `reduction` combines with any other to that other one, in
/// the storage type of `elementType`. None unless any order and grouping of
/// updates gives one result, bit for bit but for NaN.
std::optional<mlir::TypedAttr> getIdentity(Reduction reduction,
                                           mlir::Type elementType);

} // namespace scatter

#endif // SCATTER_LIB_CONVERSION_SCATTERTOLOOPS_ELEMENT_H
