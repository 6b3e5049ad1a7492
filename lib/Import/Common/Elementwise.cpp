//===- Elementwise.cpp - ops that compute element by element --------------===//

#include "Elementwise.h"

#include "Broadcasting.h"
#include "scatter/Import/Utils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LogicalResult scatter::checkElements(NodeConversionBase &c) {
  for (unsigned i = 1; i < c.getNumOperands(); ++i)
    if (failed(c.checkElement(i, c.element(0))))
      return failure();
  return success();
}

LogicalResult scatter::replaceElementwise(NodeConversionBase &c,
                                          ArrayRef<ElementwiseOp> ops,
                                          StringRef name) {
  const ElementwiseOp *op = llvm::find_if(
      ops, [&](const ElementwiseOp &each) { return each.name == name; });
  if (failed(checkElements(c)))
    return failure();
  Type element = c.element(0);
  Type result = op->isPredicate ? c.b.getI1Type() : element;
  return replaceByMap(c, result, [&](ImplicitLocOpBuilder &b, ValueRange args) {
    return op->emit(ScalarOp(b, args, element, result));
  });
}

LogicalResult scatter::replaceByCast(NodeConversionBase &c, Type to) {
  Type from = c.element(0);
  if (from == to)
    return c.replace(c.imported(0));
  auto type = RankedTensorType::get(c.shape(0), to);
  Value result = mapBroadcast(c.b, type, c.operand(0),
                              [&](ImplicitLocOpBuilder &b, ValueRange args) {
                                return emitConvert(ScalarOp(b, args, from, to));
                              });
  if (!result)
    return c.error("expected a conversion of numbers or booleans, found " +
                   str(from) + " to " + str(to));
  return c.replace(result);
}

LogicalResult scatter::replaceBySelect(NodeConversionBase &c) {
  if (failed(c.checkElement(0, c.b.getI1Type())) ||
      failed(c.checkElement(2, c.element(1))))
    return failure();
  return replaceByMap(
      c, c.element(1), [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        return arith::SelectOp::create(b, args[0], args[1], args[2]);
      });
}

//===----------------------------------------------------------------------===//
// Scalar forms
//===----------------------------------------------------------------------===//

static Value combine(const ScalarOp &s, ScalarEmitter emit, Value lhs,
                     Value rhs) {
  return emit(ScalarOp(s.b, ValueRange{lhs, rhs}, s.result, s.result));
}

/// Whether the quotient of integers must be decremented to round down: the
/// remainder `rest` is not zero and has the opposite sign of the divisor.
static Value isRoundedUp(const ScalarOp &s, Value rest) {
  Value zero = getNumber(s.b, s.type, 0);
  auto compare = [&](Value value, Comparison comparison) {
    return emitCompare(
        ScalarOp(s.b, ValueRange{value, zero}, s.result, s.b.getI1Type()),
        comparison);
  };
  Value differs = arith::XOrIOp::create(s.b, compare(rest, Comparison::Less),
                                        compare(s.rhs(), Comparison::Less));
  return arith::AndIOp::create(s.b, compare(rest, Comparison::NotEqual),
                               differs);
}

Value scatter::emitFloorDivide(const ScalarOp &s) {
  Value quotient = emitDivide(s);
  if (s.isFloat())
    return emitFloor(ScalarOp(s.b, quotient, s.result, s.result));
  if (s.isUnsigned())
    return quotient;
  Value one = getNumber(s.b, s.type, 1);
  Value less = arith::SubIOp::create(s.b, quotient, one);
  return arith::SelectOp::create(s.b, isRoundedUp(s, emitRemainder(s)), less,
                                 quotient);
}

Value scatter::emitFloorRemainder(const ScalarOp &s) {
  Value rest = emitRemainder(s);
  if (s.isUnsigned())
    return rest;
  Value moved = combine(s, emitAdd, rest, s.rhs());
  return arith::SelectOp::create(s.b, isRoundedUp(s, rest), moved, rest);
}

Value scatter::emitMagnitude(const ScalarOp &s) {
  return s.isUnsigned() ? s.lhs() : emitAbs(s);
}

Value scatter::emitReciprocal(const ScalarOp &s) {
  return arith::DivFOp::create(s.b, getNumber(s.b, s.type, 1), s.lhs());
}

Value scatter::emitRelu(const ScalarOp &s) {
  return combine(s, emitMaximum, s.lhs(), getNumber(s.b, s.type, 0));
}

Value scatter::emitSignOf(const ScalarOp &s) {
  if (!s.isUnsigned())
    return emitSign(s);
  return arith::MinUIOp::create(s.b, s.lhs(), getNumber(s.b, s.type, 1));
}

Value scatter::emitSquaredDifference(const ScalarOp &s) {
  return emitSquare(ScalarOp(s.b, emitSubtract(s), s.result, s.result));
}
