//===- Shapes.cpp - constants, shapes and views ---------------------------===//

#include "scatter/Conversion/ImportUtils/Shapes.h"
#include "Common/Reduction.h"
#include "Common/Views.h"
#include "Converters.h"
#include "GraphImporter.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

/// The number of int32 in the format, the default of sizes.
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

LogicalResult tensorflow::convertShape(NodeConversion &c) {
  Type element = c.elementType("out_type", int32Number);
  if (!element)
    return failure();
  for (unsigned i = 0; i < c.getNumOperands(); ++i)
    if (failed(c.isStatic(i)
                   ? c.replaceIntegersOf(element, c.shape(i), c.rank(i))
                   : c.replaceSizes(c.sizes(i), c.rank(i),
                                    cast<IntegerType>(element))))
      return failure();
  return success();
}

LogicalResult tensorflow::convertSize(NodeConversion &c) {
  Type element = c.elementType("out_type", int32Number);
  if (!element)
    return failure();
  return c.replaceIntegersOf(element, c.type(0).getNumElements(), {});
}

LogicalResult tensorflow::convertRank(NodeConversion &c) {
  return c.replaceIntegersOf(c.b.getI32Type(), c.rank(0), {});
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
  return replaceBySqueeze(c, axes.empty() ? getUnitDims(c.shape(0)) : axes);
}

LogicalResult tensorflow::convertBroadcastTo(NodeConversion &c) {
  auto shape = c.constantIntegers(1);
  if (failed(shape))
    return failure();
  auto common = broadcastShapes({c.shape(0), ArrayRef<int64_t>(*shape)});
  if (!common || *common != *shape)
    return c.error("input 1: expected a shape that " + str(c.shape(0)) +
                   " can be broadcast to, found " + str(*shape));
  return replaceByBroadcast(c, makeSizes(c.b.getContext(), *shape));
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
  auto shape = c.constantIntegers(0);
  if (failed(shape))
    return failure();
  auto type = c.makeType(*shape, c.element(1));
  if (failed(type))
    return failure();
  DenseElementsAttr constant = c.imported(1).constant;
  if (constant && constant.getNumElements() == 1)
    return c.replace(constant.resizeSplat(*type));
  auto element = c.scalar(1);
  if (failed(element))
    return failure();
  return c.replace(makeFilled(c.b, *type, *element));
}

LogicalResult tensorflow::convertLike(NodeConversion &c) {
  if (!isa<IntegerType, FloatType>(c.element(0)))
    return c.error(c.describeInput(0) + ": expected numbers, found " +
                   str(c.type(0)));
  return c.replace(DenseElementsAttr::get(
      c.type(0), getNumberAttr(c.element(0), c.node.op == "OnesLike")));
}

LogicalResult tensorflow::convertRange(NodeConversion &c) {
  return replaceByRange(c);
}
