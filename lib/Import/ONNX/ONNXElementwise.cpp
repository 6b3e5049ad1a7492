//===- ONNXElementwise.cpp - ops that compute element by element
//--------------===//

#include "Common/Broadcasting.h"
#include "Common/Elementwise.h"
#include "ONNXConverters.h"
#include "ONNXGraphImporter.h"
#include "scatter/Import/Utils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

//===----------------------------------------------------------------------===//
// Scalar forms
//===----------------------------------------------------------------------===//

/// Returns x if it is positive, else `other`.
static Value selectPositive(const ScalarOp &s, Value other) {
  Value isNegative = arith::CmpFOp::create(s.b, arith::CmpFPredicate::OLT,
                                           s.lhs(), getNumber(s.b, s.type, 0));
  return arith::SelectOp::create(s.b, isNegative, other, s.lhs());
}

/// log(1 + exp(x)), computed as max(x, 0) + log(1 + exp(-|x|)) to avoid
/// overflow.
static Value emitSoftplus(const ScalarOp &s) {
  Value magnitude = math::AbsFOp::create(s.b, s.lhs());
  Value power = math::ExpOp::create(s.b, arith::NegFOp::create(s.b, magnitude));
  return arith::AddFOp::create(
      s.b, emitRelu(s),
      emitLogarithmPlusOne(ScalarOp(s.b, power, s.type, s.type)));
}

static Value emitIsNaN(const ScalarOp &s) {
  return arith::CmpFOp::create(s.b, arith::CmpFPredicate::UNO, s.lhs(),
                               s.lhs());
}

static const ElementwiseOp elementwiseOps[] = {
    {"Abs", emitMagnitude},
    {"Add", emitAdd},
    {"And", emitAnd},
    {"Ceil", emitCeil},
    {"Cos", emitCosine},
    {"Div", emitDivide},
    {"Equal", compare<Comparison::Equal>, true},
    {"Erf", emitErf},
    {"Exp", emitExponential},
    {"Floor", emitFloor},
    {"Greater", compare<Comparison::Greater>, true},
    {"GreaterOrEqual", compare<Comparison::GreaterOrEqual>, true},
    {"IsNaN", emitIsNaN, true},
    {"Less", compare<Comparison::Less>, true},
    {"LessOrEqual", compare<Comparison::LessOrEqual>, true},
    {"Log", emitLogarithm},
    {"Mul", emitMultiply},
    {"Neg", emitNegate},
    {"Not", emitNot},
    {"Or", emitOr},
    {"Reciprocal", emitReciprocal},
    {"Relu", emitRelu},
    {"Round", emitRoundEven},
    {"Sigmoid", emitLogistic},
    {"Sign", emitSignOf},
    {"Sin", emitSine},
    {"Softplus", emitSoftplus},
    {"Sqrt", emitSquareRoot},
    {"Sub", emitSubtract},
    {"Tan", emitTangent},
    {"Tanh", emitHyperbolicTangent},
    {"Xor", emitXor},
};

LogicalResult onnx::convertElementwise(NodeConversion &c) {
  return replaceElementwise(c, elementwiseOps, c.node.opType);
}

//===----------------------------------------------------------------------===//
// Ops with special rules
//===----------------------------------------------------------------------===//

/// Elu and LeakyRelu.
LogicalResult onnx::convertElu(NodeConversion &c) {
  bool isExponential = c.node.opType == "Elu";
  float alpha = c.number("alpha", isExponential ? 1 : 0.01f);
  Type element = c.element(0);
  return replaceByMap(
      c, element, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        ScalarOp s(b, args, element, element);
        Value factor = isExponential ? emitExponentialMinusOne(s) : s.lhs();
        Value scale = getNumber(b, s.type, alpha);
        return selectPositive(s, arith::MulFOp::create(b, scale, factor));
      });
}

/// Returns x times the share of a normal distribution below x. `isTanh` chooses
/// an approximation of it.
static Value emitGelu(ImplicitLocOpBuilder &b, Value x, bool isTanh) {
  Type type = x.getType();
  auto apply = [&](ScalarEmitter emit, ValueRange args) {
    return emit(ScalarOp(b, args, type, type));
  };
  auto scale = [&](Value value, double factor) {
    return apply(emitMultiply, {value, getNumber(b, type, factor)});
  };
  Value share;
  if (isTanh) {
    Value cube = apply(emitMultiply, {x, apply(emitMultiply, {x, x})});
    Value sum = apply(emitAdd, {x, scale(cube, 0.044715)});
    constexpr double rootOf2OverPi = 0.79788456080286535588;
    share = apply(emitHyperbolicTangent, scale(sum, rootOf2OverPi));
  } else {
    share = apply(emitErf, scale(x, 1 / llvm::numbers::sqrt2));
  }
  Value onePlus = apply(emitAdd, {share, getNumber(b, type, 1)});
  return apply(emitMultiply, {scale(x, 0.5), onePlus});
}

/// Floats of less than 32 bits are computed as f32.
LogicalResult onnx::convertGelu(NodeConversion &c) {
  std::string approximate = c.text("approximate", "none");
  if (approximate != "none" && approximate != "tanh")
    return c.error(
        "attribute 'approximate': expected 'none' or 'tanh', found '" +
        approximate + "'");
  Type element = c.element(0);
  bool isNarrow = element.getIntOrFloatBitWidth() < 32;
  Type wide = isNarrow ? Type(c.b.getF32Type()) : element;
  return replaceByMap(
      c, element, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value value = emitConvert(ScalarOp(b, args, element, wide));
        Value result = emitGelu(b, value, approximate == "tanh");
        return emitConvert(ScalarOp(b, result, wide, element));
      });
}

/// Checks the operands of a variadic op.
static LogicalResult checkVariadic(NodeConversion &c) {
  for (unsigned i = 1; i < c.getNumOperands(); ++i)
    if (!c.hasOperand(i) || failed(c.checkElement(i, c.element(0))))
      return c.error("expected all inputs");
  return success();
}

/// Max, Min and Sum.
LogicalResult onnx::convertVariadic(NodeConversion &c) {
  Type element = c.element(0);
  if (failed(checkVariadic(c)))
    return failure();
  ScalarEmitter emit = c.node.opType == "Max"   ? emitMaximum
                       : c.node.opType == "Min" ? emitMinimum
                                                : emitAdd;
  return replaceByMap(
      c, element, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value result = args.front();
        for (Value arg : args.drop_front())
          result = emit(ScalarOp(b, ValueRange{result, arg}, element, element));
        return result;
      });
}

LogicalResult onnx::convertMean(NodeConversion &c) {
  Type element = c.element(0);
  if (failed(checkVariadic(c)))
    return failure();
  return replaceByMap(c, element,
                      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                        Value sum = args.front();
                        for (Value arg : args.drop_front())
                          sum = arith::AddFOp::create(b, sum, arg);
                        return arith::DivFOp::create(
                            b, sum, getNumber(b, element, args.size()));
                      });
}

LogicalResult onnx::convertWhere(NodeConversion &c) {
  return replaceBySelect(c);
}

LogicalResult onnx::convertCast(NodeConversion &c) {
  int64_t number = c.integer("to", 0);
  Type to = c.importer.getElementType(number);
  if (!to)
    return c.error("attribute 'to': expected a supported type, found " +
                   getElementName(number));
  return replaceByCast(c, to);
}

LogicalResult onnx::convertCastLike(NodeConversion &c) {
  return replaceByCast(c, c.element(1));
}

LogicalResult onnx::convertClip(NodeConversion &c) {
  Type element = c.element(0);
  SmallVector<Value> operands = {c.operand(0)};
  int low = -1, high = -1;
  if (c.version < 11) {
    // The default values of the attributes are the ends of the range.
    auto addBound = [&](StringRef name, int &place) {
      if (!c.hasAttribute(name))
        return;
      place = operands.size();
      operands.push_back(arith::ConstantOp::create(
          c.b, DenseElementsAttr::get(
                   RankedTensorType::get({}, element),
                   c.b.getFloatAttr(element, c.number(name, 0)))));
    };
    addBound("min", low);
    addBound("max", high);
  }
  for (unsigned i : {1u, 2u}) {
    if (!c.hasOperand(i))
      continue;
    if (failed(c.checkElement(i, element)))
      return failure();
    if (!c.isStatic(i) || c.type(i).getNumElements() != 1)
      return c.error("input " + Twine(i) + ": expected a scalar, found " +
                     str(c.type(i)));
    (i == 1 ? low : high) = operands.size();
    operands.push_back(reshape(c.b, c.operand(i), {}));
  }
  Value result = mapBroadcast(
      c.b, c.type(0), operands, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value value = args[0];
        if (low >= 0)
          value = emitMaximum(
              ScalarOp(b, ValueRange{value, args[low]}, element, element));
        if (high >= 0)
          value = emitMinimum(
              ScalarOp(b, ValueRange{value, args[high]}, element, element));
        return value;
      });
  return c.replace(result);
}

/// Like `emitFloorRemainder`, but a zero also has the sign of the divisor.
static Value emitModulo(const ScalarOp &s) {
  Value rest = emitFloorRemainder(s);
  if (!s.isFloat())
    return rest;
  Value zero = getNumber(s.b, s.type, 0);
  Value isZero =
      arith::CmpFOp::create(s.b, arith::CmpFPredicate::OEQ, rest, zero);
  Value signedZero = math::CopySignOp::create(s.b, zero, s.rhs());
  return arith::SelectOp::create(s.b, isZero, signedZero, rest);
}

/// The remainder has the sign of the divisor. With the attribute `fmod` it has
/// the sign of the dividend.
LogicalResult onnx::convertMod(NodeConversion &c) {
  Type element = c.element(0);
  bool isTruncated = c.integer("fmod", 0) != 0;
  unsigned kinds = isTruncated || c.version >= 28 ? Numbers : Integers;
  if (failed(checkKind(c, 0, kinds)) || failed(c.checkElement(1, element)))
    return failure();
  return replaceByMap(c, element,
                      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
                        ScalarOp s(b, args, element, element);
                        return isTruncated ? emitRemainder(s) : emitModulo(s);
                      });
}

/// Powers of integers with integer exponents are exact. Other powers are
/// computed as floats.
LogicalResult onnx::convertPow(NodeConversion &c) {
  Type base = c.element(0), exponent = c.element(1);
  if (failed(checkKind(c, 1, Numbers)))
    return failure();
  return replaceByMap(
      c, base, [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        if (getElementKind(base) != Floats &&
            getElementKind(exponent) != Floats) {
          Value power = emitConvert(ScalarOp(b, args[1], exponent, base));
          return emitIntegerPower(
              ScalarOp(b, ValueRange{args[0], power}, base, base));
        }
        Type wide = isa<FloatType>(base) ? base : Type(b.getF64Type());
        Value left = emitConvert(ScalarOp(b, args[0], base, wide));
        Value right = emitConvert(ScalarOp(b, args[1], exponent, wide));
        Value power = math::PowFOp::create(b, left, right);
        return emitConvert(ScalarOp(b, power, wide, base));
      });
}
