//===- NodeConversionBase.cpp - the conversion of one node ----------------===//

#include "NodeConversionBase.h"

#include "Evaluator.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace scatter;

std::string scatter::str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string scatter::str(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(values, os);
  os << ']';
  return text;
}

std::optional<SmallVector<int64_t>>
scatter::getIntegers(DenseElementsAttr constant) {
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

LogicalResult NodeConversionBase::error(const Twine &message) {
  if (!failedFlag)
    emit(message);
  failedFlag = true;
  return failure();
}

std::string NodeConversionBase::describeInput(unsigned i) const {
  StringRef name = getInputName(i);
  std::string text = "input " + std::to_string(i);
  return name.empty() ? text : text + " '" + name.str() + "'";
}

Value NodeConversionBase::operand(unsigned i) {
  const ImportedValue &operand = operands[i];
  if (operand.value)
    return operand.value;
  return arith::ConstantOp::create(b, operand.constant);
}

FailureOr<SmallVector<int64_t>>
NodeConversionBase::constantIntegers(unsigned i) {
  if (!operands[i].constant)
    return error(describeInput(i) +
                 ": expected values that are known at import, found " +
                 str(type(i)));
  constexpr int64_t maxElements = int64_t(1) << 24;
  std::optional<SmallVector<int64_t>> values;
  if (type(i).getNumElements() <= maxElements)
    values = getIntegers(operands[i].constant);
  if (!values)
    return error(describeInput(i) + ": expected at most 2^24 integers, found " +
                 str(type(i)));
  return *values;
}

FailureOr<int64_t> NodeConversionBase::constantInteger(unsigned i) {
  auto values = constantIntegers(i);
  if (failed(values))
    return failure();
  if (values->size() != 1)
    return error(describeInput(i) + ": expected one element, found " +
                 str(type(i)));
  return values->front();
}

FailureOr<int64_t> NodeConversionBase::normalizeAxis(int64_t axis,
                                                     int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  return error("axis: expected one of a tensor of rank " + Twine(rank) +
               ", found " + Twine(axis));
}

/// Tensors of rank 64 and more are not to be had in NumPy either.
static constexpr size_t maxRank = 64;

FailureOr<SmallVector<int64_t>>
NodeConversionBase::normalizeAxes(ArrayRef<int64_t> axes, int64_t rank) {
  if (axes.size() > maxRank)
    return error("axes: expected at most " + Twine(maxRank) + ", found " +
                 Twine(axes.size()));
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

FailureOr<RankedTensorType>
NodeConversionBase::makeType(ArrayRef<int64_t> shape, Type element) {
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

LogicalResult NodeConversionBase::checkElement(unsigned i, Type expected) {
  if (element(i) == expected)
    return success();
  return error(describeInput(i) + ": expected elements of type " +
               str(expected) + ", found " + str(type(i)));
}

LogicalResult NodeConversionBase::checkIndexElement(unsigned i) {
  if (element(i).isInteger(64) || element(i).isInteger(32))
    return success();
  return error(describeInput(i) +
               ": expected elements of type i32 or i64, found " + str(type(i)));
}

LogicalResult NodeConversionBase::checkResults() {
  for (const ImportedValue &result : results) {
    RankedTensorType type = result.getType();
    if (std::optional<StringRef> violation = findSizeViolation(type))
      return error("expected a result with " + *violation + ", found " +
                   str(type));
  }
  return success();
}

LogicalResult NodeConversionBase::replaceIntegers(ArrayRef<int64_t> values,
                                                  ArrayRef<int64_t> shape) {
  return replace(DenseElementsAttr::get(
      RankedTensorType::get(shape, b.getI64Type()), values));
}

void scatter::foldResults(NodeConversionBase &c, Operation *last,
                          int64_t &budget) {
  Block *block = c.b.getInsertionBlock();
  SmallVector<Value> values;
  for (const ImportedValue &result : c.results)
    values.push_back(result.value);
  auto begin = last ? std::next(last->getIterator()) : block->begin();
  auto constants = evaluate(*block, begin, values, budget);
  bool areAllConstant = true;
  for (auto [result, constant] : llvm::zip_equal(c.results, constants)) {
    if (constant)
      result = {nullptr, constant, nullptr};
    areAllConstant &= bool(result.constant);
  }
  if (!areAllConstant)
    return;
  while (!block->empty() && &block->back() != last)
    block->back().erase();
}
