//===- ReverseUpdates.cpp - derivatives of the updates -----------------===//

#include "Reverse.h"
#include "ScalarAdjoint.h"

#include "scatter/Dialect/Scatter/Utils/SliceBounds.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

static std::pair<AffineMap, AffineMap> getMaps(ScatterNDUpdateOp op) {
  return GenericOp::getUpdateMaps(op.getContext(), op.getBatchRank(),
                                  op.getIndexDepth(),
                                  op.getUpdatesType().getRank());
}

/// Returns the sizes of the dimensions of the tuples.
static SmallVector<Value> getBatchSizes(ImplicitLocOpBuilder &b,
                                        ScatterNDUpdateOp op) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < op.getBatchRank(); ++dim)
    sizes.push_back(b.createOrFold<tensor::DimOp>(op.getIndices(), dim));
  return sizes;
}

/// What a tuple that the op itself reports or promises not to have does in the
/// gradient: nothing.
static OutOfBounds getPolicy(ScatterNDUpdateOp op) {
  return op.getOutOfBounds() == OutOfBounds::clamp ? OutOfBounds::clamp
                                                   : OutOfBounds::drop;
}

/// Returns the number of the tuple in row-major order, in a region.
static Value emitTupleNumber(ImplicitLocOpBuilder &b, ArrayRef<Value> sizes) {
  Value number = arith::ConstantIndexOp::create(b, 0);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    Value at = IndexOp::create(b, b.getIndexType(), b.getI64IntegerAttr(dim));
    number =
        arith::AddIOp::create(b, arith::MulIOp::create(b, number, size), at);
  }
  return arith::IndexCastOp::create(b, b.getI64Type(), number);
}

/// Returns the number of the last tuple that wrote each slot, in row-major
/// order of the tuples, -1 for slots that none wrote. The result has the shape
/// of the indexed dimensions of `data`.
Value Reverse::emitWinners(ScatterNDUpdateOp op) {
  int64_t depth = op.getIndexDepth(), batchRank = op.getBatchRank();
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, b.getLoc(), op.getData());
  sizes.truncate(depth);
  Value empty = tensor::EmptyOp::create(b, sizes, b.getI64Type());
  Value none = arith::ConstantIntOp::create(b, b.getI64Type(), -1);
  Value winners = linalg::FillOp::create(b, none, empty).getResult(0);
  SmallVector<Value> batch = getBatchSizes(b, op);
  AffineMap slots = AffineMap::get(
      batchRank, depth, getMaps(op).second.getResults().take_front(depth),
      b.getContext());
  return GenericOp::create(
             b, b.getLoc(), op.getIndices(), ValueRange(), winners, slots,
             getPolicy(op), op.getNegativeIndices(),
             [&](OpBuilder &nested, Location loc, ValueRange) {
               ImplicitLocOpBuilder inner(loc, nested);
               YieldOp::create(inner, emitTupleNumber(inner, batch));
             })
      .getResult(0);
}

/// Returns, for each element of the updates, the cotangent of the slot that it
/// was written to; 0 for tuples that are dropped, and, without a reduction, for
/// tuples that a later one has overwritten.
Value Reverse::emitGather(ScatterNDUpdateOp op, Value cotangent,
                          bool isNegated) {
  auto [updatesMap, dataMap] = getMaps(op);
  int64_t depth = op.getIndexDepth(), batchRank = op.getBatchRank();
  int64_t dims = op.getUpdatesType().getRank();
  SmallVector<Value> inputs = {cotangent};
  SmallVector<AffineMap> maps = {dataMap};
  bool needsWinner = op.getReduction() == Reduction::none &&
                     !op.getUniqueIndices() && batchRank > 0;
  SmallVector<Value> batch;
  if (needsWinner) {
    inputs.push_back(emitWinners(op));
    maps.push_back(AffineMap::get(
        dims, depth, dataMap.getResults().take_front(depth), b.getContext()));
    batch = getBatchSizes(b, op);
  }
  maps.push_back(updatesMap);
  return GenericOp::create(
             b, b.getLoc(), op.getIndices(), inputs, emitZeros(op.getUpdates()),
             maps, getPolicy(op), op.getNegativeIndices(),
             [&](OpBuilder &nested, Location loc, ValueRange elements) {
               ImplicitLocOpBuilder inner(loc, nested);
               Value result = elements[0];
               if (isNegated)
                 result = arith::NegFOp::create(inner, result);
               if (needsWinner) {
                 Value number = emitTupleNumber(inner, batch);
                 Value isLast = arith::CmpIOp::create(
                     inner, arith::CmpIPredicate::eq, number, elements[1]);
                 Value zero = arith::ConstantOp::create(
                     inner, inner.getZeroAttr(result.getType()));
                 result = arith::SelectOp::create(inner, isLast, result, zero);
               }
               YieldOp::create(inner, result);
             })
      .getResult(0);
}

LogicalResult Reverse::visit(ScatterNDUpdateOp op) {
  Value g = cotangents.lookup(op.getResult());
  if (!g)
    return success();
  switch (op.getReduction()) {
  case Reduction::sum:
  case Reduction::sub:
    add(op.getData(), g);
    add(op.getUpdates(),
        emitGather(op, g, op.getReduction() == Reduction::sub));
    return success();
  case Reduction::none: {
    add(op.getUpdates(), emitGather(op, g, /*isNegated=*/false));
    // What was overwritten has no influence.
    auto kept = ScatterNDUpdateOp::create(
        b, op.getIndices(), emitZeros(op.getUpdates()), g, Reduction::none,
        getPolicy(op), op.getNegativeIndices(), op.getUniqueIndices());
    kept.setSizesMatch(op.getSizesMatch());
    add(op.getData(), kept.getResult());
    return success();
  }
  default:
    return op.emitError("scatter-vjp: expected reduction none, sum or sub, "
                        "found ")
           << stringifyReduction(op.getReduction());
  }
}

LogicalResult Reverse::visit(SliceScatterOp op) {
  Value g = cotangents.lookup(op.getResult());
  if (!g)
    return success();
  Value zeros = emitZeros(op.getUpdates());
  auto kept = cast<SliceScatterOp>(b.clone(*op));
  kept.getUpdatesMutable().assign(zeros);
  kept.getDataMutable().assign(g);
  add(op.getData(), kept.getResult());

  for (OpFoldResult step : op.getMixedStep())
    if (getConstantIntValue(step).value_or(0) <= 0)
      return op.emitError("scatter-vjp: expected constant positive steps");
  IndexBuilder index(b.getLoc(), b);
  SlicePosition position = resolvePosition(index, op);
  add(op.getUpdates(),
      tensor::ExtractSliceOp::create(
          b, cast<RankedTensorType>(op.getUpdates().getType()), g,
          position.offsets,
          tensor::getMixedSizes(b, b.getLoc(), op.getUpdates()),
          position.steps));
  return success();
}

/// A region that adds to one out what it computes of the inputs, or, where each
/// element of the out is written once, one that overwrites it.
LogicalResult Reverse::visit(GenericOp op) {
  if (op.getOuts().size() != 1)
    return op.emitError("scatter-vjp: expected one out");
  Value g = cotangents.lookup(op->getResult(0));
  if (!g)
    return success();
  int64_t inputs = op.getInputs().size(), batchRank = op.getBatchRank();
  Block &body = op.getBody().front();
  Value old = body.getArgument(inputs), result = body.back().getOperand(0);
  Operation *sum = result.getDefiningOp();
  bool isSum = isa_and_nonnull<arith::AddFOp>(sum) &&
               llvm::is_contained(sum->getOperands(), old) && old.hasOneUse();
  int64_t written = op.getParallelBatchDims().size();
  bool isOnce = old.use_empty() && written == batchRank;
  if (!isSum && !isOnce)
    return op.emitError("scatter-vjp: expected a region that adds to the old "
                        "element, or one that does not read it and writes each "
                        "element once");
  SmallVector<OutOfBounds> policies;
  SmallVector<NegativeIndices> negatives;
  for (size_t i = 0; i < op.getIndices().size(); ++i) {
    policies.push_back(op.getPolicy(i) == OutOfBounds::clamp
                           ? OutOfBounds::clamp
                           : OutOfBounds::drop);
    negatives.push_back(op.getNegativePolicy(i));
  }
  SmallVector<Value> operands(op.getInputs());
  operands.push_back(g);
  SmallVector<AffineMap> maps;
  for (int64_t i = 0; i <= inputs; ++i)
    maps.push_back(op.getMap(i));
  // Adds the derivatives with respect to `argument` to `out`, or overwrites it
  // with zeros if there is no argument.
  auto emit = [&](Value out, AffineMap outMap, Value argument) {
    SmallVector<AffineMap> allMaps(maps);
    allMaps.push_back(outMap);
    LogicalResult emitted = success();
    auto generic = GenericOp::create(
        b, b.getLoc(), op.getIndices(), operands, out, allMaps, policies,
        negatives, [&](OpBuilder &nested, Location loc, ValueRange elements) {
          ImplicitLocOpBuilder inner(loc, nested);
          Value zero = arith::ConstantOp::create(
              inner, inner.getZeroAttr(old.getType()));
          if (!argument) {
            YieldOp::create(inner, zero);
            return;
          }
          IRMapping primal;
          for (int64_t i = 0; i < inputs; ++i)
            primal.map(body.getArgument(i), elements[i]);
          primal.map(old, zero);
          for (Operation &scalar : body.without_terminator())
            inner.clone(scalar, primal);
          ScalarAdjoint adjoint(inner, primal);
          adjoint.add(result, elements[inputs]);
          for (Operation &scalar : llvm::reverse(body.without_terminator()))
            if (failed(adjoint.propagate(&scalar)))
              emitted = failure();
          Value sum = arith::AddFOp::create(inner, elements[inputs + 1],
                                            adjoint.get(argument));
          YieldOp::create(inner, sum);
        });
    return failed(emitted) ? Value() : generic->getResult(0);
  };
  add(op.getOuts()[0],
      isSum ? g : emit(g, op.getOutMap(0), /*argument=*/nullptr));
  for (int64_t i = 0; i < inputs; ++i) {
    Value input = op.getInputs()[i];
    if (!isDifferentiable(input.getType()))
      continue;
    AffineMap map = op.getMap(i);
    for (int64_t dim = batchRank; dim < op.getNumDims(); ++dim)
      if (!map.isFunctionOfDim(dim))
        return op.emitError("scatter-vjp: expected each dimension of the slice "
                            "in the map of 'ins' operand ")
               << i;
    Value gradient = emit(emitZeros(input), map, body.getArgument(i));
    if (!gradient)
      return failure();
    add(input, gradient);
  }
  return success();
}
