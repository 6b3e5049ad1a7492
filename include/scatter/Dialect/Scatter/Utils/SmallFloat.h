//===- SmallFloat.h - bf16 and 8-bit floats as integers ---------*- C++ -*-===//
//
// Conversions that consist of integer and f32 operations and are exact on every
// target. LLVM has no 8-bit float types. The CPU instructions for bf16 flush
// denormals and therefore do not round as the specification requires.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_UTILS_SMALLFLOAT_H
#define SCATTER_DIALECT_SCATTER_UTILS_SMALLFLOAT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// Converts `bits`, an integer or a vector of integers that encode values of
/// `type`, to f32. `type` is bf16 or an 8-bit float. The conversion is exact.
mlir::Value emitSmallFloatToF32(mlir::ImplicitLocOpBuilder &b,
                                mlir::FloatType type, mlir::Value bits);

/// Converts `value`, an f32 or a vector of f32, to its encoding in `type`, bf16
/// or an 8-bit float. Rounds to nearest even. A value that is too large becomes
/// infinity, or NaN if the type has no infinity.
mlir::Value emitF32ToSmallFloat(mlir::ImplicitLocOpBuilder &b,
                                mlir::FloatType type, mlir::Value value);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_SMALLFLOAT_H
