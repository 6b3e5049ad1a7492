//===- TilingInterfaceImpl.cpp - tiling of scatter_nd_update --------------===//
//
// The iteration space is that of `updates`. The dimensions of the tuples are
// reductions, those of a slice are parallel.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Dialect/Scatter/Interfaces/ExternalModels.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace scatter;

static SmallVector<OpFoldResult> getSizes(OpBuilder &b, Location loc,
                                          Value value) {
  return isa<TensorType>(value.getType())
             ? tensor::getMixedSizes(b, loc, value)
             : memref::getMixedSizes(b, loc, value);
}

/// Returns the slice of `value` with steps of 1.
static Operation *createSlice(OpBuilder &b, Location loc, Value value,
                              ArrayRef<OpFoldResult> offsets,
                              ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> steps(offsets.size(), b.getIndexAttr(1));
  if (isa<TensorType>(value.getType()))
    return tensor::ExtractSliceOp::create(b, loc, value, offsets, sizes, steps);
  return memref::SubViewOp::create(b, loc, value, offsets, sizes, steps);
}

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
    int64_t size = op.getUpdatesType().getDimSize(dim);
    if (isInner && getConstantIntValue(sizes[dim]) != size)
      return false;
    isInner |= size != 1;
  }
  return true;
}

/// Returns why a tile of `op` must not be executed by itself, or an empty
/// string.
static StringRef getObjection(ScatterNDUpdateOp op,
                              ArrayRef<OpFoldResult> sizes) {
  if (op.getOutOfBounds() == OutOfBounds::error)
    return "a tile would write before all indices are checked; "
           "scatter-split-checks gives an op that can be tiled";
  if (op.getSource())
    return "a tile would not copy the rest of 'source'";
  bool isCertain = hasCertainShape(op.getIndices()) &&
                   hasCertainShape(op.getUpdates()) &&
                   hasCertainSizes(op.getData());
  for (int64_t dim = op.getIndexDepth(); dim < op.getDataRank(); ++dim)
    isCertain &= !op.getDataType().isDynamicDim(dim);
  if (!isCertain)
    return "sizes of 'indices', 'updates' or a slice are compared at run time";
  // A slice of such a dimension has no valid offset.
  if (isStaticallyEmpty(op.getIndicesType()) ||
      isStaticallyEmpty(op.getUpdatesType()) ||
      isStaticallyEmpty(op.getDataType()))
    return "a dimension has size 0";
  if (!keepsOrder(op, sizes))
    return "tiles of inner dimensions of tuples may change their order";
  return "";
}

namespace {

struct TilingModel
    : TilingInterface::ExternalModel<TilingModel, ScatterNDUpdateOp> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto update = cast<ScatterNDUpdateOp>(op);
    SmallVector<utils::IteratorType> types(update.getBatchRank(),
                                           utils::IteratorType::reduction);
    types.append(update.getSliceRank(), utils::IteratorType::parallel);
    return types;
  }

  SmallVector<Range> getIterationDomain(Operation *op, OpBuilder &b) const {
    SmallVector<Range> domain;
    for (OpFoldResult size :
         getSizes(b, op->getLoc(), cast<ScatterNDUpdateOp>(op).getUpdates()))
      domain.push_back({b.getIndexAttr(0), size, b.getIndexAttr(1)});
    return domain;
  }

  FailureOr<TilingResult>
  getTiledImplementation(Operation *op, OpBuilder &b,
                         ArrayRef<OpFoldResult> offsets,
                         ArrayRef<OpFoldResult> sizes) const {
    auto update = cast<ScatterNDUpdateOp>(op);
    StringRef objection = getObjection(update, sizes);
    if (!objection.empty())
      return op->emitOpError("is not tiled: ") << objection;
    Location loc = op->getLoc();
    SmallVector<OpFoldResult> indexOffsets(
        offsets.take_front(update.getBatchRank())),
        indexSizes(sizes.take_front(update.getBatchRank()));
    indexOffsets.push_back(b.getIndexAttr(0));
    indexSizes.push_back(b.getIndexAttr(update.getIndexDepth()));
    SmallVector<OpFoldResult> dataOffsets, dataSizes;
    getSlots(update, b, offsets, sizes, dataOffsets, dataSizes);

    TilingResult result;
    result.generatedSlices = {
        createSlice(b, loc, update.getIndices(), indexOffsets, indexSizes),
        createSlice(b, loc, update.getUpdates(), offsets, sizes),
        createSlice(b, loc, update.getData(), dataOffsets, dataSizes)};
    SmallVector<Value> operands;
    for (Operation *slice : result.generatedSlices)
      operands.push_back(slice->getResult(0));
    SmallVector<Type> types;
    if (update.getResult())
      types.push_back(operands.back().getType());
    auto tile = cast<ScatterNDUpdateOp>(mlir::clone(b, op, types, operands));
    // It was chosen for other sizes.
    tile.removePlanAttr();
    result.tiledOps = {tile};
    result.tiledValues = llvm::to_vector_of<Value>(tile->getResults());
    return result;
  }

  LogicalResult getResultTilePosition(
      Operation *op, OpBuilder &b, unsigned, ArrayRef<OpFoldResult> offsets,
      ArrayRef<OpFoldResult> sizes, SmallVector<OpFoldResult> &resultOffsets,
      SmallVector<OpFoldResult> &resultSizes) const {
    getSlots(cast<ScatterNDUpdateOp>(op), b, offsets, sizes, resultOffsets,
             resultSizes);
    return success();
  }

private:
  /// Returns the part of `data` that a tile may update. It includes all
  /// positions of the indexed dimensions.
  static void getSlots(ScatterNDUpdateOp op, OpBuilder &b,
                       ArrayRef<OpFoldResult> offsets,
                       ArrayRef<OpFoldResult> sizes,
                       SmallVector<OpFoldResult> &slotOffsets,
                       SmallVector<OpFoldResult> &slotSizes) {
    slotOffsets.assign(op.getIndexDepth(), b.getIndexAttr(0));
    slotSizes = getSizes(b, op.getLoc(), op.getData());
    slotSizes.truncate(op.getIndexDepth());
    llvm::append_range(slotOffsets, offsets.drop_front(op.getBatchRank()));
    llvm::append_range(slotSizes, sizes.drop_front(op.getBatchRank()));
  }
};

} // namespace

void scatter::registerTilingInterfaceExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ScatterDialect *) {
    ScatterNDUpdateOp::attachInterface<TilingModel>(*context);
  });
}
