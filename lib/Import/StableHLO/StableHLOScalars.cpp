//===- StableHLOScalars.cpp - elementwise ops of StableHLO ----------------===//
//
// Where the specification leaves a result undefined, the result is that of XLA
// on CPUs.
//
//===----------------------------------------------------------------------===//

#include "StableHLOScalars.h"

#include "SpecialFunctions.h"
#include "StableHLOAttributes.h"
#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

/// Powers of integers to a negative exponent are 0, but for bases 1 and -1.
static Value emitAnyPower(const ScalarOp &s) {
  if (!s.isInteger())
    return emitPower(s);
  Value power = emitIntegerPower(s);
  if (s.isUnsigned())
    return power;
  auto number = [&](int64_t value) { return getNumber(s.b, s.type, value); };
  auto is = [&](arith::CmpIPredicate predicate, Value value, int64_t other) {
    return arith::CmpIOp::create(s.b, predicate, value, number(other))
        .getResult();
  };
  using Predicate = arith::CmpIPredicate;
  Value isOdd =
      is(Predicate::ne, arith::AndIOp::create(s.b, s.rhs(), number(1)), 0);
  Value sign = arith::SelectOp::create(s.b, isOdd, s.lhs(), number(1));
  Value isUnit = arith::OrIOp::create(s.b, is(Predicate::eq, s.lhs(), 1),
                                      is(Predicate::eq, s.lhs(), -1));
  Value inverse = arith::SelectOp::create(s.b, isUnit, sign, number(0));
  return arith::SelectOp::create(s.b, is(Predicate::slt, s.rhs(), 0), inverse,
                                 power);
}

static const ElementwiseOp elementwiseOps[] = {
    {"chlo.acos", 1, emitArcCosine},
    {"chlo.acosh", 1, emitHyperbolicArcCosine},
    {"chlo.asin", 1, emitArcSine},
    {"chlo.asinh", 1, emitHyperbolicArcSine},
    {"chlo.atan", 1, emitArcTangent},
    {"chlo.atanh", 1, emitHyperbolicArcTangent},
    {"chlo.bessel_i1e", 1, emitBesselI1e},
    {"chlo.cosh", 1, emitHyperbolicCosine},
    {"chlo.digamma", 1, emitDigamma},
    {"chlo.erf", 1, emitErf},
    {"chlo.erf_inv", 1, emitErfInverse},
    {"chlo.erfc", 1, emitErfComplement},
    {"chlo.is_inf", 1, emitIsInfinite},
    {"chlo.lgamma", 1, emitLogGamma},
    {"chlo.next_after", 2, emitNextAfter},
    {"chlo.polygamma", 2, emitPolygamma},
    {"chlo.sinh", 1, emitHyperbolicSine},
    {"chlo.square", 1, emitSquare},
    {"chlo.tan", 1, emitTangent},
    {"chlo.zeta", 2, emitZeta},
    {"stablehlo.abs", 1, emitAbs},
    {"stablehlo.add", 2, emitAdd},
    {"stablehlo.and", 2, emitAnd},
    {"stablehlo.atan2", 2, emitArcTangent2},
    {"stablehlo.bitcast_convert", 1, emitBitcast},
    {"stablehlo.cbrt", 1, emitCubeRoot},
    {"stablehlo.ceil", 1, emitCeil},
    {"stablehlo.clamp", 3, emitClamp},
    {"stablehlo.compare", 2, nullptr},
    {"stablehlo.complex", 2, emitComplex},
    {"stablehlo.convert", 1, emitConvert},
    {"stablehlo.cosine", 1, emitCosine},
    {"stablehlo.count_leading_zeros", 1, emitCountLeadingZeros},
    {"stablehlo.divide", 2, emitDivide},
    {"stablehlo.exponential", 1, emitExponential},
    {"stablehlo.exponential_minus_one", 1, emitExponentialMinusOne},
    {"stablehlo.floor", 1, emitFloor},
    {"stablehlo.imag", 1, emitImag},
    {"stablehlo.is_finite", 1, emitIsFinite},
    {"stablehlo.log", 1, emitLogarithm},
    {"stablehlo.log_plus_one", 1, emitLogarithmPlusOne},
    {"stablehlo.logistic", 1, emitLogistic},
    {"stablehlo.maximum", 2, emitMaximum},
    {"stablehlo.minimum", 2, emitMinimum},
    {"stablehlo.multiply", 2, emitMultiply},
    {"stablehlo.negate", 1, emitNegate},
    {"stablehlo.not", 1, emitNot},
    {"stablehlo.or", 2, emitOr},
    {"stablehlo.popcnt", 1, emitPopulationCount},
    {"stablehlo.power", 2, emitAnyPower},
    {"stablehlo.real", 1, emitReal},
    {"stablehlo.reduce_precision", 1, nullptr},
    {"stablehlo.remainder", 2, emitRemainder},
    {"stablehlo.round_nearest_afz", 1, emitRound},
    {"stablehlo.round_nearest_even", 1, emitRoundEven},
    {"stablehlo.rsqrt", 1, emitReciprocalSquareRoot},
    {"stablehlo.select", 3, emitSelect},
    {"stablehlo.shift_left", 2, emitShiftLeft},
    {"stablehlo.shift_right_arithmetic", 2, emitShiftRightArithmetic},
    {"stablehlo.shift_right_logical", 2, emitShiftRightLogical},
    {"stablehlo.sign", 1, emitSign},
    {"stablehlo.sine", 1, emitSine},
    {"stablehlo.sqrt", 1, emitSquareRoot},
    {"stablehlo.subtract", 2, emitSubtract},
    {"stablehlo.tan", 1, emitTangent},
    {"stablehlo.tanh", 1, emitHyperbolicTangent},
    {"stablehlo.xor", 2, emitXor},
};

const ElementwiseOp *scatter::getElementwise(Operation *op) {
  static const llvm::StringMap<const ElementwiseOp *> table = [] {
    llvm::StringMap<const ElementwiseOp *> result;
    for (const ElementwiseOp &entry : elementwiseOps)
      result[entry.name] = &entry;
    return result;
  }();
  return table.lookup(op->getName().getStringRef());
}

/// Emits `stablehlo.compare`. Returns null if the direction is unknown.
static Value emitComparison(Operation *op, const ScalarOp &s) {
  StringRef name =
      parseEnum(op->getAttr("comparison_direction"), "comparison_direction");
  auto comparison = llvm::StringSwitch<std::optional<Comparison>>(name)
                        .Case("EQ", Comparison::Equal)
                        .Case("NE", Comparison::NotEqual)
                        .Case("LT", Comparison::Less)
                        .Case("LE", Comparison::LessOrEqual)
                        .Case("GT", Comparison::Greater)
                        .Case("GE", Comparison::GreaterOrEqual)
                        .Default(std::nullopt);
  if (!comparison)
    return nullptr;
  bool isTotal =
      parseEnum(op->getAttr("compare_type"), "comparison_type") == "TOTALORDER";
  if (!isTotal)
    return emitCompare(s, *comparison);
  return s.isFloat() ? emitTotalCompare(s, *comparison) : nullptr;
}

/// Emits `stablehlo.reduce_precision`. Returns null if the numbers of bits are
/// not valid.
static Value emitReducePrecision(Operation *op, const ScalarOp &s) {
  std::optional<int64_t> exponent = parseInteger(op->getAttr("exponent_bits"));
  std::optional<int64_t> mantissa = parseInteger(op->getAttr("mantissa_bits"));
  if (!exponent || !mantissa || *exponent < 1 || *mantissa < 0)
    return nullptr;
  return emitReducePrecision(s, *exponent, *mantissa);
}

/// Emits an op that depends on attributes.
static Value emitWithAttributes(Operation *op, const ScalarOp &s) {
  return op->getName().getStringRef() == "stablehlo.compare"
             ? emitComparison(op, s)
             : emitReducePrecision(op, s);
}

/// Emits the ops on `args` whose first operand has the type `operand`, as
/// emitScalar does. 8-bit floats are converted to f32, and a result is rounded.
static Value emitConverted(ImplicitLocOpBuilder &b, Operation *op,
                           ValueRange args, Type operand, Type type) {
  const ElementwiseOp *elementwise = getElementwise(op);
  StringRef name = op->getName().getStringRef();
  bool isMoved =
      name == "stablehlo.select" || name == "stablehlo.bitcast_convert";
  SmallVector<Value> wide(args);
  auto widen = [&](Type type) -> Type {
    return is8BitFloat(type) && !isMoved ? b.getF32Type() : type;
  };
  for (Value &arg : wide)
    if (Type from = arg.getType(); widen(from) != from)
      arg = arith::ExtFOp::create(b, widen(from), arg);
  ScalarOp scalar(b, wide, widen(operand), widen(type));
  Value result = elementwise->emit ? elementwise->emit(scalar)
                                   : emitWithAttributes(op, scalar);
  if (result && widen(type) != type && result.getType() == widen(type))
    return arith::TruncFOp::create(b, type, result);
  return result;
}

Value scatter::emitScalar(ImplicitLocOpBuilder &b, Operation *op,
                          ValueRange args) {
  Value first = op->getOperand(0);
  if (op->getName().getStringRef() == "stablehlo.select")
    first = op->getOperand(1);
  Type type = getElementTypeOrSelf(op->getResult(0).getType());
  Value result =
      emitConverted(b, op, args, getElementTypeOrSelf(first.getType()), type);
  if (result && result.getType() == getSignless(type))
    return result;
  InFlightDiagnostic diagnostic =
      emitError(op->getLoc(), "'")
      << op->getName() << "': expected operands and a result of types that "
      << "the op is defined for, found (";
  llvm::interleaveComma(op->getOperandTypes(), diagnostic);
  diagnostic << ") -> " << op->getResult(0).getType();
  return nullptr;
}
