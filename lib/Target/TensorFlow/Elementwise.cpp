//===- Elementwise.cpp - ops that compute element by element --------------===//

#include "Common/Broadcasting.h"
#include "Converters.h"
#include "scatter/Conversion/ImportUtils/Scalars.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

namespace {

enum Kinds : unsigned {
  Booleans = 1,
  Signed = 2,
  Unsigned = 4,
  Floats = 8,
  Integers = Signed | Unsigned,
  Numbers = Integers | Floats,
  All = Booleans | Numbers
};

struct ElementwiseNode {
  llvm::StringLiteral name;
  ScalarEmitter emit;
  /// The element types of operands.
  unsigned kinds;
  bool isPredicate = false;
};

} // namespace

template <Comparison comparison>
static Value compare(const ScalarOp &s) {
  return emitCompare(s, comparison);
}

static Value emitMagnitude(const ScalarOp &s) {
  return s.isUnsigned() ? s.lhs() : emitAbs(s);
}

/// Whether the quotient of signed integers was rounded up: the remainder `rest`
/// is not zero and has another sign than the divisor.
static Value isRoundedUp(const ScalarOp &s, Value rest) {
  Value zero = getNumber(s.b, s.type, 0);
  auto compare = [&](arith::CmpIPredicate predicate, Value value) -> Value {
    return arith::CmpIOp::create(s.b, predicate, value, zero);
  };
  Value signs = arith::XOrIOp::create(s.b, rest, s.rhs());
  return arith::AndIOp::create(s.b, compare(arith::CmpIPredicate::ne, rest),
                               compare(arith::CmpIPredicate::slt, signs));
}

static Value emitFloorDivide(const ScalarOp &s) {
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

/// The remainder has the sign of the divisor.
static Value emitFloorRemainder(const ScalarOp &s) {
  Value rest = emitRemainder(s);
  if (s.isUnsigned())
    return rest;
  Value raised = arith::AddIOp::create(s.b, rest, s.rhs());
  return arith::SelectOp::create(s.b, isRoundedUp(s, rest), raised, rest);
}

static Value emitReciprocal(const ScalarOp &s) {
  return arith::DivFOp::create(s.b, getNumber(s.b, s.type, 1), s.lhs());
}

static Value emitRelu(const ScalarOp &s) {
  Value zero = getNumber(s.b, s.type, 0);
  return emitMaximum(
      ScalarOp(s.b, ValueRange{s.lhs(), zero}, s.result, s.result));
}

static Value emitSignOf(const ScalarOp &s) {
  if (!s.isUnsigned())
    return emitSign(s);
  return arith::MinUIOp::create(s.b, s.lhs(), getNumber(s.b, s.type, 1));
}

static Value emitSquare(const ScalarOp &s) {
  return emitMultiply(
      ScalarOp(s.b, ValueRange{s.lhs(), s.lhs()}, s.result, s.result));
}

static Value emitSquaredDifference(const ScalarOp &s) {
  return emitSquare(ScalarOp(s.b, emitSubtract(s), s.result, s.result));
}

static const ElementwiseNode elementwiseNodes[] = {
    {"Abs", emitMagnitude, Numbers},
    {"Add", emitAdd, Numbers},
    {"AddV2", emitAdd, Numbers},
    {"Ceil", emitCeil, Floats},
    {"Cos", emitCosine, Floats},
    {"Equal", compare<Comparison::Equal>, All, true},
    {"Erf", emitErf, Floats},
    {"Exp", emitExponential, Floats},
    {"Expm1", emitExponentialMinusOne, Floats},
    {"Floor", emitFloor, Floats},
    {"FloorDiv", emitFloorDivide, Numbers},
    {"FloorMod", emitFloorRemainder, Integers},
    {"Greater", compare<Comparison::Greater>, Numbers, true},
    {"GreaterEqual", compare<Comparison::GreaterOrEqual>, Numbers, true},
    {"Less", compare<Comparison::Less>, Numbers, true},
    {"LessEqual", compare<Comparison::LessOrEqual>, Numbers, true},
    {"Log", emitLogarithm, Floats},
    {"Log1p", emitLogarithmPlusOne, Floats},
    {"LogicalAnd", emitAnd, Booleans},
    {"LogicalNot", emitNot, Booleans},
    {"LogicalOr", emitOr, Booleans},
    {"Maximum", emitMaximum, Numbers},
    {"Minimum", emitMinimum, Numbers},
    {"Mul", emitMultiply, Numbers},
    {"Neg", emitNegate, Signed | Floats},
    {"NotEqual", compare<Comparison::NotEqual>, All, true},
    {"Pow", emitPower, Floats},
    {"RealDiv", emitDivide, Floats},
    {"Reciprocal", emitReciprocal, Floats},
    {"Relu", emitRelu, Numbers},
    {"Rint", emitRoundEven, Floats},
    {"Rsqrt", emitReciprocalSquareRoot, Floats},
    {"Sigmoid", emitLogistic, Floats},
    {"Sign", emitSignOf, Numbers},
    {"Sin", emitSine, Floats},
    {"Sqrt", emitSquareRoot, Floats},
    {"Square", emitSquare, Numbers},
    {"SquaredDifference", emitSquaredDifference, Numbers},
    {"Sub", emitSubtract, Numbers},
    {"Tanh", emitHyperbolicTangent, Floats},
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

/// Fails unless all operands have elements of one type of `kinds`.
static LogicalResult checkElements(NodeConversion &c, unsigned kinds) {
  if (!(getKind(c.element(0)) & kinds))
    return c.error(c.describeInput(0) +
                   ": expected elements of a type that the op is defined for, "
                   "found " +
                   str(c.type(0)));
  for (unsigned i = 1; i < c.getNumOperands(); ++i)
    if (failed(c.checkElement(i, c.element(0))))
      return failure();
  return success();
}

LogicalResult tensorflow::convertElementwise(NodeConversion &c) {
  const ElementwiseNode *entry =
      llvm::find_if(elementwiseNodes, [&](const ElementwiseNode &node) {
        return node.name == c.node.op;
      });
  Type element = c.element(0);
  if (failed(checkElements(c, entry->kinds)))
    return failure();
  Type result = entry->isPredicate ? c.b.getI1Type() : element;
  return replaceByMap(c, result, [&](ImplicitLocOpBuilder &b, ValueRange args) {
    return entry->emit(ScalarOp(b, args, element, result));
  });
}

LogicalResult tensorflow::convertAddN(NodeConversion &c) {
  Type element = c.element(0);
  if (failed(checkElements(c, Numbers)))
    return failure();
  return replaceByMap(
      c, element, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value sum = args.front();
        for (Value arg : args.drop_front())
          sum = emitAdd(ScalarOp(b, ValueRange{sum, arg}, element, element));
        return sum;
      });
}

/// A vector is added along the last dimension, or along dimension 1.
LogicalResult tensorflow::convertBiasAdd(NodeConversion &c) {
  Type element = c.element(0);
  if (failed(checkElements(c, Numbers)))
    return failure();
  std::string format = c.text("data_format", "NHWC");
  if (format != "NHWC" && format != "NCHW")
    return c.error("attribute 'data_format': expected 'NHWC' or 'NCHW', found "
                   "'" +
                   format + "'");
  int64_t rank = c.rank(0), axis = format == "NCHW" ? 1 : rank - 1;
  if (rank < 2 || c.rank(1) != 1 || c.shape(1)[0] != c.shape(0)[axis])
    return c.error("expected a vector as long as the dimension of channels, "
                   "found " +
                   str(c.type(0)) + " and " + str(c.type(1)));
  SmallVector<int64_t> shape(rank, 1);
  shape[axis] = c.shape(1)[0];
  Value bias = reshape(c.b, c.operand(1), shape);
  return c.replace(mapBroadcast(c.b, c.type(0), {c.operand(0), bias},
                                [&](ImplicitLocOpBuilder &b, ValueRange args) {
                                  return emitAdd(
                                      ScalarOp(b, args, element, element));
                                }));
}

LogicalResult tensorflow::convertCast(NodeConversion &c) {
  Type from = c.element(0), to = c.elementType("DstT", 0);
  if (!to)
    return failure();
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

LogicalResult tensorflow::convertSelectV2(NodeConversion &c) {
  if (failed(c.checkElement(0, c.b.getI1Type())) ||
      failed(c.checkElement(2, c.element(1))))
    return failure();
  return replaceByMap(
      c, c.element(1), [](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        return arith::SelectOp::create(b, args[0], args[1], args[2]);
      });
}

/// A vector as condition chooses rows.
LogicalResult tensorflow::convertSelect(NodeConversion &c) {
  ArrayRef<int64_t> condition = c.shape(0), shape = c.shape(1);
  bool isVector = condition.size() == 1 && shape.size() > 1;
  if (shape != c.shape(2) || !(condition.empty() || condition == shape ||
                               (isVector && condition[0] == shape[0])))
    return c.error("expected a condition for elements or rows of two tensors "
                   "of one shape, found " +
                   str(c.type(0)) + ", " + str(c.type(1)) + " and " +
                   str(c.type(2)));
  if (!isVector)
    return convertSelectV2(c);
  if (failed(c.checkElement(0, c.b.getI1Type())))
    return failure();
  SmallVector<int64_t> column(shape.size(), 1);
  column[0] = shape[0];
  ImportedValue rows{reshape(c.b, c.operand(0), column), {}, {}};
  return c.convertWith({rows, c.imported(1), c.imported(2)}, convertSelectV2);
}
