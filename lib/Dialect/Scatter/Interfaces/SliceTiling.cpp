//===- SliceTiling.cpp - tiling of slice_scatter --------------------------===//
//
// The iteration space is that of `updates`, and all dimensions are parallel. A
// tile updates the part of `data` between its first and its last position, as
// a slice of that part.
//
//===----------------------------------------------------------------------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"
#include "scatter/Dialect/Scatter/Utils/SliceBounds.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Interfaces/TilingInterface.h"

#include <limits>

using namespace mlir;
using namespace scatter;

/// Bounds of a slice of all positions, in both directions.
static constexpr int64_t kToTheEnd = std::numeric_limits<int64_t>::max(),
                         kToTheStart = std::numeric_limits<int64_t>::min() + 1;

/// Whether the parts of `op` can be executed by themselves: it has nothing to
/// report.
static bool canTile(SliceScatterOp op) {
  // A slice of a dimension of size 0 has no valid offset.
  return hasKnownSizes(op) && !op.getSource() &&
         !isStaticallyEmpty(op.getUpdatesType()) &&
         !isStaticallyEmpty(op.getDataType());
}

static Value getValue(IndexBuilder &b, OpFoldResult entry) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(), entry);
}

namespace {
/// The positions start, start + step, ... along an axis. The step is 1 along
/// dimensions that are no axes.
struct Axis {
  Axis(IndexBuilder &b, SliceScatterOp op, int64_t dim) : b(b) {
    AxisSlice slice = resolveAxis(b, op, dim, getSize(b, op.getData(), dim));
    start = slice.start;
    step = slice.step;
    isAscending = b.sgt(step, 0);
    distance = b.select(isAscending, step, b.sub(0, step));
  }

  IndexBuilder &b;
  Value start, step, isAscending, distance;
};

/// A tile of an op: the part of `updates`, the part of `data` and the bounds of
/// the slice within this part.
struct SliceTile {
  Tile updates, data;
  SmallVector<OpFoldResult> start, stop;
};
} // namespace

/// Returns the tile that updates a part of `updates`. Its part of `data` is
/// from the first to the last position that it updates.
static SliceTile getTileOfUpdates(SliceScatterOp op, OpBuilder &builder,
                                  const Tile &tile) {
  IndexBuilder b(op.getLoc(), builder);
  SliceTile result{tile, tile, {}, {}};
  for (int64_t dim : op.getNormalizedAxes()) {
    Axis axis(b, op, dim);
    Value offset = getValue(b, tile.offsets[dim]);
    Value size = getValue(b, tile.sizes[dim]);
    Value first = b.add(axis.start, b.mul(offset, axis.step));
    Value distance = b.mul(b.sub(size, 1), axis.distance);
    result.data.sizes[dim] = getAsOpFoldResult(b.maxs(b.add(distance, 1), 0));
    // The position of no element need not be one of `data`.
    Value low = b.select(axis.isAscending, first, b.sub(first, distance));
    result.data.offsets[dim] =
        getAsOpFoldResult(b.select(b.eq(size, 0), 0, low));
    result.start.push_back(
        getAsOpFoldResult(b.select(axis.isAscending, 0, -1)));
    result.stop.push_back(
        getAsOpFoldResult(b.select(axis.isAscending, kToTheEnd, kToTheStart)));
  }
  return result;
}

/// Returns the tile that updates a part of `data`, with the updates whose
/// positions are in it. There may be none.
static SliceTile getTileOfData(SliceScatterOp op, OpBuilder &builder,
                               const Tile &tile) {
  IndexBuilder b(op.getLoc(), builder);
  SliceTile result{tile, tile, {}, {}};
  for (int64_t dim : op.getNormalizedAxes()) {
    Axis axis(b, op, dim);
    Value low = getValue(b, tile.offsets[dim]);
    Value size = getValue(b, tile.sizes[dim]), high = b.add(low, size);
    // Distances from the start to the ends of the tile, in the direction of the
    // step.
    Value toFirst = b.select(axis.isAscending, b.sub(low, axis.start),
                             b.sub(axis.start, b.sub(high, 1)));
    Value toEnd = b.select(axis.isAscending, b.sub(high, axis.start),
                           b.add(b.sub(axis.start, low), 1));
    Value count = getSize(b, op.getUpdates(), dim);
    auto clampToUpdates = [&](Value distance) {
      return b.mins(b.ceildivu(b.maxs(distance, 0), axis.distance), count);
    };
    Value begin = clampToUpdates(toFirst), end = clampToUpdates(toEnd);
    Value length = b.maxs(b.sub(end, begin), 0);
    result.updates.offsets[dim] = getAsOpFoldResult(begin);
    result.updates.sizes[dim] = getAsOpFoldResult(length);
    // The bounds of an empty slice are 0. A stop before the start of the tile
    // would count from its end.
    Value isEmpty = b.eq(length, 0);
    Value start = b.sub(b.add(axis.start, b.mul(begin, axis.step)), low);
    Value last = b.add(start, b.mul(b.sub(length, 1), axis.step));
    Value before = b.sub(last, 1);
    Value stop = b.select(axis.isAscending, b.add(last, 1),
                          b.select(b.slt(before, 0), kToTheStart, before));
    result.start.push_back(getAsOpFoldResult(b.select(isEmpty, 0, start)));
    result.stop.push_back(getAsOpFoldResult(
        b.select(isEmpty, b.select(axis.isAscending, 0, kToTheEnd), stop)));
  }
  return result;
}

/// Emits `tile` of `op`.
static TilingResult emitTile(SliceScatterOp op, OpBuilder &b,
                             const SliceTile &tile) {
  Location loc = op.getLoc();
  TilingResult result;
  result.generatedSlices = {
      createSlice(b, loc, op.getUpdates(), tile.updates.offsets,
                  tile.updates.sizes),
      createSlice(b, loc, op.getData(), tile.data.offsets, tile.data.sizes)};
  auto tiled = SliceScatterOp::create(
      b, loc, result.generatedSlices[0]->getResult(0),
      result.generatedSlices[1]->getResult(0), tile.start, tile.stop,
      op.getMixedStep(), op.getNormalizedAxes());
  tiled->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  setSizesMatch(tiled);
  result.tiledOps = {tiled};
  result.tiledValues = llvm::to_vector_of<Value>(tiled->getResults());
  return result;
}

/// Returns the slice of `data` of `op` if `op` itself is the tile, of an op
/// that is no longer there, else null.
///
/// SCF's fusion of consumers asks the op that it has just made for the position
/// of its result, right before the op, with the offsets of the tile in the
/// iteration space of the consumer: they lie outside of the iteration space of
/// a tile that has all positions of it.
static tensor::ExtractSliceOp getOwnSlice(SliceScatterOp op, OpBuilder &b,
                                          const Tile &tile) {
  auto slice = op.getData().getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || !slice.hasUnitStride() ||
      b.getInsertionBlock() != op->getBlock() ||
      b.getInsertionPoint() != Block::iterator(op))
    return {};
  for (int64_t dim = 0; dim < op.getDataRank(); ++dim)
    if (!isConstantIntValue(tile.offsets[dim], 0) &&
        isWholeDim(tile.sizes[dim], op.getUpdates(), dim))
      return slice;
  return {};
}

namespace {

struct SliceTilingModel : TilingModelBase<SliceTilingModel, SliceScatterOp> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    return SmallVector<utils::IteratorType>(
        cast<SliceScatterOp>(op).getDataRank(), utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    return getDomain(
        b, getSizesOf(b, op->getLoc(), cast<SliceScatterOp>(op).getUpdates()));
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto update = cast<SliceScatterOp>(op);
    if (!canTile(update) || !mayHaveElements(sizes))
      return failure();
    TilingResult result =
        emitTile(update, b, getTileOfUpdates(update, b, Tile(offsets, sizes)));
    // Elements of `data` that are not updated are in no tile, see createTile.
    result.generatedSlices.pop_back();
    return result;
  }

  LogicalResult getResultTilePosition(
      Operation *op, OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    auto update = cast<SliceScatterOp>(op);
    if (!canTile(update))
      return failure();
    Tile tile(offsets, sizes);
    if (tensor::ExtractSliceOp slice = getOwnSlice(update, b, tile)) {
      resultOffsets = slice.getMixedOffsets();
      resultSizes = slice.getMixedSizes();
      return success();
    }
    getTileOfUpdates(update, b, tile).data.copyTo(resultOffsets, resultSizes);
    return success();
  }

  FailureOr<TilingResult>
  generateResultTileValue(Operation *op, OpBuilder &b, unsigned,
                          ArrayRef<OpFoldResult> offsets,
                          ArrayRef<OpFoldResult> sizes) const {
    auto update = cast<SliceScatterOp>(op);
    if (!canTile(update))
      return failure();
    return emitTile(update, b, getTileOfData(update, b, Tile(offsets, sizes)));
  }

  static FailureOr<Tile> getTileOfOperand(SliceScatterOp op, OpBuilder &,
                                          unsigned number, const Tile &tile) {
    // What a tile of `data` becomes is more than a tile of `updates` writes.
    if (number != op.getUpdatesMutable().getOperandNumber())
      return failure();
    return tile;
  }

  LogicalResult generateScalarImplementation(Operation *op, OpBuilder &builder,
                                             Location loc,
                                             ValueRange ivs) const {
    auto update = cast<SliceScatterOp>(op);
    if (update.getResult() || !canTile(update))
      return failure();
    IndexBuilder b(loc, builder);
    SmallVector<Value> place;
    for (auto [dim, iv] : llvm::enumerate(ivs)) {
      Value size = getSize(b, update.getData(), dim);
      AxisSlice slice = resolveAxis(b, update, dim, size);
      place.push_back(b.add(slice.start, b.mul(iv, slice.step)));
    }
    Value element = memref::LoadOp::create(b, update.getUpdates(), ivs);
    memref::StoreOp::create(b, element, update.getData(), place);
    return success();
  }
};

} // namespace

void scatter::attachSliceTiling(MLIRContext &context) {
  SliceScatterOp::attachInterface<SliceTilingModel>(context);
}
