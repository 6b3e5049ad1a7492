//===- FuseProducers.cpp - producers become the region of an update -------===//
//
// A producer is fused if nothing else needs it and it is computed once for each
// tuple: elementwise ops on tensors, and linalg ops of which all loops are
// parallel. A tensor.extract at indices that such an op reads becomes an input
// that is read by tuples.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/GenericPatterns.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERFUSEPRODUCERSPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

namespace {

/// A tensor that becomes an input. `exprs` are the results of its map; 0 stands
/// for a dimension of size 1 that is to be dropped.
struct NewInput {
  Value tensor;
  SmallVector<AffineExpr> exprs;
};

/// A tensor that becomes an index operand. Without a dimension for components
/// it has one index for each tuple.
struct NewIndices {
  Value tensor;
  bool hasComponents = false;
  OutOfBounds policy = OutOfBounds::undefined;
  NegativeIndices negative = NegativeIndices::reject;

  int64_t countComponents() const {
    return hasComponents
               ? cast<RankedTensorType>(tensor.getType()).getShape().back()
               : 1;
  }
};

/// How the elements of an input are computed from those of other tensors.
/// Symbols from `numComponents` on are the components of `indices`.
struct Fusion {
  SmallVector<NewInput> inputs;
  SmallVector<NewIndices> indices;
  /// Emits the element from those of `inputs`.
  std::function<Value(OpBuilder &, Location, ValueRange)> emit;
};

} // namespace

/// Whether nothing but one operand uses the results of `op`. Queries of sizes
/// do not count: they become those of its operands.
static bool hasOneUser(Operation *op) {
  return llvm::count_if(op->getUsers(), [](Operation *user) {
           return !isa<tensor::DimOp>(user);
         }) == 1;
}

/// Whether an element with these positions is computed once for each tuple: no
/// component of a tuple names it, and all dimensions of the tuples do.
static bool isOncePerTuple(ArrayRef<AffineExpr> exprs, int64_t batchRank) {
  if (!llvm::all_of(exprs, llvm::IsaPred<AffineDimExpr>))
    return false;
  for (int64_t dim = 0; dim < batchRank; ++dim)
    if (llvm::none_of(exprs, [&](AffineExpr expr) {
          return cast<AffineDimExpr>(expr).getPosition() == dim;
        }))
      return false;
  return true;
}

/// An elementwise op on tensors.
static std::optional<Fusion> fuseElementwise(Operation *op,
                                             ArrayRef<AffineExpr> exprs) {
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() != 1 ||
      op->getNumRegions() != 0 || op->getNumOperands() == 0)
    return std::nullopt;
  Fusion fusion;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      fusion.inputs.push_back({operand, llvm::to_vector(exprs)});
  fusion.emit = [op](OpBuilder &b, Location loc, ValueRange elements) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands()) {
      bool isTensor = isa<RankedTensorType>(operand.getType());
      operands.push_back(isTensor ? elements.front() : operand);
      if (isTensor)
        elements = elements.drop_front();
    }
    Type type = getElementTypeOrSelf(op->getResult(0).getType());
    return b
        .create(loc, op->getName().getIdentifier(), operands, type,
                op->getAttrs())
        ->getResult(0);
  };
  return fusion;
}

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
  std::optional<SmallVector<AffineExpr>> compose(AffineMap map);
  /// The position that `index`, an operand of a tensor.extract, names.
  AffineExpr findPosition(Value index, Fusion &fusion);
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

AffineExpr LinalgProducer::findPosition(Value index, Fusion &fusion) {
  if (auto loop = index.getDefiningOp<linalg::IndexOp>())
    return loop->getParentOp() == op ? getLoop(loop.getDim()) : AffineExpr();
  Operation *cast = index.getDefiningOp();
  if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(cast))
    index = cast->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(index);
  if (!argument || argument.getOwner() != op.getBody() ||
      argument.getArgNumber() >= op.getNumDpsInputs())
    return nullptr;
  OpOperand *operand = op.getDpsInputOperand(argument.getArgNumber());
  auto type = dyn_cast<RankedTensorType>(operand->get().getType());
  if (!type || !(type.getElementType().isIndex() ||
                 type.getElementType().isSignlessInteger(32) ||
                 type.getElementType().isSignlessInteger(64)))
    return nullptr;
  // One index for each tuple, in the order of the tuples.
  auto composed = compose(op.getMatchingIndexingMap(operand));
  if (!composed || int64_t(composed->size()) != batchRank)
    return nullptr;
  for (auto [dim, expr] : llvm::enumerate(*composed))
    if (expr != getAffineDimExpr(dim, op.getContext()))
      return nullptr;
  fusion.indices.push_back({operand->get()});
  return getAffineSymbolExpr(numComponents + fusion.indices.size() - 1,
                             op.getContext());
}

/// Makes the tensor of `extract` an input.
bool LinalgProducer::addExtract(tensor::ExtractOp extract, Fusion &fusion) {
  Region *definition = extract.getTensor().getParentRegion();
  if (op.getRegion().isAncestor(definition))
    return false;
  NewInput input{extract.getTensor(), {}};
  for (Value index : extract.getIndices()) {
    AffineExpr position = findPosition(index, fusion);
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
      if (!addExtract(extract, fusion))
        return std::nullopt;
    } else if (auto loop = dyn_cast<linalg::IndexOp>(inner)) {
      // Its uses by extracts do not need it.
      if (!isa<AffineDimExpr>(getLoop(loop.getDim())))
        return std::nullopt;
    } else if (inner.getNumRegions() > 0 || !isMemoryEffectFree(&inner)) {
      return std::nullopt;
    }
  }
  // Arguments that only name positions of extracts are not read.
  auto isRead = [&](BlockArgument argument) {
    return llvm::any_of(argument.getUsers(), [&](Operation *user) {
      bool isPosition =
          isa<arith::IndexCastOp, arith::IndexCastUIOp>(user) &&
          llvm::all_of(user->getUsers(), llvm::IsaPred<tensor::ExtractOp>);
      return !isPosition && !isa<tensor::ExtractOp>(user);
    });
  };
  SmallVector<int64_t> inputOf(op.getNumDpsInputs(), -1);
  for (OpOperand *operand : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(operand);
    if (!isRead(argument) || !isa<RankedTensorType>(operand->get().getType()))
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

/// Returns how to compute the elements of `tensor` at `exprs` in the region, if
/// its producer can be fused.
static std::optional<Fusion> findFusion(Value tensor,
                                        ArrayRef<AffineExpr> exprs,
                                        int64_t batchRank,
                                        int64_t numComponents) {
  Operation *producer = tensor.getDefiningOp();
  if (!producer || !hasOneUser(producer) || !isOncePerTuple(exprs, batchRank))
    return std::nullopt;
  if (auto generic = dyn_cast<linalg::GenericOp>(producer))
    return LinalgProducer(generic, cast<OpResult>(tensor).getResultNumber(),
                          exprs, batchRank, numComponents)
        .fuse();
  return fuseElementwise(producer, exprs);
}

/// Returns `tensor` without the dimensions of size 1 whose position is 0, and
/// removes these from `exprs`.
static Value dropUnitDims(OpBuilder &b, Location loc, NewInput &input) {
  auto type = cast<RankedTensorType>(input.tensor.getType());
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> exprs;
  for (auto [dim, expr] : llvm::enumerate(input.exprs))
    if (!isa<AffineConstantExpr>(expr)) {
      shape.push_back(type.getDimSize(dim));
      exprs.push_back(expr);
    }
  if (exprs.size() == input.exprs.size())
    return input.tensor;
  input.exprs = exprs;
  return tensor::createCanonicalRankReducingExtractSliceOp(b, loc, input.tensor,
                                                           type.clone(shape));
}

/// Returns `indices` as tuples of one component.
static Value addComponentDim(OpBuilder &b, Location loc, Value indices) {
  auto type = cast<RankedTensorType>(indices.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(1);
  SmallVector<ReassociationIndices> groups;
  if (type.getRank() > 0) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      groups.push_back({dim});
    groups.back().push_back(type.getRank());
  }
  return tensor::ExpandShapeOp::create(b, loc, type.clone(shape), indices,
                                       groups);
}

/// Replaces input number `number` of `op` by the inputs of `fusion`.
static GenericOp applyFusion(RewriterBase &rewriter, GenericOp op,
                             int64_t number, Fusion &fusion) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  MLIRContext *context = op.getContext();
  int64_t dims = op.getNumDims();
  int64_t components = op.getNumComponents();
  SmallVector<Value> indices(op.getIndices()), inputs;
  SmallVector<OutOfBounds> policies;
  SmallVector<NegativeIndices> negatives;
  for (size_t i = 0; i < indices.size(); ++i) {
    policies.push_back(op.getPolicy(i));
    negatives.push_back(op.getNegativePolicy(i));
  }
  for (const NewIndices &added : fusion.indices) {
    indices.push_back(added.hasComponents
                          ? added.tensor
                          : addComponentDim(rewriter, loc, added.tensor));
    policies.push_back(added.policy);
    negatives.push_back(added.negative);
    components += added.countComponents();
  }
  SmallVector<AffineMap> maps;
  auto addMap = [&](ArrayRef<AffineExpr> exprs) {
    maps.push_back(AffineMap::get(dims, components, exprs, context));
  };
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    if (int64_t(i) != number) {
      inputs.push_back(input);
      addMap(op.getMap(i).getResults());
      continue;
    }
    for (NewInput &added : fusion.inputs) {
      inputs.push_back(dropUnitDims(rewriter, loc, added));
      addMap(added.exprs);
    }
  }
  for (size_t out = 0; out < op.getOuts().size(); ++out)
    addMap(op.getOutMap(out).getResults());

  auto fused = GenericOp::create(
      rewriter, loc, indices, inputs, op.getOuts(), maps, policies, negatives,
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        int64_t added = fusion.inputs.size();
        Value element = fusion.emit(b, loc, elements.slice(number, added));
        SmallVector<Value> arguments(elements.take_front(number));
        arguments.push_back(element);
        llvm::append_range(arguments, elements.drop_front(number + added));
        IRMapping mapping;
        mapping.map(op.getBody().getArguments(), arguments);
        for (Operation &inner : op.getBody().front())
          b.clone(inner, mapping);
      });
  fused.setUniqueIndices(op.getUniqueIndices());
  fused.setSizesMatch(op.getSizesMatch());
  rewriter.replaceOp(op, fused);
  return fused;
}

/// Whether a wrong size cannot be reported as one of another operand than the
/// caller knows: it was checked before, or the types show that there is none.
static bool hasKnownSizes(Operation *op, bool sizesMatch) {
  return sizesMatch || llvm::all_of(op->getOperands(), hasCertainShape);
}

namespace {

/// Moves the producer of an input into the region.
struct FuseIntoGeneric : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasTensors() || !hasKnownSizes(op, op.getSizesMatch()))
      return failure();
    for (auto [i, input] : llvm::enumerate(op.getInputs()))
      if (std::optional<Fusion> fusion =
              findFusion(input, op.getMap(i).getResults(), op.getBatchRank(),
                         op.getNumComponents())) {
        applyFusion(rewriter, op, i, *fusion);
        return success();
      }
    return rewriter.notifyMatchFailure(op, "no input has such a producer");
  }
};

/// Makes a named linalg op with parallel loops that produces updates or inputs
/// a linalg.generic.
template <typename OpT>
struct GeneralizeProducers : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    for (Value operand : op->getOperands()) {
      auto producer = operand.getDefiningOp<linalg::LinalgOp>();
      if (!producer || isa<linalg::GenericOp>(producer) ||
          !hasOneUser(producer) || !producer.hasPureTensorSemantics() ||
          producer.getNumParallelLoops() != producer.getNumLoops())
        continue;
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPoint(producer);
      if (succeeded(linalg::generalizeNamedOp(rewriter, producer)))
        return success();
    }
    return failure();
  }
};

/// Generalizes an op whose updates have a producer that can be fused.
struct FuseIntoNamed : OpRewritePattern<ScatterNDUpdateOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ScatterNDUpdateOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getResult() || !hasKnownSizes(op, op.getSizesMatch()))
      return failure();
    SmallVector<AffineExpr> exprs;
    for (int64_t dim = 0; dim < op.getUpdatesType().getRank(); ++dim)
      exprs.push_back(getAffineDimExpr(dim, op.getContext()));
    if (!findFusion(op.getUpdates(), exprs, op.getBatchRank(),
                    op.getIndexDepth()))
      return rewriter.notifyMatchFailure(op, "'updates' has no such producer");
    return generalizeNamedOp(rewriter, op);
  }
};

struct ScatterFuseProducersPass
    : scatter::impl::ScatterFuseProducersPassBase<ScatterFuseProducersPass> {
  using ScatterFuseProducersPassBase::ScatterFuseProducersPassBase;
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateFuseProducersPatterns(patterns);
    // Queries of sizes would keep the producers.
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void scatter::populateFuseProducersPatterns(RewritePatternSet &patterns) {
  patterns.add<FuseIntoGeneric, FuseIntoNamed, GeneralizeProducers<GenericOp>,
               GeneralizeProducers<ScatterNDUpdateOp>>(patterns.getContext());
}
