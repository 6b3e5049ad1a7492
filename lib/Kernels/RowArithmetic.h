//===- RowArithmetic.h - arithmetic on parts of rows ------------*- C++ -*-===//
//
// A part of a row is a vector of elements, or one element.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_KERNELS_ROWARITHMETIC_H
#define SCATTER_LIB_KERNELS_ROWARITHMETIC_H

#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

namespace scatter::kernels {

/// Returns the type of a part of `length` elements.
mlir::Type getPieceType(int64_t length, mlir::Type element);

/// Returns `number` in a type of floats or integers, or of vectors of them.
mlir::Value emitConstant(IndexBuilder &b, mlir::Type type, int64_t number);

/// Returns whether the extremum of `former` and a message, which is `value`, is
/// the message. The first of equal ones is, and the first NaN.
mlir::Value emitIsMessage(IndexBuilder &b, mlir::Value former,
                          mlir::Value value);

/// Returns the mean of `count` values of type `element` with this sum, rounded
/// once. That of integers is rounded down.
mlir::Value emitQuotient(IndexBuilder &b, mlir::Type element, mlir::Value sum,
                         mlir::Value count);

} // namespace scatter::kernels

#endif // SCATTER_LIB_KERNELS_ROWARITHMETIC_H
