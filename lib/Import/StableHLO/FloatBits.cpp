//===- FloatBits.cpp - functions of the bits of floats --------------------===//

#include "SpecialFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace scatter;

Value scatter::emitNextAfter(const ScalarOp &s) {
  if (!s.isFloat())
    return nullptr;
  ImplicitLocOpBuilder &b = s.b;
  unsigned width = s.type.getIntOrFloatBitWidth();
  Type type = b.getIntegerType(width);
  auto number = [&](APInt value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  };
  Value one = number(APInt(width, 1)),
        minusOne = number(APInt::getAllOnes(width)),
        sign = number(APInt::getSignMask(width)),
        zero = number(APInt::getZero(width));
  Value x = s.lhs(), y = s.rhs();
  Value from = arith::BitcastOp::create(b, type, x);
  Value to = arith::BitcastOp::create(b, type, y);
  // Towards zero the magnitude becomes smaller, which is an integer.
  Value sizeX = math::AbsFOp::create(b, x), sizeY = math::AbsFOp::create(b, y);
  Value isLarger =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, sizeX, sizeY);
  Value differs = arith::CmpIOp::create(
      b, arith::CmpIPredicate::slt, arith::XOrIOp::create(b, from, to), zero);
  Value step = arith::SelectOp::create(
      b, arith::OrIOp::create(b, isLarger, differs), minusOne, one);
  Value next = arith::AddIOp::create(b, from, step);
  Value least =
      arith::OrIOp::create(b, arith::AndIOp::create(b, to, sign), one);
  Value magnitude =
      arith::AndIOp::create(b, from, number(APInt::getSignedMaxValue(width)));
  Value isZero =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, magnitude, zero);
  next = arith::SelectOp::create(b, isZero, least, next);
  Value isEqual = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, y);
  next = arith::SelectOp::create(b, isEqual, to, next);
  // The sum of a NaN and any float is a NaN.
  Value isUnordered = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, y);
  return arith::SelectOp::create(b, isUnordered, arith::AddFOp::create(b, x, y),
                                 arith::BitcastOp::create(b, s.type, next));
}

Value scatter::emitReducePrecision(const ScalarOp &s, int64_t exponentBits,
                                   int64_t mantissaBits) {
  if (!s.isFloat())
    return nullptr;
  ImplicitLocOpBuilder &b = s.b;
  const llvm::fltSemantics &semantics =
      cast<FloatType>(s.type).getFloatSemantics();
  unsigned width = s.type.getIntOrFloatBitWidth();
  unsigned mantissa = APFloat::semanticsPrecision(semantics) - 1;
  unsigned exponent = width - 1 - mantissa;
  Type type = b.getIntegerType(width);
  auto number = [&](APInt value) -> Value {
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
  };
  Value x = arith::BitcastOp::create(b, type, s.lhs());
  if (mantissaBits < mantissa) {
    // Rounds to nearest even.
    unsigned dropped = mantissa - mantissaBits;
    Value last = arith::AndIOp::create(
        b, arith::ShRUIOp::create(b, x, number(APInt(width, dropped))),
        number(APInt(width, 1)));
    Value bias = arith::AddIOp::create(
        b, last, number(APInt::getLowBitsSet(width, dropped - 1)));
    x = arith::AndIOp::create(
        b, arith::AddIOp::create(b, x, bias),
        number(APInt::getHighBitsSet(width, width - dropped)));
  }
  if (exponentBits < exponent) {
    // The biased exponents of the largest number and of the one before the
    // smallest.
    int64_t bias = (int64_t(1) << (exponent - 1)) - 1,
            reduced = (int64_t(1) << (exponentBits - 1)) - 1;
    APInt field = APInt::getBitsSet(width, mantissa, width - 1);
    Value bits = arith::AndIOp::create(b, x, number(field));
    auto compare = [&](arith::CmpIPredicate predicate, int64_t limit) -> Value {
      return arith::CmpIOp::create(b, predicate, bits,
                                   number(APInt(width, limit) << mantissa));
    };
    Value sign = arith::AndIOp::create(b, x, number(APInt::getSignMask(width)));
    Value infinity = arith::OrIOp::create(b, sign, number(field));
    x = arith::SelectOp::create(
        b, compare(arith::CmpIPredicate::ugt, bias + reduced), infinity, x);
    x = arith::SelectOp::create(
        b, compare(arith::CmpIPredicate::ule, bias - reduced), sign, x);
  }
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, s.lhs(), s.lhs());
  Value result = arith::BitcastOp::create(b, s.type, x);
  // Without a mantissa a NaN would be infinite.
  return arith::SelectOp::create(b, isNaN, s.lhs(), result);
}
