//===- GatherTiling.cpp - tiling of gather_nd -----------------------------===//
//
// The iteration space is that of `out`, and all dimensions are parallel. A tile
// reads all positions of the indexed dimensions of `data`.
//
//===----------------------------------------------------------------------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

/// Whether elements and indices can be moved by ops of memref, and made by ops
/// of arith where that is necessary.
static bool isScalarizable(GatherNDOp op) {
  Type index = op.getIndicesType().getElementType();
  Type element = op.getElementType();
  auto integer = dyn_cast<IntegerType>(element);
  bool isWholeBytes = !integer || (integer.getWidth() >= 8 &&
                                   llvm::isPowerOf2_32(integer.getWidth()));
  bool hasConstants =
      integer ? integer.isSignless() : isa<FloatType, IndexType>(element);
  return (index.isSignlessInteger() || index.isIndex()) && isWholeBytes &&
         (hasConstants || op.getFill() || !op.mayDrop());
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

  LogicalResult generateScalarImplementation(Operation *op, OpBuilder &builder,
                                             Location loc,
                                             ValueRange ivs) const {
    auto gather = cast<GatherNDOp>(op);
    if (gather.getResult() || checksIndices(gather) || !hasKnownSizes(gather) ||
        !isScalarizable(gather))
      return failure();
    IndexBuilder b(loc, builder);
    ValueRange tuple = ivs.take_front(gather.getBatchRank());
    Value isRead = b.boolean(true);
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < gather.getIndexDepth(); ++i)
      sizes.push_back(
          getSize(b, gather.getData(), gather.getFirstIndexedDim() + i));
    SmallVector<Value> place(tuple.take_front(gather.getNumBatchDims()));
    llvm::append_range(place,
                       emitPositions(b, gather.getIndices(), tuple, sizes,
                                     gather.getOutOfBounds(),
                                     gather.getNegativeIndices(), isRead));
    llvm::append_range(place, ivs.drop_front(gather.getBatchRank()));
    Value element;
    if (isTrue(isRead)) {
      element = memref::LoadOp::create(b, gather.getData(), place);
    } else {
      auto ifOp = scf::IfOp::create(b, gather.getElementType(), isRead,
                                    /*withElseRegion=*/true);
      b.setInsertionPointToStart(ifOp.thenBlock());
      Value read = memref::LoadOp::create(b, gather.getData(), place);
      scf::YieldOp::create(b, read);
      b.setInsertionPointToStart(ifOp.elseBlock());
      Value fill = gather.getFill();
      if (!fill)
        fill = arith::ConstantOp::create(
            b, b.getZeroAttr(gather.getElementType()));
      scf::YieldOp::create(b, fill);
      b.setInsertionPointAfter(ifOp);
      element = ifOp.getResult(0);
    }
    memref::StoreOp::create(b, element, gather.getOut(), ivs);
    return success();
  }
};

} // namespace

void scatter::attachGatherTiling(MLIRContext &context) {
  GatherNDOp::attachInterface<GatherTilingModel>(context);
}
