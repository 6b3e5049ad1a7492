//===- ReverseGeneric.cpp - derivatives of scatter.generic ----------------===//
//
// Where the tuples are independent of each other, the derivatives are computed
// in any order. Else the old elements of the slots are kept for each tuple, and
// the tuples are visited from the last to the first.
//
//===----------------------------------------------------------------------===//

#include "Reverse.h"
#include "ReversedTuples.h"
#include "ScalarAdjoint.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

/// The policies of the index operands of the gradient. What a tuple that the op
/// itself reports or promises not to have does there: nothing.
static SmallVector<OutOfBounds> getPolicies(GenericOp op) {
  SmallVector<OutOfBounds> policies = op.getPolicies();
  for (OutOfBounds &policy : policies)
    if (policy != OutOfBounds::clamp)
      policy = OutOfBounds::drop;
  return policies;
}

static SmallVector<AffineMap> getMaps(GenericOp op) {
  return llvm::to_vector(op.getIndexingMaps().getAsValueRange<AffineMapAttr>());
}

/// Returns the sizes of the dimensions of the tuples and of the slice.
static SmallVector<OpFoldResult> getDimSizes(OpBuilder &b, GenericOp op) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < op.getBatchRank(); ++dim)
    sizes.push_back(
        tensor::getMixedSize(b, op.getLoc(), op.getIndices()[0], dim));
  AffineMap map = op.getOutMap(0);
  for (int64_t dim = op.getBatchRank(); dim < op.getNumDims(); ++dim)
    sizes.push_back(tensor::getMixedSize(
        b, op.getLoc(), op.getOuts()[0],
        *map.getResultPosition(getAffineDimExpr(dim, op.getContext()))));
  return sizes;
}

/// Returns the place where the derivatives of an input with the map `map` are
/// summed: that of the input, or, where the slice has dimensions that the map
/// does not have, one element for each position.
static AffineMap getGradientMap(GenericOp op, AffineMap map) {
  for (int64_t dim = op.getBatchRank(); dim < op.getNumDims(); ++dim)
    if (!map.isFunctionOfDim(dim))
      return AffineMap::getMultiDimIdentityMap(op.getNumDims(),
                                               op.getContext());
  return map;
}

/// Fails after a diagnostic for the map of an input that no derivative can be
/// summed by.
static LogicalResult checkMap(GenericOp op, int64_t input) {
  AffineMap map = op.getMap(input);
  llvm::SmallDenseSet<AffineExpr> results(map.getResults().begin(),
                                          map.getResults().end());
  bool isRead = map.getNumResults() > 0 &&
                llvm::any_of(map.getResults(), llvm::IsaPred<AffineSymbolExpr>);
  if (results.size() == map.getNumResults() &&
      (getGradientMap(op, map) == map || !isRead))
    return success();
  bool isTwice = results.size() != map.getNumResults();
  return op.emitError("scatter-vjp: expected the map of 'ins' operand ")
         << input
         << (isTwice ? " to have no result twice, found "
                     : " to have each dimension of the slice, as it is read by "
                       "tuples, found ")
         << AffineMapAttr::get(map);
}

/// Returns zeros for the derivatives of input number `input`.
Value Reverse::emitGradientInit(GenericOp op, int64_t input) {
  Value value = op.getInputs()[input];
  if (getGradientMap(op, op.getMap(input)) == op.getMap(input))
    return emitZeros(value);
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
  Value empty = tensor::EmptyOp::create(b, getDimSizes(b, op), element);
  return linalg::FillOp::create(b, zero, empty).getResult(0);
}

/// Adds `gradient`, which begins as emitGradientInit, to the cotangent of an
/// input.
void Reverse::addGradient(GenericOp op, int64_t input, Value gradient) {
  Value value = op.getInputs()[input];
  AffineMap map = op.getMap(input);
  if (getGradientMap(op, map) == map)
    return add(value, gradient);
  map = AffineMap::get(map.getNumDims(), 0, map.getResults(), op.getContext());
  SmallVector<utils::IteratorType> iterators;
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    iterators.push_back(map.isFunctionOfDim(dim)
                            ? utils::IteratorType::parallel
                            : utils::IteratorType::reduction);
  AffineMap all =
      AffineMap::getMultiDimIdentityMap(map.getNumDims(), op.getContext());
  add(value, linalg::GenericOp::create(
                 b, value.getType(), gradient, emitZeros(value),
                 ArrayRef<AffineMap>{all, map}, iterators,
                 [](OpBuilder &nested, Location loc, ValueRange elements) {
                   Value sum = arith::AddFOp::create(nested, loc, elements[1],
                                                     elements[0]);
                   linalg::YieldOp::create(nested, loc, sum);
                 })
                 .getResult(0));
}

//===----------------------------------------------------------------------===//
// Independent tuples
//===----------------------------------------------------------------------===//

/// Removes the inputs that the region does not use, unless only their maps have
/// a component. What is compared of their sizes the original op compares.
static void eraseUnusedInputs(GenericOp op) {
  Block &body = op.getBody().front();
  for (int64_t i = op.getInputs().size() - 1; i >= 0; --i) {
    SmallVector<AffineMap> maps = getMaps(op);
    AffineMap map = maps[i];
    maps.erase(maps.begin() + i);
    bool isNeeded = llvm::any_of(map.getResults(), [&](AffineExpr expr) {
      return isa<AffineSymbolExpr>(expr) &&
             llvm::none_of(maps, [&](AffineMap other) {
               return llvm::is_contained(other.getResults(), expr);
             });
    });
    if (isNeeded || !body.getArgument(i).use_empty())
      continue;
    op.getInputsMutable().erase(i);
    body.eraseArgument(i);
    op.setIndexingMapsAttr(Builder(op).getAffineMapArrayAttr(maps));
  }
}

/// A region that adds to one out what it computes of the inputs, or, where each
/// element of the out is written once, one that overwrites it.
LogicalResult Reverse::visitIndependent(GenericOp op, bool isSum) {
  Value g = cotangents.lookup(op->getResult(0));
  int64_t inputs = op.getInputs().size();
  Block &body = op.getBody().front();
  Value old = body.getArgument(inputs), result = body.back().getOperand(0);
  SmallVector<Value> operands(op.getInputs());
  operands.push_back(g);
  // Adds the derivatives with respect to `argument` to `out`, or overwrites it
  // with zeros if there is no argument.
  auto emit = [&](Value out, AffineMap outMap, Value argument) {
    SmallVector<AffineMap> maps = getMaps(op);
    maps.push_back(AffineMap::get(op.getNumDims(), op.getNumComponents(),
                                  outMap.getResults(), op.getContext()));
    LogicalResult emitted = success();
    auto generic = GenericOp::create(
        b, b.getLoc(), op.getIndices(), operands, out, maps, getPolicies(op),
        op.getNegativePolicies(),
        [&](OpBuilder &nested, Location loc, ValueRange elements) {
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
          emitted = adjoint.propagate(body);
          Value sum = arith::AddFOp::create(inner, elements[inputs + 1],
                                            adjoint.get(argument));
          YieldOp::create(inner, sum);
        });
    if (failed(emitted))
      return Value();
    eraseUnusedInputs(generic);
    return Value(generic->getResult(0));
  };
  for (int64_t i = 0; i < inputs; ++i) {
    if (!isDifferentiable(op.getInputs()[i].getType()))
      continue;
    if (failed(checkMap(op, i)))
      return failure();
    Value gradient =
        emit(emitGradientInit(op, i), getGradientMap(op, op.getMap(i)),
             body.getArgument(i));
    if (!gradient)
      return failure();
    addGradient(op, i, gradient);
  }
  add(op.getOuts()[0],
      isSum ? g : emit(g, op.getOutMap(0), /*argument=*/nullptr));
  return success();
}

//===----------------------------------------------------------------------===//
// Any region
//===----------------------------------------------------------------------===//

/// Executes `op` again and returns the old elements of its outs for each
/// position of the tuples and the slice.
SmallVector<Value> Reverse::emitTape(GenericOp op) {
  SmallVector<AffineMap> maps = getMaps(op);
  SmallVector<Value> outs(op.getOuts());
  int64_t numOuts = outs.size(), inputs = op.getInputs().size();
  SmallVector<OpFoldResult> sizes = getDimSizes(b, op);
  SmallVector<AffineExpr> all;
  for (int64_t dim = 0; dim < op.getNumDims(); ++dim)
    all.push_back(getAffineDimExpr(dim, op.getContext()));
  for (Value out : op.getOuts()) {
    outs.push_back(tensor::EmptyOp::create(
        b, sizes, cast<RankedTensorType>(out.getType()).getElementType()));
    maps.push_back(AffineMap::get(op.getNumDims(), op.getNumComponents(), all,
                                  op.getContext()));
  }
  Block &body = op.getBody().front();
  auto tape = GenericOp::create(
      b, b.getLoc(), op.getIndices(), op.getInputs(), outs, maps,
      getPolicies(op), op.getNegativePolicies(),
      [&](OpBuilder &nested, Location loc, ValueRange elements) {
        IRMapping map;
        map.map(body.getArguments(),
                elements.take_front(body.getNumArguments()));
        for (Operation &scalar : body.without_terminator())
          nested.clone(scalar, map);
        SmallVector<Value> yielded;
        for (Value result : body.getTerminator()->getOperands())
          yielded.push_back(map.lookupOrDefault(result));
        llvm::append_range(yielded, elements.slice(inputs, numOuts));
        YieldOp::create(nested, loc, yielded);
      });
  return SmallVector<Value>(tape->getResults().drop_front(numOuts));
}

LogicalResult Reverse::visitDependent(GenericOp op) {
  int64_t inputs = op.getInputs().size(), batchRank = op.getBatchRank();
  int64_t numDims = op.getNumDims(), numComponents = op.getNumComponents();
  MLIRContext *context = op.getContext();
  SmallVector<int64_t> differentiated;
  for (int64_t i = 0; i < inputs; ++i)
    if (isDifferentiable(op.getInputs()[i].getType())) {
      if (failed(checkMap(op, i)))
        return failure();
      differentiated.push_back(i);
    }
  // The dimensions of the tuples in a map become components of the original
  // position.
  auto reverseMap = [&](AffineMap map) {
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      results.push_back(
          dim && dim.getPosition() < batchRank
              ? getAffineSymbolExpr(numComponents + dim.getPosition(), context)
              : expr);
    }
    return AffineMap::get(numDims, numComponents + batchRank, results, context);
  };
  SmallVector<Value> operands(op.getInputs()), outs;
  SmallVector<AffineMap> maps;
  for (int64_t i = 0; i < inputs; ++i)
    maps.push_back(reverseMap(op.getMap(i)));
  AffineMap all = AffineMap::getMultiDimIdentityMap(numDims, context);
  for (Value tape : emitTape(op)) {
    operands.push_back(tape);
    maps.push_back(reverseMap(all));
  }
  SmallVector<int64_t> floatOuts;
  for (auto [i, out] : llvm::enumerate(op.getOuts())) {
    if (!isDifferentiable(out.getType()))
      continue;
    floatOuts.push_back(i);
    outs.push_back(get(op->getResult(i)));
    maps.push_back(reverseMap(op.getOutMap(i)));
  }
  for (int64_t i : differentiated) {
    outs.push_back(emitGradientInit(op, i));
    maps.push_back(reverseMap(getGradientMap(op, op.getMap(i))));
  }
  SmallVector<OutOfBounds> policies = getPolicies(op);
  SmallVector<NegativeIndices> negatives = op.getNegativePolicies();
  if (batchRank > 0) {
    policies.push_back(OutOfBounds::undefined);
    negatives.push_back(NegativeIndices::reject);
  }
  SmallVector<OpFoldResult> sizes = getDimSizes(b, op);
  Block &body = op.getBody().front();
  LogicalResult emitted = success();
  auto generic = GenericOp::create(
      b, b.getLoc(), emitReversedIndices(b, op, sizes), operands, outs, maps,
      policies, negatives,
      [&](OpBuilder &nested, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder inner(loc, nested);
        IRMapping primal;
        primal.map(body.getArguments(),
                   elements.take_front(body.getNumArguments()));
        for (Operation &scalar : body.without_terminator()) {
          Operation *clone = inner.clone(scalar, primal);
          auto index = dyn_cast<IndexOp>(clone);
          if (index && int64_t(index.getDim()) < batchRank)
            primal.map(scalar.getResult(0),
                       emitFlipped(inner, sizes[index.getDim()], index));
        }
        ScalarAdjoint adjoint(inner, primal);
        ValueRange old = elements.drop_front(body.getNumArguments());
        for (auto [i, out] : llvm::enumerate(floatOuts))
          adjoint.add(body.getTerminator()->getOperand(out), old[i]);
        emitted = adjoint.propagate(body);
        SmallVector<Value> yielded;
        for (int64_t out : floatOuts)
          yielded.push_back(adjoint.get(body.getArgument(inputs + out)));
        for (auto [i, input] : llvm::enumerate(differentiated))
          yielded.push_back(
              arith::AddFOp::create(inner, old[floatOuts.size() + i],
                                    adjoint.get(body.getArgument(input))));
        YieldOp::create(inner, yielded);
      });
  if (failed(emitted))
    return failure();
  for (auto [i, out] : llvm::enumerate(floatOuts))
    add(op.getOuts()[out], generic->getResult(i));
  for (auto [i, input] : llvm::enumerate(differentiated))
    addGradient(op, input, generic->getResult(floatOuts.size() + i));
  return success();
}

LogicalResult Reverse::visit(GenericOp op) {
  if (op.getOuts().size() != 1)
    return visitDependent(op);
  int64_t inputs = op.getInputs().size();
  Block &body = op.getBody().front();
  Value old = body.getArgument(inputs);
  Operation *sum = body.back().getOperand(0).getDefiningOp();
  bool isSum = isa_and_nonnull<arith::AddFOp>(sum) &&
               llvm::is_contained(sum->getOperands(), old) && old.hasOneUse();
  int64_t written = op.getParallelBatchDims().size();
  bool isOnce = old.use_empty() && written == op.getBatchRank();
  return isSum || isOnce ? visitIndependent(op, isSum) : visitDependent(op);
}
