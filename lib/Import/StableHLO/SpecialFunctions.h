//===- SpecialFunctions.h - special functions of chlo -----------*- C++ -*-===//
//
// Each function is computed in f64 and rounded to the type of the operands,
// unless it says otherwise. Returns null for types other than floats.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_LIB_IMPORT_STABLEHLO_SPECIALFUNCTIONS_H
#define SCATTER_LIB_IMPORT_STABLEHLO_SPECIALFUNCTIONS_H

#include "scatter/Import/Utils/Scalars.h"

namespace scatter {

/// exp(-|x|) I1(x), the modified Bessel function of the first kind.
mlir::Value emitBesselI1e(const ScalarOp &s);
/// The derivative of the logarithm of the gamma function.
mlir::Value emitDigamma(const ScalarOp &s);
/// The inverse of erf.
mlir::Value emitErfInverse(const ScalarOp &s);
/// log(|gamma(x)|).
mlir::Value emitLogGamma(const ScalarOp &s);
/// The float that follows the first operand in the direction of the second, in
/// their own type.
mlir::Value emitNextAfter(const ScalarOp &s);
/// The derivative of digamma of order `lhs` at `rhs`.
mlir::Value emitPolygamma(const ScalarOp &s);
/// The sum of 1 / (rhs + k)^lhs over k >= 0.
mlir::Value emitZeta(const ScalarOp &s);

/// Rounds a float to `exponentBits` and `mantissaBits`, in its own type.
/// Smaller numbers become zero and larger ones infinity.
mlir::Value emitReducePrecision(const ScalarOp &s, int64_t exponentBits,
                                int64_t mantissaBits);

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_STABLEHLO_SPECIALFUNCTIONS_H
