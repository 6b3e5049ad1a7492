//===- NodeConversion.cpp - the conversion of one node --------------------===//

#include "NodeConversion.h"

#include "GraphImporter.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::onnx;

std::string onnx::str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string onnx::str(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(values, os);
  os << ']';
  return text;
}

std::optional<SmallVector<int64_t>>
onnx::getIntegers(DenseElementsAttr constant) {
  auto type = dyn_cast<IntegerType>(constant.getElementType());
  if (!type || type.getWidth() > 64)
    return std::nullopt;
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  SmallVector<int64_t> values;
  for (const APInt &value : constant.getValues<APInt>())
    values.push_back(isUnsigned ? int64_t(value.getLimitedValue(INT64_MAX))
                                : value.getSExtValue());
  return values;
}

LogicalResult NodeConversion::error(const Twine &message) {
  if (!failedFlag)
    importer.emitNodeError(node, version, message);
  failedFlag = true;
  return failure();
}

Value NodeConversion::operand(unsigned i) {
  const ImportedValue &operand = operands[i];
  if (operand.value)
    return operand.value;
  return arith::ConstantOp::create(b, operand.constant);
}

FailureOr<SmallVector<int64_t>> NodeConversion::constantIntegers(unsigned i) {
  if (!operands[i].constant)
    return error("input " + Twine(i) + " '" + node.inputs[i] +
                 "': expected values that are known at import, found " +
                 str(type(i)));
  constexpr int64_t maxElements = int64_t(1) << 24;
  std::optional<SmallVector<int64_t>> values;
  if (type(i).getNumElements() <= maxElements)
    values = getIntegers(operands[i].constant);
  if (!values)
    return error("input " + Twine(i) + " '" + node.inputs[i] +
                 "': expected at most 2^24 integers, found " + str(type(i)));
  return *values;
}

FailureOr<int64_t> NodeConversion::constantInteger(unsigned i) {
  auto values = constantIntegers(i);
  if (failed(values))
    return failure();
  if (values->size() != 1)
    return error("input " + Twine(i) + " '" + node.inputs[i] +
                 "': expected one element, found " + str(type(i)));
  return values->front();
}

const NodeAttribute *NodeConversion::find(StringRef name) const {
  for (const NodeAttribute &attribute : node.attributes)
    if (attribute.name == name)
      return &attribute;
  return nullptr;
}

const NodeAttribute *NodeConversion::attribute(StringRef name,
                                               NodeAttribute::Type type) {
  static constexpr llvm::StringLiteral names[] = {
      "a value", "FLOAT",  "INT",  "STRING", "TENSOR",
      "GRAPH",   "FLOATS", "INTS", "STRINGS"};
  const NodeAttribute *attribute = find(name);
  // No value of a list is an empty list.
  bool isEmptyList = attribute &&
                     attribute->type == NodeAttribute::Type::Undefined &&
                     type >= NodeAttribute::Type::Floats;
  if (!attribute || attribute->type == type || isEmptyList)
    return attribute;
  (void)error("attribute '" + name + "': expected type " +
              names[unsigned(type)]);
  return nullptr;
}

int64_t NodeConversion::integer(StringRef name, int64_t otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Type::Integer);
  return found ? found->integer : otherwise;
}

float NodeConversion::number(StringRef name, float otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Type::Float);
  return found ? found->number : otherwise;
}

std::string NodeConversion::text(StringRef name, StringRef otherwise) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Type::String);
  return found ? found->text : otherwise.str();
}

SmallVector<int64_t> NodeConversion::integers(StringRef name) {
  const NodeAttribute *found = attribute(name, NodeAttribute::Type::Integers);
  return found ? SmallVector<int64_t>(found->integers.begin(),
                                      found->integers.end())
               : SmallVector<int64_t>();
}

FailureOr<int64_t> NodeConversion::normalizeAxis(int64_t axis, int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  return error("axis: expected one of a tensor of rank " + Twine(rank) +
               ", found " + Twine(axis));
}

FailureOr<int64_t> NodeConversion::axis(StringRef name, int64_t otherwise,
                                        int64_t rank) {
  return normalizeAxis(integer(name, otherwise), rank);
}

FailureOr<SmallVector<int64_t>>
NodeConversion::normalizeAxes(ArrayRef<int64_t> axes, int64_t rank) {
  SmallVector<int64_t> result;
  for (int64_t axis : axes) {
    FailureOr<int64_t> normalized = normalizeAxis(axis, rank);
    if (failed(normalized))
      return failure();
    if (llvm::is_contained(result, *normalized))
      return error("axes: expected distinct ones, found " + str(axes));
    result.push_back(*normalized);
  }
  return result;
}

FailureOr<RankedTensorType> NodeConversion::makeType(ArrayRef<int64_t> shape,
                                                     Type element) {
  // Tensors of rank 64 and more are not to be had in NumPy either.
  constexpr size_t maxRank = 64;
  if (shape.size() > maxRank)
    return error("expected a result of rank " + Twine(maxRank) +
                 " or less, found " + Twine(shape.size()));
  for (int64_t size : shape)
    if (size < 0)
      return error("expected a result without negative sizes, found " +
                   str(shape));
  auto type = RankedTensorType::get(shape, element);
  if (std::optional<StringRef> violation = findSizeViolation(type))
    return error("expected a result with " + *violation + ", found " +
                 str(shape));
  return type;
}

LogicalResult NodeConversion::checkElement(unsigned i, Type expected) {
  if (element(i) == expected)
    return success();
  return error("input " + Twine(i) + " '" + node.inputs[i] +
               "': expected elements of type " + str(expected) + ", found " +
               str(type(i)));
}

LogicalResult NodeConversion::replaceIntegers(ArrayRef<int64_t> values,
                                              ArrayRef<int64_t> shape) {
  return replace(DenseElementsAttr::get(
      RankedTensorType::get(shape, b.getI64Type()), values));
}
