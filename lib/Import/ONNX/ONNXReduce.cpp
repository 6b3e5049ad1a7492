//===- ONNXReduce.cpp - reductions, softmax, prefix sums ------------------===//

#include "Common/Broadcasting.h"
#include "Common/Elementwise.h"
#include "Common/NonZero.h"
#include "Common/PrefixSum.h"
#include "Common/Reduction.h"
#include "Common/SizeChecks.h"
#include "ONNXConverters.h"
#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/IR/TypeUtilities.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

static const Reducer reducers[] = {
    {"ReduceL1", emitAdd, emitAbs},
    {"ReduceL2", emitAdd, emitSquare, emitSquareRoot},
    {"ReduceLogSum", emitAdd, nullptr, emitLogarithm},
    {"ReduceLogSumExp", emitAdd, emitExponential, emitLogarithm},
    {"ReduceMax", emitMaximum},
    {"ReduceMean", emitAdd},
    {"ReduceMin", emitMinimum},
    {"ReduceProd", emitMultiply},
    {"ReduceSum", emitAdd},
    {"ReduceSumSquare", emitAdd, emitSquare},
};

/// Returns the maxima along `axes`, or 0 where they are not finite.
/// Exponentials of elements minus these do not overflow.
static Value getFiniteMaximum(NodeConversion &c, Value value,
                              ArrayRef<int64_t> axes) {
  Type element = getElementTypeOrSelf(value.getType());
  Value most = reduceBy(c, value, axes, getExtreme(element, true), emitMaximum);
  return mapBy(c, most, [](const ScalarOp &s) -> Value {
    Value isFinite =
        emitIsFinite(ScalarOp(s.b, s.args, s.type, s.b.getI1Type()));
    return arith::SelectOp::create(s.b, isFinite, s.lhs(),
                                   getNumber(s.b, s.type, 0));
  });
}

LogicalResult onnx::convertReduction(NodeConversion &c) {
  const Reducer &reducer = *llvm::find_if(reducers, [&](const Reducer &each) {
    return each.name == c.node.opType;
  });
  Value value = reducer.isExtreme() ? c.operand(0) : widen(c, c.operand(0));
  SmallVector<int64_t> given = c.integers("axes");
  if (c.hasOperand(1)) {
    auto values = c.constantIntegers(1);
    if (failed(values))
      return failure();
    given = *values;
  }
  auto axes = c.normalizeAxes(given, c.rank(0));
  if (failed(axes))
    return failure();
  if (axes->empty()) {
    if (c.integer("noop_with_empty_axes", 0)) {
      if (reducer.before)
        value = mapBy(c, value, reducer.before);
      if (reducer.after)
        value = mapBy(c, value, reducer.after);
      return c.replace(convertElements(c, value, c.element(0)));
    }
    *axes = llvm::to_vector(llvm::seq(c.rank(0)));
  }
  Value most;
  if (reducer.name == "ReduceLogSumExp") {
    most = getFiniteMaximum(c, value, *axes);
    value = combineBy(
        c, value,
        reshapeTo(c.b, most, getReducedSizes(c.sizes(0), *axes, true)),
        emitSubtract);
  }
  value = reduceBy(c, value, *axes, reducer);
  if (most)
    value = combineBy(c, value, most, emitAdd);
  if (reducer.name == "ReduceMean")
    value = divideByCount(c, value, *axes);
  return c.replace(reshapeTo(
      c.b, convertElements(c, value, c.element(0)),
      getReducedSizes(c.sizes(0), *axes, c.integer("keepdims", 1) != 0)));
}

//===----------------------------------------------------------------------===//
// ArgMax and ArgMin
//===----------------------------------------------------------------------===//

LogicalResult onnx::convertArgReduction(NodeConversion &c) {
  Type element = c.element(0);
  FailureOr<int64_t> axis = c.axis("axis", 0, c.rank(0));
  if (failed(axis))
    return failure();
  if (failed(requireElements(c, 0, *axis)))
    return c.error("input 0: expected elements along the axis, found " +
                   str(c.type(0)));
  bool isMax = c.node.opType == "ArgMax";
  bool takesLast = c.integer("select_last_index", 0) != 0;
  RankedTensorType type = c.type(0);
  Type i64 = c.b.getI64Type();
  Sizes sizes = c.sizes(0);
  Sizes shape = getReducedSizes(sizes, *axis, false);
  // The first element is the initial candidate.
  Sizes zeros(c.rank(0), c.b.getIndexAttr(0)),
      firstSizes = getReducedSizes(sizes, *axis, true);
  Value input = c.operand(0);
  Value first = reshapeTo(c.b,
                          sliceTo(c.b, input, zeros, firstSizes,
                                  SmallVector<int64_t>(c.rank(0), 1)),
                          shape);
  Value places =
      fillTo(c.b, shape, makeZeros(c.b, RankedTensorType::get({}, i64)));
  Value indices = mapElements(
      c.b, RankedTensorType::get(type.getShape(), i64), {}, {},
      [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
        return arith::IndexCastOp::create(b, i64, getLoopIndex(b, *axis));
      },
      sizes);
  Comparison comparison =
      isMax ? (takesLast ? Comparison::GreaterOrEqual : Comparison::Greater)
            : (takesLast ? Comparison::LessOrEqual : Comparison::Less);
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange accumulators,
                  ValueRange elements, SmallVectorImpl<Value> &results) {
    Value isBetter =
        emitCompare(ScalarOp(b, ValueRange{elements[0], accumulators[0]},
                             element, b.getI1Type()),
                    comparison);
    for (unsigned i : {0, 1})
      results.push_back(
          arith::SelectOp::create(b, isBetter, elements[i], accumulators[i]));
    return success();
  };
  Value result =
      reduceElements(c.b, {input, indices}, {first, places}, *axis, body)[1];
  return c.replace(
      reshapeTo(c.b, result,
                getReducedSizes(sizes, *axis, c.integer("keepdims", 1) != 0)));
}

//===----------------------------------------------------------------------===//
// Softmax, CumSum, NonZero
//===----------------------------------------------------------------------===//

/// Converts Softmax and LogSoftmax. Before version 13 they apply to all
/// dimensions from the axis on.
LogicalResult onnx::convertSoftmax(NodeConversion &c) {
  FailureOr<int64_t> axis = c.axis("axis", c.version < 13 ? 1 : -1, c.rank(0));
  if (failed(axis))
    return failure();
  SmallVector<int64_t> axes = {*axis};
  if (c.version < 13)
    axes = llvm::to_vector(llvm::seq(*axis, c.rank(0)));
  return replaceBySoftmax(c, axes, c.node.opType == "LogSoftmax");
}

LogicalResult onnx::convertCumSum(NodeConversion &c) {
  FailureOr<int64_t> axis = c.axis(1, c.rank(0));
  if (failed(axis))
    return failure();
  return replaceByPrefixSum(c, *axis,
                            {/*isExclusive=*/c.integer("exclusive", 0) != 0,
                             /*isReversed=*/c.integer("reverse", 0) != 0});
}

LogicalResult onnx::convertNonZero(NodeConversion &c) {
  return replaceByNonZero(c, c.b.getI64Type());
}
