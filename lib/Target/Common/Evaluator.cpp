//===- Evaluator.cpp - values of ops on constants -------------------------===//

#include "Evaluator.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace scatter;

namespace {

/// A tensor whose elements are known.
struct Elements {
  RankedTensorType type;
  SmallVector<Attribute> values;
};

class Evaluator {
public:
  explicit Evaluator(int64_t &budget) : budget(budget) {}

  /// Sets the results of `op`. Fails if they are not known.
  LogicalResult run(Operation &op);

  DenseElementsAttr getConstant(Value value) const;

private:
  LogicalResult runScalar(Operation &op);
  LogicalResult runGeneric(linalg::GenericOp op);
  LogicalResult runSlice(tensor::ExtractSliceOp op);
  LogicalResult runInsert(tensor::InsertSliceOp op);
  LogicalResult runReshape(Value from, Value to);
  LogicalResult runFill(linalg::FillOp op);
  LogicalResult runExtract(tensor::ExtractOp op);
  LogicalResult runFromElements(tensor::FromElementsOp op);
  LogicalResult runScatter(ScatterNDUpdateOp op);

  const Elements *find(Value tensor) const {
    auto it = tensors.find(tensor);
    return it == tensors.end() ? nullptr : &it->second;
  }
  LogicalResult spend(int64_t amount) {
    budget -= amount;
    return success(budget >= 0);
  }

  int64_t &budget;
  DenseMap<Value, Elements> tensors;
  DenseMap<Value, Attribute> scalars;
  /// The position in the loops around the scalar op.
  SmallVector<int64_t> position;
};

} // namespace

/// The most elements of a tensor that is evaluated.
static constexpr int64_t maxElements = 1 << 16;

static bool isSmall(RankedTensorType type) {
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

/// The next position in row-major order; false after the last.
static bool advance(MutableArrayRef<int64_t> position,
                    ArrayRef<int64_t> shape) {
  for (size_t i = shape.size(); i-- > 0;) {
    if (++position[i] < shape[i])
      return true;
    position[i] = 0;
  }
  return false;
}

static int64_t linearize(ArrayRef<int64_t> position, ArrayRef<int64_t> shape) {
  int64_t result = 0;
  for (auto [index, size] : llvm::zip_equal(position, shape))
    result = result * size + index;
  return result;
}

/// `value` as an attribute of `type`; integers may differ in sign.
static Attribute retype(Attribute value, Type type) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return IntegerAttr::get(type, integer.getValue());
  return value;
}

LogicalResult Evaluator::runScalar(Operation &op) {
  if (failed(spend(1)))
    return failure();
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op)) {
    scalars[op.getResult(0)] =
        retype(scalars.lookup(op.getOperand(0)), op.getResult(0).getType());
    return success();
  }
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    if (index.getDim() >= position.size())
      return failure();
    scalars[op.getResult(0)] =
        Builder(op.getContext()).getIndexAttr(position[index.getDim()]);
    return success();
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    scalars[constant] = constant.getValue();
    return success();
  }
  if (op.getNumRegions() != 0 || op.getNumResults() != 1 ||
      op.getNumOperands() == 0)
    return failure();
  SmallVector<Attribute> operands;
  for (Value operand : op.getOperands()) {
    Attribute value = scalars.lookup(operand);
    if (!value)
      return failure();
    operands.push_back(value);
  }
  SmallVector<OpFoldResult> results;
  if (failed(op.fold(operands, results)) || results.size() != 1)
    return failure();
  Attribute value = dyn_cast<Attribute>(results.front());
  if (!value)
    value = scalars.lookup(cast<Value>(results.front()));
  if (!isa_and_nonnull<IntegerAttr, FloatAttr>(value))
    return failure();
  scalars[op.getResult(0)] = value;
  return success();
}

/// The element of `tensor` at the place of `map` in the loops.
static const Attribute &read(const Elements &tensor, AffineMap map,
                             ArrayRef<int64_t> position) {
  return tensor
      .values[linearize(map.compose(position), tensor.type.getShape())];
}

LogicalResult Evaluator::runGeneric(linalg::GenericOp op) {
  SmallVector<int64_t, 4> loops = op.getStaticLoopRanges();
  if (llvm::any_of(loops, ShapedType::isDynamic))
    return failure();
  SmallVector<const Elements *> operands;
  for (Value operand : op.getInputs()) {
    operands.push_back(find(operand));
    if (!operands.back())
      return failure();
  }
  SmallVector<Elements> results;
  for (Value init : op.getOutputs()) {
    const Elements *elements = find(init);
    if (!elements)
      return failure();
    results.push_back(*elements);
  }
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  Block &body = op.getRegion().front();
  SmallVector<int64_t> outer = std::move(position);
  position.assign(loops.size(), 0);
  bool isEmpty = llvm::is_contained(loops, 0);
  unsigned inputs = operands.size();
  while (!isEmpty) {
    for (unsigned i = 0; i < body.getNumArguments(); ++i)
      scalars[body.getArgument(i)] = read(
          i < inputs ? *operands[i] : results[i - inputs], maps[i], position);
    for (Operation &inner : body.without_terminator()) {
      LogicalResult known = isa<tensor::ExtractOp>(inner)
                                ? runExtract(cast<tensor::ExtractOp>(inner))
                                : runScalar(inner);
      if (failed(known))
        return failure();
    }
    for (auto [i, value] :
         llvm::enumerate(body.getTerminator()->getOperands())) {
      Attribute scalar = scalars.lookup(value);
      if (!scalar)
        return failure();
      Elements &result = results[i];
      result.values[linearize(maps[inputs + i].compose(position),
                              result.type.getShape())] = scalar;
    }
    isEmpty = !advance(position, loops);
  }
  position = std::move(outer);
  for (auto [value, elements] : llvm::zip_equal(op.getResults(), results))
    tensors[value] = std::move(elements);
  return success();
}

LogicalResult Evaluator::runExtract(tensor::ExtractOp op) {
  const Elements *tensor = find(op.getTensor());
  if (!tensor || failed(spend(1)))
    return failure();
  SmallVector<int64_t> indices;
  for (auto [i, value] : llvm::enumerate(op.getIndices())) {
    auto index = dyn_cast_or_null<IntegerAttr>(scalars.lookup(value));
    if (!index || index.getInt() < 0 ||
        index.getInt() >= tensor->type.getDimSize(i))
      return failure();
    indices.push_back(index.getInt());
  }
  scalars[op] = tensor->values[linearize(indices, tensor->type.getShape())];
  return success();
}

LogicalResult Evaluator::runFromElements(tensor::FromElementsOp op) {
  Elements result{op.getType(), {}};
  for (Value element : op.getElements()) {
    result.values.push_back(scalars.lookup(element));
    if (!result.values.back() || failed(spend(1)))
      return failure();
  }
  tensors[op] = std::move(result);
  return success();
}

LogicalResult Evaluator::runSlice(tensor::ExtractSliceOp op) {
  const Elements *source = find(op.getSource());
  RankedTensorType type = op.getType();
  if (!source || !op.getStrides().empty() || !op.getOffsets().empty() ||
      type.getRank() != source->type.getRank())
    return failure();
  Elements result{type, {}};
  SmallVector<int64_t> place(type.getRank(), 0), from(type.getRank());
  bool isEmpty = type.getNumElements() == 0;
  while (!isEmpty) {
    for (auto [i, index] : llvm::enumerate(place))
      from[i] = op.getStaticOffset(i) + index * op.getStaticStride(i);
    result.values.push_back(
        source->values[linearize(from, source->type.getShape())]);
    if (failed(spend(1)))
      return failure();
    isEmpty = !advance(place, type.getShape());
  }
  tensors[op] = std::move(result);
  return success();
}

LogicalResult Evaluator::runInsert(tensor::InsertSliceOp op) {
  const Elements *source = find(op.getSource());
  const Elements *dest = find(op.getDest());
  if (!source || !dest || !op.getStrides().empty() ||
      !op.getOffsets().empty() ||
      dest->type.getRank() != source->type.getRank())
    return failure();
  Elements result = *dest;
  ArrayRef<int64_t> shape = source->type.getShape();
  SmallVector<int64_t> place(shape.size(), 0), to(shape.size());
  for (const Attribute &value : source->values) {
    for (auto [i, index] : llvm::enumerate(place))
      to[i] = op.getStaticOffset(i) + index * op.getStaticStride(i);
    result.values[linearize(to, dest->type.getShape())] = value;
    if (failed(spend(1)))
      return failure();
    advance(place, shape);
  }
  tensors[op] = std::move(result);
  return success();
}

/// Updates that replace: exporters compute shapes with them.
LogicalResult Evaluator::runScatter(ScatterNDUpdateOp op) {
  const Elements *indices = find(op.getIndices());
  const Elements *updates = find(op.getUpdates());
  const Elements *data = find(op.getData());
  if (!indices || !updates || !data || op.getReduction() != Reduction::none)
    return failure();
  Elements result = *data;
  ArrayRef<int64_t> shape = data->type.getShape();
  int64_t depth = op.getIndexDepth(), slice = 1;
  for (int64_t size : shape.drop_front(depth))
    slice *= size;
  int64_t tuples = slice == 0 ? 0 : int64_t(updates->values.size()) / slice;
  for (int64_t tuple = 0; tuple < tuples; ++tuple) {
    int64_t slot = 0;
    for (int64_t i = 0; i < depth; ++i) {
      auto index = dyn_cast<IntegerAttr>(indices->values[tuple * depth + i]);
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
  const Elements *source = find(from);
  if (!source)
    return failure();
  Elements result = *source;
  result.type = cast<RankedTensorType>(to.getType());
  tensors[to] = std::move(result);
  return success();
}

LogicalResult Evaluator::runFill(linalg::FillOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getOutputs().front().getType());
  Attribute value = scalars.lookup(op.getInputs().front());
  if (!type || !value || !isSmall(type))
    return failure();
  tensors[op.getResult(0)] = {
      type, SmallVector<Attribute>(type.getNumElements(), value)};
  return spend(type.getNumElements());
}

LogicalResult Evaluator::run(Operation &op) {
  for (Type type : op.getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && !isSmall(tensor))
      return failure();
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!elements)
      return runScalar(op);
    auto type = cast<RankedTensorType>(constant.getType());
    if (!isa<IntegerType, FloatType>(type.getElementType()) ||
        failed(spend(type.getNumElements())))
      return failure();
    tensors[constant] = {
        type, SmallVector<Attribute>(elements.getValues<Attribute>())};
    return success();
  }
  if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    RankedTensorType type = empty.getType();
    if (!isa<IntegerType, FloatType>(type.getElementType()))
      return failure();
    Attribute zero =
        Builder(op.getContext()).getZeroAttr(type.getElementType());
    tensors[empty] = {type,
                      SmallVector<Attribute>(type.getNumElements(), zero)};
    return spend(type.getNumElements());
  }
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return runGeneric(generic);
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return runFill(fill);
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return runExtract(extract);
  if (auto fromElements = dyn_cast<tensor::FromElementsOp>(op))
    return runFromElements(fromElements);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return runSlice(slice);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return runInsert(insert);
  if (auto scatter = dyn_cast<ScatterNDUpdateOp>(op))
    return runScatter(scatter);
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
    return runReshape(op.getOperand(0), op.getResult(0));
  return runScalar(op);
}

DenseElementsAttr Evaluator::getConstant(Value value) const {
  const Elements *elements = find(value);
  if (!elements)
    return {};
  SmallVector<Attribute> values;
  for (Attribute element : elements->values)
    values.push_back(retype(element, elements->type.getElementType()));
  return DenseElementsAttr::get(elements->type, values);
}

SmallVector<DenseElementsAttr> scatter::evaluate(Block &block,
                                                 Block::iterator begin,
                                                 ValueRange values,
                                                 int64_t &budget) {
  Evaluator evaluator(budget);
  bool isKnown = true;
  for (Operation &op : llvm::make_range(begin, block.end()))
    isKnown = isKnown && budget > 0 && succeeded(evaluator.run(op));
  SmallVector<DenseElementsAttr> constants;
  for (Value value : values)
    constants.push_back(isKnown && value ? evaluator.getConstant(value)
                                         : DenseElementsAttr());
  return constants;
}
