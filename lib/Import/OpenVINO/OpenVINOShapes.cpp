//===- OpenVINOShapes.cpp - constants, shapes and views
//---------------------------===//

#include "Common/SizeChecks.h"
#include "Common/Views.h"
#include "OpenVINOConverters.h"
#include "Weights.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/SwapByteOrder.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Reads an attribute of a Const that counts bytes.
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
  FailureOr<SmallVector<SizeRange>> sizes = c.shapeAttribute();
  uint64_t offset = getBytes(c, "offset"), size = getBytes(c, "size");
  if (failed(element) || failed(sizes) || c.hasFailed())
    return failure();
  if (!llvm::all_of(*sizes, [](SizeRange size) { return size.isStatic(); }))
    return c.error("attribute 'shape': expected sizes without ranges, found '" +
                   c.text("shape") + "'");
  auto shape =
      llvm::map_to_vector(*sizes, [](SizeRange size) { return size.min; });
  auto type = c.makeType(shape, *element);
  if (failed(type))
    return failure();
  bool isBoolean = type->getElementType().isInteger(1);
  int64_t bytes = isBoolean ? 1 : element->getIntOrFloatBitWidth() / 8;
  int64_t expected = countBytes(countElements(shape), bytes);
  // OpenVINO writes one byte for a constant without elements.
  if (expected == 0)
    size = 0;
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
  // The file is little-endian.
  if (!llvm::sys::IsLittleEndianHost)
    for (size_t i = 0; i < elements.size(); i += bytes)
      std::reverse(elements.begin() + i, elements.begin() + i + bytes);
  return c.replace(DenseElementsAttr::getFromRawBuffer(*type, elements));
}

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
  return c.replaceSizes(c.sizes(0), c.rank(0), cast<IntegerType>(element));
}

/// Converts the single element of `constant` to a constant of type `type`.
/// Returns null if it does not fit.
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

/// Converts a Range of elements of type `element` whose bounds are not all
/// known at import.
static LogicalResult replaceByRunTimeRange(LayerConversion &c,
                                           IntegerType element) {
  Sizes bounds;
  for (unsigned i = 0; i < 3; ++i) {
    if (!isa<IntegerType>(c.element(i)))
      return c.error(c.describeInput(i) +
                     ": expected an integer, since not all bounds are known "
                     "at import, found " +
                     str(c.type(i)));
    auto bound = c.integers(i);
    if (failed(bound))
      return failure();
    bounds.push_back(bound->front());
  }
  return replaceByRange(c, bounds, element);
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
    if (!c.isStatic(i) || c.type(i).getNumElements() != 1 || !isNumber)
      return c.error(c.describeInput(i) + ": expected one number, found " +
                     str(c.type(i)));
    bounds.push_back(c.imported(i).constant);
  }
  if (element.isInteger(1))
    return c.error("expected numbers, found " + str(element));
  auto integer = dyn_cast<IntegerType>(element);
  if (integer && llvm::is_contained(bounds, DenseElementsAttr()))
    return replaceByRunTimeRange(c, integer);
  for (auto [i, bound] : llvm::enumerate(bounds)) {
    if (!bound)
      return c.error(c.describeInput(i) +
                     ": expected a number that is known at import, found " +
                     str(c.type(i)));
    bound = convertNumber(bound, element);
    if (!bound)
      return c.error(c.describeInput(i) + ": expected a number of type " +
                     str(element));
  }
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

/// Returns the dimensions of size 1, which a Squeeze without axes removes.
static FailureOr<SmallVector<int64_t>> getAllUnitDims(LayerConversion &c) {
  if (c.isStatic(0))
    return getUnitDims(c.shape(0));
  return c.error("expected axes for an input of dynamic shape, found none");
}

/// Returns those of the axes that have size 1.
static FailureOr<SmallVector<int64_t>>
getUnitDimsAmong(LayerConversion &c, ArrayRef<int64_t> given) {
  auto axes = c.normalizeAxes(given, c.rank(0));
  if (failed(axes))
    return failure();
  SmallVector<int64_t> units;
  for (int64_t axis : *axes) {
    std::optional<int64_t> size = getKnown(c.size(0, axis));
    if (!size)
      return c.error("attribute 'allow_axis_skip': expected sizes along the "
                     "axes that are known at import, found " +
                     str(c.type(0)));
    if (size == 1)
      units.push_back(axis);
  }
  return units;
}

LogicalResult openvino::convertSqueeze(LayerConversion &c) {
  FailureOr<SmallVector<int64_t>> axes = SmallVector<int64_t>();
  if (c.hasOperand(1))
    axes = c.constantIntegers(1);
  if (failed(axes))
    return failure();
  if (axes->empty())
    axes = getAllUnitDims(c);
  else if (c.layer.opset >= 15 && c.boolean("allow_axis_skip", false))
    axes = getUnitDimsAmong(c, *axes);
  return succeeded(axes) ? replaceBySqueeze(c, *axes) : failure();
}

LogicalResult openvino::convertUnsqueeze(LayerConversion &c) {
  auto axes = c.constantIntegers(1);
  return succeeded(axes) ? replaceByUnsqueeze(c, *axes) : failure();
}

LogicalResult openvino::convertTile(LayerConversion &c) {
  auto repeats = c.integers(1);
  if (failed(repeats))
    return failure();
  // The shorter of shape and repeats is extended by leading 1s.
  if (int64_t(repeats->size()) < c.rank(0))
    repeats->insert(repeats->begin(), c.rank(0) - repeats->size(),
                    c.b.getIndexAttr(1));
  return replaceByTile(c, *repeats);
}

/// Broadcasts operand 0 to `to`. Its dimensions are the dimensions `axes` of
/// the result.
static LogicalResult
replaceByMappedBroadcast(LayerConversion &c, ArrayRef<int64_t> axes, Sizes to) {
  auto type = c.makeSizedType(to, c.element(0));
  if (failed(type))
    return failure();
  int64_t rank = to.size();
  bool fits = int64_t(axes.size()) == c.rank(0) && llvm::is_sorted(axes) &&
              llvm::all_of(axes, [&](int64_t axis) {
                return axis >= 0 && axis < rank && llvm::count(axes, axis) == 1;
              });
  Sizes padded(rank, c.b.getIndexAttr(1)), mapped;
  for (int64_t i = 0; fits && i < c.rank(0); ++i) {
    padded[axes[i]] = c.size(0, i);
    mapped.push_back(to[axes[i]]);
  }
  if (!fits || failed(requireBroadcast(c, 0, mapped)))
    return c.error("expected increasing axes of a shape that the input can be "
                   "broadcast to, found " +
                   str(axes) + " and " + str(to) + " for " + str(c.type(0)));
  // A static size other than 1 is that of the result.
  for (auto [size, target] : llvm::zip_equal(padded, to))
    if (getKnown(size) && !isKnown(size, 1))
      target = size;
  ImportedValue result;
  result.repeated = reshapeTo(c.b, c.operand(0), padded);
  result.value = broadcastTo(c.b, result.repeated, to);
  return c.replace(result);
}

LogicalResult openvino::convertBroadcast(LayerConversion &c) {
  std::string mode = c.choice("mode", {"numpy", "explicit", "bidirectional"});
  auto to = c.nonNegativeIntegers(1);
  if (failed(to))
    return failure();
  if (mode == "bidirectional")
    return replaceByBroadcast(c, *to);
  if (mode == "explicit") {
    if (!c.hasOperand(2))
      return c.error("expected 3 inputs for mode explicit, found 2");
    auto axes = c.constantIntegers(2);
    return succeeded(axes) ? replaceByMappedBroadcast(c, *axes, *to)
                           : failure();
  }
  return replaceByBroadcastTo(c, *to);
}
