//===- TilingInterfaceImpl.cpp - tiling of scatter_nd_update --------------===//
//
// The iteration space is that of `updates`. The dimensions of the tuples are
// reductions unless the indices are unique, those of a slice are parallel.
//
//===----------------------------------------------------------------------===//

#include "TilingUtils.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Interfaces/ExternalModels.h"
#include "scatter/Dialect/Scatter/Utils/Combiner.h"
#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"
#include "scatter/Dialect/Scatter/Utils/SizeConditions.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace scatter;

/// Whether consecutive tiles of these sizes apply the tuples of each slot in
/// the order of the op.
static bool keepsOrder(ScatterNDUpdateOp op, ArrayRef<OpFoldResult> sizes) {
  if (op.getUniqueIndices() ||
      isOrderFree(op.getReduction(), op.getElementType()))
    return true;
  // The tuples of a tile must be consecutive in row-major order: a tile may
  // divide only the first dimension with several positions. Loops over several
  // dimensions could be interchanged.
  bool isInner = false;
  for (int64_t dim = 0; dim < op.getBatchRank(); ++dim) {
    if (isInner && !isWholeDim(sizes[dim], op.getUpdates(), dim) &&
        !isWholeDim(sizes[dim], op.getIndices(), dim))
      return false;
    isInner |= op.getUpdatesType().getDimSize(dim) != 1;
  }
  return true;
}

Operation *scatter::createIndexSlice(OpBuilder &b, ScatterNDUpdateOp op,
                                     int64_t depth, const Tile &tile) {
  SmallVector<OpFoldResult> offsets(tile.offsets), sizes(tile.sizes);
  offsets.truncate(op.getBatchRank());
  sizes.truncate(op.getBatchRank());
  offsets.push_back(b.getIndexAttr(0));
  sizes.push_back(b.getIndexAttr(depth));
  return createSlice(b, op.getLoc(), op.getIndices(), offsets, sizes);
}

/// Returns the part of `data` that a tile may update. It includes all positions
/// of the indexed dimensions.
static void getSlots(ScatterNDUpdateOp op, OpBuilder &b,
                     ArrayRef<OpFoldResult> offsets,
                     ArrayRef<OpFoldResult> sizes,
                     SmallVector<OpFoldResult> &slotOffsets,
                     SmallVector<OpFoldResult> &slotSizes) {
  slotOffsets.assign(op.getIndexDepth(), b.getIndexAttr(0));
  slotSizes = getSizesOf(b, op.getLoc(), op.getData());
  slotSizes.truncate(op.getIndexDepth());
  llvm::append_range(slotOffsets, offsets.drop_front(op.getBatchRank()));
  llvm::append_range(slotSizes, sizes.drop_front(op.getBatchRank()));
}

/// The tile of the iteration space that a tile of the result needs.
static FailureOr<Tile> getTileOfResult(ScatterNDUpdateOp op, OpBuilder &b,
                                       const Tile &tile) {
  int64_t batchRank = op.getBatchRank(), depth = op.getIndexDepth();
  Tile domain = getWhole(b, op.getLoc(), op.getUpdates());
  for (int64_t dim = 0; dim < depth; ++dim)
    if (!tile.isWholeIn(op.getData(), dim) &&
        !(op.getResult() && tile.isWholeIn(op.getResult(), dim)))
      return failure();
  for (int64_t dim = depth; dim < op.getDataRank(); ++dim)
    domain.assign(batchRank + dim - depth, tile, dim);
  return domain;
}

/// The tile of the iteration space that a tile of operand `number` needs.
static FailureOr<Tile> getTileOf(ScatterNDUpdateOp op, OpBuilder &b,
                                 unsigned number, const Tile &tile) {
  if (number == op.getUpdatesMutable().getOperandNumber())
    return tile;
  if (number == op.getDataMutable().getOperandNumber())
    return getTileOfResult(op, b, tile);
  int64_t batchRank = op.getBatchRank();
  if (number != op.getIndicesMutable().getOperandNumber() ||
      !tile.isWholeIn(op.getIndices(), batchRank))
    return failure();
  Tile domain = getWhole(b, op.getLoc(), op.getUpdates());
  for (int64_t dim = 0; dim < batchRank; ++dim)
    domain.assign(dim, tile, dim);
  return domain;
}

/// Whether tiles at the insertion point of `b` may update the same slots in
/// iterations of scf.forall.
static bool mayRace(OpBuilder &b, ScatterNDUpdateOp op, const Tile &tile) {
  return !op.getUniqueIndices() &&
         llvm::any_of(llvm::seq(op.getBatchRank()), [&](int64_t dim) {
           return isDividedByForall(b, tile, dim, op.getUpdates(), dim);
         });
}

/// Whether the elements and indices are values of arith as they are in memory.
static bool isScalarizable(ScatterNDUpdateOp op) {
  Type element = op.getElementType();
  Type index = op.getIndicesType().getElementType();
  bool isPlain =
      element.isSignlessInteger(8) || element.isSignlessInteger(16) ||
      element.isSignlessInteger(32) || element.isSignlessInteger(64) ||
      element.isF32() || element.isF64();
  return isPlain && index.isSignlessInteger();
}

namespace {

struct TilingModel : TilingModelBase<TilingModel, ScatterNDUpdateOp> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto update = cast<ScatterNDUpdateOp>(op);
    SmallVector<utils::IteratorType> types(
        update.getBatchRank(), update.getUniqueIndices()
                                   ? utils::IteratorType::parallel
                                   : utils::IteratorType::reduction);
    types.append(update.getSliceRank(), utils::IteratorType::parallel);
    return types;
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    return getDomain(b, getSizesOf(b, op->getLoc(),
                                   cast<ScatterNDUpdateOp>(op).getUpdates()));
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto update = cast<ScatterNDUpdateOp>(op);
    if (!isTileable(update) || !mayHaveElements(sizes) ||
        !keepsOrder(update, sizes) || mayRace(b, update, Tile(offsets, sizes)))
      return failure();
    Location loc = op->getLoc();
    SmallVector<OpFoldResult> dataOffsets, dataSizes;
    getSlots(update, b, offsets, sizes, dataOffsets, dataSizes);

    bool hasAllTuples = true;
    for (int64_t dim = 0; dim < update.getBatchRank(); ++dim)
      hasAllTuples &= isWholeDim(sizes[dim], update.getUpdates(), dim);
    return createTile(
        b, update,
        {createIndexSlice(b, update, update.getIndexDepth(),
                          Tile(offsets, sizes)),
         createSlice(b, loc, update.getUpdates(), offsets, sizes),
         createSlice(b, loc, update.getData(), dataOffsets, dataSizes)},
        /*fusesInits=*/hasAllTuples);
  }

  LogicalResult getResultTilePosition(
      Operation *op, OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    getSlots(cast<ScatterNDUpdateOp>(op), b, offsets, sizes, resultOffsets,
             resultSizes);
    return success();
  }

  static FailureOr<Tile> getTileOfResult(ScatterNDUpdateOp op, OpBuilder &b,
                                         unsigned, const Tile &tile) {
    return ::getTileOfResult(op, b, tile);
  }

  static FailureOr<Tile> getTileOfOperand(ScatterNDUpdateOp op, OpBuilder &b,
                                          unsigned number, const Tile &tile) {
    FailureOr<Tile> domain = getTileOf(op, b, number, tile);
    if (failed(domain) || mayRace(b, op, *domain))
      return failure();
    return domain;
  }

  LogicalResult generateScalarImplementation(Operation *op, OpBuilder &builder,
                                             Location loc,
                                             ValueRange ivs) const {
    auto update = cast<ScatterNDUpdateOp>(op);
    if (update.getResult() || update.getOutOfBounds() == OutOfBounds::error ||
        update.getSource() || !hasKnownSizes(update) || !isScalarizable(update))
      return failure();
    IndexBuilder b(loc, builder);
    ValueRange tuple = ivs.take_front(update.getBatchRank());
    Value isValid = b.boolean(true);
    SmallVector<Value> sizes;
    for (int64_t i = 0; i < update.getIndexDepth(); ++i)
      sizes.push_back(getSize(b, update.getData(), i));
    SmallVector<Value> place = emitPositions(
        b, update.getIndices(), tuple, sizes, update.getOutOfBounds(),
        update.getNegativeIndices(), isValid);
    llvm::append_range(place, ivs.drop_front(update.getBatchRank()));
    auto ifOp = scf::IfOp::create(b, isValid, /*withElseRegion=*/false);
    b.setInsertionPoint(ifOp.thenYield());
    Value element = memref::LoadOp::create(b, update.getUpdates(), ivs);
    if (update.getReduction() != Reduction::none) {
      Value old = memref::LoadOp::create(b, update.getData(), place);
      element = Combiner(update.getReduction(), update.getElementType())
                    .emit(b, old, element);
    }
    memref::StoreOp::create(b, element, update.getData(), place);
    return success();
  }
};

} // namespace

void scatter::registerTilingInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ScatterDialect *) {
    ScatterNDUpdateOp::attachInterface<TilingModel>(*context);
    attachGatherTiling(*context);
    attachSliceTiling(*context);
    attachGenericTiling(*context);
    attachPartialReduction(*context);
    attachGenericPartialReduction(*context);
  });
}
