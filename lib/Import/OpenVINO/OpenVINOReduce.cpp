//===- OpenVINOReduce.cpp - reductions, sums, MatMul, SoftMax, TopK -------===//

#include "Common/Elementwise.h"
#include "Common/MatMul.h"
#include "Common/NonZero.h"
#include "Common/PrefixSum.h"
#include "Common/Reduction.h"
#include "Common/TopK.h"
#include "OpenVINOConverters.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

LogicalResult openvino::convertMatMul(LayerConversion &c) {
  bool lhs = c.boolean("transpose_a", false);
  bool rhs = c.boolean("transpose_b", false);
  return replaceByMatMul(c, lhs, rhs);
}

static const Reducer reducers[] = {
    {"ReduceL1", emitAdd, emitAbs},
    {"ReduceL2", emitAdd, emitSquare, emitSquareRoot},
    {"ReduceLogicalAnd", emitMultiply},
    {"ReduceLogicalOr", emitAdd},
    {"ReduceMax", emitMaximum},
    {"ReduceMean", emitAdd},
    {"ReduceMin", emitMinimum},
    {"ReduceProd", emitMultiply},
    {"ReduceSum", emitAdd},
};

LogicalResult openvino::convertReduction(LayerConversion &c) {
  const Reducer &reducer = *llvm::find_if(
      reducers, [&](const Reducer &each) { return each.name == c.layer.type; });
  bool keepsDims = c.boolean("keep_dims", false);
  auto axes = c.axes(1, c.rank(0));
  if (failed(axes))
    return failure();
  if (axes->empty() && !reducer.before)
    return c.replace(c.imported(0));
  Value value = reducer.isExtreme() ? c.operand(0) : widen(c, c.operand(0));
  value = reduceBy(c, value, *axes, reducer);
  if (reducer.name == "ReduceMean")
    value = divideByCount(c, value, *axes);
  return c.replace(reshapeTo(c.b, convertElements(c, value, c.element(0)),
                             getReducedSizes(c.sizes(0), *axes, keepsDims)));
}

LogicalResult openvino::convertSoftmax(LayerConversion &c) {
  FailureOr<int64_t> axis = c.normalizeAxis(c.integer("axis", 1), c.rank(0));
  if (failed(axis))
    return failure();
  return replaceBySoftmax(c, *axis,
                          /*isLogarithm=*/c.layer.type == "LogSoftmax");
}

LogicalResult openvino::convertCumSum(LayerConversion &c) {
  FailureOr<int64_t> axis =
      c.hasOperand(1) ? c.axis(1, c.rank(0)) : c.normalizeAxis(0, c.rank(0));
  PrefixSumKind kind = {/*isExclusive=*/c.boolean("exclusive", false),
                        /*isReversed=*/c.boolean("reverse", false)};
  if (failed(axis) || c.hasFailed())
    return failure();
  return replaceByPrefixSum(c, *axis, kind);
}

LogicalResult openvino::convertNonZero(LayerConversion &c) {
  FailureOr<Type> element = c.b.getI64Type();
  if (c.find("output_type"))
    element = c.elementType("output_type");
  if (failed(element))
    return failure();
  if (!element->isSignlessInteger(32) && !element->isSignlessInteger(64))
    return c.error("attribute 'output_type': expected i32 or i64, found '" +
                   c.text("output_type") + "'");
  return replaceByNonZero(c, cast<IntegerType>(*element));
}

LogicalResult openvino::convertTopK(LayerConversion &c) {
  FailureOr<int64_t> axis =
      c.normalizeAxis(c.integer("axis", std::nullopt), c.rank(0));
  bool isLargest = c.choice("mode", {"max", "min"}) == "max";
  // Where no order is asked for, any is valid.
  (void)c.choice("sort", {"value", "none"});
  FailureOr<Type> position = c.b.getI32Type();
  if (c.find("index_element_type"))
    position = c.elementType("index_element_type");
  if (failed(axis) || failed(position) || c.hasFailed())
    return failure();
  if (!position->isSignlessInteger(32) && !position->isSignlessInteger(64))
    return c.error("attribute 'index_element_type': expected i32 or i64, "
                   "found '" +
                   c.text("index_element_type") + "'");
  return replaceByTopElements(c, *axis, isLargest, *position);
}
