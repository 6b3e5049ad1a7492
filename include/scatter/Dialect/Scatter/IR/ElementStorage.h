//===- ElementStorage.h - how elements are held in memory -------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_ELEMENTSTORAGE_H
#define SCATTER_DIALECT_SCATTER_IR_ELEMENTSTORAGE_H

#include "scatter/Dialect/Scatter/IR/ScatterEnums.h"

#include "mlir/IR/Types.h"

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

/// Whether `type` is bf16 or a float of at most 8 bits, which are held as
/// integers.
bool isSmallFloat(mlir::Type type);

/// Whether any order and grouping of updates by `reduction` gives one result,
/// bit for bit but for NaN, and there is an element that changes none.
bool isOrderFree(Reduction reduction, mlir::Type elementType);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_ELEMENTSTORAGE_H
