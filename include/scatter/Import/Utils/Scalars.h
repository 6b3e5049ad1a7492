//===- Scalars.h - elementwise ops on scalars -------------------*- C++ -*-===//
//
// The scalar forms of elementwise ops that front ends share. Operands and
// results are signless. Each function creates the result, or returns null if
// the op is not defined for the type. The ops that it creates never trap and
// have no undefined behavior.
//
//===----------------------------------------------------------------------===//

#ifndef SCATTER_IMPORT_UTILS_SCALARS_H
#define SCATTER_IMPORT_UTILS_SCALARS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace scatter {

/// The kinds of types that arithmetic distinguishes.
enum class ScalarKind { Boolean, Signed, Unsigned, Float, Complex, Other };

/// Returns the kind of a scalar type, or of the elements of a tensor type.
/// Floats of fewer than 16 bits are `Other`, because these functions do not
/// support them.
ScalarKind getScalarKind(mlir::Type type);

/// An elementwise op applied to scalars.
struct ScalarOp {
  mlir::ImplicitLocOpBuilder &b;
  /// The operands, signless.
  mlir::ValueRange args;
  /// The kind and the signless type of the first operand, or of the second
  /// operand if the first is the predicate of a select.
  ScalarKind kind;
  mlir::Type type;
  /// The type of the result, with its sign.
  mlir::Type result;

  /// `type` is the type of that operand, with its sign.
  ScalarOp(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange args,
           mlir::Type type, mlir::Type result);

  mlir::Value lhs() const { return args[0]; }
  mlir::Value rhs() const { return args[1]; }
  bool isFloat() const { return kind == ScalarKind::Float; }
  bool isInteger() const {
    return kind == ScalarKind::Signed || kind == ScalarKind::Unsigned;
  }
  bool isUnsigned() const { return kind == ScalarKind::Unsigned; }
  bool isBoolean() const { return kind == ScalarKind::Boolean; }
};

/// Creates the signless result. Returns null if the op is not defined for the
/// type.
using ScalarEmitter = mlir::Value (*)(const ScalarOp &);

enum class Comparison {
  Equal,
  NotEqual,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual
};

mlir::Value emitCompare(const ScalarOp &s, Comparison comparison);
/// The same with floats in the total order of IEEE 754.
mlir::Value emitTotalCompare(const ScalarOp &s, Comparison comparison);

// Ops for all numbers. On booleans, sums and maxima are `or`, products and
// minima are `and`.
mlir::Value emitAbs(const ScalarOp &s);
mlir::Value emitAdd(const ScalarOp &s);
/// min(max(args[0], args[1]), args[2]), in this order.
mlir::Value emitClamp(const ScalarOp &s);
mlir::Value emitMaximum(const ScalarOp &s);
mlir::Value emitMinimum(const ScalarOp &s);
mlir::Value emitMultiply(const ScalarOp &s);
mlir::Value emitSquare(const ScalarOp &s);
mlir::Value emitNegate(const ScalarOp &s);
mlir::Value emitSelect(const ScalarOp &s);
mlir::Value emitSign(const ScalarOp &s);
mlir::Value emitSubtract(const ScalarOp &s);
/// If an integer is divided by zero, all bits of the quotient are set. A
/// quotient that overflows wraps.
mlir::Value emitDivide(const ScalarOp &s);
/// The remainder has the sign of the dividend. If the divisor is zero, the
/// remainder is the dividend.
mlir::Value emitRemainder(const ScalarOp &s);

// Conversions to `s.result`.
/// Floats beyond the range of the integer type saturate. NaN becomes 0.
mlir::Value emitConvert(const ScalarOp &s);
mlir::Value emitBitcast(const ScalarOp &s);

// Parts of complex numbers; a real number is its own real part.
mlir::Value emitComplex(const ScalarOp &s);
mlir::Value emitImag(const ScalarOp &s);
mlir::Value emitReal(const ScalarOp &s);

// Ops on the bits of integers and booleans. A shift by the bit width or more
// gives the result of shifting by one bit that many times.
mlir::Value emitAnd(const ScalarOp &s);
mlir::Value emitCountLeadingZeros(const ScalarOp &s);
mlir::Value emitNot(const ScalarOp &s);
mlir::Value emitOr(const ScalarOp &s);
mlir::Value emitPopulationCount(const ScalarOp &s);
mlir::Value emitShiftLeft(const ScalarOp &s);
mlir::Value emitShiftRightArithmetic(const ScalarOp &s);
mlir::Value emitShiftRightLogical(const ScalarOp &s);
mlir::Value emitXor(const ScalarOp &s);

// Functions of floats. Exponentials, logarithms, powers, square roots, sine,
// cosine, tangents and the logistic function take complex numbers as well.
mlir::Value emitArcCosine(const ScalarOp &s);
mlir::Value emitArcSine(const ScalarOp &s);
mlir::Value emitArcTangent(const ScalarOp &s);
mlir::Value emitArcTangent2(const ScalarOp &s);
mlir::Value emitCeil(const ScalarOp &s);
mlir::Value emitCosine(const ScalarOp &s);
mlir::Value emitCubeRoot(const ScalarOp &s);
mlir::Value emitErf(const ScalarOp &s);
/// 1 - erf(x), without its rounding error.
mlir::Value emitErfComplement(const ScalarOp &s);
mlir::Value emitExponential(const ScalarOp &s);
mlir::Value emitExponentialMinusOne(const ScalarOp &s);
mlir::Value emitFloor(const ScalarOp &s);
mlir::Value emitHyperbolicArcCosine(const ScalarOp &s);
mlir::Value emitHyperbolicArcSine(const ScalarOp &s);
mlir::Value emitHyperbolicArcTangent(const ScalarOp &s);
mlir::Value emitHyperbolicCosine(const ScalarOp &s);
mlir::Value emitHyperbolicSine(const ScalarOp &s);
mlir::Value emitHyperbolicTangent(const ScalarOp &s);
mlir::Value emitIsFinite(const ScalarOp &s);
mlir::Value emitIsInfinite(const ScalarOp &s);
mlir::Value emitLogarithm(const ScalarOp &s);
mlir::Value emitLogarithmPlusOne(const ScalarOp &s);
mlir::Value emitPower(const ScalarOp &s);
mlir::Value emitReciprocalSquareRoot(const ScalarOp &s);
mlir::Value emitRound(const ScalarOp &s);
mlir::Value emitRoundEven(const ScalarOp &s);
mlir::Value emitSine(const ScalarOp &s);
mlir::Value emitSquareRoot(const ScalarOp &s);
mlir::Value emitTangent(const ScalarOp &s);
/// A power of integers of the same type, which wraps. The exponent is unsigned.
mlir::Value emitIntegerPower(const ScalarOp &s);
/// 1 / (1 + exp(-x)).
mlir::Value emitLogistic(const ScalarOp &s);

} // namespace scatter

#endif // SCATTER_IMPORT_UTILS_SCALARS_H
