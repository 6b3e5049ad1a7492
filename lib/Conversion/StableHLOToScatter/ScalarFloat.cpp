//===- ScalarFloat.cpp - functions of floats ------------------------------===//

#include "Generic.h"
#include "Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace scatter;

template <typename Op>
static Value emitUnary(const ScalarOp &s) {
  return s.isFloat() ? Op::create(s.b, s.lhs()).getResult() : nullptr;
}

static Value emitPower(const ScalarOp &s) {
  return s.isFloat() ? math::PowFOp::create(s.b, s.lhs(), s.rhs()).getResult()
                     : nullptr;
}

/// 1 / (1 + exp(-x)).
static Value emitLogistic(const ScalarOp &s) {
  if (!s.isFloat())
    return nullptr;
  Value one = getNumber(s.b, s.type, 1);
  Value negated = arith::NegFOp::create(s.b, s.lhs());
  Value power = math::ExpOp::create(s.b, negated);
  return arith::DivFOp::create(s.b, one,
                               arith::AddFOp::create(s.b, one, power));
}

static Value emitIsFinite(const ScalarOp &s) {
  if (!s.isFloat())
    return nullptr;
  Value magnitude = math::AbsFOp::create(s.b, s.lhs());
  Value infinity = arith::ConstantOp::create(
      s.b, s.b.getFloatAttr(
               s.type,
               APFloat::getInf(cast<FloatType>(s.type).getFloatSemantics())));
  return arith::CmpFOp::create(s.b, arith::CmpFPredicate::OLT, magnitude,
                               infinity);
}

ArrayRef<ElementwiseOp> scatter::getFloatOps() {
  static const ElementwiseOp ops[] = {
      {"stablehlo.ceil", 1, emitUnary<math::CeilOp>},
      {"stablehlo.cosine", 1, emitUnary<math::CosOp>},
      {"stablehlo.exponential", 1, emitUnary<math::ExpOp>},
      {"stablehlo.exponential_minus_one", 1, emitUnary<math::ExpM1Op>},
      {"stablehlo.floor", 1, emitUnary<math::FloorOp>},
      {"stablehlo.is_finite", 1, emitIsFinite},
      {"stablehlo.log", 1, emitUnary<math::LogOp>},
      {"stablehlo.log_plus_one", 1, emitUnary<math::Log1pOp>},
      {"stablehlo.logistic", 1, emitLogistic},
      {"stablehlo.power", 2, emitPower},
      {"stablehlo.round_nearest_afz", 1, emitUnary<math::RoundOp>},
      {"stablehlo.round_nearest_even", 1, emitUnary<math::RoundEvenOp>},
      {"stablehlo.rsqrt", 1, emitUnary<math::RsqrtOp>},
      {"stablehlo.sine", 1, emitUnary<math::SinOp>},
      {"stablehlo.sqrt", 1, emitUnary<math::SqrtOp>},
      {"stablehlo.tanh", 1, emitUnary<math::TanhOp>},
  };
  return ops;
}
