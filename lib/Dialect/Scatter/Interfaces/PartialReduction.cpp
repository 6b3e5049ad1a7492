//===- PartialReduction.cpp - tuples whose order makes no difference ------===//
//
// Tuples of a tile update copies of `data`, see PartialResults.h.
//
//===----------------------------------------------------------------------===//

#include "PartialResults.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace scatter;

static bool hasPartialResults(ScatterNDUpdateOp op) {
  return op.getResult() && isTileable(op) &&
         hasExactParts(op.getReduction(), op.getElementType());
}

namespace {
/// The tile of an op that updates copies of `data`. SCF passes a clone of the
/// op that has the copies for `data`.
class PartialTile {
public:
  /// With `isOne` the tile updates one copy, the one at `copy`, and otherwise
  /// each tuple of it one of its own.
  PartialTile(ScatterNDUpdateOp op, OpBuilder &b, const Tile &domain,
              const SetVector<unsigned> &divided, bool isClone, bool isOne,
              ArrayRef<OpFoldResult> copy);

  Operation *createIndexSlice(OpBuilder &b) {
    return scatter::createIndexSlice(b, op, depth, domain);
  }
  GenericOp emitParallel(OpBuilder &b, ArrayRef<Operation *> operands);

  /// The part of the copies.
  Tile part;

private:
  ScatterNDUpdateOp op;
  const Tile &domain;
  const SetVector<unsigned> &divided;
  /// The number of components of a tuple.
  int64_t depth;
  /// Where a tuple reads `updates`, and where it updates `data` or a copy.
  std::pair<AffineMap, AffineMap> maps;
};
} // namespace

PartialTile::PartialTile(ScatterNDUpdateOp op, OpBuilder &b, const Tile &domain,
                         const SetVector<unsigned> &divided, bool isClone,
                         bool isOne, ArrayRef<OpFoldResult> copy)
    : op(op), domain(domain), divided(divided),
      depth(op.getIndexDepth() - (isClone ? divided.size() : 0)),
      maps(GenericOp::getUpdateMaps(op.getContext(), op.getBatchRank(), depth,
                                    op.getUpdatesType().getRank())) {
  SmallVector<OpFoldResult> sizes = getSizesOf(b, op.getLoc(), op.getData());
  part = getTileOfCopies(
      b, maps.second, ArrayRef(sizes).drop_front(isClone ? divided.size() : 0),
      domain, divided, isOne, copy);
}

/// Emits the op on `operands` as a scatter.generic in which each position of
/// the divided dimensions of the tuples updates a copy of its own.
GenericOp PartialTile::emitParallel(OpBuilder &b,
                                    ArrayRef<Operation *> operands) {
  auto tile = GenericOp::create(
      b, op.getLoc(), operands[0]->getResult(0), operands[1]->getResult(0),
      operands[2]->getResult(0),
      {maps.first, getMapOfCopies(maps.second, divided)}, op.getOutOfBounds(),
      op.getNegativeIndices(),
      [&](OpBuilder &builder, Location loc, ValueRange elements) {
        ImplicitLocOpBuilder inner(loc, builder);
        YieldOp::create(inner, combineScalars(inner, op.getReduction(),
                                              elements[1], elements[0]));
      });
  setSizesMatch(tile);
  return tile;
}

namespace {

struct PartialReductionModel
    : PartialReductionOpInterface::ExternalModel<PartialReductionModel,
                                                 ScatterNDUpdateOp> {
  FailureOr<SmallVector<Value>> generateInitialTensorForPartialReduction(
      Operation *op, OpBuilder &b, Location loc, ArrayRef<OpFoldResult> sizes,
      const SetVector<unsigned> &divided) const {
    auto update = cast<ScatterNDUpdateOp>(op);
    if (!hasPartialResults(update))
      return failure();
    Tile tile;
    tile.offsets.assign(sizes.size(), b.getIndexAttr(0));
    tile.sizes.assign(sizes.begin(), sizes.end());
    PartialTile copies(update, b, tile, divided, /*isClone=*/false,
                       /*isOne=*/false, {});
    return SmallVector<Value>{emitCopies(b, loc, copies.part.sizes,
                                         update.getReduction(),
                                         update.getElementType())};
  }

  FailureOr<TilingResult>
  tileToPartialReduction(Operation *op, OpBuilder &b, Location loc,
                         ReductionTilingStrategy strategy, ValueRange init,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes,
                         const llvm::SetVector<unsigned> &divided,
                         ArrayRef<OpFoldResult> copies) const {
    auto update = cast<ScatterNDUpdateOp>(op);
    Tile domain(offsets, sizes);
    bool isOne = isOuterParallel(strategy);
    PartialTile tile(update, b, domain, divided,
                     /*isClone=*/update.getData() == init[0], isOne, copies);
    SmallVector<Operation *> slices = {
        tile.createIndexSlice(b),
        createSlice(b, loc, update.getUpdates(), offsets, sizes)};
    if (isOne) {
      slices.push_back(
          createPartSlice(b, loc, init[0], tile.part, divided.size()));
      return createTile(b, update, slices, /*fusesInits=*/false);
    }
    TilingResult result;
    result.generatedSlices = slices;
    slices.push_back(
        createSlice(b, loc, init[0], tile.part.offsets, tile.part.sizes));
    GenericOp parallel = tile.emitParallel(b, slices);
    result.tiledOps = {parallel};
    result.tiledValues = llvm::to_vector_of<Value>(parallel->getResults());
    return result;
  }

  FailureOr<MergeResult>
  mergeReductions(Operation *op, OpBuilder &b, Location loc, ValueRange partial,
                  const SetVector<unsigned> &divided) const {
    auto update = cast<ScatterNDUpdateOp>(op);
    Operation *merged = mergeCopies(b, loc, partial, update.getData(),
                                    divided.size(), update.getReduction());
    return MergeResult{{merged}, {merged->getResult(0)}};
  }

  LogicalResult getPartialResultTilePosition(
      Operation *op, OpBuilder &b, unsigned, ReductionTilingStrategy strategy,
      ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
      const SetVector<unsigned> &divided, ArrayRef<OpFoldResult> copies,
      SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    bool isOne = isOuterParallel(strategy);
    Tile domain(offsets, sizes);
    PartialTile tile(cast<ScatterNDUpdateOp>(op), b, domain, divided,
                     /*isClone=*/false, isOne, copies);
    tile.part.copyTo(resultOffsets, resultSizes);
    return success();
  }
};

} // namespace

void scatter::attachPartialReduction(MLIRContext &context) {
  ScatterNDUpdateOp::attachInterface<PartialReductionModel>(context);
  // Ops of it are created.
  context.loadDialect<linalg::LinalgDialect>();
}
