//===- ScalarFloat.cpp - functions of floats ------------------------------===//

#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"

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

Value scatter::emitCubeRoot(const ScalarOp &s) {
  return emitUnary<math::CbrtOp>(s);
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

Value scatter::emitIsFinite(const ScalarOp &s) {
  return emitUnary<math::IsFiniteOp>(s);
}

Value scatter::emitIsInfinite(const ScalarOp &s) {
  return emitUnary<math::IsInfOp>(s);
}

Value scatter::emitCeil(const ScalarOp &s) {
  return emitUnary<math::CeilOp>(s);
}

Value scatter::emitCosine(const ScalarOp &s) {
  return emitUnary<math::CosOp, complex::CosOp>(s);
}

Value scatter::emitErf(const ScalarOp &s) { return emitUnary<math::ErfOp>(s); }

Value scatter::emitErfComplement(const ScalarOp &s) {
  return emitUnary<math::ErfcOp>(s);
}

Value scatter::emitExponential(const ScalarOp &s) {
  return emitUnary<math::ExpOp, complex::ExpOp>(s);
}

Value scatter::emitExponentialMinusOne(const ScalarOp &s) {
  return emitUnary<math::ExpM1Op, complex::Expm1Op>(s);
}

Value scatter::emitFloor(const ScalarOp &s) {
  return emitUnary<math::FloorOp>(s);
}

Value scatter::emitLogarithm(const ScalarOp &s) {
  return emitUnary<math::LogOp, complex::LogOp>(s);
}

Value scatter::emitLogarithmPlusOne(const ScalarOp &s) {
  return emitUnary<math::Log1pOp, complex::Log1pOp>(s);
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

Value scatter::emitHyperbolicArcCosine(const ScalarOp &s) {
  return emitUnary<math::AcoshOp>(s);
}

Value scatter::emitHyperbolicArcSine(const ScalarOp &s) {
  return emitUnary<math::AsinhOp>(s);
}

Value scatter::emitHyperbolicArcTangent(const ScalarOp &s) {
  return emitUnary<math::AtanhOp>(s);
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
