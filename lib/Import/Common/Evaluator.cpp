//===- Evaluator.cpp - evaluates ops on constants -------------------------===//

#include "Evaluator.h"

#include "EvaluatorImpl.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "scatter/Import/Utils/Tensors.h"

using namespace mlir;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Returns `value` with the type `type`, which may differ in signedness. Values
/// at run time are signless and are returned unchanged.
static OpFoldResult retype(OpFoldResult value, Type type) {
  if (auto constant = dyn_cast_or_null<Attribute>(value))
    if (auto integer = dyn_cast<IntegerAttr>(constant))
      return IntegerAttr::get(type, integer.getValue());
  return value;
}

/// Evaluates a comparison of a size that has the same result for all sizes.
static std::optional<bool> compareSize(arith::CmpIOp op) {
  std::optional<int64_t> bound = getKnown(op.getRhs());
  if (!bound || *bound > 0 || !isNonNegative(op.getLhs()))
    return std::nullopt;
  switch (op.getPredicate()) {
  case arith::CmpIPredicate::slt:
    return false;
  case arith::CmpIPredicate::sge:
    return true;
  case arith::CmpIPredicate::eq:
  case arith::CmpIPredicate::sle:
    return *bound < 0 ? std::optional(false) : std::nullopt;
  case arith::CmpIPredicate::ne:
  case arith::CmpIPredicate::sgt:
    return *bound < 0 ? std::optional(true) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Returns the single value that `op` folds to, or null. Operands are constant
/// where `constants` has an attribute.
static OpFoldResult foldScalar(Operation &op, ArrayRef<Attribute> constants) {
  SmallVector<OpFoldResult> results;
  if (succeeded(op.fold(constants, results)) && results.size() == 1)
    return results.front();
  return {};
}

/// Copies `op` to the insertion point for run-time values, and folds the copy.
LogicalResult Evaluator::runAtRunTime(Operation &op,
                                      ArrayRef<OpFoldResult> operands,
                                      ArrayRef<Attribute> constants) {
  if (!isMemoryEffectFree(&op))
    return failure();
  SmallVector<Value> values;
  for (auto [operand, from] : llvm::zip_equal(operands, op.getOperands())) {
    auto value = dyn_cast<Value>(operand);
    if (!value)
      value = arith::ConstantOp::create(
          b, cast<TypedAttr>(cast<Attribute>(
                 retype(operand, getSignless(from.getType())))));
    if (value.getType() != from.getType())
      return failure();
    values.push_back(value);
  }
  Operation *copy = b.clone(op);
  copy->setOperands(values);
  copy->setLoc(b.getLoc());
  OpFoldResult result = foldScalar(*copy, constants);
  if (auto compare = dyn_cast<arith::CmpIOp>(copy); compare && !result)
    if (std::optional<bool> holds = compareSize(compare))
      result = b.getBoolAttr(*holds);
  if (!result) {
    scalars[op.getResult(0)] = copy->getResult(0);
    return success();
  }
  copy->erase();
  scalars[op.getResult(0)] = foldConstant(result);
  return success();
}

LogicalResult Evaluator::runScalar(Operation &op) {
  if (failed(spend(1)))
    return failure();
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op)) {
    OpFoldResult value = scalars.lookup(op.getOperand(0));
    scalars[op.getResult(0)] = retype(value, op.getResult(0).getType());
    return success(bool(value));
  }
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    if (index.getDim() >= position.size())
      return failure();
    scalars[op.getResult(0)] = b.getIndexAttr(position[index.getDim()]);
    return success();
  }
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    scalars[constant] = OpFoldResult(constant.getValue());
    return success();
  }
  if (op.getNumRegions() != 0 || op.getNumResults() != 1 ||
      op.getNumOperands() == 0)
    return failure();
  Sizes operands;
  SmallVector<Attribute> constants;
  for (Value operand : op.getOperands()) {
    operands.push_back(scalars.lookup(operand));
    if (!operands.back())
      return failure();
    constants.push_back(dyn_cast<Attribute>(operands.back()));
  }
  if (llvm::is_contained(constants, Attribute()))
    return runAtRunTime(op, operands, constants);
  OpFoldResult result = foldScalar(op, constants);
  if (auto value = dyn_cast_or_null<Value>(result))
    result = scalars.lookup(value);
  if (!isa_and_nonnull<IntegerAttr, FloatAttr>(
          dyn_cast_or_null<Attribute>(result)))
    return failure();
  scalars[op.getResult(0)] = result;
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Returns the element of `tensor` that `map` selects at `position` of the
/// loops.
static OpFoldResult read(const EvaluatedTensor &tensor, AffineMap map,
                         ArrayRef<int64_t> position) {
  return tensor.values[tensor.getNumber(map.compose(position))];
}

LogicalResult Evaluator::runGeneric(linalg::GenericOp op) {
  SmallVector<int64_t, 4> loops = op.getStaticLoopRanges();
  if (llvm::any_of(loops, ShapedType::isDynamic))
    return failure();
  SmallVector<const EvaluatedTensor *> operands;
  for (Value operand : op.getInputs()) {
    operands.push_back(find(operand));
    if (!operands.back())
      return failure();
  }
  SmallVector<EvaluatedTensor> results;
  for (Value init : op.getOutputs()) {
    const EvaluatedTensor *elements = find(init);
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
      OpFoldResult scalar = scalars.lookup(value);
      if (!scalar)
        return failure();
      EvaluatedTensor &result = results[i];
      result.values[result.getNumber(maps[inputs + i].compose(position))] =
          scalar;
    }
    isEmpty = !advance(position, loops);
  }
  position = std::move(outer);
  for (auto [value, elements] : llvm::zip_equal(op.getResults(), results))
    tensors[value] = std::move(elements);
  return success();
}

LogicalResult Evaluator::runExtract(tensor::ExtractOp op) {
  const EvaluatedTensor *tensor = find(op.getTensor());
  if (!tensor || failed(spend(1)))
    return failure();
  SmallVector<int64_t> indices;
  for (auto [i, value] : llvm::enumerate(op.getIndices())) {
    auto index = dyn_cast_or_null<IntegerAttr>(
        dyn_cast_or_null<Attribute>(scalars.lookup(value)));
    if (!index || index.getInt() < 0 ||
        index.getInt() >= tensor->type.getDimSize(i))
      return failure();
    indices.push_back(index.getInt());
  }
  scalars[op] = tensor->values[tensor->getNumber(indices)];
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult Evaluator::run(Operation &op) {
  for (Type type : op.getResultTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && !isSmall(tensor))
      return failure();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return isa<DenseElementsAttr>(constant.getValue()) ? runConstant(constant)
                                                       : runScalar(op);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return runEmpty(empty);
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

SmallVector<std::optional<EvaluatedTensor>>
scatter::evaluate(ImplicitLocOpBuilder &b,
                  llvm::iterator_range<Block::iterator> ops,
                  ArrayRef<std::pair<Value, ArrayRef<OpFoldResult>>> known,
                  ValueRange values, int64_t &budget) {
  Evaluator evaluator(b, budget);
  for (auto [tensor, elements] : known)
    evaluator.set(tensor, {cast<RankedTensorType>(tensor.getType()),
                           llvm::to_vector(elements)});
  // Ops that are computed at run time are added to the same block.
  SmallVector<Operation *> worklist;
  for (Operation &op : ops)
    worklist.push_back(&op);
  bool isEvaluated = true;
  for (Operation *op : worklist)
    isEvaluated = isEvaluated && budget > 0 && succeeded(evaluator.run(*op));
  SmallVector<std::optional<EvaluatedTensor>> results;
  for (Value value : values) {
    const EvaluatedTensor *tensor =
        isEvaluated && value ? evaluator.find(value) : nullptr;
    results.push_back(tensor ? std::optional(*tensor) : std::nullopt);
  }
  return results;
}
