//===- FuseLinalg.cpp - linalg ops as producers of updates ----------------===//

#include "Fusion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The analysis of a linalg.generic as a producer.
struct LinalgProducer {
  LinalgProducer(linalg::GenericOp op, unsigned result,
                 ArrayRef<AffineExpr> exprs, int64_t batchRank,
                 int64_t numComponents)
      : op(op), result(result), exprs(exprs), batchRank(batchRank),
        numComponents(numComponents) {}

  std::optional<Fusion> fuse();

private:
  /// The position of loop `dim` of the producer.
  AffineExpr getLoop(unsigned dim);
  /// The results of `map`, whose dimensions are the loops, as positions of the
  /// update; 0 stays. None if there are other results.
  std::optional<SmallVector<AffineExpr>> compose(AffineMap map);
  /// Whether loop `dim` is over all of a dimension of `size`. The extent of an
  /// input is that of the loop (G6), while a tensor.extract may read a part.
  bool coversSize(unsigned dim, int64_t size) {
    return ShapedType::isStatic(size) && op.getStaticLoopRanges()[dim] == size;
  }
  std::optional<NewIndices> findIndices(Value index);
  /// The position that `index`, an operand of a tensor.extract, names in a
  /// dimension of `size`.
  AffineExpr findPosition(Value index, int64_t size, Fusion &fusion);
  bool addExtract(tensor::ExtractOp extract, Fusion &fusion);

  linalg::GenericOp op;
  unsigned result;
  ArrayRef<AffineExpr> exprs;
  int64_t batchRank, numComponents;
  /// The input of the fusion that each tensor.extract becomes.
  DenseMap<Operation *, unsigned> extracted;
};

} // namespace

AffineExpr LinalgProducer::getLoop(unsigned dim) {
  AffineMap out = op.getIndexingMapMatchingResult(op->getResult(result));
  for (auto [position, expr] : llvm::enumerate(out.getResults()))
    if (cast<AffineDimExpr>(expr).getPosition() == dim)
      return exprs[position];
  return nullptr;
}

std::optional<SmallVector<AffineExpr>> LinalgProducer::compose(AffineMap map) {
  SmallVector<AffineExpr> composed;
  for (AffineExpr expr : map.getResults()) {
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (constant && constant.getValue() == 0) {
      composed.push_back(expr);
      continue;
    }
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      return std::nullopt;
    composed.push_back(getLoop(dim.getPosition()));
  }
  return composed;
}

/// Whether the uses of `value` only compute positions of tensor.extract.
static bool isOnlyPosition(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<tensor::ExtractOp>(user))
      return use.getOperandNumber() > 0;
    return isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::MaxSIOp,
               arith::MinSIOp>(user) &&
           isOnlyPosition(user->getResult(0));
  });
}

/// If `index` is a value moved into [0, size - 1], returns that value.
static Value matchClamp(Value index, int64_t size) {
  auto matchLimit = [](Operation *op, int64_t limit) -> Value {
    if (isConstantIntValue(op->getOperand(1), limit))
      return op->getOperand(0);
    return isConstantIntValue(op->getOperand(0), limit) ? op->getOperand(1)
                                                        : Value();
  };
  if (ShapedType::isDynamic(size) || size < 1)
    return nullptr;
  auto upper = index.getDefiningOp<arith::MinSIOp>();
  Value raised = upper ? matchLimit(upper, size - 1) : Value();
  auto lower = raised ? raised.getDefiningOp<arith::MaxSIOp>() : nullptr;
  return lower ? matchLimit(lower, 0) : Value();
}

/// Whether `expr` is dimension `dim` of the tuples.
static bool isTupleDim(AffineExpr expr, int64_t dim) {
  return expr && expr == getAffineDimExpr(dim, expr.getContext());
}

/// Returns the tensor that `index` is an element of, if it has one for each
/// tuple, in the order of the tuples.
std::optional<NewIndices> LinalgProducer::findIndices(Value index) {
  auto isIndex = [](Value tensor) {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    return type && (type.getElementType().isIndex() ||
                    type.getElementType().isSignlessInteger(32) ||
                    type.getElementType().isSignlessInteger(64));
  };
  if (auto extract = index.getDefiningOp<tensor::ExtractOp>()) {
    auto type = cast<RankedTensorType>(extract.getTensor().getType());
    bool hasComponents = type.getRank() == batchRank + 1;
    if (!isIndex(extract.getTensor()) ||
        (!hasComponents && type.getRank() != batchRank) ||
        (hasComponents && type.getShape().back() != 1))
      return std::nullopt;
    for (int64_t dim = 0; dim < batchRank; ++dim) {
      auto loop = extract.getIndices()[dim].getDefiningOp<linalg::IndexOp>();
      if (!loop || !isTupleDim(getLoop(loop.getDim()), dim) ||
          !coversSize(loop.getDim(), type.getDimSize(dim)))
        return std::nullopt;
    }
    return NewIndices{extract.getTensor(), hasComponents};
  }
  auto argument = dyn_cast<BlockArgument>(index);
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return std::nullopt;
  OpOperand *operand = op.getDpsInputOperand(argument.getArgNumber());
  auto composed = compose(op.getMatchingIndexingMap(operand));
  if (!isIndex(operand->get()) || !composed ||
      int64_t(composed->size()) != batchRank)
    return std::nullopt;
  for (auto [dim, expr] : llvm::enumerate(*composed))
    if (!isTupleDim(expr, dim))
      return std::nullopt;
  return NewIndices{operand->get()};
}

AffineExpr LinalgProducer::findPosition(Value index, int64_t size,
                                        Fusion &fusion) {
  if (auto loop = index.getDefiningOp<linalg::IndexOp>())
    return loop->getParentOp() == op && coversSize(loop.getDim(), size)
               ? getLoop(loop.getDim())
               : AffineExpr();
  if (size == 1 && isConstantIntValue(index, 0))
    return getAffineConstantExpr(0, op.getContext());
  Value clamped = matchClamp(index, size);
  if (clamped)
    index = clamped;
  Operation *cast = index.getDefiningOp();
  bool isUnsigned = isa_and_nonnull<arith::IndexCastUIOp>(cast);
  // An unsigned index beyond 2^31 or 2^63 would be clamped to the other end.
  if (isUnsigned && clamped)
    return nullptr;
  if (isUnsigned || isa_and_nonnull<arith::IndexCastOp>(cast))
    index = cast->getOperand(0);
  std::optional<NewIndices> indices = findIndices(index);
  if (!indices)
    return nullptr;
  if (clamped)
    indices->policy = OutOfBounds::clamp;
  fusion.indices.push_back(*indices);
  return getAffineSymbolExpr(numComponents + fusion.indices.size() - 1,
                             op.getContext());
}

/// Makes the tensor of `extract` an input.
bool LinalgProducer::addExtract(tensor::ExtractOp extract, Fusion &fusion) {
  Region *definition = extract.getTensor().getParentRegion();
  if (op.getRegion().isAncestor(definition))
    return false;
  NewInput input{extract.getTensor(), {}};
  auto type = cast<RankedTensorType>(extract.getTensor().getType());
  for (auto [dim, index] : llvm::enumerate(extract.getIndices())) {
    AffineExpr position = findPosition(index, type.getDimSize(dim), fusion);
    if (!position)
      return false;
    input.exprs.push_back(position);
  }
  extracted[extract] = fusion.inputs.size();
  fusion.inputs.push_back(std::move(input));
  return true;
}

std::optional<Fusion> LinalgProducer::fuse() {
  if (op.getNumLoops() != op.getNumParallelLoops() ||
      !op.hasPureTensorSemantics())
    return std::nullopt;
  AffineMap out = op.getIndexingMapMatchingResult(op->getResult(result));
  if (!out.isPermutation())
    return std::nullopt;
  for (BlockArgument old : op.getRegionOutputArgs())
    if (!old.use_empty())
      return std::nullopt;

  Fusion fusion;
  Block &block = *op.getBody();
  for (Operation &inner : block) {
    if (auto extract = dyn_cast<tensor::ExtractOp>(inner)) {
      if (!isOnlyPosition(extract) && !addExtract(extract, fusion))
        return std::nullopt;
    } else if (auto loop = dyn_cast<linalg::IndexOp>(inner)) {
      // The region has no name for a component of a tuple.
      if (!isa<AffineDimExpr>(getLoop(loop.getDim())))
        return std::nullopt;
    } else if (inner.getNumRegions() > 0 || !isMemoryEffectFree(&inner)) {
      return std::nullopt;
    }
  }
  SmallVector<int64_t> inputOf(op.getNumDpsInputs(), -1);
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    if (isOnlyPosition(argument) ||
        !isa<RankedTensorType>(operand->get().getType()))
      continue;
    auto composed = compose(op.getMatchingIndexingMap(operand));
    if (!composed)
      return std::nullopt;
    inputOf[operand->getOperandNumber()] = fusion.inputs.size();
    fusion.inputs.push_back({operand->get(), std::move(*composed)});
  }

  SmallVector<int64_t> dimOf;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
    dimOf.push_back(cast<AffineDimExpr>(getLoop(dim)).getPosition());
  fusion.emit = [op = op, result = result, inputOf, dimOf,
                 extracted = extracted](OpBuilder &b, Location loc,
                                        ValueRange elements) mutable {
    IRMapping mapping;
    for (OpOperand *operand : op.getDpsInputOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(operand);
      int64_t input = inputOf[operand->getOperandNumber()];
      if (input >= 0)
        mapping.map(argument, elements[input]);
      else if (!isa<RankedTensorType>(operand->get().getType()))
        mapping.map(argument, operand->get());
    }
    for (Operation &inner : op.getBody()->without_terminator()) {
      if (auto it = extracted.find(&inner); it != extracted.end())
        mapping.map(inner.getResult(0), elements[it->second]);
      else if (auto loop = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(loop.getResult(),
                    IndexOp::create(b, loc, b.getIndexType(),
                                    b.getI64IntegerAttr(dimOf[loop.getDim()])));
      else if (llvm::all_of(inner.getOperands(), [&](Value operand) {
                 return operand.getParentBlock() != op.getBody() ||
                        mapping.contains(operand);
               }))
        b.clone(inner, mapping);
    }
    return mapping.lookupOrDefault(
        op.getBody()->getTerminator()->getOperand(result));
  };
  return fusion;
}

std::optional<Fusion> scatter::fuseLinalg(linalg::GenericOp op, unsigned result,
                                          ArrayRef<AffineExpr> exprs,
                                          int64_t batchRank,
                                          int64_t numComponents) {
  return LinalgProducer(op, result, exprs, batchRank, numComponents).fuse();
}
