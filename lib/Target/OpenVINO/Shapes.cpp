//===- Shapes.cpp - constants, shapes and views ---------------------------===//

#include "scatter/Conversion/ImportUtils/Shapes.h"
#include "Common/Views.h"
#include "Converters.h"
#include "Weights.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/Support/SwapByteOrder.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// An attribute of a Const that counts bytes.
static uint64_t getBytes(LayerConversion &c, StringRef name) {
  std::string value = c.text(name);
  uint64_t result = 0;
  if (StringRef(value).trim().getAsInteger(10, result))
    (void)c.error("attribute '" + name +
                  "': expected a number of bytes, "
                  "found '" +
                  value + "'");
  return result;
}

LogicalResult openvino::convertConst(LayerConversion &c) {
  FailureOr<Type> element = c.elementType("element_type");
  FailureOr<SmallVector<int64_t>> shape = c.shapeAttribute();
  uint64_t offset = getBytes(c, "offset"), size = getBytes(c, "size");
  if (failed(element) || failed(shape) || c.hasFailed())
    return failure();
  auto type = c.makeType(*shape, *element);
  if (failed(type))
    return failure();
  bool isBoolean = type->getElementType().isInteger(1);
  int64_t bytes = isBoolean ? 1 : element->getIntOrFloatBitWidth() / 8;
  int64_t expected = countBytes(countElements(*shape), bytes);
  if (size != uint64_t(expected))
    return c.error("attribute 'size': expected " + Twine(expected) +
                   " bytes for " + str(*type) + ", found " + Twine(size));
  llvm::Expected<StringRef> data = c.weights.get(offset, size);
  if (!data)
    return c.error(toString(data.takeError()));
  std::vector<char> elements(data->begin(), data->end());
  if (isBoolean) {
    SmallVector<bool> booleans(elements.begin(), elements.end());
    return c.replace(DenseElementsAttr::get(*type, booleans));
  }
  // The file has the low byte first.
  if (!llvm::sys::IsLittleEndianHost)
    for (size_t i = 0; i < elements.size(); i += bytes)
      std::reverse(elements.begin() + i, elements.begin() + i + bytes);
  return c.replace(DenseElementsAttr::getFromRawBuffer(*type, elements));
}

/// The sizes of a static shape.
LogicalResult openvino::convertShapeOf(LayerConversion &c) {
  Type element = c.b.getI64Type();
  if (c.find("output_type")) {
    FailureOr<Type> given = c.elementType("output_type");
    if (failed(given))
      return failure();
    element = *given;
  }
  if (!element.isInteger(32) && !element.isInteger(64))
    return c.error("attribute 'output_type': expected i32 or i64, found " +
                   str(element));
  if (!c.isStatic(0))
    return c.replaceSizes(c.sizes(0), c.rank(0), cast<IntegerType>(element));
  SmallVector<APInt> sizes;
  for (int64_t size : c.shape(0)) {
    if (element.isInteger(32) && size > INT32_MAX)
      return c.error("attribute 'output_type': expected i64 for " +
                     str(c.type(0)) + ", found i32");
    sizes.push_back(APInt(element.getIntOrFloatBitWidth(), size));
  }
  return c.replace(
      DenseElementsAttr::get(RankedTensorType::get(c.rank(0), element), sizes));
}

/// The one element of `constant` as a constant of type `type`; null if it does
/// not fit.
static DenseElementsAttr convertNumber(DenseElementsAttr constant, Type type) {
  Attribute value = constant.getValues<Attribute>()[0];
  auto result = RankedTensorType::get({}, type);
  bool isExact;
  if (auto floatType = dyn_cast<FloatType>(type)) {
    APFloat number(0.0);
    if (auto attribute = dyn_cast<FloatAttr>(value))
      number = attribute.getValue();
    else
      number.convertFromAPInt(cast<IntegerAttr>(value).getValue(),
                              !constant.getElementType().isUnsignedInteger(),
                              APFloat::rmNearestTiesToEven);
    number.convert(floatType.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &isExact);
    return DenseElementsAttr::get(result, number);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  if (auto attribute = dyn_cast<FloatAttr>(value)) {
    llvm::APSInt number(width, type.isUnsignedInteger());
    if (attribute.getValue().convertToInteger(number, APFloat::rmTowardZero,
                                              &isExact) == APFloat::opInvalidOp)
      return {};
    return DenseElementsAttr::get(result, APInt(number));
  }
  APInt number = cast<IntegerAttr>(value).getValue();
  number = constant.getElementType().isUnsignedInteger()
               ? number.zextOrTrunc(width)
               : number.sextOrTrunc(width);
  return DenseElementsAttr::get(result, number);
}

LogicalResult openvino::convertRange(LayerConversion &c) {
  Type element = c.element(0);
  if (c.find("output_type")) {
    FailureOr<Type> given = c.elementType("output_type");
    if (failed(given))
      return failure();
    element = *given;
  }
  SmallVector<DenseElementsAttr> bounds;
  for (unsigned i = 0; i < 3; ++i) {
    bool isNumber =
        isa<IntegerType, FloatType>(c.element(i)) && !c.element(i).isInteger(1);
    if (!c.imported(i).constant || c.type(i).getNumElements() != 1 || !isNumber)
      return c.error(c.describeInput(i) +
                     ": expected a number that is known at import, found " +
                     str(c.type(i)));
    bounds.push_back(convertNumber(c.imported(i).constant, element));
    if (!bounds.back())
      return c.error(c.describeInput(i) + ": expected a number of type " +
                     str(element));
  }
  if (element.isInteger(1))
    return c.error("expected numbers, found " + str(element));
  return replaceByRange(c, bounds);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult openvino::convertReshape(LayerConversion &c) {
  auto shape = c.integers(1);
  bool copiesZeros = c.boolean("special_zero", false);
  return succeeded(shape) ? replaceByReshape(c, *shape, copiesZeros)
                          : failure();
}

LogicalResult openvino::convertSqueeze(LayerConversion &c) {
  if (!c.hasOperand(1))
    return replaceBySqueeze(c, getUnitDims(c.shape(0)));
  auto given = c.constantIntegers(1);
  if (failed(given))
    return failure();
  if (given->empty())
    return replaceBySqueeze(c, getUnitDims(c.shape(0)));
  if (c.layer.opset >= 15 && c.boolean("allow_axis_skip", false)) {
    auto axes = c.normalizeAxes(*given, c.rank(0));
    if (failed(axes))
      return failure();
    given = *axes;
    llvm::erase_if(*given, [&](int64_t axis) { return c.shape(0)[axis] != 1; });
  }
  return replaceBySqueeze(c, *given);
}

LogicalResult openvino::convertUnsqueeze(LayerConversion &c) {
  auto axes = c.constantIntegers(1);
  return succeeded(axes) ? replaceByUnsqueeze(c, *axes) : failure();
}

LogicalResult openvino::convertTile(LayerConversion &c) {
  auto repeats = c.integers(1);
  if (failed(repeats))
    return failure();
  // The shorter of shape and repeats is extended by 1.
  if (int64_t(repeats->size()) < c.rank(0))
    repeats->insert(repeats->begin(), c.rank(0) - repeats->size(),
                    c.b.getIndexAttr(1));
  return replaceByTile(c, *repeats);
}

/// Operand 0 with its dimensions at `axes` of a tensor of shape `to`.
static LogicalResult replaceByMappedBroadcast(LayerConversion &c,
                                              ArrayRef<int64_t> axes,
                                              ArrayRef<int64_t> to) {
  auto type = c.makeType(to, c.element(0));
  if (failed(type))
    return failure();
  SmallVector<int64_t> padded(to.size(), 1);
  bool fits = int64_t(axes.size()) == c.rank(0) && llvm::is_sorted(axes);
  for (int64_t i = 0; fits && i < c.rank(0); ++i) {
    int64_t axis = axes[i], size = c.shape(0)[i];
    fits = axis >= 0 && axis < int64_t(to.size()) &&
           (i == 0 || axes[i - 1] != axis) && (size == 1 || size == to[axis]);
    if (fits)
      padded[axis] = size;
  }
  if (!fits)
    return c.error("expected increasing axes of a shape that the input can be "
                   "broadcast to, found " +
                   str(axes) + " and " + str(to) + " for " + str(c.type(0)));
  ImportedValue result;
  result.repeated = reshape(c.b, c.operand(0), padded);
  result.value = broadcast(c.b, result.repeated, to);
  return c.replace(result);
}

LogicalResult openvino::convertBroadcast(LayerConversion &c) {
  std::string mode = c.choice("mode", {"numpy", "explicit", "bidirectional"});
  auto to = c.constantIntegers(1);
  if (failed(to))
    return failure();
  if (mode == "bidirectional")
    return replaceByBroadcast(c, makeSizes(c.b.getContext(), *to));
  if (mode == "explicit") {
    if (!c.hasOperand(2))
      return c.error("expected 3 inputs for mode explicit, found 2");
    auto axes = c.constantIntegers(2);
    return succeeded(axes) ? replaceByMappedBroadcast(c, *axes, *to)
                           : failure();
  }
  int64_t first = int64_t(to->size()) - c.rank(0);
  auto axes = llvm::to_vector(llvm::seq<int64_t>(first, first + c.rank(0)));
  return replaceByMappedBroadcast(c, axes, *to);
}
