//===- Elementwise.cpp - ops that compute element by element --------------===//

#include "Common/Elementwise.h"
#include "Common/Broadcasting.h"
#include "Converters.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

static const ElementwiseOp elementwiseOps[] = {
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

LogicalResult tensorflow::convertElementwise(NodeConversion &c) {
  return replaceElementwise(c, elementwiseOps, c.node.op);
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
  Type to = c.elementType("DstT", 0);
  return to ? replaceByCast(c, to) : failure();
}

LogicalResult tensorflow::convertSelectV2(NodeConversion &c) {
  return replaceBySelect(c);
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
