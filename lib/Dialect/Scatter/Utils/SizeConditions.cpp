//===- SizeConditions.cpp - what the ops compare at run time --------------===//

#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/Utils/SliceBounds.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

/// Returns the operand of the casts that `value` is the result of.
static Value stripCasts(Value value) {
  while (auto *op = value.getDefiningOp()) {
    if (!isa<tensor::CastOp, memref::CastOp>(op) ||
        !cast<ShapedType>(op->getOperand(0).getType()).hasRank())
      break;
    value = op->getOperand(0);
  }
  return value;
}

namespace {

class ConditionList {
public:
  ConditionList(IndexBuilder &b, GetSizeFn getSize) : b(b), getSize(getSize) {}

  /// Requires the size of `value`, which is operand number `operand`, to be
  /// `expected`.
  void requireSize(int64_t operand, Value value, int64_t dim, Value expected) {
    Value found = getUncheckedSize(value, dim);
    require(b.eq(found, expected), ViolationKind::shape, operand, dim, found,
            expected);
  }

  void requireStep(int64_t entry, int64_t axis, Value step) {
    require(b.ne(step, 0), ViolationKind::zero_step, entry, axis, step,
            b.index(0));
  }

  /// The size of `value` that no cast asserts.
  Value getUncheckedSize(Value value, int64_t dim) {
    return getSize(stripCasts(value), dim);
  }

  SmallVector<SizeCondition> take() { return std::move(conditions); }

private:
  void require(Value holds, ViolationKind kind, int64_t position,
               int64_t component, Value found, Value expected) {
    if (!isTrue(holds))
      conditions.push_back({holds, kind, position, component, found, expected});
  }

  IndexBuilder &b;
  GetSizeFn getSize;
  SmallVector<SizeCondition> conditions;
};

} // namespace

SmallVector<SizeCondition> scatter::emitSizeConditions(IndexBuilder &b,
                                                       ScatterNDUpdateOp op,
                                                       GetSizeFn getSize,
                                                       bool checksPromise) {
  if (op.getSizesMatch() && !checksPromise)
    return {};
  ConditionList list(b, getSize);
  int64_t batchRank = op.getBatchRank(), depth = op.getIndexDepth();
  list.requireSize(SCATTER_OPERAND_INDICES, op.getIndices(), batchRank,
                   b.index(depth));
  for (int64_t dim = 0, rank = op.getUpdatesType().getRank(); dim < rank;
       ++dim) {
    bool isBatch = dim < batchRank;
    Value expected =
        list.getUncheckedSize(isBatch ? op.getIndices() : op.getData(),
                              isBatch ? dim : depth + dim - batchRank);
    list.requireSize(SCATTER_OPERAND_UPDATES, op.getUpdates(), dim, expected);
  }
  return list.take();
}

SmallVector<SizeCondition> scatter::emitSizeConditions(IndexBuilder &b,
                                                       GatherNDOp op,
                                                       GetSizeFn getSize,
                                                       bool checksPromise) {
  if (op.getSizesMatch() && !checksPromise)
    return {};
  ConditionList list(b, getSize);
  int64_t tupleRank = op.getBatchRank();
  Value indices = op.getIndices(), data = op.getData();
  list.requireSize(SCATTER_OPERAND_INDICES, indices, tupleRank,
                   b.index(op.getIndexDepth()));
  for (int64_t dim = 0; dim < op.getNumBatchDims(); ++dim)
    list.requireSize(SCATTER_OPERAND_INDICES, indices, dim,
                     list.getUncheckedSize(data, dim));
  for (int64_t dim = 0, rank = op.getOutType().getRank(); dim < rank; ++dim) {
    Value expected = dim < tupleRank
                         ? list.getUncheckedSize(indices, dim)
                         : list.getUncheckedSize(data, op.getFirstSliceDim() +
                                                           dim - tupleRank);
    list.requireSize(SCATTER_OPERAND_OUT, op.getOut(), dim, expected);
  }
  return list.take();
}

SmallVector<SizeCondition> scatter::emitSizeConditions(IndexBuilder &b,
                                                       SliceScatterOp op,
                                                       GetSizeFn getSize,
                                                       bool checksPromise) {
  if (op.getSizesMatch() && !checksPromise)
    return {};
  ConditionList list(b, getSize);
  for (auto [i, entry] : llvm::enumerate(op.getMixedStep()))
    if (auto step = dyn_cast<Value>(entry))
      list.requireStep(i, op.getNormalizedAxes()[i], step);
  for (int64_t dim = 0; dim < op.getDataRank(); ++dim) {
    Value size = getSize(op.getData(), dim);
    list.requireSize(SCATTER_OPERAND_UPDATES, op.getUpdates(), dim,
                     resolveAxis(b, op, dim, size).length);
  }
  return list.take();
}

SmallVector<OperandDim> scatter::getOperandDims(GenericOp op) {
  SmallVector<OperandDim> dims;
  SmallVector<Value> operands = op.getMappedOperands();
  int64_t inputs = op.getInputs().size(), outs = op.getOuts().size();
  auto add = [&](int64_t code, int64_t number) {
    for (auto [dim, expr] : llvm::enumerate(op.getMap(number).getResults()))
      dims.push_back({code, operands[number], int64_t(dim), expr});
  };
  for (int64_t i = 0; i < outs; ++i)
    add(SCATTER_OPERAND_OUTS + i, inputs + i);
  for (int64_t i = 0; i < inputs; ++i)
    add(SCATTER_OPERAND_INS + i, i);
  int64_t batchRank = op.getBatchRank();
  for (auto [i, indices] : llvm::enumerate(op.getIndices()))
    for (int64_t dim = 0; dim <= batchRank; ++dim)
      dims.push_back({SCATTER_OPERAND_INDEX_OPERANDS + int64_t(i), indices, dim,
                      dim < batchRank ? getAffineDimExpr(dim, op.getContext())
                                      : AffineExpr()});
  return dims;
}

SmallVector<std::pair<Value, int64_t>> scatter::getIndexedDims(GenericOp op,
                                                               int64_t i) {
  SmallVector<std::pair<Value, int64_t>> dims;
  SmallVector<int64_t> firsts = op.getFirstComponents();
  SmallVector<Value> operands = op.getMappedOperands();
  for (int64_t c = firsts[i]; c < firsts[i + 1]; ++c) {
    auto [operand, dim] = *op.findUse(getAffineSymbolExpr(c, op.getContext()));
    dims.push_back({operands[operand], dim});
  }
  return dims;
}

Location scatter::getIndicesLoc(GenericOp op, int64_t i) {
  // An op that others were fused into has the locations of these.
  if (auto fused = dyn_cast<FusedLocWith<ArrayAttr>>(op.getLoc()))
    if (i < int64_t(fused.getMetadata().size()))
      if (auto loc = dyn_cast<LocationAttr>(fused.getMetadata()[i]))
        return loc;
  if (i == 0)
    return op.getLoc();
  MLIRContext *context = op.getContext();
  return FusedLoc::get(
      context, {op.getLoc()},
      StringAttr::get(context, "'indices' operand " + Twine(i)));
}

SmallVector<SizeCondition> scatter::emitSizeConditions(IndexBuilder &b,
                                                       GenericOp op,
                                                       GetSizeFn getSize,
                                                       bool checksPromise) {
  if (op.getSizesMatch() && !checksPromise)
    return {};
  ConditionList list(b, getSize);
  SmallVector<OperandDim> dims = getOperandDims(op);
  // The first size of a dimension or component. A static one takes precedence.
  llvm::SmallDenseMap<AffineExpr, Value> known;
  for (const OperandDim &dim : dims) {
    if (!dim.expr)
      continue;
    Value size = getSize(dim.operand, dim.dim);
    Value &first = known[dim.expr];
    if (!first || (!getConstantIntValue(first) && getConstantIntValue(size)))
      first = size;
  }
  for (const OperandDim &dim : dims)
    list.requireSize(dim.code, dim.operand, dim.dim,
                     dim.expr ? known[dim.expr]
                              : getSize(dim.operand, dim.dim));
  return list.take();
}

void scatter::emitReports(IndexBuilder &b, ArrayRef<SizeCondition> conditions) {
  for (const SizeCondition &condition : conditions) {
    Value fails = b.isNot(condition.holds);
    auto ifOp = scf::IfOp::create(b, fails, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPoint(ifOp.thenYield());
    ReportOp::create(b, condition.kind, b.toI64(condition.position),
                     b.toI64(condition.component), b.toI64(condition.found),
                     b.toI64(condition.expected));
  }
}
