//===- PartialReduction.cpp - tuples whose order makes no difference ------===//
//
// A reduction whose order makes no difference may be computed in parts: tuples
// update copies of `data` that hold the identity at first, and all copies are
// combined with `data` at the end. The copies are one tensor, whose first
// dimensions number them, one for each divided dimension of the tuples.
//
//===----------------------------------------------------------------------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace scatter;

/// Whether partial results of `op` have the bits of the whole op. They are
/// combined by linalg ops, where LLVM flushes denormals of bf16.
static bool hasPartialResults(ScatterNDUpdateOp op) {
  return op.getResult() && isTileable(op) &&
         isOrderFree(op.getReduction(), op.getElementType()) &&
         !isSmallFloat(op.getElementType()) &&
         hasScalarForm(op.getReduction(), op.getElementType());
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
};
} // namespace

PartialTile::PartialTile(ScatterNDUpdateOp op, OpBuilder &b, const Tile &domain,
                         const SetVector<unsigned> &divided, bool isClone,
                         bool isOne, ArrayRef<OpFoldResult> copy)
    : op(op), domain(domain), divided(divided),
      depth(op.getIndexDepth() - (isClone ? divided.size() : 0)) {
  for (auto [i, dim] : llvm::enumerate(divided)) {
    part.offsets.push_back(isOne ? copy[i] : b.getIndexAttr(0));
    part.sizes.push_back(isOne ? OpFoldResult(b.getIndexAttr(1))
                               : domain.sizes[dim]);
  }
  SmallVector<OpFoldResult> sizes = getSizesOf(b, op.getLoc(), op.getData());
  for (OpFoldResult size : ArrayRef(sizes)
                               .drop_front(isClone ? divided.size() : 0)
                               .take_front(depth)) {
    part.offsets.push_back(b.getIndexAttr(0));
    part.sizes.push_back(size);
  }
  llvm::append_range(part.offsets,
                     ArrayRef(domain.offsets).drop_front(op.getBatchRank()));
  llvm::append_range(part.sizes,
                     ArrayRef(domain.sizes).drop_front(op.getBatchRank()));
}

/// Emits the op on `operands` as a scatter.generic in which each position of
/// the divided dimensions of the tuples updates a copy of its own.
GenericOp PartialTile::emitParallel(OpBuilder &b,
                                    ArrayRef<Operation *> operands) {
  auto [updatesMap, dataMap] = GenericOp::getUpdateMaps(
      op.getContext(), op.getBatchRank(), depth, op.getUpdatesType().getRank());
  SmallVector<AffineExpr> slot;
  for (unsigned dim : divided)
    slot.push_back(b.getAffineDimExpr(dim));
  llvm::append_range(slot, dataMap.getResults());
  auto slotMap = AffineMap::get(dataMap.getNumDims(), dataMap.getNumSymbols(),
                                slot, op.getContext());
  auto tile = GenericOp::create(
      b, op.getLoc(), operands[0]->getResult(0), operands[1]->getResult(0),
      operands[2]->getResult(0), {updatesMap, slotMap}, op.getOutOfBounds(),
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
    Value empty = tensor::EmptyOp::create(b, loc, copies.part.sizes,
                                          update.getElementType());
    Value identity = arith::ConstantOp::create(
        b, loc,
        getScalarIdentity(update.getReduction(), update.getElementType()));
    return SmallVector<Value>{
        linalg::FillOp::create(b, loc, identity, empty).getResult(0)};
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
    bool isOne =
        strategy == ReductionTilingStrategy::PartialReductionOuterParallel;
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
    auto merged = linalg::ReduceOp::create(
        b, loc, partial, update.getData(),
        llvm::to_vector(llvm::seq<int64_t>(divided.size())),
        [&](OpBuilder &builder, Location loc, ValueRange elements) {
          ImplicitLocOpBuilder inner(loc, builder);
          linalg::YieldOp::create(inner,
                                  combineScalars(inner, update.getReduction(),
                                                 elements[1], elements[0]));
        });
    return MergeResult{{merged}, {merged->getResult(0)}};
  }

  LogicalResult getPartialResultTilePosition(
      Operation *op, OpBuilder &b, unsigned, ReductionTilingStrategy strategy,
      ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
      const SetVector<unsigned> &divided, ArrayRef<OpFoldResult> copies,
      SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    bool isOne =
        strategy == ReductionTilingStrategy::PartialReductionOuterParallel;
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
