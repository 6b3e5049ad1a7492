//===- ElementStorage.h - how elements are held in memory -------*- C++ -*-===//

#ifndef SCATTER_DIALECT_SCATTER_IR_ELEMENTSTORAGE_H
#define SCATTER_DIALECT_SCATTER_IR_ELEMENTSTORAGE_H

#include "mlir/IR/Types.h"

namespace scatter {

/// How an element type is held in memory, as a type that arith and vector
/// support.
struct ElementStorage {
  /// A signless integer, a float or index. For the reduction `none` it may be
  /// any type.
  mlir::Type type;
  /// The number of storage elements per element: 2 for complex, else 1.
  int64_t parts = 1;
  /// Whether vectors of `type` exist and have the same layout as an array of
  /// `type` in memory.
  bool isVectorizable = true;

  /// Returns the number of storage elements in a vector of `vectorBytes`: a
  /// power of two that is a multiple of `parts`. Returns 1 if there are no
  /// vectors of `type`.
  int64_t getVectorLength(int64_t vectorBytes) const;

  /// Returns the bytes of a storage element, or 8 for types whose size only the
  /// target knows.
  int64_t getBytes() const;

  /// Returns the storage of elements of `type`. Integers and floats of less
  /// than 8 bits, including i1, take one byte each. bf16 and 8-bit floats are
  /// held as integers, and their arithmetic consists of integer and f32
  /// operations.
  static ElementStorage get(mlir::Type type);
};

/// Whether `type` is a float of 8 bits, which LLVM does not have.
bool is8BitFloat(mlir::Type type);

/// Whether `type` is bf16 or a float of at most 8 bits, which are held as
/// integers.
bool isSmallFloat(mlir::Type type);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_IR_ELEMENTSTORAGE_H
