//===- SizeConditions.cpp - what the ops compare at run time --------------===//

#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Utils/SliceBounds.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

Value scatter::getSize(IndexBuilder &b, Value value, int64_t dim) {
  OpFoldResult size = isa<TensorType>(value.getType())
                          ? tensor::getMixedSize(b, b.getLoc(), value, dim)
                          : memref::getMixedSize(b, b.getLoc(), value, dim);
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
}

Value scatter::stripCasts(Value value) {
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

/// The conditions of `op`. Reports have the code `tuples` for the operand with
/// the dimensions of the tuples and of the slice.
template <typename OpT>
static SmallVector<SizeCondition>
emitTupleConditions(IndexBuilder &b, OpT op, int64_t tuples, GetSizeFn getSize,
                    bool checksPromise) {
  if (op.getSizesMatch() && !checksPromise)
    return {};
  ConditionList list(b, getSize);
  unsigned indices = op.getIndicesMutable().getOperandNumber();
  list.requireSize(SCATTER_OPERAND_INDICES, op.getIndices(), op.getBatchRank(),
                   b.index(op.getIndexDepth()));
  for (const SizeMatch &match : getSizeMatches(op))
    list.requireSize(
        match.operand == indices ? int64_t(SCATTER_OPERAND_INDICES) : tuples,
        op->getOperand(match.operand), match.dim,
        list.getUncheckedSize(op->getOperand(match.other), match.otherDim));
  return list.take();
}

SmallVector<SizeCondition> scatter::emitSizeConditions(IndexBuilder &b,
                                                       ScatterNDUpdateOp op,
                                                       GetSizeFn getSize,
                                                       bool checksPromise) {
  return emitTupleConditions(b, op, SCATTER_OPERAND_UPDATES, getSize,
                             checksPromise);
}

SmallVector<SizeCondition> scatter::emitSizeConditions(IndexBuilder &b,
                                                       GatherNDOp op,
                                                       GetSizeFn getSize,
                                                       bool checksPromise) {
  return emitTupleConditions(b, op, SCATTER_OPERAND_OUT, getSize,
                             checksPromise);
}

SmallVector<SizeCondition> scatter::emitSizeConditions(IndexBuilder &b,
                                                       SliceScatterOp op,
                                                       ArrayRef<AxisSlice> axes,
                                                       GetSizeFn getSize,
                                                       bool checksPromise) {
  if (op.getSizesMatch() && !checksPromise)
    return {};
  ConditionList list(b, getSize);
  for (auto [i, entry] : llvm::enumerate(op.getMixedStep()))
    if (auto step = dyn_cast<Value>(entry))
      list.requireStep(i, op.getNormalizedAxes()[i], step);
  for (auto [dim, axis] : llvm::enumerate(axes))
    list.requireSize(SCATTER_OPERAND_UPDATES, op.getUpdates(), dim,
                     axis.length);
  return list.take();
}

SmallVector<SizeCondition> scatter::emitSizeConditions(IndexBuilder &b,
                                                       SliceScatterOp op,
                                                       GetSizeFn getSize,
                                                       bool checksPromise) {
  if (op.getSizesMatch() && !checksPromise)
    return {};
  SmallVector<AxisSlice> axes;
  for (int64_t dim = 0; dim < op.getDataRank(); ++dim)
    axes.push_back(resolveAxis(b, op, dim, getSize(op.getData(), dim)));
  return emitSizeConditions(b, op, axes, getSize, checksPromise);
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

llvm::SmallDenseMap<AffineExpr, Value>
scatter::getSizesByExpr(GenericOp op, GetSizeFn getSize) {
  llvm::SmallDenseMap<AffineExpr, Value> sizes;
  for (const OperandDim &dim : getOperandDims(op)) {
    if (!dim.expr)
      continue;
    Value size = getSize(dim.operand, dim.dim), &first = sizes[dim.expr];
    if (!first || (!getConstantIntValue(first) && getConstantIntValue(size)))
      first = size;
  }
  return sizes;
}

SmallVector<SizeCondition> scatter::emitSizeConditions(IndexBuilder &b,
                                                       GenericOp op,
                                                       GetSizeFn getSize,
                                                       bool checksPromise) {
  if (op.getSizesMatch() && !checksPromise)
    return {};
  ConditionList list(b, getSize);
  llvm::SmallDenseMap<AffineExpr, Value> sizes = getSizesByExpr(op, getSize);
  for (const OperandDim &dim : getOperandDims(op))
    list.requireSize(dim.code, dim.operand, dim.dim,
                     dim.expr ? sizes[dim.expr]
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
