//===- TileAndFuse.cpp - tiles of updates with their producers ------------===//

#include "FusableProducers.h"
#include "ReshapesOfUpdates.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Transforms/Passes.h"
#include "scatter/Dialect/Scatter/Transforms/Patterns.h"
#include "scatter/Plan/ChoosePlan.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "mlir/Transforms/ControlFlowSinkUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace scatter {
#define GEN_PASS_DEF_SCATTERTILEANDFUSEPASS
#include "scatter/Dialect/Scatter/Transforms/Passes.h.inc"
} // namespace scatter

using namespace scatter;

/// Divides `op` into the tiles of `level` and computes each with the part of
/// the producers that it needs. Returns the update of a tile. The innermost
/// loop is added to `loops`.
static FailureOr<Operation *> tileAndFuse(RewriterBase &rewriter, Operation *op,
                                          const FusionLevel &level,
                                          SmallVectorImpl<scf::ForOp> &loops) {
  using scf::SCFTilingOptions;
  SCFTilingOptions tiling;
  tiling.setLoopType(level.isParallel ? SCFTilingOptions::LoopType::ForallOp
                                      : SCFTilingOptions::LoopType::ForOp);
  tiling.setTileSizes(
      getAsIndexOpFoldResult(rewriter.getContext(), level.tileSizes));
  using Fuse = scf::SCFTileAndFuseOptions::ControlFnResult;
  scf::SCFTileAndFuseOptions options;
  options.setTilingOptions(tiling);
  // The users of the producers are those of the untiled ops still.
  options.setFusionControlFn([](tensor::ExtractSliceOp slice, OpResult producer,
                                bool isDestination) -> std::optional<Fuse> {
    bool hasOtherUses = llvm::any_of(producer.getUsers(), [&](Operation *user) {
      return user != slice && !isa<tensor::DimOp>(user) &&
             !isa<TilingInterface>(user);
    });
    if (isDestination || hasOtherUses ||
        isa<SliceScatterOp, ScatterNDUpdateOp>(producer.getOwner()))
      return std::nullopt;
    return Fuse();
  });
  rewriter.setInsertionPoint(op);
  FailureOr<scf::SCFTileAndFuseResult> result =
      scf::tileConsumerAndFuseProducersUsingSCF(
          rewriter, cast<TilingInterface>(op), options);
  if (failed(result))
    return failure();
  for (auto [old, replacement] : result->replacements)
    rewriter.replaceAllUsesWith(old, replacement);
  rewriter.eraseOp(op);
  if (!level.isParallel && !result->loops.empty())
    loops.push_back(cast<scf::ForOp>(result->loops.back().getOperation()));
  for (Operation *tile : result->tiledAndFusedOps)
    if (isa<ScatterNDUpdateOp>(tile))
      return tile;
  return failure();
}

/// The rewrites that give tiles static sizes and buffers of their own.
static void simplify(Operation *root) {
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  scf::populateSCFForLoopCanonicalizationPatterns(patterns);
  for (StringRef name :
       {"affine", "arith", "tensor", "scf", "linalg", "scatter"})
    if (Dialect *dialect = context->getLoadedDialect(name))
      dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (llvm::is_contained({"affine", "tensor", "scf", "linalg", "scatter"},
                           op.getDialectNamespace()))
      op.getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  (void)applyPatternsGreedily(root, std::move(patterns), config);
}

namespace {
struct ScatterTileAndFusePass
    : scatter::impl::ScatterTileAndFusePassBase<ScatterTileAndFusePass> {
  void runOnOperation() override;

private:
  bool fuse(ScatterNDUpdateOp op, const Machine &machine);
};
} // namespace

/// Makes `check` use one thread if its update is not divided among threads:
/// half of the indices would be in the cache of another core.
static void makeCheckSerial(ScatterNDUpdateOp op, Machine machine) {
  machine.threads = 1;
  for (Operation *user : op.getIndices().getUsers())
    if (auto check = dyn_cast<CheckIndicesOp>(user);
        check && !check.getPlanAttr())
      check.setPlanAttr(
          PlanAttr::get(op.getContext(), chooseCheckPlan(machine)));
}

/// Returns whether `op` was tiled.
bool ScatterTileAndFusePass::fuse(ScatterNDUpdateOp op,
                                  const Machine &machine) {
  if (!isTileable(op))
    return false;
  std::optional<SmallVector<FusionLevel>> levels = getFusion(op, machine);
  if (!levels || levels->empty())
    return false;
  if (machine.threads > 1 && !levels->front().isParallel)
    makeCheckSerial(op, machine);
  IRRewriter rewriter(&getContext());
  if (!isFusable(op.getUpdates(), op)) {
    FailureOr<ScatterNDUpdateOp> moved = moveReshapeOfUpdates(rewriter, op);
    if (failed(moved))
      return false;
    op = *moved;
  }
  SmallVector<scf::ForOp> loops;
  Operation *tile = op;
  for (const FusionLevel &level : *levels) {
    FailureOr<Operation *> next = tileAndFuse(rewriter, tile, level, loops);
    if (failed(next))
      return tile != op;
    tile = *next;
  }
  // Only the innermost loop has tiles of more than one position.
  scf::ForOp partial;
  if (!loops.empty())
    (void)scf::peelForLoopAndSimplifyBounds(rewriter, loops.back(), partial);
  return true;
}

/// Moves what only one branch of a check uses into this branch. Upstream's pass
/// would also move positions of linalg ops into branches in their regions.
static void sinkIntoBranches(Operation *root) {
  DominanceInfo dominance;
  root->walk([&](scf::IfOp branch) {
    if (branch->getParentOfType<linalg::LinalgOp>())
      return;
    SmallVector<Region *> regions;
    getSinglyExecutedRegionsToSink(branch, regions);
    controlFlowSink(
        regions, dominance,
        [](Operation *op, Region *) { return isMemoryEffectFree(op); },
        [](Operation *op, Region *region) {
          op->moveBefore(&region->front(), region->front().begin());
        });
  });
}

void ScatterTileAndFusePass::runOnOperation() {
  FailureOr<Machine> machine = getMachine(getOperation());
  if (failed(machine))
    return signalPassFailure();
  SmallVector<Operation *> updates;
  getOperation()->walk([&](Operation *op) {
    if (isa<ScatterNDUpdateOp, SliceScatterOp>(op))
      updates.push_back(op);
  });
  bool isChanged = false;
  IRRewriter rewriter(&getContext());
  DenseMap<Block *, int> numInsertions;
  for (Operation *op : updates) {
    if (auto update = dyn_cast<ScatterNDUpdateOp>(op)) {
      isChanged |= fuse(update, *machine);
      continue;
    }
    auto slice = cast<SliceScatterOp>(op);
    rewriter.setInsertionPoint(slice);
    Block *block = slice->getBlock();
    if (numInsertions[block] < kMaxInsertedSlices && canComputeInPlace(slice) &&
        succeeded(replaceByInsertSlice(rewriter, slice)))
      ++numInsertions[block];
  }
  if (isChanged)
    simplify(getOperation());
  sinkIntoBranches(getOperation());
}
