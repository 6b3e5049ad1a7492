//===- TensorFlowReduce.cpp - reductions and products of matrices ---------===//

#include "Common/MatMul.h"
#include "Common/Reduction.h"
#include "TensorFlowConverters.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static ScalarEmitter getCombiner(StringRef op) {
  if (op == "All")
    return emitAnd;
  if (op == "Any")
    return emitOr;
  if (op == "Max")
    return emitMaximum;
  if (op == "Min")
    return emitMinimum;
  return op == "Prod" ? emitMultiply : emitAdd;
}

/// Without axes the operand is unchanged.
LogicalResult tensorflow::convertReduction(NodeConversion &c) {
  StringRef op = c.node.op;
  auto axes = c.axes(1, c.rank(0));
  if (failed(axes))
    return failure();
  bool isExtreme = op == "Max" || op == "Min";
  Value value = isExtreme ? c.operand(0) : widen(c, c.operand(0));
  Type element = getElementTypeOrSelf(value.getType());
  Attribute init = isExtreme
                       ? getExtreme(element, /*isLeast=*/op == "Max")
                       : getNumberAttr(element, op == "Prod" || op == "All");
  if (!axes->empty())
    value = reduceBy(c, value, *axes, init, getCombiner(op));
  if (op == "Mean")
    value = divideByCount(c, value, *axes);
  return c.replace(reshapeTo(
      c.b, convertElements(c, value, c.element(0)),
      getReducedSizes(c.sizes(0), *axes, c.boolean("keep_dims", false))));
}

LogicalResult tensorflow::convertSoftmax(NodeConversion &c) {
  if (c.rank(0) == 0)
    return c.error(c.describeInput(0) +
                   ": expected a tensor of rank 1 or more, found " +
                   str(c.type(0)));
  return replaceBySoftmax(c, c.rank(0) - 1, c.node.op == "LogSoftmax");
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

LogicalResult tensorflow::convertMatMul(NodeConversion &c) {
  if (c.rank(0) != 2 || c.rank(1) != 2)
    return c.error("expected matrices, found " + str(c.type(0)) + " and " +
                   str(c.type(1)));
  return replaceByMatMul(c, c.boolean("transpose_a", false),
                         c.boolean("transpose_b", false));
}

LogicalResult tensorflow::convertBatchMatMul(NodeConversion &c) {
  if (c.rank(0) < 2 || c.rank(1) < 2)
    return c.error("expected tensors of rank 2 or more, found " +
                   str(c.type(0)) + " and " + str(c.type(1)));
  return replaceByMatMul(c, c.boolean("adj_x", false),
                         c.boolean("adj_y", false));
}
