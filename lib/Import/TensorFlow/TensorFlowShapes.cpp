//===- TensorFlowShapes.cpp - constants, shapes and views
//---------------------------===//

#include "Common/Reduction.h"
#include "Common/Views.h"
#include "TensorFlowConverters.h"
#include "TensorFlowGraphImporter.h"
#include "scatter/Import/Utils/SizedShapes.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

/// The number of int32 in the format, which is the default type of sizes.
static constexpr int32_t int32Number = 3;

LogicalResult tensorflow::convertConst(NodeConversion &c) {
  const NodeAttribute *value =
      c.attribute("value", NodeAttribute::Kind::Tensor);
  if (!value)
    return c.error("attribute 'value': expected a tensor, found none");
  if (!value->tensor->problem.empty())
    return c.error("attribute 'value': " + value->tensor->problem);
  if (failed(c.makeType(value->tensor->shape,
                        c.importer.getElementType(value->tensor->elementType))))
    return failure();
  return c.replace(c.importer.makeConstant(*value->tensor));
}

LogicalResult tensorflow::convertPlaceholder(NodeConversion &c) {
  return c.error("expected an input of the signature");
}

LogicalResult tensorflow::convertIdentity(NodeConversion &c) {
  for (unsigned i = 0; i < c.getNumOperands(); ++i)
    (void)c.replace(c.imported(i));
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Returns the integer type that a node returns sizes in, or null after an
/// error.
static IntegerType getSizeType(NodeConversion &c) {
  Type element = c.elementType("out_type", int32Number);
  if (!element || element.isInteger(32) || element.isInteger(64))
    return cast_if_present<IntegerType>(element);
  (void)c.error("attribute 'out_type': expected i32 or i64, found " +
                str(element));
  return {};
}

LogicalResult tensorflow::convertShape(NodeConversion &c) {
  IntegerType element = getSizeType(c);
  if (!element)
    return failure();
  for (unsigned i = 0; i < c.getNumOperands(); ++i)
    if (failed(c.replaceSizes(c.sizes(i), c.rank(i), element)))
      return failure();
  return success();
}

LogicalResult tensorflow::convertSize(NodeConversion &c) {
  IntegerType element = getSizeType(c);
  if (!element)
    return failure();
  OpFoldResult count = SizeProduct::get(c.sizes(0)).emit(c.b);
  return c.replaceSizes(count, {}, element);
}

LogicalResult tensorflow::convertRank(NodeConversion &c) {
  OpFoldResult rank = c.b.getIndexAttr(c.rank(0));
  return c.replaceSizes(rank, {}, c.b.getI32Type());
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult tensorflow::convertReshape(NodeConversion &c) {
  auto shape = c.integers(1);
  if (failed(shape))
    return failure();
  return replaceByReshape(c, *shape, /*copiesZeros=*/false);
}

LogicalResult tensorflow::convertExpandDims(NodeConversion &c) {
  auto axis = c.constantInteger(1);
  if (failed(axis))
    return failure();
  return replaceByUnsqueeze(c, *axis);
}

LogicalResult tensorflow::convertSqueeze(NodeConversion &c) {
  SmallVector<int64_t> axes = c.integers("squeeze_dims");
  if (axes.empty() && !c.isStatic(0))
    return c.error("attribute 'squeeze_dims': expected dimensions of an input "
                   "of dynamic shape, found none");
  return replaceBySqueeze(c, axes.empty() ? getUnitDims(c.shape(0)) : axes);
}

LogicalResult tensorflow::convertBroadcastTo(NodeConversion &c) {
  auto shape = c.nonNegativeIntegers(1);
  return succeeded(shape) ? replaceByBroadcastTo(c, *shape) : failure();
}

LogicalResult tensorflow::convertTile(NodeConversion &c) {
  auto multiples = c.integers(1);
  if (failed(multiples))
    return failure();
  return replaceByTile(c, *multiples);
}

//===----------------------------------------------------------------------===//
// Generated tensors
//===----------------------------------------------------------------------===//

LogicalResult tensorflow::convertFill(NodeConversion &c) {
  auto shape = c.nonNegativeIntegers(0);
  if (failed(shape))
    return failure();
  auto type = c.makeSizedType(*shape, c.element(1));
  if (failed(type))
    return failure();
  DenseElementsAttr constant = c.imported(1).constant;
  if (constant && constant.getNumElements() == 1 && type->hasStaticShape())
    return c.replace(constant.resizeSplat(*type));
  auto element = c.scalar(1);
  if (failed(element))
    return failure();
  return c.replace(fillTo(c.b, *shape, *element));
}

LogicalResult tensorflow::convertLike(NodeConversion &c) {
  Type element = c.element(0);
  Attribute number = getNumberAttr(element, c.node.op == "OnesLike");
  return replaceByFill(
      c, c.sizes(0),
      DenseElementsAttr::get(RankedTensorType::get({}, element), number));
}

LogicalResult tensorflow::convertRange(NodeConversion &c) {
  return replaceByRange(c);
}
