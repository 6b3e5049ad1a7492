//===- Elementwise.cpp - ops that compute element by element --------------===//

#include "Common/Broadcasting.h"
#include "Converters.h"
#include "GraphImporter.h"
#include "scatter/Conversion/ImportUtils/Scalars.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

//===----------------------------------------------------------------------===//
// Scalar forms
//===----------------------------------------------------------------------===//

namespace {

/// The scalar form of a node, which may read attributes.
using NodeEmitter = Value (*)(NodeConversion &, const ScalarOp &);

enum Kinds : unsigned {
  Booleans = 1,
  Signed = 2,
  Unsigned = 4,
  Floats = 8,
  Numbers = Signed | Unsigned | Floats,
  All = Booleans | Numbers
};

struct ElementwiseNode {
  llvm::StringLiteral name;
  unsigned operands;
  NodeEmitter emit;
  /// The element types of operands.
  unsigned kinds;
  bool isPredicate = false;
};

} // namespace

template <ScalarEmitter emit>
static Value plain(NodeConversion &, const ScalarOp &s) {
  return emit(s);
}

template <Comparison comparison>
static Value compare(NodeConversion &, const ScalarOp &s) {
  return emitCompare(s, comparison);
}

static Value emitMagnitude(NodeConversion &, const ScalarOp &s) {
  return s.isUnsigned() ? s.lhs() : emitAbs(s);
}

static Value emitSignOf(NodeConversion &, const ScalarOp &s) {
  if (!s.isUnsigned())
    return emitSign(s);
  return arith::MinUIOp::create(s.b, s.lhs(), getNumber(s.b, s.type, 1));
}

static Value emitReciprocal(NodeConversion &, const ScalarOp &s) {
  return arith::DivFOp::create(s.b, getNumber(s.b, s.type, 1), s.lhs());
}

static Value emitRelu(NodeConversion &, const ScalarOp &s) {
  Value zero = getNumber(s.b, s.type, 0);
  if (s.isFloat())
    return arith::MaximumFOp::create(s.b, s.lhs(), zero);
  return s.isUnsigned()
             ? s.lhs()
             : arith::MaxSIOp::create(s.b, s.lhs(), zero).getResult();
}

/// x where it is positive, else `other`.
static Value selectPositive(const ScalarOp &s, Value other) {
  Value isNegative = arith::CmpFOp::create(s.b, arith::CmpFPredicate::OLT,
                                           s.lhs(), getNumber(s.b, s.type, 0));
  return arith::SelectOp::create(s.b, isNegative, other, s.lhs());
}

static Value emitLeakyRelu(NodeConversion &c, const ScalarOp &s) {
  Value alpha = getNumber(s.b, s.type, c.number("alpha", 0.01f));
  return selectPositive(s, arith::MulFOp::create(s.b, alpha, s.lhs()));
}

static Value emitElu(NodeConversion &c, const ScalarOp &s) {
  Value alpha = getNumber(s.b, s.type, c.number("alpha", 1));
  return selectPositive(
      s,
      arith::MulFOp::create(s.b, alpha, math::ExpM1Op::create(s.b, s.lhs())));
}

/// log(1 + exp(x)), as max(x, 0) + log(1 + exp(-|x|)), which does not overflow.
static Value emitSoftplus(NodeConversion &c, const ScalarOp &s) {
  Value magnitude = math::AbsFOp::create(s.b, s.lhs());
  Value power = math::ExpOp::create(s.b, arith::NegFOp::create(s.b, magnitude));
  return arith::AddFOp::create(s.b, emitRelu(c, s),
                               math::Log1pOp::create(s.b, power));
}

static Value emitIsNaN(NodeConversion &, const ScalarOp &s) {
  return arith::CmpFOp::create(s.b, arith::CmpFPredicate::UNO, s.lhs(),
                               s.lhs());
}

static const ElementwiseNode elementwiseNodes[] = {
    {"Abs", 1, emitMagnitude, Numbers},
    {"Add", 2, plain<emitAdd>, Numbers},
    {"And", 2, plain<emitAnd>, Booleans},
    {"Ceil", 1, plain<emitCeil>, Floats},
    {"Cos", 1, plain<emitCosine>, Floats},
    {"Div", 2, plain<emitDivide>, Numbers},
    {"Elu", 1, emitElu, Floats},
    {"Equal", 2, compare<Comparison::Equal>, All, true},
    {"Erf", 1, plain<emitErf>, Floats},
    {"Exp", 1, plain<emitExponential>, Floats},
    {"Floor", 1, plain<emitFloor>, Floats},
    {"Greater", 2, compare<Comparison::Greater>, Numbers, true},
    {"GreaterOrEqual", 2, compare<Comparison::GreaterOrEqual>, Numbers, true},
    {"IsNaN", 1, emitIsNaN, Floats, true},
    {"LeakyRelu", 1, emitLeakyRelu, Floats},
    {"Less", 2, compare<Comparison::Less>, Numbers, true},
    {"LessOrEqual", 2, compare<Comparison::LessOrEqual>, Numbers, true},
    {"Log", 1, plain<emitLogarithm>, Floats},
    {"Mul", 2, plain<emitMultiply>, Numbers},
    {"Neg", 1, plain<emitNegate>, Signed | Floats},
    {"Not", 1, plain<emitNot>, Booleans},
    {"Or", 2, plain<emitOr>, Booleans},
    {"Reciprocal", 1, emitReciprocal, Floats},
    {"Relu", 1, emitRelu, Signed | Floats},
    {"Round", 1, plain<emitRoundEven>, Floats},
    {"Sigmoid", 1, plain<emitLogistic>, Floats},
    {"Sign", 1, emitSignOf, Numbers},
    {"Sin", 1, plain<emitSine>, Floats},
    {"Softplus", 1, emitSoftplus, Floats},
    {"Sqrt", 1, plain<emitSquareRoot>, Floats},
    {"Sub", 2, plain<emitSubtract>, Numbers},
    {"Tan", 1, plain<emitTangent>, Floats},
    {"Tanh", 1, plain<emitHyperbolicTangent>, Floats},
    {"Xor", 2, plain<emitXor>, Booleans},
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

static LogicalResult checkKind(NodeConversion &c, unsigned i, unsigned kinds) {
  if (getKind(c.element(i)) & kinds)
    return success();
  return c.error("input " + Twine(i) + " '" + c.node.inputs[i] +
                 "': expected elements of a type that the op is defined for, "
                 "found " +
                 str(c.type(i)));
}

LogicalResult onnx::convertElementwise(NodeConversion &c) {
  const ElementwiseNode *entry =
      llvm::find_if(elementwiseNodes, [&](const ElementwiseNode &node) {
        return node.name == c.node.opType;
      });
  Type element = c.element(0);
  if (failed(checkKind(c, 0, entry->kinds)))
    return failure();
  for (unsigned i = 1; i < entry->operands; ++i)
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

/// Checks the operands of an op of any number of them.
static LogicalResult checkVariadic(NodeConversion &c, unsigned kinds) {
  if (failed(checkKind(c, 0, kinds)))
    return failure();
  for (unsigned i = 1; i < c.getNumOperands(); ++i)
    if (!c.hasOperand(i) || failed(c.checkElement(i, c.element(0))))
      return c.error("expected all inputs");
  return success();
}

/// Max, Min and Sum.
LogicalResult onnx::convertVariadic(NodeConversion &c) {
  Type element = c.element(0);
  unsigned kinds = c.node.opType == "Sum" ? unsigned(Floats) : Numbers;
  if (failed(checkVariadic(c, kinds)))
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
  if (failed(checkVariadic(c, Floats)))
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
  if (failed(c.checkElement(0, c.b.getI1Type())) ||
      failed(c.checkElement(2, c.element(1))))
    return failure();
  return replaceByMap(
      c, c.element(1), [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        return arith::SelectOp::create(b, args[0], args[1], args[2]);
      });
}

static LogicalResult castTo(NodeConversion &c, Type to) {
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

LogicalResult onnx::convertCast(NodeConversion &c) {
  int64_t number = c.integer("to", 0);
  Type to = c.importer.getElementType(number);
  if (!to)
    return c.error("attribute 'to': expected a supported type, found " +
                   getElementName(number));
  return castTo(c, to);
}

LogicalResult onnx::convertCastLike(NodeConversion &c) {
  return castTo(c, c.element(1));
}

LogicalResult onnx::convertClip(NodeConversion &c) {
  Type element = c.element(0);
  if (failed(checkKind(c, 0, Numbers)))
    return failure();
  SmallVector<Value> operands = {c.operand(0)};
  int low = -1, high = -1;
  if (c.version < 11) {
    // The defaults of the attributes are the ends of the range.
    auto addBound = [&](StringRef name, int &place) {
      if (!c.hasAttribute(name))
        return;
      place = operands.size();
      operands.push_back(arith::ConstantOp::create(
          c.b, DenseElementsAttr::get(
                   RankedTensorType::get({}, element),
                   c.b.getFloatAttr(element, c.number(name, 0)))));
    };
    if (!isa<FloatType>(element))
      return c.error("expected floats, found " + str(c.type(0)));
    addBound("min", low);
    addBound("max", high);
  }
  for (unsigned i : {1u, 2u}) {
    if (!c.hasOperand(i))
      continue;
    if (failed(c.checkElement(i, element)))
      return failure();
    if (c.type(i).getNumElements() != 1)
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

/// a - floor(a / b) * b of floats: the remainder has the sign of the divisor.
static Value emitFloorRemainder(const ScalarOp &s) {
  using Predicate = arith::CmpFPredicate;
  Value zero = getNumber(s.b, s.type, 0);
  Value rest = arith::RemFOp::create(s.b, s.lhs(), s.rhs());
  Value isZero = arith::CmpFOp::create(s.b, Predicate::OEQ, rest, zero);
  Value isNegative = arith::CmpFOp::create(s.b, Predicate::OLT, rest, zero);
  Value isBelow = arith::CmpFOp::create(s.b, Predicate::OLT, s.rhs(), zero);
  Value differ = arith::XOrIOp::create(s.b, isNegative, isBelow);
  Value moved = arith::AddFOp::create(s.b, rest, s.rhs());
  Value other = arith::SelectOp::create(s.b, differ, moved, rest);
  Value signedZero = math::CopySignOp::create(s.b, zero, s.rhs());
  return arith::SelectOp::create(s.b, isZero, signedZero, other);
}

/// The remainder has the sign of the divisor, with attribute `fmod` that of the
/// dividend.
LogicalResult onnx::convertMod(NodeConversion &c) {
  Type element = c.element(0);
  bool isTruncated = c.integer("fmod", 0) != 0;
  unsigned kinds = isTruncated || c.version >= 28 ? Numbers : Signed | Unsigned;
  if (failed(checkKind(c, 0, kinds)) || failed(c.checkElement(1, element)))
    return failure();
  return replaceByMap(
      c, element, [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        ScalarOp s(b, args, element, element);
        if (s.isFloat() && !isTruncated)
          return emitFloorRemainder(s);
        Value rest = emitRemainder(s);
        if (isTruncated || s.isUnsigned())
          return rest;
        Value zero = getNumber(b, s.type, 0);
        Value isZero =
            arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rest, zero);
        Value signs = arith::XOrIOp::create(b, rest, s.rhs());
        Value areEqual =
            arith::CmpIOp::create(b, arith::CmpIPredicate::sge, signs, zero);
        Value isDone = arith::OrIOp::create(b, isZero, areEqual);
        return arith::SelectOp::create(b, isDone, rest,
                                       arith::AddIOp::create(b, rest, s.rhs()));
      });
}

/// Powers of integers with integers are exact, others are computed in floats.
LogicalResult onnx::convertPow(NodeConversion &c) {
  Type base = c.element(0), exponent = c.element(1);
  if (failed(checkKind(c, 0, Numbers)) || failed(checkKind(c, 1, Numbers)))
    return failure();
  return replaceByMap(
      c, base, [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        if (getKind(base) != Floats && getKind(exponent) != Floats) {
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
