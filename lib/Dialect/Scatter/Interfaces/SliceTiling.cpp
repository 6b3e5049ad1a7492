//===- SliceTiling.cpp - tiling of slice_scatter --------------------------===//
//
// The iteration space is that of `updates`, and all dimensions are parallel. A
// tile updates the part of `data` between its first and its last position, as
// a slice of that part.
//
//===----------------------------------------------------------------------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
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

/// The step of axis `dim`, or none if it is not a constant.
static std::optional<int64_t> getStep(SliceScatterOp op, int64_t dim) {
  std::optional<unsigned> bound = op.getBoundOfDim(dim);
  return bound ? getConstantIntValue(op.getMixedStep()[*bound]) : 1;
}

/// Whether the parts of `op` can be executed by themselves: it has nothing to
/// report, and its directions are known.
static bool canTile(SliceScatterOp op) {
  bool hasKnownBounds =
      op.getStart().empty() && op.getStop().empty() && op.getStep().empty();
  bool hasKnownSizes =
      op.getSizesMatch() ||
      (hasKnownBounds && hasCertainShape(op.getUpdates()) &&
       hasCertainShape(op.getData()) && hasConsistentSizes(op));
  // A slice of a dimension of size 0 has no valid offset.
  return hasKnownSizes && !op.getSource() &&
         !isStaticallyEmpty(op.getUpdatesType()) &&
         !isStaticallyEmpty(op.getDataType()) &&
         llvm::all_of(llvm::seq<int64_t>(0, op.getDataRank()), [&](auto dim) {
           return getStep(op, dim).value_or(0) != 0;
         });
}

static Value getSize(IndexBuilder &b, Value value, int64_t dim) {
  return getValueOrCreateConstantIndexOp(b, b.getLoc(),
                                         getSizesOf(b, b.getLoc(), value)[dim]);
}

/// Returns the part of `data` from the first to the last position that a tile
/// updates.
static Tile getUpdatedPart(SliceScatterOp op, OpBuilder &builder,
                           const Tile &tile) {
  IndexBuilder b(op.getLoc(), builder);
  Tile part = tile;
  for (int64_t dim = 0; dim < op.getDataRank(); ++dim) {
    if (!op.getBoundOfDim(dim))
      continue;
    int64_t step = *getStep(op, dim);
    Value start = resolveAxis(b, op, dim, getSize(b, op.getData(), dim)).start;
    auto value = [&](OpFoldResult entry) {
      return getValueOrCreateConstantIndexOp(b, b.getLoc(), entry);
    };
    Value offset = value(tile.offsets[dim]), size = value(tile.sizes[dim]);
    Value first = b.add(start, b.mul(offset, step));
    Value distance = b.mul(b.sub(size, 1), step > 0 ? step : -step);
    part.sizes[dim] = getAsOpFoldResult(b.maxs(b.add(distance, 1), 0));
    part.offsets[dim] =
        getAsOpFoldResult(step > 0 ? first : b.sub(first, distance));
  }
  return part;
}

namespace {

struct SliceTilingModel
    : TilingInterface::ExternalModel<SliceTilingModel, SliceScatterOp> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    return SmallVector<utils::IteratorType>(
        cast<SliceScatterOp>(op).getDataRank(), utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    SmallVector<Range> domain;
    for (OpFoldResult size :
         getSizesOf(b, op->getLoc(), cast<SliceScatterOp>(op).getUpdates()))
      domain.push_back({b.getIndexAttr(0), size, b.getIndexAttr(1)});
    return domain;
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto update = cast<SliceScatterOp>(op);
    if (!canTile(update))
      return failure();
    Location loc = op->getLoc();
    Tile part = getUpdatedPart(update, b, Tile(offsets, sizes));
    SmallVector<OpFoldResult> start, stop;
    for (int64_t dim : update.getNormalizedAxes()) {
      bool isAscending = *getStep(update, dim) > 0;
      start.push_back(b.getIndexAttr(isAscending ? 0 : -1));
      stop.push_back(b.getIndexAttr(isAscending ? kToTheEnd : kToTheStart));
    }
    TilingResult result;
    result.generatedSlices = {
        createSlice(b, loc, update.getUpdates(), offsets, sizes),
        createSlice(b, loc, update.getData(), part.offsets, part.sizes)};
    auto tile = SliceScatterOp::create(
        b, loc, result.generatedSlices[0]->getResult(0),
        result.generatedSlices[1]->getResult(0), start, stop,
        update.getMixedStep(), update.getNormalizedAxes());
    tile->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    setSizesMatch(tile);
    result.tiledOps = {tile};
    result.tiledValues = llvm::to_vector_of<Value>(tile->getResults());
    return result;
  }

  LogicalResult getResultTilePosition(
      Operation *op, OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    auto update = cast<SliceScatterOp>(op);
    if (!canTile(update))
      return failure();
    getUpdatedPart(update, b, Tile(offsets, sizes))
        .copyTo(resultOffsets, resultSizes);
    return success();
  }

  LogicalResult getIterationDomainTileFromOperandTiles(
      Operation *op, OpBuilder &, ArrayRef<unsigned> numbers,
      ArrayRef<SmallVector<OpFoldResult>> allOffsets,
      ArrayRef<SmallVector<OpFoldResult>> allSizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    // What a tile of `data` becomes is more than a tile of `updates` writes.
    if (numbers != ArrayRef<unsigned>(0u))
      return failure();
    Tile(allOffsets[0], allSizes[0]).copyTo(domainOffsets, domainSizes);
    return success();
  }

  FailureOr<TilingResult> getTiledImplementationFromOperandTiles(
      Operation *op, OpBuilder &b, ArrayRef<unsigned> numbers,
      ArrayRef<SmallVector<OpFoldResult>> allOffsets,
      ArrayRef<SmallVector<OpFoldResult>> allSizes) const {
    if (numbers != ArrayRef<unsigned>(0u))
      return failure();
    return getTiledImplementation(op, b, allOffsets[0], allSizes[0]);
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
