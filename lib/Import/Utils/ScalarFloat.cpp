//===- ScalarFloat.cpp - functions of floats ------------------------------===//

#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

/// Creates the op of a float or, unless it is `void`, of a complex number.
template <typename Op, typename ComplexOp = void>
static Value emitUnary(const ScalarOp &s) {
  if (s.isFloat())
    return Op::create(s.b, s.lhs());
  if constexpr (!std::is_void_v<ComplexOp>)
    if (s.kind == ScalarKind::Complex)
      return ComplexOp::create(s.b, s.lhs());
  return nullptr;
}

Value scatter::emitArcCosine(const ScalarOp &s) {
  return emitUnary<math::AcosOp>(s);
}

Value scatter::emitArcSine(const ScalarOp &s) {
  return emitUnary<math::AsinOp>(s);
}

Value scatter::emitArcTangent(const ScalarOp &s) {
  return emitUnary<math::AtanOp>(s);
}

Value scatter::emitArcTangent2(const ScalarOp &s) {
  return s.isFloat() ? math::Atan2Op::create(s.b, s.lhs(), s.rhs()).getResult()
                     : nullptr;
}

Value scatter::emitPower(const ScalarOp &s) {
  if (s.kind == ScalarKind::Complex)
    return complex::PowOp::create(s.b, s.lhs(), s.rhs());
  return s.isFloat() ? math::PowFOp::create(s.b, s.lhs(), s.rhs()).getResult()
                     : nullptr;
}

/// The real root, also of a negative number. math.cbrt has no intrinsic.
Value scatter::emitCubeRoot(const ScalarOp &s) {
  if (!s.isFloat())
    return nullptr;
  Value magnitude = math::AbsFOp::create(s.b, s.lhs());
  Value third = getNumber(s.b, s.type, 1.0 / 3.0);
  Value root = math::PowFOp::create(s.b, magnitude, third);
  return math::CopySignOp::create(s.b, root, s.lhs());
}

Value scatter::emitLogistic(const ScalarOp &s) {
  if (s.kind == ScalarKind::Complex) {
    auto type = cast<ComplexType>(s.type);
    Value real = getNumber(s.b, type.getElementType(), 1);
    Value zero = getNumber(s.b, type.getElementType(), 0);
    Value one = complex::CreateOp::create(s.b, type, real, zero);
    Value power = complex::ExpOp::create(s.b, emitNegate(s));
    return complex::DivOp::create(s.b, one,
                                  complex::AddOp::create(s.b, one, power));
  }
  if (!s.isFloat())
    return nullptr;
  Value one = getNumber(s.b, s.type, 1);
  Value negated = arith::NegFOp::create(s.b, s.lhs());
  Value power = math::ExpOp::create(s.b, negated);
  return arith::DivFOp::create(s.b, one,
                               arith::AddFOp::create(s.b, one, power));
}

static Value emitInfinity(const ScalarOp &s) {
  return arith::ConstantOp::create(
      s.b, s.b.getFloatAttr(
               s.type,
               APFloat::getInf(cast<FloatType>(s.type).getFloatSemantics())));
}

static Value emitIsFloatEqual(const ScalarOp &s, Value lhs, Value rhs) {
  return arith::CmpFOp::create(s.b, arith::CmpFPredicate::OEQ, lhs, rhs);
}

Value scatter::emitIsFinite(const ScalarOp &s) {
  if (!s.isFloat())
    return nullptr;
  Value magnitude = math::AbsFOp::create(s.b, s.lhs());
  return arith::CmpFOp::create(s.b, arith::CmpFPredicate::OLT, magnitude,
                               emitInfinity(s));
}

Value scatter::emitIsInfinite(const ScalarOp &s) {
  if (!s.isFloat())
    return nullptr;
  Value magnitude = math::AbsFOp::create(s.b, s.lhs());
  return emitIsFloatEqual(s, magnitude, emitInfinity(s));
}

Value scatter::emitCeil(const ScalarOp &s) {
  return emitUnary<math::CeilOp>(s);
}

Value scatter::emitCosine(const ScalarOp &s) {
  return emitUnary<math::CosOp, complex::CosOp>(s);
}

/// Evaluates the polynomial with these coefficients of ascending powers.
static Value emitPolynomial(const ScalarOp &s, ArrayRef<double> coefficients,
                            Value variable) {
  Type f64 = s.b.getF64Type();
  Value result = getNumber(s.b, f64, coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    result =
        arith::AddFOp::create(s.b, arith::MulFOp::create(s.b, result, variable),
                              getNumber(s.b, f64, coefficient));
  return result;
}

/// Computes erf, or 1 - erf, in double precision, because LLVM has no intrinsic
/// for it: for |x| < 0.5 by its Taylor series, which keeps small results and
/// the sign of zero, else 1 - t exp(p(t) - x^2) with t = 2 / (2 + |x|).
static Value emitErf(const ScalarOp &s, bool isComplement) {
  if (!s.isFloat())
    return nullptr;
  // p as a polynomial in 2t - 1, from an interpolation at Chebyshev points of
  // log(erfc(x) / t) + x^2. The error is below 1e-15.
  static constexpr double coefficients[] = {
      -0.67179408405669214,   0.67264322397765597,    0.047343306841863522,
      -0.046895610231083019,  -0.0098726893640992092, 0.0088249385537386402,
      0.0017589335074025727,  -0.0023458124448003764, -0.00014624628741906996,
      0.00067367826969260802, -9.3738947689227505e-5, -0.00017429984925988438,
      7.1418104379359765e-5,  3.173310576059335e-5,   -3.0237840646914802e-5,
      1.699238325221435e-7,   8.6625355662175707e-6,  -3.0076461875007449e-6,
      -1.4094461674862276e-6, 1.3267821041887541e-6,  -4.1468421045797718e-8,
      -3.1683460594882661e-7, 7.7455679794128446e-8,  3.9722206716037613e-8,
      -1.277607918626081e-8,  -1.5867317826338417e-9};
  // Of erf(x) / x, in powers of x^2. The relative error is below 1e-15.
  static constexpr double series[] = {
      1.1283791670955126,      -0.37612638903183754,   0.11283791670955126,
      -0.026866170645131252,   0.005223977625442188,   -0.0008548327023450852,
      0.00012055332981789664,  -1.492565035840625e-05, 1.6462114365889246e-06,
      -1.6365844691234924e-07, 1.4807192815879218e-08, -1.2290555301717926e-09,
      9.422759064650411e-11};
  Type f64 = s.b.getF64Type();
  auto number = [&](double value) { return getNumber(s.b, f64, value); };
  Value wide = emitConvert(ScalarOp(s.b, s.lhs(), s.type, f64));
  Value x = math::AbsFOp::create(s.b, wide);
  Value two = number(2);
  Value t = arith::DivFOp::create(s.b, two, arith::AddFOp::create(s.b, two, x));
  Value u =
      arith::SubFOp::create(s.b, arith::MulFOp::create(s.b, two, t), number(1));
  Value square = arith::MulFOp::create(s.b, x, x);
  Value exponent =
      arith::SubFOp::create(s.b, emitPolynomial(s, coefficients, u), square);
  Value complement =
      arith::MulFOp::create(s.b, t, math::ExpOp::create(s.b, exponent));
  Value large, small = arith::MulFOp::create(s.b, wide,
                                             emitPolynomial(s, series, square));
  if (isComplement) {
    Value isNegative =
        arith::CmpFOp::create(s.b, arith::CmpFPredicate::OLT, wide, number(0));
    large = arith::SelectOp::create(s.b, isNegative,
                                    arith::SubFOp::create(s.b, two, complement),
                                    complement);
    small = arith::SubFOp::create(s.b, number(1), small);
  } else {
    Value magnitude = arith::SubFOp::create(s.b, number(1), complement);
    large = math::CopySignOp::create(s.b, magnitude, wide);
  }
  Value isSmall =
      arith::CmpFOp::create(s.b, arith::CmpFPredicate::OLT, x, number(0.5));
  Value result = arith::SelectOp::create(s.b, isSmall, small, large);
  return emitConvert(ScalarOp(s.b, result, f64, s.result));
}

Value scatter::emitErf(const ScalarOp &s) {
  return ::emitErf(s, /*isComplement=*/false);
}

Value scatter::emitErfComplement(const ScalarOp &s) {
  return ::emitErf(s, /*isComplement=*/true);
}

Value scatter::emitExponential(const ScalarOp &s) {
  return emitUnary<math::ExpOp, complex::ExpOp>(s);
}

/// Computes (p - 1) x / log(p) with p = exp(x). The rounding errors of p - 1
/// and of log(p) cancel out. math.expm1 is lowered to exp(x) - 1.
Value scatter::emitExponentialMinusOne(const ScalarOp &s) {
  if (s.kind == ScalarKind::Complex)
    return complex::Expm1Op::create(s.b, s.lhs());
  if (!s.isFloat())
    return nullptr;
  Value x = s.lhs(), one = getNumber(s.b, s.type, 1);
  Value power = math::ExpOp::create(s.b, x);
  Value logarithm = math::LogOp::create(s.b, power);
  Value rest = arith::SubFOp::create(s.b, power, one);
  Value result = arith::MulFOp::create(
      s.b, rest, arith::DivFOp::create(s.b, x, logarithm));
  // Of p = 1 and of limits the quotient is not a number.
  result = arith::SelectOp::create(
      s.b, emitIsFinite(ScalarOp(s.b, logarithm, s.type, s.b.getI1Type())),
      result, rest);
  return arith::SelectOp::create(s.b, emitIsFloatEqual(s, power, one), x,
                                 result);
}

Value scatter::emitFloor(const ScalarOp &s) {
  return emitUnary<math::FloorOp>(s);
}

Value scatter::emitLogarithm(const ScalarOp &s) {
  return emitUnary<math::LogOp, complex::LogOp>(s);
}

/// The pattern that lowers complex.log1p gives 0 for -1.
static Value emitComplexLogarithmPlusOne(const ScalarOp &s) {
  auto type = cast<ComplexType>(s.type);
  auto part = cast<FloatType>(type.getElementType());
  Value infinity = arith::ConstantOp::create(
      s.b, s.b.getFloatAttr(part, APFloat::getInf(part.getFloatSemantics(),
                                                  /*Negative=*/true)));
  Value pole = complex::CreateOp::create(s.b, type, getNumber(s.b, part, -1),
                                         getNumber(s.b, part, 0));
  Value limit =
      complex::CreateOp::create(s.b, type, infinity, getNumber(s.b, part, 0));
  return arith::SelectOp::create(s.b,
                                 complex::EqualOp::create(s.b, s.lhs(), pole),
                                 limit, complex::Log1pOp::create(s.b, s.lhs()));
}

/// Computes log(q) x / (q - 1) with q = 1 + x. The rounding errors of log(q)
/// and of q - 1 cancel out. math.log1p is lowered to log(1 + x).
Value scatter::emitLogarithmPlusOne(const ScalarOp &s) {
  if (s.kind == ScalarKind::Complex)
    return emitComplexLogarithmPlusOne(s);
  if (!s.isFloat())
    return nullptr;
  Value x = s.lhs(), one = getNumber(s.b, s.type, 1);
  Value sum = arith::AddFOp::create(s.b, x, one);
  Value rest = arith::SubFOp::create(s.b, sum, one);
  Value result = arith::MulFOp::create(s.b, math::LogOp::create(s.b, sum),
                                       arith::DivFOp::create(s.b, x, rest));
  // Of q = 1 and of infinity the quotient is not a number.
  Value isLimit = arith::OrIOp::create(s.b, emitIsFloatEqual(s, sum, one),
                                       emitIsFloatEqual(s, x, emitInfinity(s)));
  return arith::SelectOp::create(s.b, isLimit, x, result);
}

Value scatter::emitRound(const ScalarOp &s) {
  return emitUnary<math::RoundOp>(s);
}

Value scatter::emitRoundEven(const ScalarOp &s) {
  return emitUnary<math::RoundEvenOp>(s);
}

Value scatter::emitReciprocalSquareRoot(const ScalarOp &s) {
  return emitUnary<math::RsqrtOp, complex::RsqrtOp>(s);
}

Value scatter::emitSine(const ScalarOp &s) {
  return emitUnary<math::SinOp, complex::SinOp>(s);
}

Value scatter::emitSquareRoot(const ScalarOp &s) {
  return emitUnary<math::SqrtOp, complex::SqrtOp>(s);
}

Value scatter::emitTangent(const ScalarOp &s) {
  return emitUnary<math::TanOp, complex::TanOp>(s);
}

/// Returns log(1 + x), or log(x) + log(2) where `isLarge`, that is, where 1 + x
/// would overflow.
static Value emitLogarithmOfSum(const ScalarOp &s, Value rest, Value isLarge,
                                Value x) {
  Value logarithm = emitLogarithmPlusOne(ScalarOp(s.b, rest, s.type, s.type));
  Value limit =
      arith::AddFOp::create(s.b, math::LogOp::create(s.b, x),
                            getNumber(s.b, s.type, llvm::numbers::ln2));
  return arith::SelectOp::create(s.b, isLarge, limit, logarithm);
}

/// Whether the square of `x` loses all other terms of a sum.
static Value emitIsLarge(const ScalarOp &s, Value x) {
  int64_t digits =
      APFloat::semanticsPrecision(cast<FloatType>(s.type).getFloatSemantics());
  return arith::CmpFOp::create(
      s.b, arith::CmpFPredicate::OGT, x,
      getNumber(s.b, s.type, double(int64_t(1) << (digits / 2 + 2))));
}

/// Computes log(1 + (x - 1) + sqrt((x - 1) (x + 1))).
Value scatter::emitHyperbolicArcCosine(const ScalarOp &s) {
  if (!s.isFloat())
    return nullptr;
  Value x = s.lhs(), one = getNumber(s.b, s.type, 1);
  Value less = arith::SubFOp::create(s.b, x, one);
  Value root = math::SqrtOp::create(
      s.b,
      arith::MulFOp::create(s.b, less, arith::AddFOp::create(s.b, x, one)));
  Value result = emitLogarithmOfSum(s, arith::AddFOp::create(s.b, less, root),
                                    emitIsLarge(s, x), x);
  // The root is that of a positive number for x < -1 as well.
  Value isDefined =
      arith::CmpFOp::create(s.b, arith::CmpFPredicate::OGE, x, one);
  Value nan = arith::ConstantOp::create(
      s.b, s.b.getFloatAttr(
               s.type,
               APFloat::getNaN(cast<FloatType>(s.type).getFloatSemantics())));
  return arith::SelectOp::create(s.b, isDefined, result, nan);
}

/// Computes log(1 + x + x^2 / (1 + sqrt(1 + x^2))) for x >= 0.
Value scatter::emitHyperbolicArcSine(const ScalarOp &s) {
  if (!s.isFloat())
    return nullptr;
  Value x = math::AbsFOp::create(s.b, s.lhs()), one = getNumber(s.b, s.type, 1);
  Value square = arith::MulFOp::create(s.b, x, x);
  Value root =
      math::SqrtOp::create(s.b, arith::AddFOp::create(s.b, one, square));
  Value rest =
      arith::DivFOp::create(s.b, square, arith::AddFOp::create(s.b, one, root));
  Value result = emitLogarithmOfSum(s, arith::AddFOp::create(s.b, x, rest),
                                    emitIsLarge(s, x), x);
  return math::CopySignOp::create(s.b, result, s.lhs());
}

/// Computes log(1 + 2 x / (1 - x)) / 2 for x >= 0.
Value scatter::emitHyperbolicArcTangent(const ScalarOp &s) {
  if (!s.isFloat())
    return nullptr;
  Value x = math::AbsFOp::create(s.b, s.lhs()), one = getNumber(s.b, s.type, 1);
  Value ratio = arith::DivFOp::create(s.b, arith::AddFOp::create(s.b, x, x),
                                      arith::SubFOp::create(s.b, one, x));
  Value logarithm = emitLogarithmPlusOne(ScalarOp(s.b, ratio, s.type, s.type));
  Value half =
      arith::MulFOp::create(s.b, getNumber(s.b, s.type, 0.5), logarithm);
  return math::CopySignOp::create(s.b, half, s.lhs());
}

Value scatter::emitHyperbolicCosine(const ScalarOp &s) {
  return emitUnary<math::CoshOp>(s);
}

Value scatter::emitHyperbolicSine(const ScalarOp &s) {
  return emitUnary<math::SinhOp>(s);
}

Value scatter::emitHyperbolicTangent(const ScalarOp &s) {
  return emitUnary<math::TanhOp, complex::TanhOp>(s);
}
