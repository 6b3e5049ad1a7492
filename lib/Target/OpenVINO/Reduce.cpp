//===- Reduce.cpp - reductions, MatMul, SoftMax ---------------------------===//

#include "Common/Broadcasting.h"
#include "Common/MatMul.h"
#include "Common/Reduction.h"
#include "Converters.h"
#include "scatter/Conversion/ImportUtils/SizedShapes.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

LogicalResult openvino::convertMatMul(LayerConversion &c) {
  bool lhs = c.boolean("transpose_a", false);
  bool rhs = c.boolean("transpose_b", false);
  return replaceByMatMul(c, lhs, rhs);
}

namespace {
struct Reducer {
  llvm::StringLiteral type;
  ScalarEmitter combine;
};
} // namespace

static const Reducer reducers[] = {
    {"ReduceMax", emitMaximum}, {"ReduceMean", emitAdd},
    {"ReduceMin", emitMinimum}, {"ReduceProd", emitMultiply},
    {"ReduceSum", emitAdd},
};

LogicalResult openvino::convertReduction(LayerConversion &c) {
  const Reducer &reducer = *llvm::find_if(
      reducers, [&](const Reducer &each) { return each.type == c.layer.type; });
  Type element = c.element(0);
  bool keepsDims = c.boolean("keep_dims", false);
  auto given = c.constantIntegers(1);
  if (failed(given))
    return failure();
  auto axes = c.normalizeAxes(*given, c.rank(0));
  if (failed(axes))
    return failure();
  if (axes->empty())
    return c.replace(c.imported(0));
  bool isExtreme =
      reducer.combine == emitMaximum || reducer.combine == emitMinimum;
  Attribute init =
      isExtreme ? getExtreme(element, reducer.combine == emitMaximum)
                : getNumberAttr(element, reducer.combine == emitMultiply);
  Value value = reduceBy(c, c.operand(0), *axes, init, reducer.combine);
  if (reducer.type == "ReduceMean")
    value = divideByCount(c, value, *axes);
  return c.replace(
      reshapeTo(c.b, value, getReducedSizes(c.sizes(0), *axes, keepsDims)));
}

LogicalResult openvino::convertSoftmax(LayerConversion &c) {
  RankedTensorType type = c.type(0);
  Type element = type.getElementType();
  FailureOr<int64_t> axis = c.normalizeAxis(c.integer("axis", 1), c.rank(0));
  if (failed(axis))
    return failure();
  Sizes kept = getReducedSizes(c.sizes(0), *axis, true);
  auto combine = [&](Value lhs, Value rhs, ScalarEmitter emit) {
    return mapBroadcast(c.b, type, {lhs, rhs},
                        [&](ImplicitLocOpBuilder &b, ValueRange args) {
                          return emit(ScalarOp(b, args, element, element));
                        });
  };
  Value most =
      reduceBy(c, c.operand(0), *axis, getExtreme(element, true), emitMaximum);
  Value powers =
      mapBy(c, combine(c.operand(0), reshapeTo(c.b, most, kept), emitSubtract),
            emitExponential);
  Value sums = reduceBy(c, powers, *axis, getNumberAttr(element, 0), emitAdd);
  return c.replace(combine(powers, reshapeTo(c.b, sums, kept), emitDivide));
}
