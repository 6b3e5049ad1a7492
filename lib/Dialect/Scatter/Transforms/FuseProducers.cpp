//===- FuseProducers.cpp - producers become the region of an update -------===//
//
// A producer is fused if nothing else needs it and it is computed once for each
// tuple: elementwise ops on tensors, and linalg ops of which all loops are
// parallel. A tensor.extract at indices that such an op reads becomes an input
// that is read by tuples.
//
//===----------------------------------------------------------------------===//

#include "Fusion.h"
#include "ReshapesOfUpdates.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/GenericPatterns.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"
#include "scatter/Plan/ChooseFusion.h"

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

/// A gather: the tensor that it reads is read by tuples of the update. Left
/// alone under `drop`: the update would drop the tuples that the gather fills.
static std::optional<Fusion> fuseGather(GatherNDOp op,
                                        ArrayRef<AffineExpr> exprs,
                                        int64_t batchRank,
                                        int64_t numComponents) {
  auto indices = cast<RankedTensorType>(op.getIndices().getType());
  int64_t depth = op.getIndexDepth();
  if (op.getOutOfBounds() == OutOfBounds::drop ||
      op.getBatchRank() != batchRank || indices.getShape().back() != depth ||
      !hasCertainShape(op.getIndices()) || !hasCertainShape(op.getData()) ||
      !hasCertainShape(op.getOut()))
    return std::nullopt;
  // A dimension of size 0 has no nearest position.
  for (int64_t i = 0; i < depth; ++i)
    if (op.getIndexedSize(i) == 0)
      return std::nullopt;
  for (int64_t dim = 0; dim < batchRank; ++dim)
    if (exprs[dim] != getAffineDimExpr(dim, op.getContext()))
      return std::nullopt;
  Fusion fusion;
  fusion.indices.push_back({op.getIndices(), /*hasComponents=*/true,
                            op.getOutOfBounds(), op.getNegativeIndices(),
                            op.getLoc()});
  NewInput input{op.getData(), {}};
  llvm::append_range(input.exprs, exprs.take_front(op.getNumBatchDims()));
  for (int64_t i = 0; i < depth; ++i)
    input.exprs.push_back(
        getAffineSymbolExpr(numComponents + i, op.getContext()));
  llvm::append_range(input.exprs, exprs.drop_front(batchRank));
  fusion.inputs.push_back(std::move(input));
  fusion.emit = [](OpBuilder &, Location, ValueRange elements) {
    return elements.front();
  };
  return fusion;
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
    return fuseLinalg(generic, cast<OpResult>(tensor).getResultNumber(), exprs,
                      batchRank, numComponents);
  if (auto gather = dyn_cast<GatherNDOp>(producer))
    return fuseGather(gather, exprs, batchRank, numComponents);
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
  SmallVector<OutOfBounds> policies = op.getPolicies();
  SmallVector<NegativeIndices> negatives = op.getNegativePolicies();
  SmallVector<Attribute> locs;
  for (size_t i = 0; i < indices.size(); ++i)
    locs.push_back(getIndicesLoc(op, i));
  for (const NewIndices &added : fusion.indices) {
    locs.push_back(added.loc ? Attribute(added.loc) : Attribute(loc));
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
  if (locs.size() > 1)
    fused->setLoc(FusedLoc::get(context, Location(cast<LocationAttr>(locs[0])),
                                rewriter.getArrayAttr(locs)));
  rewriter.replaceOp(op, fused);
  return fused;
}

/// Makes the producer of `tensor` a linalg.generic, if it is a named linalg op
/// with parallel loops.
static bool generalizeProducer(RewriterBase &rewriter, Value tensor) {
  auto producer = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!producer || isa<linalg::GenericOp>(producer) || !hasOneUser(producer) ||
      !producer.hasPureTensorSemantics() ||
      producer.getNumParallelLoops() != producer.getNumLoops())
    return false;
  rewriter.setInsertionPoint(producer);
  return succeeded(linalg::generalizeNamedOp(rewriter, producer));
}

namespace {

/// Moves the producer of an input into the region.
struct FuseIntoGeneric : OpRewritePattern<GenericOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(GenericOp op,
                                PatternRewriter &rewriter) const override {
    // A wrong size would be reported as one of another operand than the caller
    // knows.
    if (!op.hasTensors() || !hasKnownSizes(op))
      return failure();
    for (auto [i, input] : llvm::enumerate(op.getInputs())) {
      if (generalizeProducer(rewriter, input))
        return success();
      if (std::optional<Fusion> fusion =
              findFusion(input, op.getMap(i).getResults(), op.getBatchRank(),
                         op.getNumComponents())) {
        applyFusion(rewriter, op, i, *fusion);
        return success();
      }
    }
    return rewriter.notifyMatchFailure(op, "no input has such a producer");
  }
};

/// Generalizes an op whose updates have a producer that can be fused.
struct FuseIntoNamed : OpRewritePattern<ScatterNDUpdateOp> {
  FuseIntoNamed(MLIRContext *context, bool rowsOnly)
      : OpRewritePattern(context), rowsOnly(rowsOnly) {}
  LogicalResult matchAndRewrite(ScatterNDUpdateOp op,
                                PatternRewriter &rewriter) const override {
    // hasKnownSizes must hold for the scatter.generic.
    if (!op.getResult() || (!op.getSizesMatch() &&
                            !llvm::all_of(op->getOperands(), hasCertainShape)))
      return failure();
    int64_t sliceBytes =
        ScatterNDFacts::get(op).sliceBytes.value_or(ShapedType::kDynamic);
    if (rowsOnly && !fusesIntoRegion(sliceBytes))
      return failure();
    if (generalizeProducer(rewriter, op.getUpdates()))
      return success();
    std::optional<ReshapedUpdates> reshaped = getReshapedUpdates(op);
    if (reshaped && isa_and_nonnull<linalg::LinalgOp, GatherNDOp>(
                        reshaped->source.getDefiningOp()))
      return moveReshapeOfUpdates(rewriter, op);
    SmallVector<AffineExpr> exprs;
    for (int64_t dim = 0; dim < op.getUpdatesType().getRank(); ++dim)
      exprs.push_back(getAffineDimExpr(dim, op.getContext()));
    if (!findFusion(op.getUpdates(), exprs, op.getBatchRank(),
                    op.getIndexDepth()))
      return rewriter.notifyMatchFailure(op, "'updates' has no such producer");
    return generalizeNamedOp(rewriter, op);
  }

  bool rowsOnly;
};

struct ScatterFuseProducersPass
    : scatter::impl::ScatterFuseProducersPassBase<ScatterFuseProducersPass> {
  using ScatterFuseProducersPassBase::ScatterFuseProducersPassBase;
  void runOnOperation() override {
    bool hasUpdates = getOperation()
                          ->walk([](Operation *op) {
                            return isa<GenericOp, ScatterNDUpdateOp>(op) &&
                                           op->getNumResults() > 0
                                       ? WalkResult::interrupt()
                                       : WalkResult::advance();
                          })
                          .wasInterrupted();
    if (!hasUpdates)
      return;
    RewritePatternSet patterns(&getContext());
    populateFuseProducersPatterns(patterns, rowsOnly);
    // Queries of sizes would keep the producers.
    memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void scatter::populateFuseProducersPatterns(RewritePatternSet &patterns,
                                            bool rowsOnly) {
  patterns.add<FuseIntoGeneric>(patterns.getContext());
  patterns.add<FuseIntoNamed>(patterns.getContext(), rowsOnly);
}
