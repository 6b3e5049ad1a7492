//===- ReverseLinalg.cpp - the reverse pass over linalg ops ---------------===//

#include "Reverse.h"
#include "ScalarAdjoint.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

/// The inputs of `op` and the cotangents of its results, with their maps.
struct Reverse::ElementwiseInputs {
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
};

/// Clones the scalars of `op` on `args`, elements of its inputs.
static void cloneBody(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                      ValueRange args, IRMapping &primal) {
  for (auto [argument, value] : llvm::zip(op.getRegionInputArgs(), args))
    primal.map(argument, value);
  for (Operation &scalar : op.getBody()->without_terminator())
    b.clone(scalar, primal);
}

/// Emits, for each element of a tensor of `type` in the loops of `op`, the
/// derivative with respect to `scalar`, a value in the body. It is summed over
/// the loops that `map` does not have, to `init`. Returns null after a
/// diagnostic.
static Value emitDerivatives(ImplicitLocOpBuilder &b, linalg::GenericOp op,
                             ValueRange inputs, ArrayRef<AffineMap> inputMaps,
                             Value scalar, Value init, AffineMap map) {
  SmallVector<utils::IteratorType> iterators;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    iterators.push_back(map.isFunctionOfDim(dim)
                            ? utils::IteratorType::parallel
                            : utils::IteratorType::reduction);
  bool isSum = llvm::is_contained(iterators, utils::IteratorType::reduction);
  SmallVector<AffineMap> maps(inputMaps);
  maps.push_back(map);
  LogicalResult emitted = success();
  auto generic = linalg::GenericOp::create(
      b, init.getType(), inputs, init, maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder inner(loc, nested);
        IRMapping primal;
        Block &body = *op.getBody();
        cloneBody(inner, op, args, primal);
        ScalarAdjoint adjoint(inner, primal);
        ValueRange seeds =
            args.slice(op.getNumDpsInputs(), op->getNumResults());
        for (auto [value, seed] :
             llvm::zip_equal(body.getTerminator()->getOperands(), seeds))
          adjoint.add(value, seed);
        emitted = adjoint.propagate(body);
        Value derivative = adjoint.get(scalar);
        if (isSum)
          derivative = arith::AddFOp::create(inner, args.back(), derivative);
        linalg::YieldOp::create(inner, derivative);
      });
  return succeeded(emitted) ? generic.getResult(0) : Value();
}

/// Emits `count` indices, those that `emit` returns of the scalars of `op` and
/// its loops, as index tuples for each iteration. The loops have these sizes.
static Value emitPositions(
    ImplicitLocOpBuilder &b, linalg::GenericOp op, ArrayRef<OpFoldResult> sizes,
    int64_t count,
    function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, const IRMapping &)>
        emit) {
  unsigned loops = op.getNumLoops();
  SmallVector<OpFoldResult> allSizes(sizes);
  allSizes.push_back(b.getIndexAttr(count));
  Value init = tensor::EmptyOp::create(b, allSizes, b.getIndexType());
  SmallVector<AffineMap> maps;
  for (OpOperand *operand : op.getDpsInputOperands())
    maps.push_back(op.getMatchingIndexingMap(operand).shiftDims(
        /*shift=*/1, /*offset=*/loops));
  maps.push_back(b.getMultiDimIdentityMap(loops + 1));
  SmallVector<utils::IteratorType> iterators(loops + 1,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, init.getType(), op.getInputs(), init, maps, iterators,
             [&](OpBuilder &nested, Location loc, ValueRange args) {
               ImplicitLocOpBuilder inner(loc, nested);
               IRMapping primal;
               cloneBody(inner, op, args, primal);
               SmallVector<Value> indices = emit(inner, primal);
               Value component = linalg::IndexOp::create(inner, loops);
               Value position = indices.front();
               for (unsigned i = 1; i < indices.size(); ++i) {
                 Value isOther = arith::CmpIOp::create(
                     inner, arith::CmpIPredicate::eq, component,
                     arith::ConstantIndexOp::create(inner, i));
                 position = arith::SelectOp::create(inner, isOther, indices[i],
                                                    position);
               }
               linalg::YieldOp::create(inner, position);
             })
      .getResult(0);
}

/// Adds the derivatives with respect to `scalar`, an element of `source` that
/// the body of `op` has read at the indices that `emit` returns, to the
/// cotangents of these elements.
LogicalResult Reverse::addAtPositions(
    linalg::GenericOp op, const ElementwiseInputs &inputs, Value source,
    Value scalar,
    function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, const IRMapping &)>
        emit) {
  SmallVector<OpFoldResult> sizes;
  for (const Range &range : cast<linalg::LinalgOp>(op.getOperation())
                                .createLoopRanges(b, b.getLoc()))
    sizes.push_back(range.size);
  Value init = tensor::EmptyOp::create(b, sizes, scalar.getType());
  Value derivatives =
      emitDerivatives(b, op, inputs.values, inputs.maps, scalar, init,
                      b.getMultiDimIdentityMap(op.getNumLoops()));
  if (!derivatives)
    return failure();
  int64_t rank = cast<RankedTensorType>(source.getType()).getRank();
  Value positions = emitPositions(b, op, sizes, rank, emit);
  auto update = ScatterNDUpdateOp::create(
      b, positions, derivatives, get(source), Reduction::sum,
      OutOfBounds::undefined, NegativeIndices::reject);
  cotangents[source] = update.getResult();
  return success();
}

/// An element that the body reads of a tensor.
LogicalResult Reverse::visitExtract(linalg::GenericOp op,
                                    tensor::ExtractOp extract,
                                    const ElementwiseInputs &inputs) {
  Value source = extract.getTensor();
  if (!extract.getIndices().empty())
    return addAtPositions(op, inputs, source, extract.getResult(),
                          [&](ImplicitLocOpBuilder &, const IRMapping &primal) {
                            return llvm::map_to_vector(
                                extract.getIndices(), [&](Value index) {
                                  return primal.lookupOrDefault(index);
                                });
                          });
  unsigned loops = op.getNumLoops();
  Value sum =
      emitDerivatives(b, op, inputs.values, inputs.maps, extract.getResult(),
                      loops > 0 ? emitZeros(source) : emitEmpty(source),
                      AffineMap::get(loops, 0, b.getContext()));
  add(source, sum);
  return success(sum != nullptr);
}

/// Elementwise ops: the derivative of each input is summed over the loops that
/// its map does not have, or added at the positions that other maps give.
LogicalResult Reverse::visit(linalg::GenericOp op) {
  if (op.getNumLoops() != op.getNumParallelLoops() ||
      !op.hasPureTensorSemantics())
    return op.emitError("scatter-vjp: expected a linalg op of which all loops "
                        "are parallel");
  for (BlockArgument old : op.getRegionOutputArgs())
    if (!old.use_empty())
      return op.emitError(
          "scatter-vjp: expected a linalg op that does not read "
          "its outs");
  ElementwiseInputs inputs;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    inputs.values.push_back(operand->get());
    inputs.maps.push_back(op.getMatchingIndexingMap(operand));
  }
  for (OpResult result : op->getResults()) {
    inputs.values.push_back(get(result));
    inputs.maps.push_back(op.getIndexingMapMatchingResult(result));
  }
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Value input = operand->get();
    if (!isDifferentiable(input.getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(operand);
    BlockArgument element = op.getMatchingBlockArgument(operand);
    if (!map.isProjectedPermutation()) {
      auto emit = [&](ImplicitLocOpBuilder &inner, const IRMapping &) {
        SmallVector<Value> indices;
        for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
          indices.push_back(linalg::IndexOp::create(inner, dim));
        return *affine::expandAffineMap(inner, inner.getLoc(), map, indices);
      };
      if (failed(addAtPositions(op, inputs, input, element, emit)))
        return failure();
      continue;
    }
    bool isSum = map.getNumResults() < op.getNumLoops();
    Value derivatives =
        emitDerivatives(b, op, inputs.values, inputs.maps, element,
                        isSum ? emitZeros(input) : emitEmpty(input), map);
    if (!derivatives)
      return failure();
    add(input, derivatives);
  }
  for (auto extract : op.getBody()->getOps<tensor::ExtractOp>())
    if (isDifferentiable(extract.getTensor().getType()) &&
        failed(visitExtract(op, extract, inputs)))
      return failure();
  return success();
}
