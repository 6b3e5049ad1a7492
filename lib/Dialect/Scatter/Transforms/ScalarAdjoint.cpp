//===- ScalarAdjoint.cpp - derivatives of scalar ops ----------------------===//

#include "ScalarAdjoint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

void ScalarAdjoint::add(Value value, Value amount) {
  if (!isa<FloatType>(value.getType()))
    return;
  Value &sum = derivatives[value];
  sum = sum ? arith::AddFOp::create(b, sum, amount).getResult() : amount;
}

Value ScalarAdjoint::get(Value value) {
  if (Value derivative = derivatives.lookup(value))
    return derivative;
  return arith::ConstantOp::create(b, b.getFloatAttr(value.getType(), 0.0));
}

LogicalResult ScalarAdjoint::propagate(Block &body) {
  for (Operation &op : llvm::reverse(body.without_terminator()))
    if (failed(propagate(&op)))
      return failure();
  return success();
}

LogicalResult ScalarAdjoint::propagate(Operation *op) {
  bool hasDerivative = llvm::any_of(op->getResults(), [&](Value result) {
    return derivatives.contains(result);
  });
  if (!hasDerivative || op->hasTrait<OpTrait::ConstantLike>())
    return success();
  Value result = lookup(op->getResult(0)), g;
  if (isa<FloatType>(op->getResult(0).getType()))
    g = get(op->getResult(0));
  auto x = [&](unsigned i = 0) { return lookup(op->getOperand(i)); };
  auto number = [&](double value) -> Value {
    return arith::ConstantOp::create(b,
                                     b.getFloatAttr(result.getType(), value));
  };
  auto mul = [&](Value lhs, Value rhs) -> Value {
    return arith::MulFOp::create(b, lhs, rhs);
  };
  auto div = [&](Value lhs, Value rhs) -> Value {
    return arith::DivFOp::create(b, lhs, rhs);
  };
  auto neg = [&](Value value) -> Value {
    return arith::NegFOp::create(b, value);
  };
  auto sub = [&](Value lhs, Value rhs) -> Value {
    return arith::SubFOp::create(b, lhs, rhs);
  };
  auto sum = [&](Value lhs, Value rhs) -> Value {
    return arith::AddFOp::create(b, lhs, rhs);
  };
  auto square = [&](Value value) { return mul(value, value); };
  auto to = [&](unsigned i, Value amount) { add(op->getOperand(i), amount); };
  // Of equal operands, each gets half.
  auto choose = [&](arith::CmpFPredicate isFirst) {
    Value first = arith::CmpFOp::create(b, isFirst, x(0), x(1));
    Value second = arith::CmpFOp::create(b, isFirst, x(1), x(0));
    Value half = mul(g, number(0.5)), zero = number(0);
    Value rest = arith::SelectOp::create(b, second, zero, half);
    to(0, arith::SelectOp::create(b, first, g, rest));
    rest = arith::SelectOp::create(b, first, zero, half);
    to(1, arith::SelectOp::create(b, second, g, rest));
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::AddFOp) {
        to(0, g);
        to(1, g);
        return success();
      })
      .Case([&](arith::SubFOp) {
        to(0, g);
        to(1, neg(g));
        return success();
      })
      .Case([&](arith::MulFOp) {
        to(0, mul(g, x(1)));
        to(1, mul(g, x(0)));
        return success();
      })
      .Case([&](arith::DivFOp) {
        to(0, div(g, x(1)));
        to(1, neg(mul(div(g, x(1)), result)));
        return success();
      })
      .Case([&](arith::NegFOp) {
        to(0, neg(g));
        return success();
      })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>([&](auto) {
        choose(arith::CmpFPredicate::OGT);
        return success();
      })
      .Case<arith::MinimumFOp, arith::MinNumFOp>([&](auto) {
        choose(arith::CmpFPredicate::OLT);
        return success();
      })
      .Case([&](arith::SelectOp) {
        Value zero = number(0);
        to(1, arith::SelectOp::create(b, x(0), g, zero));
        to(2, arith::SelectOp::create(b, x(0), zero, g));
        return success();
      })
      .Case([&](arith::ExtFOp) {
        to(0, arith::TruncFOp::create(b, x().getType(), g));
        return success();
      })
      .Case([&](arith::TruncFOp) {
        to(0, arith::ExtFOp::create(b, x().getType(), g));
        return success();
      })
      .Case([&](arith::RemFOp) {
        to(0, g);
        to(1, neg(mul(g, math::TruncOp::create(b, div(x(0), x(1))))));
        return success();
      })
      // These are constant between their steps.
      .Case<arith::SIToFPOp, arith::UIToFPOp, math::CeilOp, math::FloorOp,
            math::RoundOp, math::RoundEvenOp, math::TruncOp>(
          [&](auto) { return success(); })
      .Case([&](math::ExpOp) {
        to(0, mul(g, result));
        return success();
      })
      .Case([&](math::LogOp) {
        to(0, div(g, x()));
        return success();
      })
      .Case([&](math::TanhOp) {
        to(0, mul(g, sub(number(1), mul(result, result))));
        return success();
      })
      .Case([&](math::Exp2Op) {
        to(0, mul(g, mul(result, number(llvm::numbers::ln2))));
        return success();
      })
      .Case([&](math::ExpM1Op) {
        to(0, mul(g, sum(result, number(1))));
        return success();
      })
      .Case([&](math::Log2Op) {
        to(0, div(g, mul(x(), number(llvm::numbers::ln2))));
        return success();
      })
      .Case([&](math::Log10Op) {
        to(0, div(g, mul(x(), number(llvm::numbers::ln10))));
        return success();
      })
      .Case([&](math::Log1pOp) {
        to(0, div(g, sum(number(1), x())));
        return success();
      })
      .Case([&](math::PowFOp) {
        // With an exponent of 0 the base has no influence, and the logarithm of
        // a base of 0 counts as 0.
        Value zero = number(0), one = number(1);
        auto orOne = [&](Value value, Value other) -> Value {
          Value isZero =
              arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, value, zero);
          return arith::SelectOp::create(b, isZero, one, other);
        };
        Value exponent = orOne(x(1), sub(x(1), one));
        to(0, mul(g, mul(x(1), math::PowFOp::create(b, x(0), exponent))));
        Value log = math::LogOp::create(b, orOne(x(0), x(0)));
        to(1, mul(g, mul(log, result)));
        return success();
      })
      .Case([&](math::FPowIOp) {
        // As for powf.
        Type type = x(1).getType();
        Value one = arith::ConstantOp::create(b, b.getOneAttr(type));
        Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
        Value isZero =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x(1), zero);
        Value exponent = arith::SelectOp::create(
            b, isZero, zero, arith::SubIOp::create(b, x(1), one));
        Value factor = arith::SIToFPOp::create(b, result.getType(), x(1));
        to(0, mul(g, mul(factor, math::FPowIOp::create(b, x(0), exponent))));
        return success();
      })
      .Case([&](math::ClampFOp) {
        // The value has no influence at a bound that it reaches.
        auto where = [&](Value lesser, Value greater, Value other) -> Value {
          Value isLess = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT,
                                               lesser, greater);
          return arith::SelectOp::create(b, isLess, other, number(0));
        };
        to(0, where(x(1), x(0), where(x(0), x(2), g)));
        to(1, where(x(0), x(1), g));
        to(2, where(x(2), x(0), g));
        return success();
      })
      .Case([&](math::FmaOp) {
        to(0, mul(g, x(1)));
        to(1, mul(g, x(0)));
        to(2, g);
        return success();
      })
      .Case<math::ErfOp, math::ErfcOp>([&](auto) {
        Value slope = mul(number(2 * llvm::numbers::inv_sqrtpi),
                          math::ExpOp::create(b, neg(square(x()))));
        to(0, mul(g, isa<math::ErfOp>(op) ? slope : neg(slope)));
        return success();
      })
      .Case([&](math::CbrtOp) {
        to(0, div(g, mul(number(3), square(result))));
        return success();
      })
      .Case([&](math::TanOp) {
        to(0, mul(g, sum(number(1), square(result))));
        return success();
      })
      .Case<math::AsinOp, math::AcosOp>([&](auto) {
        Value root = math::SqrtOp::create(b, sub(number(1), square(x())));
        to(0, div(isa<math::AsinOp>(op) ? g : neg(g), root));
        return success();
      })
      .Case([&](math::AtanOp) {
        to(0, div(g, sum(number(1), square(x()))));
        return success();
      })
      .Case([&](math::Atan2Op) {
        Value scaled = div(g, sum(square(x(0)), square(x(1))));
        to(0, mul(scaled, x(1)));
        to(1, neg(mul(scaled, x(0))));
        return success();
      })
      .Case([&](math::SinhOp) {
        to(0, mul(g, math::CoshOp::create(b, x())));
        return success();
      })
      .Case([&](math::CoshOp) {
        to(0, mul(g, math::SinhOp::create(b, x())));
        return success();
      })
      .Case<math::AsinhOp, math::AcoshOp>([&](auto) {
        Value one = number(isa<math::AsinhOp>(op) ? 1 : -1);
        to(0, div(g, math::SqrtOp::create(b, sum(square(x()), one))));
        return success();
      })
      .Case([&](math::AtanhOp) {
        to(0, div(g, sub(number(1), square(x()))));
        return success();
      })
      .Case([&](math::CopySignOp) {
        Value one = number(1);
        to(0, mul(g, mul(math::CopySignOp::create(b, one, x(0)),
                         math::CopySignOp::create(b, one, x(1)))));
        return success();
      })
      .Case([&](math::SincosOp sincos) {
        to(0, sub(mul(g, lookup(sincos.getCos())),
                  mul(get(sincos.getCos()), result)));
        return success();
      })
      .Case([&](math::SqrtOp) {
        to(0, div(mul(g, number(0.5)), result));
        return success();
      })
      .Case([&](math::RsqrtOp) {
        to(0, mul(mul(g, number(-0.5)), div(result, x())));
        return success();
      })
      .Case([&](math::SinOp) {
        to(0, mul(g, math::CosOp::create(b, x())));
        return success();
      })
      .Case([&](math::CosOp) {
        to(0, neg(mul(g, math::SinOp::create(b, x()))));
        return success();
      })
      .Case([&](math::AbsFOp) {
        // 0 at 0.
        Value zero = number(0);
        Value isPositive =
            arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, x(), zero);
        Value isNegative =
            arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x(), zero);
        Value below = arith::SelectOp::create(b, isNegative, neg(g), zero);
        to(0, arith::SelectOp::create(b, isPositive, g, below));
        return success();
      })
      // The caller adds the derivative of what was read to its tensor.
      .Case([&](tensor::ExtractOp) { return success(); })
      .Default([](Operation *op) {
        return op->emitError("scatter-vjp: expected an op with a derivative, "
                             "found '")
               << op->getName() << "'";
      });
}
