//===- EvaluatorTensors.cpp - ops that move known elements ----------------===//

#include "EvaluatorImpl.h"
#include "scatter/Import/Utils/Tensors.h"

using namespace mlir;
using namespace scatter;

/// The maximum number of elements of a tensor that is evaluated.
static constexpr int64_t maxElements = 1 << 16;

bool scatter::isSmall(RankedTensorType type) {
  if (!type.hasStaticShape())
    return false;
  int64_t count = 1;
  for (int64_t size : type.getShape()) {
    if (size == 0)
      return true;
    if (size > maxElements / count)
      return false;
    count *= size;
  }
  return true;
}

bool scatter::advance(MutableArrayRef<int64_t> position,
                      ArrayRef<int64_t> shape) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++position[i] < shape[i])
      return true;
    position[i] = 0;
  }
  return false;
}

/// Returns `value` as an attribute of `type`, which may differ in signedness.
static Attribute retype(Attribute value, Type type) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return IntegerAttr::get(type, integer.getValue());
  return value;
}

DenseElementsAttr EvaluatedTensor::getConstant() const {
  SmallVector<Attribute> constants;
  for (OpFoldResult value : values) {
    auto constant = dyn_cast<Attribute>(value);
    if (!constant)
      return {};
    constants.push_back(retype(constant, type.getElementType()));
  }
  return DenseElementsAttr::get(type, constants);
}

Value scatter::makeFromElements(ImplicitLocOpBuilder &b, RankedTensorType type,
                                ArrayRef<OpFoldResult> elements) {
  Type element = type.getElementType(), signless = getSignless(element);
  SmallVector<Value> values;
  for (OpFoldResult each : elements) {
    auto value = dyn_cast<Value>(each);
    if (!value)
      value = arith::ConstantOp::create(
          b, cast<TypedAttr>(retype(cast<Attribute>(each), signless)));
    values.push_back(fromSignless(b, value, element));
  }
  return tensor::FromElementsOp::create(b, type, values);
}

LogicalResult Evaluator::runConstant(arith::ConstantOp op) {
  auto elements = cast<DenseElementsAttr>(op.getValue());
  auto type = cast<RankedTensorType>(op.getType());
  if (!isa<IntegerType, FloatType>(type.getElementType()) ||
      failed(spend(type.getNumElements())))
    return failure();
  EvaluatedTensor result{type, {}};
  for (Attribute value : elements.getValues<Attribute>())
    result.values.push_back(value);
  tensors[op] = std::move(result);
  return success();
}

LogicalResult Evaluator::runEmpty(tensor::EmptyOp op) {
  RankedTensorType type = op.getType();
  if (!isa<IntegerType, FloatType>(type.getElementType()))
    return failure();
  Attribute zero = b.getZeroAttr(type.getElementType());
  tensors[op] = {type, Sizes(type.getNumElements(), zero)};
  return spend(type.getNumElements());
}

LogicalResult Evaluator::runFromElements(tensor::FromElementsOp op) {
  EvaluatedTensor result{op.getType(), {}};
  for (Value element : op.getElements()) {
    result.values.push_back(scalars.lookup(element));
    if (!result.values.back() || failed(spend(1)))
      return failure();
  }
  tensors[op] = std::move(result);
  return success();
}

LogicalResult Evaluator::runSlice(tensor::ExtractSliceOp op) {
  const EvaluatedTensor *source = find(op.getSource());
  RankedTensorType type = op.getType();
  if (!source || !op.getStrides().empty() || !op.getOffsets().empty() ||
      type.getRank() != source->type.getRank())
    return failure();
  EvaluatedTensor result{type, {}};
  SmallVector<int64_t> place(type.getRank(), 0), from(type.getRank());
  bool isEmpty = type.getNumElements() == 0;
  while (!isEmpty) {
    for (auto [i, index] : llvm::enumerate(place))
      from[i] = op.getStaticOffset(i) + index * op.getStaticStride(i);
    result.values.push_back(source->values[source->getNumber(from)]);
    if (failed(spend(1)))
      return failure();
    isEmpty = !advance(place, type.getShape());
  }
  tensors[op] = std::move(result);
  return success();
}

LogicalResult Evaluator::runInsert(tensor::InsertSliceOp op) {
  const EvaluatedTensor *source = find(op.getSource());
  const EvaluatedTensor *dest = find(op.getDest());
  if (!source || !dest || !op.getStrides().empty() ||
      !op.getOffsets().empty() ||
      dest->type.getRank() != source->type.getRank())
    return failure();
  EvaluatedTensor result = *dest;
  ArrayRef<int64_t> shape = source->type.getShape();
  SmallVector<int64_t> place(shape.size(), 0), to(shape.size());
  for (OpFoldResult value : source->values) {
    for (auto [i, index] : llvm::enumerate(place))
      to[i] = op.getStaticOffset(i) + index * op.getStaticStride(i);
    result.values[result.getNumber(to)] = value;
    if (failed(spend(1)))
      return failure();
    advance(place, shape);
  }
  tensors[op] = std::move(result);
  return success();
}

/// Evaluates updates without a reduction, by which exporters compute shapes.
LogicalResult Evaluator::runScatter(ScatterNDUpdateOp op) {
  const EvaluatedTensor *indices = find(op.getIndices());
  const EvaluatedTensor *updates = find(op.getUpdates());
  const EvaluatedTensor *data = find(op.getData());
  if (!indices || !updates || !data || op.getReduction() != Reduction::none)
    return failure();
  EvaluatedTensor result = *data;
  ArrayRef<int64_t> shape = data->type.getShape();
  int64_t depth = op.getIndexDepth(), slice = 1;
  for (int64_t size : shape.drop_front(depth))
    slice *= size;
  int64_t tuples = slice == 0 ? 0 : int64_t(updates->values.size()) / slice;
  for (int64_t tuple = 0; tuple < tuples; ++tuple) {
    int64_t slot = 0;
    for (int64_t i = 0; i < depth; ++i) {
      auto index = dyn_cast_or_null<IntegerAttr>(
          dyn_cast<Attribute>(indices->values[tuple * depth + i]));
      if (!index)
        return failure();
      int64_t value = index.getValue().getSExtValue();
      value += value < 0 ? shape[i] : 0;
      if (value < 0 || value >= shape[i])
        return failure();
      slot = slot * shape[i] + value;
    }
    if (failed(spend(slice)))
      return failure();
    for (int64_t i = 0; i < slice; ++i)
      result.values[slot * slice + i] = updates->values[tuple * slice + i];
  }
  tensors[op.getResult()] = std::move(result);
  return success();
}

LogicalResult Evaluator::runReshape(Value from, Value to) {
  const EvaluatedTensor *source = find(from);
  if (!source)
    return failure();
  EvaluatedTensor result = *source;
  result.type = cast<RankedTensorType>(to.getType());
  tensors[to] = std::move(result);
  return success();
}

LogicalResult Evaluator::runFill(linalg::FillOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getOutputs().front().getType());
  OpFoldResult value = scalars.lookup(op.getInputs().front());
  if (!type || !value || !isSmall(type))
    return failure();
  tensors[op.getResult(0)] = {type, Sizes(type.getNumElements(), value)};
  return spend(type.getNumElements());
}
