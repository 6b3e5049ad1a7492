//===- Elementwise.cpp - ops that compute element by element --------------===//

#include "Common/Broadcasting.h"
#include "Converters.h"
#include "scatter/Conversion/ImportUtils/Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

//===----------------------------------------------------------------------===//
// Scalar forms
//===----------------------------------------------------------------------===//

namespace {

/// The scalar form of a layer, which may read attributes.
using LayerEmitter = Value (*)(LayerConversion &, const ScalarOp &);

enum Kinds : unsigned {
  Booleans = 1,
  Signed = 2,
  Unsigned = 4,
  Floats = 8,
  Numbers = Signed | Unsigned | Floats,
  All = Booleans | Numbers
};

struct ElementwiseLayer {
  llvm::StringLiteral type;
  LayerEmitter emit;
  /// The element types of operands.
  unsigned kinds;
  bool isPredicate = false;
};

} // namespace

template <ScalarEmitter emit>
static Value plain(LayerConversion &, const ScalarOp &s) {
  return emit(s);
}

template <Comparison comparison>
static Value compare(LayerConversion &, const ScalarOp &s) {
  return emitCompare(s, comparison);
}

static Value emitMagnitude(LayerConversion &, const ScalarOp &s) {
  return s.isUnsigned() ? s.lhs() : emitAbs(s);
}

static Value emitRelu(LayerConversion &, const ScalarOp &s) {
  Value zero = getNumber(s.b, s.type, 0);
  return emitMaximum(
      ScalarOp(s.b, ValueRange{s.lhs(), zero}, s.result, s.result));
}

/// The remainder with the sign of the divisor.
static Value emitFloorMod(LayerConversion &, const ScalarOp &s) {
  Value rest = emitRemainder(s);
  if (s.isUnsigned())
    return rest;
  Value zero = getNumber(s.b, s.type, 0);
  auto isLess = [&](Value value) {
    return emitCompare(
        ScalarOp(s.b, ValueRange{value, zero}, s.result, s.b.getI1Type()),
        Comparison::Less);
  };
  Value isRest = emitCompare(
      ScalarOp(s.b, ValueRange{rest, zero}, s.result, s.b.getI1Type()),
      Comparison::NotEqual);
  Value differs = arith::XOrIOp::create(s.b, isLess(rest), isLess(s.rhs()));
  Value moved =
      emitAdd(ScalarOp(s.b, ValueRange{rest, s.rhs()}, s.result, s.result));
  return arith::SelectOp::create(
      s.b, arith::AndIOp::create(s.b, isRest, differs), moved, rest);
}

/// A quotient of integers is rounded down, or towards zero if attribute
/// `m_pythondiv` is false.
static Value emitQuotient(LayerConversion &c, const ScalarOp &s) {
  Value quotient = emitDivide(s);
  if (s.kind != ScalarKind::Signed || !c.boolean("m_pythondiv", true))
    return quotient;
  Value rest = emitRemainder(s), down = emitFloorMod(c, s);
  Value isExact =
      arith::CmpIOp::create(s.b, arith::CmpIPredicate::eq, rest, down);
  Value less = arith::SubIOp::create(s.b, quotient, getNumber(s.b, s.type, 1));
  return arith::SelectOp::create(s.b, isExact, quotient, less);
}

static Value emitSquaredDifference(LayerConversion &, const ScalarOp &s) {
  Value difference = emitSubtract(s);
  return emitMultiply(
      ScalarOp(s.b, ValueRange{difference, difference}, s.result, s.result));
}

static const ElementwiseLayer elementwiseLayers[] = {
    {"Abs", emitMagnitude, Numbers},
    {"Add", plain<emitAdd>, Numbers},
    {"Ceiling", plain<emitCeil>, Floats},
    {"Cos", plain<emitCosine>, Floats},
    {"Divide", emitQuotient, Numbers},
    {"Equal", compare<Comparison::Equal>, All, true},
    {"Erf", plain<emitErf>, Floats},
    {"Exp", plain<emitExponential>, Floats},
    {"Floor", plain<emitFloor>, Floats},
    {"FloorMod", emitFloorMod, Numbers},
    {"Greater", compare<Comparison::Greater>, Numbers, true},
    {"GreaterEqual", compare<Comparison::GreaterOrEqual>, Numbers, true},
    {"Less", compare<Comparison::Less>, Numbers, true},
    {"LessEqual", compare<Comparison::LessOrEqual>, Numbers, true},
    {"Log", plain<emitLogarithm>, Floats},
    {"LogicalAnd", plain<emitAnd>, Booleans},
    {"LogicalNot", plain<emitNot>, Booleans},
    {"LogicalOr", plain<emitOr>, Booleans},
    {"LogicalXor", plain<emitXor>, Booleans},
    {"Maximum", plain<emitMaximum>, Numbers},
    {"Minimum", plain<emitMinimum>, Numbers},
    {"Mod", plain<emitRemainder>, Numbers},
    {"Multiply", plain<emitMultiply>, Numbers},
    {"Negative", plain<emitNegate>, Signed | Floats},
    {"NotEqual", compare<Comparison::NotEqual>, All, true},
    {"Power", plain<emitPower>, Floats},
    {"ReLU", emitRelu, Numbers},
    {"Sigmoid", plain<emitLogistic>, Floats},
    {"Sign", plain<emitSign>, Signed | Floats},
    {"Sin", plain<emitSine>, Floats},
    {"Sqrt", plain<emitSquareRoot>, Floats},
    {"SquaredDifference", emitSquaredDifference, Numbers},
    {"Subtract", plain<emitSubtract>, Numbers},
    {"Tan", plain<emitTangent>, Floats},
    {"Tanh", plain<emitHyperbolicTangent>, Floats},
};

static unsigned getKind(Type type) {
  switch (getScalarKind(type)) {
  case ScalarKind::Boolean:
    return Booleans;
  case ScalarKind::Signed:
    return Signed;
  case ScalarKind::Unsigned:
    return Unsigned;
  case ScalarKind::Float:
    return Floats;
  default:
    return 0;
  }
}

static LogicalResult checkKind(LayerConversion &c, unsigned i, unsigned kinds) {
  if (getKind(c.element(i)) & kinds)
    return success();
  return c.error(c.describeInput(i) +
                 ": expected elements of a type that the op is defined for, "
                 "found " +
                 str(c.type(i)));
}

/// Fails for a way of broadcasting other than NumPy's.
static LogicalResult checkBroadcast(LayerConversion &c) {
  (void)c.choice("auto_broadcast", {"numpy", "none"});
  return success(!c.hasFailed());
}

LogicalResult openvino::convertElementwise(LayerConversion &c) {
  const ElementwiseLayer *entry =
      llvm::find_if(elementwiseLayers, [&](const ElementwiseLayer &layer) {
        return layer.type == c.layer.type;
      });
  Type element = c.element(0);
  if (failed(checkKind(c, 0, entry->kinds)) || failed(checkBroadcast(c)))
    return failure();
  for (unsigned i = 1; i < c.getNumOperands(); ++i)
    if (failed(c.checkElement(i, element)))
      return failure();
  Type result = entry->isPredicate ? c.b.getI1Type() : element;
  return replaceByMap(c, result, [&](ImplicitLocOpBuilder &b, ValueRange args) {
    return entry->emit(c, ScalarOp(b, args, element, result));
  });
}

//===----------------------------------------------------------------------===//
// Ops with rules of their own
//===----------------------------------------------------------------------===//

LogicalResult openvino::convertSelect(LayerConversion &c) {
  if (failed(c.checkElement(0, c.b.getI1Type())) ||
      failed(c.checkElement(2, c.element(1))) || failed(checkBroadcast(c)))
    return failure();
  return replaceByMap(
      c, c.element(1), [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        return arith::SelectOp::create(b, args[0], args[1], args[2]);
      });
}

static LogicalResult castTo(LayerConversion &c, Type to) {
  Type from = c.element(0);
  if (from == to)
    return c.replace(c.imported(0));
  auto type = RankedTensorType::get(c.shape(0), to);
  return c.replace(mapBroadcast(
      c.b, type, c.operand(0), [&](ImplicitLocOpBuilder &b, ValueRange args) {
        return emitConvert(ScalarOp(b, args, from, to));
      }));
}

LogicalResult openvino::convertConvert(LayerConversion &c) {
  FailureOr<Type> to = c.elementType("destination_type");
  return succeeded(to) ? castTo(c, *to) : failure();
}

LogicalResult openvino::convertConvertLike(LayerConversion &c) {
  return castTo(c, c.element(1));
}

/// Bounds of integers are rounded towards each other.
LogicalResult openvino::convertClamp(LayerConversion &c) {
  Type element = c.element(0);
  double low = c.number("min"), high = c.number("max");
  if (failed(checkKind(c, 0, Numbers)) || c.hasFailed())
    return failure();
  bool hasLow = true, hasHigh = true;
  if (!isa<FloatType>(element)) {
    low = std::ceil(low);
    high = std::floor(high);
    bool isUnsigned = element.isUnsignedInteger();
    int width = element.getIntOrFloatBitWidth();
    double end = std::ldexp(1.0, isUnsigned ? width : width - 1);
    double begin = isUnsigned ? 0 : -end;
    hasLow = low > begin;
    hasHigh = high < end;
    // A bound that 64 bits hold is one of any type here.
    if (!(low < std::ldexp(1.0, 63)) || !(high >= begin) || !(low < end))
      return c.error("attributes 'min' and 'max': expected bounds within the "
                     "range of " +
                     str(element));
    hasHigh &= high < std::ldexp(1.0, 63);
  }
  if (!(low <= high))
    return c.error("attributes 'min' and 'max': expected numbers in this "
                   "order");
  auto type = c.type(0);
  return c.replace(mapBroadcast(
      c.b, type, c.operand(0), [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value value = args[0];
        auto bound = [&](ScalarEmitter emit, double limit) {
          Value other = getNumber(b, getSignless(element), limit);
          value = emit(ScalarOp(b, ValueRange{value, other}, element, element));
        };
        if (hasLow)
          bound(emitMaximum, low);
        if (hasHigh)
          bound(emitMinimum, high);
        return value;
      }));
}
