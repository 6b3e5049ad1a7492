//===- FusableProducers.cpp - ops that are fused with updates -------------===//

#include "FusableProducers.h"

#include "ReshapesOfUpdates.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Plan/Machine.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

using namespace mlir;
using namespace scatter;

bool scatter::isFusable(Value value, Operation *user) {
  Operation *producer = value.getDefiningOp();
  auto tiled = dyn_cast_or_null<TilingInterface>(producer);
  if (!tiled || producer->getNumResults() != 1 ||
      isa<ScatterNDUpdateOp, SliceScatterOp>(producer) ||
      !isa<DestinationStyleOpInterface>(producer) ||
      !isMemoryEffectFree(producer))
    return false;
  if (auto gather = dyn_cast<GatherNDOp>(producer))
    if (gather.getOutOfBounds() == OutOfBounds::error ||
        !gather.getSizesMatch())
      return false;
  for (utils::IteratorType type : tiled.getLoopIteratorTypes())
    if (type != utils::IteratorType::parallel)
      return false;
  for (Operation *other : value.getUsers())
    if (other != user && !isa<tensor::DimOp>(other))
      return false;
  Operation *ancestor = user;
  while (ancestor->getBlock() != producer->getBlock()) {
    ancestor = ancestor->getParentOp();
    if (!isa_and_nonnull<scf::IfOp>(ancestor))
      return false;
  }
  return true;
}

/// Whether `value` may have elements of `data`.
static bool mayBePartOf(Value value, Value data) {
  while (true) {
    if (value == data)
      return true;
    Operation *def = value.getDefiningOp();
    if (isa_and_nonnull<tensor::ExtractSliceOp, tensor::CastOp,
                        tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                        tensor::ReshapeOp>(def))
      value = def->getOperand(0);
    else
      return false;
  }
}

/// Whether `value`, or an op that is fused with it, reads `data`. The tensor
/// would be copied before the first tile is written.
static bool readsData(Value value, Operation *user, Value data) {
  if (mayBePartOf(value, data))
    return true;
  if (!isFusable(value, user))
    return false;
  Operation *producer = value.getDefiningOp();
  return producer
      ->walk([&](Operation *op) {
        for (Value operand : op->getOperands())
          if (isa<TensorType>(operand.getType()) &&
              readsData(operand, producer, data))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

std::optional<SmallVector<FusionLevel>>
scatter::getFusion(ScatterNDUpdateOp op, const Machine &machine) {
  if (!op.getResult() || op.getSource() || op.getPlanAttr())
    return std::nullopt;
  ReshapedUpdates updates = getReshapedUpdates(op).value_or(
      ReshapedUpdates{op, op.getUpdates(), op.getBatchRank()});
  if (!isFusable(updates.source, updates.reshape) ||
      readsData(updates.source, updates.reshape, op.getData()))
    return std::nullopt;
  FusionFacts facts;
  llvm::append_range(facts.sizes,
                     cast<ShapedType>(updates.source.getType()).getShape());
  facts.batchRank = updates.batchRank;
  facts.elementBytes = ElementStorage::get(op.getElementType()).getBytes();
  facts.hasUniqueIndices = op.getUniqueIndices();
  return chooseFusion(facts, machine);
}

bool scatter::canComputeInPlace(SliceScatterOp op) {
  auto producer = op.getUpdates().getDefiningOp<linalg::LinalgOp>();
  if (!producer || !op.getResult() || !isFusable(op.getUpdates(), op) ||
      readsData(op.getUpdates(), op, op.getData()))
    return false;
  OpOperand *init = producer.getDpsInitOperand(0);
  return init->get().getDefiningOp<tensor::EmptyOp>() &&
         producer.getMatchingIndexingMap(init).isIdentity() &&
         !producer.payloadUsesValueFromOperand(init);
}
