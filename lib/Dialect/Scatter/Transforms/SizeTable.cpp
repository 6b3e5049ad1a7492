//===- SizeTable.cpp - sizes of values, each by one op --------------------===//

#include "SizeTable.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace scatter;

static Value stepBack(Value value);

/// Returns the earliest value that has the sizes of `value` and is defined in
/// `scope`, or the first one outside of it.
static Value traceWithin(Value value, Operation *scope) {
  auto getBlockOp = [&] { return value.getParentBlock()->getParentOp(); };
  while (scope->isAncestor(getBlockOp())) {
    // The sizes of a block argument of `scope` itself come from outside.
    if (isa<BlockArgument>(value) && getBlockOp() == scope)
      break;
    Value previous = stepBack(value);
    if (!previous)
      break;
    value = previous;
  }
  return value;
}

/// Returns the initial value of the iteration argument `number` of `loop` if an
/// iteration does not change its sizes, else null.
static Value getInit(scf::ForOp loop, unsigned number) {
  Value yielded = traceWithin(loop.getYieldedValues()[number], loop);
  Value init = loop.getInitArgs()[number];
  return yielded == loop.getRegionIterArg(number) || yielded == init ? init
                                                                     : Value();
}

/// Returns an earlier value with the sizes of `value`, or null if none is
/// known.
static Value findPrevious(Value value) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast_or_null<scf::ForOp>(arg.getOwner()->getParentOp());
    unsigned number = arg.getArgNumber();
    return loop && number > 0 ? getInit(loop, number - 1) : Value();
  }
  auto result = cast<OpResult>(value);
  unsigned number = result.getResultNumber();
  Operation *op = result.getOwner();
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return cast.getSource();
  if (auto cast = dyn_cast<memref::CastOp>(op))
    return cast.getSource();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return getInit(loop, number);
  if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
    Value onTrue = traceWithin(ifOp.thenYield().getOperand(number), ifOp);
    Value onFalse = traceWithin(ifOp.elseYield().getOperand(number), ifOp);
    return onTrue == onFalse ? onTrue : Value();
  }
  if (auto update = dyn_cast<DestinationStyleOpInterface>(op))
    return update.getTiedOpOperand(result)->get();
  return Value();
}

static Value stepBack(Value value) {
  Value previous = findPrevious(value);
  return previous && isa<RankedTensorType, MemRefType>(previous.getType())
             ? previous
             : Value();
}

Value SizeTable::getSource(Value value) {
  SmallVector<Value> path;
  while (value) {
    auto [it, isNew] = sources.try_emplace(value);
    if (!isNew) {
      value = it->second;
      break;
    }
    path.push_back(value);
    value = stepBack(value);
  }
  Value source = value ? value : path.back();
  for (Value visited : path)
    sources[visited] = source;
  return source;
}

/// Returns dynamic size `dim` of `value` if the op that defines it has the size
/// as an operand, else null. Then `value` is not needed for its size.
static Value getGivenSize(Value value, int64_t dim) {
  if (auto empty = value.getDefiningOp<tensor::EmptyOp>())
    return empty.getDynamicSize(dim);
  auto slice = value.getDefiningOp<tensor::ExtractSliceOp>();
  if (slice && slice.getType().getRank() == slice.getSourceType().getRank())
    return slice.getDynamicSize(dim);
  return Value();
}

OpFoldResult SizeTable::get(Value value, int64_t dim) {
  Value source = getSource(value);
  for (Value known : {value, source}) {
    auto type = cast<ShapedType>(known.getType());
    if (!type.isDynamicDim(dim))
      return IntegerAttr::get(IndexType::get(value.getContext()),
                              type.getDimSize(dim));
  }
  if (Value given = getGivenSize(source, dim)) {
    auto query = given.getDefiningOp<tensor::DimOp>();
    std::optional<int64_t> number =
        query ? getConstantIntValue(query.getIndex()) : std::nullopt;
    bool isRanked =
        number && isa<RankedTensorType>(query.getSource().getType());
    return isRanked ? get(query.getSource(), *number) : OpFoldResult(given);
  }
  Value &size = sizes[{source, dim}];
  if (size)
    return size;
  OpBuilder b(source.getContext());
  b.setInsertionPointAfterValue(source);
  if (isa<TensorType>(source.getType()))
    size = tensor::DimOp::create(b, source.getLoc(), source, dim);
  else
    size = memref::DimOp::create(b, source.getLoc(), source, dim);
  return size;
}

void SizeTable::eraseUnused() {
  for (auto [key, size] : sizes) {
    if (!size.use_empty())
      continue;
    Operation *query = size.getDefiningOp();
    Operation *number = query->getOperand(1).getDefiningOp();
    query->erase();
    number->erase();
  }
  sizes.clear();
}

bool scatter::keepsCast(Value value) {
  while (auto cast = value.getDefiningOp<tensor::CastOp>())
    value = cast.getSource();
  Operation *producer = value.getDefiningOp();
  return !producer || isa<ScatterDialect>(producer->getDialect()) ||
         isa<bufferization::ToTensorOp, CallOpInterface>(producer);
}
