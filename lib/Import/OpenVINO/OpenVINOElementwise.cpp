//===- OpenVINOElementwise.cpp - ops that compute element by element
//--------------===//

#include "Common/Broadcasting.h"
#include "Common/Elementwise.h"
#include "OpenVINOConverters.h"

#include <cmath>

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

static const ElementwiseOp elementwiseOps[] = {
    {"Abs", emitMagnitude},
    {"Add", emitAdd},
    {"Ceiling", emitCeil},
    {"Cos", emitCosine},
    {"Equal", compare<Comparison::Equal>, true},
    {"Erf", emitErf},
    {"Exp", emitExponential},
    {"Floor", emitFloor},
    {"FloorMod", emitFloorRemainder},
    {"Greater", compare<Comparison::Greater>, true},
    {"GreaterEqual", compare<Comparison::GreaterOrEqual>, true},
    {"Less", compare<Comparison::Less>, true},
    {"LessEqual", compare<Comparison::LessOrEqual>, true},
    {"Log", emitLogarithm},
    {"LogicalAnd", emitAnd},
    {"LogicalNot", emitNot},
    {"LogicalOr", emitOr},
    {"LogicalXor", emitXor},
    {"Maximum", emitMaximum},
    {"Minimum", emitMinimum},
    {"Mod", emitRemainder},
    {"Multiply", emitMultiply},
    {"Negative", emitNegate},
    {"NotEqual", compare<Comparison::NotEqual>, true},
    {"Power", emitPower},
    {"ReLU", emitRelu},
    {"Sigmoid", emitLogistic},
    {"Sign", emitSignOf},
    {"Sin", emitSine},
    {"Sqrt", emitSquareRoot},
    {"SquaredDifference", emitSquaredDifference},
    {"Subtract", emitSubtract},
    {"Tan", emitTangent},
    {"Tanh", emitHyperbolicTangent},
};

/// Fails for broadcast rules other than NumPy's.
static LogicalResult checkBroadcast(LayerConversion &c) {
  (void)c.choice("auto_broadcast", {"numpy", "none"});
  return success(!c.hasFailed());
}

LogicalResult openvino::convertElementwise(LayerConversion &c) {
  if (failed(checkBroadcast(c)))
    return failure();
  return replaceElementwise(c, elementwiseOps, c.layer.type);
}

//===----------------------------------------------------------------------===//
// Ops with special rules
//===----------------------------------------------------------------------===//

/// A quotient of integers is rounded down. If attribute `m_pythondiv` is false,
/// it is rounded towards zero.
LogicalResult openvino::convertDivide(LayerConversion &c) {
  Type element = c.element(0);
  bool isFloored =
      getElementKind(element) == Signed && c.boolean("m_pythondiv", true);
  if (failed(checkElements(c)) || failed(checkBroadcast(c)))
    return failure();
  return replaceByMap(c, element,
                      [&](ImplicitLocOpBuilder &b, ValueRange args) {
                        ScalarOp s(b, args, element, element);
                        return isFloored ? emitFloorDivide(s) : emitDivide(s);
                      });
}

LogicalResult openvino::convertSelect(LayerConversion &c) {
  return succeeded(checkBroadcast(c)) ? replaceBySelect(c) : failure();
}

LogicalResult openvino::convertConvert(LayerConversion &c) {
  FailureOr<Type> to = c.elementType("destination_type");
  return succeeded(to) ? replaceByCast(c, *to) : failure();
}

LogicalResult openvino::convertConvertLike(LayerConversion &c) {
  return replaceByCast(c, c.element(1));
}

/// For integers, `min` is rounded up and `max` is rounded down.
LogicalResult openvino::convertClamp(LayerConversion &c) {
  Type element = c.element(0);
  double low = c.number("min"), high = c.number("max");
  if (c.hasFailed())
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
    // Only bounds that fit in 64 bits are accepted.
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
