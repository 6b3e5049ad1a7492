//===- NodeConversionBase.cpp - the conversion of one node ----------------===//

#include "NodeConversionBase.h"

#include "Evaluator.h"
#include "SizeChecks.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace scatter;

std::string scatter::str(Type type) { return debugString(type); }

std::string scatter::str(ArrayRef<int64_t> values) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(values.take_front(kMaxModelRank), os);
  os << (values.size() > kMaxModelRank ? ", ...]" : "]");
  return text;
}

std::string scatter::str(OpFoldResult size) {
  std::optional<int64_t> known = getKnown(size);
  return known ? std::to_string(*known) : "?";
}

std::string scatter::str(ArrayRef<OpFoldResult> sizes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleaveComma(sizes.take_front(kMaxModelRank), os,
                        [&](OpFoldResult size) { os << str(size); });
  os << (sizes.size() > kMaxModelRank ? ", ...]" : "]");
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
  std::string text = "input " + std::to_string(getInputNumber(i));
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

/// The maximum number of integers of a tensor that are read one by one at run
/// time.
static constexpr int64_t maxRunTimeElements = 64;

FailureOr<Sizes> NodeConversionBase::integers(unsigned i) {
  const ImportedValue &operand = operands[i];
  RankedTensorType type = this->type(i);
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (operand.constant || !element || !type.hasStaticShape() ||
      type.getNumElements() > maxRunTimeElements) {
    auto values = constantIntegers(i);
    if (failed(values))
      return failure();
    return getAsIndexOpFoldResult(b.getContext(), *values);
  }
  Sizes elements = operand.elements;
  if (elements.empty()) {
    ArrayRef<int64_t> shape = type.getShape();
    for (int64_t count = type.getNumElements(), at = 0; at < count; ++at) {
      SmallVector<Value> place(shape.size());
      int64_t rest = at;
      for (int64_t dim = shape.size(); dim-- > 0; rest /= shape[dim])
        place[dim] = getIndex(b, rest % shape[dim]);
      elements.push_back(extractElement(b, operand.value, place));
    }
  }
  bool isUnsigned = element.isUnsigned() || element.getWidth() == 1;
  for (OpFoldResult &each : elements)
    each = toIndexSize(b, each, isUnsigned);
  return elements;
}

FailureOr<Sizes> NodeConversionBase::nonNegativeIntegers(unsigned i) {
  auto values = integers(i);
  if (failed(values))
    return failure();
  for (auto [at, value] : llvm::enumerate(*values)) {
    std::optional<int64_t> known = getKnown(value);
    if (known && *known < 0)
      return error(describeInput(i) + ": expected no negative size, found " +
                   str(*values));
    if (!isNonNegative(value))
      value = requireNonNegative(*this, i, at, value);
  }
  return values;
}

Sizes NodeConversionBase::sizes(unsigned i) {
  if (operands[i].constant || type(i).hasStaticShape())
    return getAsIndexOpFoldResult(b.getContext(), shape(i));
  return getSizes(b, operands[i].value);
}

FailureOr<int64_t> NodeConversionBase::normalizeAxis(int64_t axis,
                                                     int64_t rank) {
  if (axis >= -rank && axis < rank)
    return axis < 0 ? axis + rank : axis;
  return error("axis: expected one of a tensor of rank " + Twine(rank) +
               ", found " + Twine(axis));
}

FailureOr<SmallVector<int64_t>>
NodeConversionBase::normalizeAxes(ArrayRef<int64_t> axes, int64_t rank) {
  if (axes.size() > kMaxModelRank)
    return error("axes: expected at most " + Twine(kMaxModelRank) + ", found " +
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

FailureOr<int64_t> NodeConversionBase::axis(unsigned i, int64_t rank) {
  FailureOr<int64_t> given = constantInteger(i);
  if (failed(given))
    return failure();
  return normalizeAxis(*given, rank);
}

FailureOr<SmallVector<int64_t>> NodeConversionBase::axes(unsigned i,
                                                         int64_t rank) {
  auto given = constantIntegers(i);
  if (failed(given))
    return failure();
  return normalizeAxes(*given, rank);
}

FailureOr<RankedTensorType>
NodeConversionBase::makeType(ArrayRef<int64_t> shape, Type element) {
  for (int64_t size : shape)
    if (size < 0)
      return error("expected a result without negative sizes, found " +
                   str(shape));
  auto type = RankedTensorType::get(shape, element);
  if (std::string violation = findModelViolation(type); !violation.empty())
    return error("expected a result with " + violation);
  return type;
}

FailureOr<RankedTensorType>
NodeConversionBase::makeSizedType(ArrayRef<OpFoldResult> sizes, Type element) {
  // Dynamic sizes count as 1.
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getKnown(size).value_or(1));
  if (failed(makeType(shape, element)))
    return failure();
  return makeTensorType(sizes, element);
}

LogicalResult NodeConversionBase::checkElement(unsigned i, Type expected) {
  if (element(i) == expected)
    return success();
  return error(describeInput(i) + ": expected elements of type " +
               str(expected) + ", found " + str(type(i)));
}

LogicalResult NodeConversionBase::checkIndexElement(unsigned i) {
  if (element(i).isSignlessInteger(64) || element(i).isSignlessInteger(32))
    return success();
  return error(describeInput(i) +
               ": expected elements of type i32 or i64, found " + str(type(i)));
}

LogicalResult NodeConversionBase::checkResults() {
  for (const ImportedValue &result : results) {
    std::string violation = findModelViolation(result.getType());
    if (!violation.empty())
      return error("expected a result with " + violation);
  }
  return success();
}

LogicalResult NodeConversionBase::replaceIntegers(ArrayRef<int64_t> values,
                                                  ArrayRef<int64_t> shape) {
  return replace(DenseElementsAttr::get(
      RankedTensorType::get(shape, b.getI64Type()), values));
}

/// Makes the program report `value`, which becomes element `at` of an output,
/// if it is more than `limit`.
static void requireFits(ImplicitLocOpBuilder &b, int64_t at, OpFoldResult value,
                        int64_t limit) {
  OpFoldResult most = b.getIndexAttr(limit);
  reportUnless(b, "output", emitIsAtMost(b, value, most),
               SCATTER_OPERAND_VALUE_AT_MOST, at, value, most);
}

LogicalResult NodeConversionBase::replaceSizes(ArrayRef<OpFoldResult> values,
                                               ArrayRef<int64_t> shape,
                                               IntegerType element) {
  auto type = RankedTensorType::get(shape, element);
  Type signless = getSignless(element);
  SmallVector<Attribute> constants;
  Sizes elements;
  int64_t limit = element.getWidth() < 64 ? INT32_MAX : INT64_MAX;
  for (auto [i, value] : llvm::enumerate(values)) {
    if (std::optional<int64_t> known = getKnown(value)) {
      if (*known > limit)
        return error("expected a size below 2^31, found " + Twine(*known));
      constants.push_back(b.getIntegerAttr(signless, *known));
      elements.push_back(constants.back());
      continue;
    }
    if (limit == INT32_MAX)
      requireFits(b, i, value, limit);
    elements.push_back(
        Value(arith::IndexCastOp::create(b, signless, cast<Value>(value))));
  }
  ImportedValue result;
  if (constants.size() == values.size()) {
    for (Attribute &constant : constants)
      constant =
          IntegerAttr::get(element, cast<IntegerAttr>(constant).getValue());
    result.constant = DenseElementsAttr::get(type, constants);
    return replace(result);
  }
  result.value = makeFromElements(b, type, elements);
  result.elements = elements;
  return replace(result);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

bool scatter::haveKnownElements(ArrayRef<ImportedValue> values) {
  return llvm::all_of(values, [](const ImportedValue &value) {
    return value.constant || !value || !value.elements.empty();
  });
}

/// Sets `result` to the elements of `tensor`.
static void setElements(ImplicitLocOpBuilder &b, ImportedValue &result,
                        const EvaluatedTensor &tensor) {
  if (DenseElementsAttr constant = tensor.getConstant()) {
    result = {nullptr, constant, nullptr, {}};
    return;
  }
  auto element = dyn_cast<IntegerType>(tensor.type.getElementType());
  if (!element || tensor.values.size() > size_t(maxRunTimeElements))
    return;
  Value value = makeFromElements(b, tensor.type, tensor.values);
  result = {value, nullptr, nullptr, tensor.values};
}

void scatter::foldResults(NodeConversionBase &c, Operation *last,
                          int64_t &budget) {
  Block *block = c.b.getInsertionBlock();
  SmallVector<std::pair<Value, ArrayRef<OpFoldResult>>> known;
  for (unsigned i = 0; i < c.getNumOperands(); ++i)
    if (c.hasOperand(i) && !c.imported(i).elements.empty())
      known.emplace_back(c.imported(i).value, c.imported(i).elements);
  SmallVector<Value> values;
  for (const ImportedValue &result : c.results)
    values.push_back(result.value);
  auto begin = last ? std::next(last->getIterator()) : block->begin();
  auto tensors = evaluate(c.b, {begin, block->end()}, known, values, budget);
  for (auto [result, tensor] : llvm::zip_equal(c.results, tensors))
    if (tensor && result.elements.empty())
      setElements(c.b, result, *tensor);
  SmallPtrSet<Operation *, 4> used;
  for (const ImportedValue &result : c.results) {
    if (result.value)
      used.insert(result.value.getDefiningOp());
    if (result.repeated)
      used.insert(result.repeated.getDefiningOp());
    for (OpFoldResult element : result.elements)
      if (auto value = dyn_cast<Value>(element))
        used.insert(value.getDefiningOp());
  }
  for (auto it = block->rbegin(); it != block->rend() && &*it != last;) {
    Operation &op = *it++;
    if (!used.contains(&op) && op.use_empty() && isMemoryEffectFree(&op))
      op.erase();
  }
}
