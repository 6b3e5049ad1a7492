//===- ONNXShapes.cpp - constants, shapes and views
//---------------------------===//

#include "Common/Views.h"

#include "ONNXConverters.h"
#include "ONNXGraphImporter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

LogicalResult onnx::convertIdentity(NodeConversion &c) {
  return c.replace(c.imported(0));
}

LogicalResult onnx::convertConstant(NodeConversion &c) {
  Builder &b = c.b;
  if (const NodeAttribute *value =
          c.attribute("value", NodeAttribute::Type::Tensor)) {
    if (value->tensors.empty())
      return c.error("attribute 'value': expected a tensor");
    if (!value->tensors.front().problem.empty())
      return c.error("attribute 'value': " + value->tensors.front().problem);
    auto constant =
        c.importer.makeConstant(value->tensors.front(), "attribute 'value'");
    return succeeded(constant) ? c.replace(*constant) : failure();
  }
  auto scalar = [&](Type type) { return RankedTensorType::get({}, type); };
  auto vector = [&](size_t size, Type type) {
    return RankedTensorType::get(int64_t(size), type);
  };
  if (c.hasAttribute("value_int"))
    return c.replaceIntegers(c.integer("value_int", 0), {});
  if (c.hasAttribute("value_ints")) {
    SmallVector<int64_t> values = c.integers("value_ints");
    return c.replaceIntegers(values, int64_t(values.size()));
  }
  if (c.hasAttribute("value_float"))
    return c.replace(DenseElementsAttr::get(scalar(b.getF32Type()),
                                            c.number("value_float", 0)));
  if (const NodeAttribute *list =
          c.attribute("value_floats", NodeAttribute::Type::Floats))
    return c.replace(
        DenseElementsAttr::get(vector(list->numbers.size(), b.getF32Type()),
                               ArrayRef<float>(list->numbers)));
  return c.error("expected a value of tensor, float or integer type");
}

LogicalResult onnx::convertConstantOfShape(NodeConversion &c) {
  auto shape = c.nonNegativeIntegers(0);
  if (failed(shape))
    return failure();
  DenseElementsAttr element =
      DenseElementsAttr::get(RankedTensorType::get({}, c.b.getF32Type()), 0.0f);
  if (const NodeAttribute *value =
          c.attribute("value", NodeAttribute::Type::Tensor)) {
    if (value->tensors.empty() || !value->tensors.front().problem.empty())
      return c.error(
          "attribute 'value': expected a tensor of a supported type");
    auto constant =
        c.importer.makeConstant(value->tensors.front(), "attribute 'value'");
    if (failed(constant))
      return failure();
    if (constant->getNumElements() != 1)
      return c.error("attribute 'value': expected one element, found " +
                     str(constant->getType()));
    element = *constant;
  }
  return replaceByFill(c, *shape, element);
}

/// Converts Shape: the sizes of dimensions `start` to `end`.
LogicalResult onnx::convertShape(NodeConversion &c) {
  int64_t rank = c.rank(0);
  auto clamp = [&](int64_t bound) {
    return std::clamp<int64_t>(bound < 0 ? bound + rank : bound, 0, rank);
  };
  int64_t start = clamp(c.integer("start", 0));
  int64_t end = clamp(c.integer("end", rank));
  Sizes sizes = c.sizes(0);
  ArrayRef<OpFoldResult> shape =
      ArrayRef(sizes).slice(start, std::max<int64_t>(end - start, 0));
  return c.replaceSizes(shape, int64_t(shape.size()), c.b.getI64Type());
}

LogicalResult onnx::convertSize(NodeConversion &c) {
  OpFoldResult count = SizeProduct::get(c.sizes(0)).emit(c.b);
  return c.replaceSizes(count, {}, c.b.getI64Type());
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult onnx::convertRange(NodeConversion &c) {
  return replaceByRange(c);
}

LogicalResult onnx::convertReshape(NodeConversion &c) {
  Sizes shape = getAsIndexOpFoldResult(c.b.getContext(), c.integers("shape"));
  if (c.version >= 5) {
    auto values = c.integers(1);
    if (failed(values))
      return failure();
    shape = *values;
  }
  return replaceByReshape(c, shape, c.integer("allowzero", 0) == 0);
}

LogicalResult onnx::convertFlatten(NodeConversion &c) {
  int64_t rank = c.rank(0), axis = c.integer("axis", 1);
  if (axis < -rank || axis > rank)
    return c.error("axis: expected one of a tensor of rank " + Twine(rank) +
                   ", found " + Twine(axis));
  if (axis < 0)
    axis += rank;
  Sizes sizes = c.sizes(0);
  ArrayRef<OpFoldResult> all = sizes;
  return replaceReshaped(c, {SizeProduct::get(all.take_front(axis)).emit(c.b),
                             SizeProduct::get(all.drop_front(axis)).emit(c.b)});
}

/// Returns the axes of a node. They are an attribute before version 13, an
/// input since then.
static FailureOr<SmallVector<int64_t>> getAxes(NodeConversion &c) {
  if (c.hasOperand(1))
    return c.constantIntegers(1);
  return c.integers("axes");
}

LogicalResult onnx::convertSqueeze(NodeConversion &c) {
  bool hasAxes = c.hasAttribute("axes") || c.hasOperand(1);
  if (!hasAxes && !c.isStatic(0))
    return c.error("expected axes for an input of dynamic shape, found none");
  if (!hasAxes)
    return replaceBySqueeze(c, getUnitDims(c.shape(0)));
  auto axes = getAxes(c);
  return succeeded(axes) ? replaceBySqueeze(c, *axes) : failure();
}

LogicalResult onnx::convertUnsqueeze(NodeConversion &c) {
  auto axes = getAxes(c);
  return succeeded(axes) ? replaceByUnsqueeze(c, *axes) : failure();
}

LogicalResult onnx::convertExpand(NodeConversion &c) {
  auto shape = c.nonNegativeIntegers(1);
  return succeeded(shape) ? replaceByBroadcast(c, *shape) : failure();
}

LogicalResult onnx::convertTile(NodeConversion &c) {
  auto repeats = c.integers(1);
  return succeeded(repeats) ? replaceByTile(c, *repeats) : failure();
}
