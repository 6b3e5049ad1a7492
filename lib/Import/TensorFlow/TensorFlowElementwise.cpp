//===- TensorFlowElementwise.cpp - ops that compute element by element
//--------------===//

#include "Common/Broadcasting.h"
#include "Common/Elementwise.h"
#include "Common/SizeChecks.h"
#include "TensorFlowConverters.h"
#include "scatter/Import/Utils/SizedShapes.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

static const ElementwiseOp elementwiseOps[] = {
    {"Abs", emitMagnitude},
    {"Add", emitAdd},
    {"AddV2", emitAdd},
    {"Ceil", emitCeil},
    {"Cos", emitCosine},
    {"Equal", compare<Comparison::Equal>, true},
    {"Erf", emitErf},
    {"Exp", emitExponential},
    {"Expm1", emitExponentialMinusOne},
    {"Floor", emitFloor},
    {"FloorDiv", emitFloorDivide},
    {"FloorMod", emitFloorRemainder},
    {"Greater", compare<Comparison::Greater>, true},
    {"GreaterEqual", compare<Comparison::GreaterOrEqual>, true},
    {"Less", compare<Comparison::Less>, true},
    {"LessEqual", compare<Comparison::LessOrEqual>, true},
    {"Log", emitLogarithm},
    {"Log1p", emitLogarithmPlusOne},
    {"LogicalAnd", emitAnd},
    {"LogicalNot", emitNot},
    {"LogicalOr", emitOr},
    {"Maximum", emitMaximum},
    {"Minimum", emitMinimum},
    {"Mul", emitMultiply},
    {"Neg", emitNegate},
    {"NotEqual", compare<Comparison::NotEqual>, true},
    {"Pow", emitPower},
    {"RealDiv", emitDivide},
    {"Reciprocal", emitReciprocal},
    {"Relu", emitRelu},
    {"Rint", emitRoundEven},
    {"Rsqrt", emitReciprocalSquareRoot},
    {"Sigmoid", emitLogistic},
    {"Sign", emitSignOf},
    {"Sin", emitSine},
    {"Sqrt", emitSquareRoot},
    {"Square", emitSquare},
    {"SquaredDifference", emitSquaredDifference},
    {"Sub", emitSubtract},
    {"Tanh", emitHyperbolicTangent},
};

LogicalResult tensorflow::convertElementwise(NodeConversion &c) {
  return replaceElementwise(c, elementwiseOps, c.node.op);
}

/// Replaces the node by the sum of all operands, which are broadcast.
static LogicalResult replaceBySum(NodeConversion &c) {
  Type element = c.element(0);
  return replaceByMap(
      c, element, [&](ImplicitLocOpBuilder &b, ValueRange args) {
        Value sum = args.front();
        for (Value arg : args.drop_front())
          sum = emitAdd(ScalarOp(b, ValueRange{sum, arg}, element, element));
        return sum;
      });
}

LogicalResult tensorflow::convertAddN(NodeConversion &c) {
  if (failed(checkElements(c)))
    return failure();
  auto operands = c.operandsOfOneShape(0);
  if (failed(operands))
    return failure();
  return c.convertWith(*operands, {}, replaceBySum);
}

/// Adds a vector along the last dimension, or along dimension 1.
LogicalResult tensorflow::convertBiasAdd(NodeConversion &c) {
  if (failed(checkElements(c)))
    return failure();
  std::string format = c.text("data_format", "NHWC");
  if (format != "NHWC" && format != "NCHW")
    return c.error("attribute 'data_format': expected 'NHWC' or 'NCHW', found "
                   "'" +
                   format + "'");
  int64_t rank = c.rank(0), axis = format == "NCHW" ? 1 : rank - 1;
  if (rank < 2 || c.rank(1) != 1 ||
      failed(requireSize(c, 1, 0, c.size(1, 0), c.size(0, axis))))
    return c.error("expected a vector as long as the dimension of channels, "
                   "found " +
                   str(c.type(0)) + " and " + str(c.type(1)));
  Sizes shape(rank, c.b.getIndexAttr(1));
  shape[axis] = c.size(0, axis);
  Value bias = withSizes(c.b, c.operand(1), shape[axis]);
  ImportedValue aligned{reshapeTo(c.b, bias, shape), {}, {}};
  return c.convertWith({c.imported(0), aligned}, {}, replaceBySum);
}

LogicalResult tensorflow::convertCast(NodeConversion &c) {
  Type to = c.elementType("DstT", 0);
  return to ? replaceByCast(c, to) : failure();
}

LogicalResult tensorflow::convertSelectV2(NodeConversion &c) {
  return replaceBySelect(c);
}

/// Operands 1 and 2 have the same shape. The condition is a scalar, has that
/// shape, or is a vector that selects rows.
LogicalResult tensorflow::convertSelect(NodeConversion &c) {
  bool isSame = c.rank(0) == c.rank(1), isVector = c.rank(0) == 1 && !isSame;
  auto operands = c.operandsOfOneShape(isSame ? 0 : 1);
  if (failed(operands))
    return failure();
  ImportedValue condition = c.imported(0);
  if (isVector) {
    Sizes column(c.rank(1), c.b.getIndexAttr(1));
    if (!column.empty())
      column[0] = c.size(1, 0);
    isVector = !column.empty() &&
               succeeded(requireSize(c, 0, 0, c.size(0, 0), column[0]));
    if (isVector)
      condition = {
          reshapeTo(c.b, withSizes(c.b, c.operand(0), column[0]), column),
          {},
          {}};
  }
  if (!isSame && !isVector && c.rank(0) != 0)
    return c.error("expected a condition for elements or rows of two tensors "
                   "of one shape, found " +
                   str(c.type(0)) + ", " + str(c.type(1)) + " and " +
                   str(c.type(2)));
  if (!isSame)
    operands->insert(operands->begin(), condition);
  return c.convertWith(*operands, {}, convertSelectV2);
}
