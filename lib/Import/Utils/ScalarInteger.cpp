//===- ScalarInteger.cpp - bits, shifts, division -------------------------===//

#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

template <typename Op>
static Value emitBits(const ScalarOp &s) {
  if (!s.isInteger() && !s.isBoolean())
    return nullptr;
  return Op::create(s.b, s.lhs(), s.rhs());
}

Value scatter::emitNot(const ScalarOp &s) {
  if (!s.isInteger() && !s.isBoolean())
    return nullptr;
  return arith::XOrIOp::create(s.b, s.lhs(), getNumber(s.b, s.type, -1));
}

template <typename Op>
static Value emitCount(const ScalarOp &s) {
  return s.isInteger() ? Op::create(s.b, s.lhs()).getResult() : nullptr;
}

/// Returns `beyond` for shifts by the bit width or more, whose result arith
/// leaves undefined.
static Value selectShift(const ScalarOp &s, Value shifted, Value beyond) {
  Value width = getNumber(s.b, s.type, s.type.getIntOrFloatBitWidth());
  Value isWithin =
      arith::CmpIOp::create(s.b, arith::CmpIPredicate::ult, s.rhs(), width);
  return arith::SelectOp::create(s.b, isWithin, shifted, beyond);
}

template <typename Op>
static Value emitShift(const ScalarOp &s) {
  if (!s.isInteger())
    return nullptr;
  return selectShift(s, Op::create(s.b, s.lhs(), s.rhs()),
                     getNumber(s.b, s.type, 0));
}

Value scatter::emitShiftRightArithmetic(const ScalarOp &s) {
  if (!s.isInteger())
    return nullptr;
  Value last = getNumber(s.b, s.type, s.type.getIntOrFloatBitWidth() - 1);
  return selectShift(s, arith::ShRSIOp::create(s.b, s.lhs(), s.rhs()),
                     arith::ShRSIOp::create(s.b, s.lhs(), last));
}

namespace {

/// Conditions under which the division is undefined, and a divisor that is safe
/// under all of them.
struct Division {
  Value isByZero, overflows, divisor;
};

} // namespace

static Division prepareDivision(const ScalarOp &s) {
  Value zero = getNumber(s.b, s.type, 0), one = getNumber(s.b, s.type, 1);
  Value isByZero =
      arith::CmpIOp::create(s.b, arith::CmpIPredicate::eq, s.rhs(), zero);
  Value isUnsafe = isByZero, overflows;
  if (!s.isUnsigned()) {
    auto least = arith::ConstantOp::create(
        s.b, s.b.getIntegerAttr(s.type, APInt::getSignedMinValue(
                                            s.type.getIntOrFloatBitWidth())));
    Value isLeast =
        arith::CmpIOp::create(s.b, arith::CmpIPredicate::eq, s.lhs(), least);
    Value isMinusOne = arith::CmpIOp::create(
        s.b, arith::CmpIPredicate::eq, s.rhs(), getNumber(s.b, s.type, -1));
    overflows = arith::AndIOp::create(s.b, isLeast, isMinusOne);
    isUnsafe = arith::OrIOp::create(s.b, isByZero, overflows);
  }
  return {isByZero, overflows,
          arith::SelectOp::create(s.b, isUnsafe, one, s.rhs())};
}

Value scatter::emitDivide(const ScalarOp &s) {
  if (s.isFloat())
    return arith::DivFOp::create(s.b, s.lhs(), s.rhs());
  if (s.kind == ScalarKind::Complex)
    return complex::DivOp::create(s.b, s.lhs(), s.rhs());
  if (!s.isInteger())
    return nullptr;
  Division division = prepareDivision(s);
  Value quotient =
      s.isUnsigned()
          ? arith::DivUIOp::create(s.b, s.lhs(), division.divisor).getResult()
          : arith::DivSIOp::create(s.b, s.lhs(), division.divisor).getResult();
  return arith::SelectOp::create(s.b, division.isByZero,
                                 getNumber(s.b, s.type, -1), quotient);
}

Value scatter::emitRemainder(const ScalarOp &s) {
  if (s.isFloat())
    return arith::RemFOp::create(s.b, s.lhs(), s.rhs());
  if (!s.isInteger())
    return nullptr;
  Division division = prepareDivision(s);
  Value rest =
      s.isUnsigned()
          ? arith::RemUIOp::create(s.b, s.lhs(), division.divisor).getResult()
          : arith::RemSIOp::create(s.b, s.lhs(), division.divisor).getResult();
  return arith::SelectOp::create(s.b, division.isByZero, s.lhs(), rest);
}

/// Floats beyond the range of the integer type saturate. NaN becomes 0.
static Value convertFloatToInteger(const ScalarOp &s, IntegerType target,
                                   bool isUnsigned) {
  Type type = s.type;
  Value value = s.lhs();
  if (type.getIntOrFloatBitWidth() < 32) {
    type = s.b.getF32Type();
    value = arith::ExtFOp::create(s.b, type, value);
  }
  unsigned width = target.getWidth();
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type).getFloatSemantics();
  APInt least =
      isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  APInt most =
      isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  auto toFloat = [&](const APInt &bound, APFloat::roundingMode mode) {
    APFloat result(semantics);
    result.convertFromAPInt(bound, !isUnsigned, mode);
    return Value(
        arith::ConstantOp::create(s.b, s.b.getFloatAttr(type, result)));
  };
  auto toInteger = [&](const APInt &bound) {
    return Value(
        arith::ConstantOp::create(s.b, s.b.getIntegerAttr(target, bound)));
  };
  // Values outside of this range are not converted, because the result would be
  // poison.
  Value low = toFloat(least, APFloat::rmTowardZero);
  Value high = toFloat(most, APFloat::rmTowardZero);
  Value isBelow =
      arith::CmpFOp::create(s.b, arith::CmpFPredicate::OLT, value, low);
  Value isAbove =
      arith::CmpFOp::create(s.b, arith::CmpFPredicate::OGT, value, high);
  Value isNaN =
      arith::CmpFOp::create(s.b, arith::CmpFPredicate::UNO, value, value);
  Value isOutside = arith::OrIOp::create(
      s.b, isNaN, arith::OrIOp::create(s.b, isBelow, isAbove));
  Value safe =
      arith::SelectOp::create(s.b, isOutside, getNumber(s.b, type, 0), value);
  Value result = isUnsigned
                     ? arith::FPToUIOp::create(s.b, target, safe).getResult()
                     : arith::FPToSIOp::create(s.b, target, safe).getResult();
  result = arith::SelectOp::create(s.b, isBelow, toInteger(least), result);
  return arith::SelectOp::create(s.b, isAbove, toInteger(most), result);
}

static Value convertToFloat(const ScalarOp &s, FloatType target) {
  if (s.isUnsigned() || s.isBoolean())
    return arith::UIToFPOp::create(s.b, target, s.lhs());
  if (s.kind == ScalarKind::Signed)
    return arith::SIToFPOp::create(s.b, target, s.lhs());
  if (!s.isFloat())
    return nullptr;
  unsigned from = s.type.getIntOrFloatBitWidth(), to = target.getWidth();
  if (from < to)
    return arith::ExtFOp::create(s.b, target, s.lhs());
  if (from > to)
    return arith::TruncFOp::create(s.b, target, s.lhs());
  if (s.type == target)
    return s.lhs();
  // Neither f16 nor bf16 can represent all values of the other type.
  Value wide = arith::ExtFOp::create(s.b, s.b.getF32Type(), s.lhs());
  return arith::TruncFOp::create(s.b, target, wide);
}

static Value convertToInteger(const ScalarOp &s, IntegerType target,
                              bool isUnsigned) {
  if (s.isFloat())
    return convertFloatToInteger(s, target, isUnsigned);
  if (!s.isInteger() && !s.isBoolean())
    return nullptr;
  unsigned from = s.type.getIntOrFloatBitWidth(), to = target.getWidth();
  if (from == to)
    return s.lhs();
  if (from > to)
    return arith::TruncIOp::create(s.b, target, s.lhs());
  if (s.kind == ScalarKind::Signed)
    return arith::ExtSIOp::create(s.b, target, s.lhs());
  return arith::ExtUIOp::create(s.b, target, s.lhs());
}

static Value convertToBoolean(const ScalarOp &s) {
  if (s.isFloat())
    return arith::CmpFOp::create(s.b, arith::CmpFPredicate::UNE, s.lhs(),
                                 getNumber(s.b, s.type, 0));
  if (s.isBoolean())
    return s.lhs();
  if (!s.isInteger())
    return nullptr;
  return arith::CmpIOp::create(s.b, arith::CmpIPredicate::ne, s.lhs(),
                               getNumber(s.b, s.type, 0));
}

static Value convertToComplex(const ScalarOp &s, ComplexType target) {
  auto part = cast<FloatType>(target.getElementType());
  if (s.kind != ScalarKind::Complex) {
    Value real = convertToFloat(s, part);
    return real ? complex::CreateOp::create(s.b, target, real,
                                            getNumber(s.b, part, 0))
                      .getResult()
                : nullptr;
  }
  if (s.type == target)
    return s.lhs();
  auto convert = [&](Value value) -> Value {
    if (part.isF64())
      return arith::ExtFOp::create(s.b, part, value);
    return arith::TruncFOp::create(s.b, part, value);
  };
  Value real = convert(complex::ReOp::create(s.b, s.lhs()));
  Value imaginary = convert(complex::ImOp::create(s.b, s.lhs()));
  return complex::CreateOp::create(s.b, target, real, imaginary);
}

Value scatter::emitConvert(const ScalarOp &s) {
  Type result = s.result;
  Type target = getSignless(result);
  // Of a complex number its real part is converted.
  if (s.kind == ScalarKind::Complex && !isa<ComplexType>(target)) {
    Value real = complex::ReOp::create(s.b, s.lhs());
    return emitConvert(ScalarOp(s.b, real, real.getType(), result));
  }
  switch (getScalarKind(result)) {
  case ScalarKind::Boolean:
    return convertToBoolean(s);
  case ScalarKind::Signed:
  case ScalarKind::Unsigned:
    return convertToInteger(s, cast<IntegerType>(target),
                            result.isUnsignedInteger());
  case ScalarKind::Float:
    return convertToFloat(s, cast<FloatType>(target));
  case ScalarKind::Complex:
    return convertToComplex(s, cast<ComplexType>(target));
  case ScalarKind::Other:
    return nullptr;
  }
  return nullptr;
}

Value scatter::emitBitcast(const ScalarOp &s) {
  Type target = getSignless(s.result);
  if (!target.isIntOrFloat() || !s.type.isIntOrFloat() ||
      target.getIntOrFloatBitWidth() != s.type.getIntOrFloatBitWidth())
    return nullptr;
  return target == s.type
             ? s.lhs()
             : arith::BitcastOp::create(s.b, target, s.lhs()).getResult();
}

Value scatter::emitAnd(const ScalarOp &s) { return emitBits<arith::AndIOp>(s); }

Value scatter::emitOr(const ScalarOp &s) { return emitBits<arith::OrIOp>(s); }

Value scatter::emitXor(const ScalarOp &s) { return emitBits<arith::XOrIOp>(s); }

Value scatter::emitShiftLeft(const ScalarOp &s) {
  return emitShift<arith::ShLIOp>(s);
}

Value scatter::emitShiftRightLogical(const ScalarOp &s) {
  return emitShift<arith::ShRUIOp>(s);
}

Value scatter::emitCountLeadingZeros(const ScalarOp &s) {
  return emitCount<math::CountLeadingZerosOp>(s);
}

Value scatter::emitPopulationCount(const ScalarOp &s) {
  return emitCount<math::CtPopOp>(s);
}

Value scatter::emitIntegerPower(const ScalarOp &s) {
  if (!s.isInteger())
    return nullptr;
  Value one = getNumber(s.b, s.type, 1), zero = getNumber(s.b, s.type, 0);
  auto isNotZero = [&](Value value) -> Value {
    return arith::CmpIOp::create(s.b, arith::CmpIPredicate::ne, value, zero);
  };
  // A loop: in a chain of squares without one, LLVM visits both operands of
  // each, which are 2^64 for a base that all elements share.
  auto loop = scf::WhileOp::create(
      s.b, TypeRange{s.type, s.type, s.type}, ValueRange{one, s.lhs(), s.rhs()},
      [&](OpBuilder &, Location, ValueRange args) {
        scf::ConditionOp::create(s.b, isNotZero(args[2]), args);
      },
      [&](OpBuilder &, Location, ValueRange args) {
        Value isSet = isNotZero(arith::AndIOp::create(s.b, args[2], one));
        Value product = arith::MulIOp::create(s.b, args[0], args[1]);
        Value result = arith::SelectOp::create(s.b, isSet, product, args[0]);
        Value factor = arith::MulIOp::create(s.b, args[1], args[1]);
        Value rest = arith::ShRUIOp::create(s.b, args[2], one);
        scf::YieldOp::create(s.b, ValueRange{result, factor, rest});
      });
  return loop.getResult(0);
}
