//===- ScalarAdjoint.cpp - derivatives of scalar ops ----------------------===//

#include "ScalarAdjoint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

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
  if (op->getNumResults() != 1 || !isa<FloatType>(op->getResult(0).getType()))
    return success();
  Value g = derivatives.lookup(op->getResult(0));
  if (!g || op->getNumOperands() == 0)
    return success();
  Value result = lookup(op->getResult(0));
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
      .Case<arith::SIToFPOp, arith::UIToFPOp>([&](auto) { return success(); })
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
      .Default([](Operation *op) {
        return op->emitError("scatter-vjp: expected an op with a derivative, "
                             "found '")
               << op->getName() << "'";
      });
}
