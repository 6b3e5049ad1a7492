//===- Reverse.cpp - the reverse pass over a function ------------------===//

#include "Reverse.h"
#include "StaticComponents.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace scatter;

bool scatter::isDifferentiable(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType());
}

Value Reverse::emitEmpty(Value like) {
  return tensor::EmptyOp::create(
      b, tensor::getMixedSizes(b, b.getLoc(), like),
      cast<RankedTensorType>(like.getType()).getElementType());
}

Value Reverse::emitZeros(Value like) {
  Type element = cast<RankedTensorType>(like.getType()).getElementType();
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
  return linalg::FillOp::create(b, zero, emitEmpty(like)).getResult(0);
}

Value Reverse::emitElementwise(
    ValueRange inputs,
    function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> fn) {
  auto type = cast<RankedTensorType>(inputs[0].getType());
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, type, inputs, emitEmpty(inputs[0]), maps, iterators,
             [&](OpBuilder &nested, Location loc, ValueRange elements) {
               ImplicitLocOpBuilder inner(loc, nested);
               linalg::YieldOp::create(
                   inner, fn(inner, elements.take_front(inputs.size())));
             })
      .getResult(0);
}

void Reverse::add(Value value, Value cotangent) {
  if (!cotangent || !isDifferentiable(value.getType()))
    return;
  Value &sum = cotangents[value];
  if (!sum) {
    sum = cotangent;
    return;
  }
  sum = linalg::AddOp::create(b, TypeRange(value.getType()),
                              ValueRange{sum, cotangent}, emitEmpty(value))
            .getResult(0);
}

Value Reverse::get(Value value) {
  if (Value cotangent = cotangents.lookup(value))
    return cotangent;
  return emitZeros(value);
}

/// The values that `op` and its regions use.
static llvm::SetVector<Value> getUsedValues(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

Reverse::Reverse(OpBuilder &builder, Location loc, Block &block)
    : b(loc, builder) {
  for (BlockArgument argument : block.getArguments())
    if (isDifferentiable(argument.getType()))
      dependent.insert(argument);
  for (Operation &op : block.without_terminator()) {
    // Sizes of tensors do not depend on their elements, but what is read of
    // memory may.
    if (isa<tensor::DimOp>(op))
      continue;
    if (!isMemoryEffectFree(&op) || dependsOnArgument(&op) ||
        llvm::any_of(op.getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
      dependent.insert_range(op.getResults());
  }
}

bool Reverse::dependsOnArgument(Operation *op) const {
  return llvm::any_of(getUsedValues(op),
                      [&](Value value) { return dependent.contains(value); });
}

LogicalResult Reverse::checkDependencies(Operation *op) const {
  for (Value value : getUsedValues(op)) {
    if (!dependent.contains(value))
      continue;
    if (isa<UnrankedTensorType>(value.getType()))
      return op->emitError("scatter-vjp: expected ranked tensors, found ")
             << value.getType();
    bool isComplex = isa<ComplexType>(getElementTypeOrSelf(value.getType()));
    if (isComplex && isa<TensorType>(value.getType()))
      return op->emitError("scatter-vjp: expected elements of floats, found ")
             << value.getType();
    if (isComplex || isa<FloatType>(value.getType()))
      return op->emitError("scatter-vjp: expected scalars that depend on no "
                           "tensor, found the result of '")
             << value.getDefiningOp()->getName() << "'";
  }
  WalkResult result = op->walk([](arith::BitcastOp bitcast) {
    if (isa<FloatType>(getElementTypeOrSelf(bitcast.getIn().getType())) ==
        isa<FloatType>(getElementTypeOrSelf(bitcast.getOut().getType())))
      return WalkResult::advance();
    bitcast.emitError("scatter-vjp: expected an op with a derivative, found "
                      "'arith.bitcast'");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Fails after a diagnostic if the number of components of `op` is not known
/// and no cast could tell it, which a scatter.generic needs.
template <typename OpT>
static LogicalResult checkComponents(OpT op) {
  if (!op || hasComparedComponents(op))
    return success();
  return op.emitError("scatter-vjp: expected 'indices' with a static last "
                      "dimension, found ")
         << op.getIndicesType();
}

LogicalResult Reverse::visit(Operation *op) {
  bool hasCotangent = llvm::any_of(op->getResults(), [&](Value result) {
    return cotangents.contains(result);
  });
  if (!hasCotangent || !dependent.contains(op->getResult(0)))
    return success();
  if (failed(checkDependencies(op)) ||
      failed(checkComponents(dyn_cast<ScatterNDUpdateOp>(op))) ||
      failed(checkComponents(dyn_cast<GatherNDOp>(op))))
    return failure();
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return visit(generic);
  if (auto generic = dyn_cast<GenericOp>(op))
    return visit(generic);
  if (auto update = dyn_cast<ScatterNDUpdateOp>(op))
    return visit(update);
  if (auto slice = dyn_cast<SliceScatterOp>(op))
    return visit(slice);
  Value g = op->getNumResults() == 1 ? get(op->getResult(0)) : Value();
  if (isa<tensor::EmptyOp, arith::ConstantOp, linalg::FillOp>(op))
    return success();
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    add(expand.getSrc(),
        tensor::CollapseShapeOp::create(b, expand.getSrcType(), g,
                                        expand.getReassociationIndices()));
    return success();
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    add(collapse.getSrc(),
        tensor::ExpandShapeOp::create(
            b, collapse.getSrcType(), g, collapse.getReassociationIndices(),
            tensor::getMixedSizes(b, b.getLoc(), collapse.getSrc())));
    return success();
  }
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    add(slice.getSource(),
        tensor::InsertSliceOp::create(
            b, g, emitZeros(slice.getSource()), slice.getMixedOffsets(),
            slice.getMixedSizes(), slice.getMixedStrides()));
    return success();
  }
  if (auto slice = dyn_cast<tensor::InsertSliceOp>(op)) {
    add(slice.getSource(),
        tensor::ExtractSliceOp::create(
            b, slice.getSourceType(), g, slice.getMixedOffsets(),
            slice.getMixedSizes(), slice.getMixedStrides()));
    add(slice.getDest(),
        tensor::InsertSliceOp::create(
            b, emitZeros(slice.getSource()), g, slice.getMixedOffsets(),
            slice.getMixedSizes(), slice.getMixedStrides()));
    return success();
  }
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    add(cast.getSource(),
        tensor::CastOp::create(b, cast.getSource().getType(), g));
    return success();
  }
  return op->emitError("scatter-vjp: expected an op with a derivative, found '")
         << op->getName() << "'";
}
