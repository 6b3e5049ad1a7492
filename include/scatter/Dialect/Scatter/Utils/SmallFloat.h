//===- SmallFloat.h - bf16 and 8-bit floats as integers ---------*- C++ -*-===//
//
// Conversions made of integer and f32 operations, exact on every target. LLVM
// has no 8-bit float types, and the CPU instructions for bf16 flush denormals,
// which would not round as the specification says.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_DIALECT_SCATTER_UTILS_SMALLFLOAT_H
#define SCATTER_DIALECT_SCATTER_UTILS_SMALLFLOAT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// The f32 of the value that `bits`, an integer or a vector of them, encodes in
/// `type`: bf16 or an 8-bit float. Exact.
mlir::Value emitSmallFloatToF32(mlir::ImplicitLocOpBuilder &b,
                                mlir::FloatType type, mlir::Value bits);

/// The encoding of `value`, an f32 or a vector of them, in `type`: bf16 or an
/// 8-bit float. Rounds to nearest even; what is too large becomes infinity, or
/// NaN where the type has no infinity.
mlir::Value emitF32ToSmallFloat(mlir::ImplicitLocOpBuilder &b,
                                mlir::FloatType type, mlir::Value value);

} // namespace scatter

#endif // SCATTER_DIALECT_SCATTER_UTILS_SMALLFLOAT_H
