//===- GatherTiling.cpp - tiling of gather_nd -----------------------------===//
//
// The iteration space is that of `out`, and all dimensions are parallel. A tile
// reads all positions of the indexed dimensions of `data`.
//
//===----------------------------------------------------------------------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace scatter;

/// Whether the parts of `op` can be executed by themselves: it has nothing to
/// report.
static bool canTile(GatherNDOp op) {
  // The first tile would be written before all indices are checked.
  // scatter-split-checks gives an op that can be tiled. A slice of a dimension
  // of size 0 has no valid offset.
  return !checksIndices(op) && hasKnownSizes(op) && op.getIndexDepth() > 0 &&
         !isStaticallyEmpty(op.getIndicesType()) &&
         !isStaticallyEmpty(op.getDataType()) &&
         !isStaticallyEmpty(op.getOutType());
}

/// Returns the part of `data` that a tile of `out` reads.
static Tile getDataTile(GatherNDOp op, OpBuilder &b, const Tile &tile) {
  Tile part = getWhole(b, op.getLoc(), op.getData());
  for (int64_t dim = 0; dim < op.getNumBatchDims(); ++dim)
    part.assign(dim, tile, dim);
  for (int64_t dim = op.getFirstSliceDim(); dim < op.getDataRank(); ++dim)
    part.assign(dim, tile, op.getBatchRank() + dim - op.getFirstSliceDim());
  return part;
}

namespace {

struct GatherTilingModel : TilingModelBase<GatherTilingModel, GatherNDOp> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    return SmallVector<utils::IteratorType>(
        cast<GatherNDOp>(op).getOutType().getRank(),
        utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    return getDomain(
        b, getSizesOf(b, op->getLoc(), cast<GatherNDOp>(op).getOut()));
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto gather = cast<GatherNDOp>(op);
    if (!canTile(gather) || !mayHaveElements(sizes))
      return failure();
    Location loc = op->getLoc();
    int64_t tupleRank = gather.getBatchRank();
    Tile indices(offsets.take_front(tupleRank), sizes.take_front(tupleRank));
    indices.offsets.push_back(b.getIndexAttr(0));
    indices.sizes.push_back(b.getIndexAttr(gather.getIndexDepth()));
    Tile data = getDataTile(gather, b, Tile(offsets, sizes));

    return createTile(
        b, gather,
        {createSlice(b, loc, gather.getIndices(), indices.offsets,
                     indices.sizes),
         createSlice(b, loc, gather.getData(), data.offsets, data.sizes),
         createSlice(b, loc, gather.getOut(), offsets, sizes)},
        /*fusesInits=*/true,
        gather.getFill() ? ValueRange(gather.getFill()) : ValueRange());
  }

  LogicalResult getResultTilePosition(
      Operation *, OpBuilder &, unsigned, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    Tile(offsets, sizes).copyTo(resultOffsets, resultSizes);
    return success();
  }

  static FailureOr<Tile> getTileOfResult(GatherNDOp, OpBuilder &, unsigned,
                                         const Tile &tile) {
    return tile;
  }

  static FailureOr<Tile> getTileOfOperand(GatherNDOp op, OpBuilder &b,
                                          unsigned number, const Tile &tile) {
    if (number == op.getOutMutable().getOperandNumber())
      return tile;
    Value value = op->getOperand(number);
    Tile domain = getWhole(b, op.getLoc(), op.getOut());
    int64_t tupleRank = op.getBatchRank();
    if (number == op.getIndicesMutable().getOperandNumber()) {
      if (!tile.isWholeIn(value, tupleRank))
        return failure();
      for (int64_t dim = 0; dim < tupleRank; ++dim)
        domain.assign(dim, tile, dim);
      return domain;
    }
    if (number != op.getDataMutable().getOperandNumber())
      return failure();
    for (int64_t dim = 0; dim < op.getNumBatchDims(); ++dim)
      domain.assign(dim, tile, dim);
    for (int64_t i = 0; i < op.getIndexDepth(); ++i)
      if (!tile.isWholeIn(value, op.getFirstIndexedDim() + i))
        return failure();
    for (int64_t dim = op.getFirstSliceDim(); dim < op.getDataRank(); ++dim)
      domain.assign(tupleRank + dim - op.getFirstSliceDim(), tile, dim);
    return domain;
  }
};

} // namespace

void scatter::attachGatherTiling(MLIRContext &context) {
  GatherNDOp::attachInterface<GatherTilingModel>(context);
}
