//===- ONNXNormalization.cpp - normalizations -----------------------------===//

#include "Common/Elementwise.h"
#include "Common/Reduction.h"
#include "Common/SizeChecks.h"
#include "ONNXConverters.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

/// Returns the mean of `value`, of the shape of operand 0, along `axes`, which
/// remain with size 1.
static Value getMean(NodeConversion &c, Value value, ArrayRef<int64_t> axes) {
  Type element = getElementTypeOrSelf(value.getType());
  Value sum = reduceBy(c, value, axes, getNumberAttr(element, 0), emitAdd);
  return reshapeTo(c.b, divideByCount(c, sum, axes),
                   getReducedSizes(c.sizes(0), axes, /*keepsDims=*/true));
}

/// Floats of less than 32 bits are computed as f32.
LogicalResult onnx::convertNormalization(NodeConversion &c) {
  FailureOr<int64_t> axis = c.axis("axis", -1, c.rank(0));
  if (failed(axis))
    return failure();
  if (int64_t type = c.integer("stash_type", 1); type != 1)
    return c.error("attribute 'stash_type': expected 1, found " + Twine(type));
  Sizes sizes = c.sizes(0);
  Value value = widen(c, c.operand(0));
  Type element = getElementTypeOrSelf(value.getType());
  SmallVector<Value> factors;
  for (unsigned i : {1u, 2u}) {
    if (!c.hasOperand(i))
      continue;
    if (failed(c.checkElement(i, c.element(0))))
      return failure();
    if (failed(requireBroadcast(c, i, sizes)))
      return c.error(c.describeInput(i) +
                     ": expected a shape that can be broadcast to " +
                     str(sizes) + ", found " + str(c.type(i)));
    factors.push_back(
        broadcastTo(c.b, convertElements(c, c.operand(i), element), sizes));
  }
  auto axes = llvm::to_vector(llvm::seq(*axis, c.rank(0)));
  bool isCentered = c.node.opType == "LayerNormalization";
  Value mean;
  if (isCentered) {
    mean = getMean(c, value, axes);
    value = combineBy(c, value, mean, emitSubtract);
  }
  Value variance = getMean(c, combineBy(c, value, value, emitMultiply), axes);
  Value epsilon = makeScalarConstant(
      c, getNumberAttr(element, c.number("epsilon", 1e-5f)), element);
  Value root =
      mapBy(c, combineBy(c, variance, epsilon, emitAdd), emitSquareRoot);
  value = combineBy(c, value, root, emitDivide);
  const ScalarEmitter emitters[] = {emitMultiply, emitAdd};
  for (auto [factor, emit] : llvm::zip_first(factors, emitters))
    value = combineBy(c, value, factor, emit);
  if (failed(c.replace(convertElements(c, value, c.element(0)))))
    return failure();
  if (!isCentered || c.node.outputs.size() < 2)
    return success();
  // The results that are used in training.
  Value inverse = mapBy(c, root, emitReciprocal);
  for (Value result : {mean, inverse})
    if (failed(c.replace(convertElements(c, result, c.b.getF32Type()))))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// BatchNormalization
//===----------------------------------------------------------------------===//

/// Converts inference: x * factor + offset, with a factor and an offset for
/// each channel. Floats of less than 32 bits are computed as f32.
LogicalResult onnx::convertBatchNormalization(NodeConversion &c) {
  if (c.integer("training_mode", 0) != 0 || c.node.outputs.size() > 1)
    return c.error("expected inference, found training");
  if (c.integer("spatial", 1) != 1)
    return c.error("attribute 'spatial': expected 1, found " +
                   Twine(c.integer("spatial", 1)));
  if (c.rank(0) < 2)
    return c.error("input 0: expected rank 2 or more, found " + str(c.type(0)));
  Value value = widen(c, c.operand(0));
  Type element = getElementTypeOrSelf(value.getType());
  OpFoldResult channels = c.size(0, 1);
  SmallVector<Value> statistics;
  for (unsigned i = 1; i < 5; ++i) {
    if (c.rank(i) != 1 || failed(requireSize(c, i, 0, c.size(i, 0), channels)))
      return c.error(c.describeInput(i) + ": expected shape " +
                     str(Sizes{channels}) + ", found " + str(c.type(i)));
    if (!isa<FloatType>(c.element(i)))
      return c.error(c.describeInput(i) + ": expected floats, found " +
                     str(c.type(i)));
    Value statistic = convertElements(c, c.operand(i), element);
    statistics.push_back(withSizes(c.b, statistic, channels));
  }
  auto [scale, shift, mean, variance] =
      std::tie(statistics[0], statistics[1], statistics[2], statistics[3]);
  Value epsilon = makeScalarConstant(
      c, getNumberAttr(element, c.number("epsilon", 1e-5f)), element);
  Value root =
      mapBy(c, combineBy(c, variance, epsilon, emitAdd), emitSquareRoot);
  Value factor = combineBy(c, scale, root, emitDivide);
  Value offset = combineBy(c, shift, combineBy(c, mean, factor, emitMultiply),
                           emitSubtract);
  Sizes aligned(c.rank(0) - 1, c.b.getIndexAttr(1));
  aligned.front() = channels;
  auto align = [&](Value perChannel) {
    return broadcastTo(c.b, reshapeTo(c.b, perChannel, aligned), c.sizes(0));
  };
  value = combineBy(c, value, align(factor), emitMultiply);
  value = combineBy(c, value, align(offset), emitAdd);
  return c.replace(convertElements(c, value, c.element(0)));
}
