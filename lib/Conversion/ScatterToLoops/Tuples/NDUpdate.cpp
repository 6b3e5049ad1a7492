//===- NDUpdate.cpp - a scatter_nd_update to be lowered -------------------===//

#include "NDUpdate.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

NDOperands::NDOperands(IndexBuilder &b, ScatterNDUpdateOp op)
    : storage(ElementStorage::get(op.getElementType())),
      data(FlatBuffer::create(b, op.getData(), storage)),
      updates(FlatBuffer::create(b, op.getUpdates(), storage)),
      indices(IndexTuples::create(
          b, op.getIndices(),
          ArrayRef(data.sizes).take_front(op.getIndexDepth()),
          op.getNegativeIndices())) {
  if (op.getSource())
    source = FlatBuffer::create(b, op.getSource(), storage);
}

NDUpdate::NDUpdate(IndexBuilder &b, ScatterNDUpdateOp op,
                   const NDOperands &operands)
    : NDOperands(operands), facts(ScatterNDFacts::get(op)),
      policy(op.getOutOfBounds()), plan(facts.restrict(op.getPlanOrDefault())),
      combiner(op.getReduction(), op.getElementType()),
      prefetchTuples(plan.prefetchLevel > 0 ? plan.prefetchTuples : 0) {
  int64_t batchRank = op.getBatchRank();
  tupleDims = zipDims(b, indices.buffer, 0, updates, 0, batchRank);
  sliceDims = zipDims(b, data, op.getIndexDepth(), updates, batchRank,
                      op.getSliceRank(), storage.parts);
}

NDUpdate NDUpdate::withPrecomputedOffsets(Value table) const {
  NDUpdate update = *this;
  update.precomputedOffsets = table;
  return update;
}

NDUpdate NDUpdate::withoutPrefetches() const {
  NDUpdate update = *this;
  update.prefetchTuples = 0;
  return update;
}

NDUpdate NDUpdate::withStores(StoreMethod method, Value condition) const {
  NDUpdate update = *this;
  update.stores = method;
  update.storesCondition = condition;
  return update;
}

NDUpdate NDUpdate::onSliceRange(IndexBuilder &b, const Chunk &range) const {
  NDUpdate update = *this;
  update.sliceDims[0].size = b.sub(range.end, range.begin);
  update.data.origin = b.add(data.origin, range.begin);
  update.updates.origin = b.add(updates.origin, range.begin);
  return update;
}

NDUpdate NDUpdate::onPrivateCopy(Value memory, Value origin) const {
  NDUpdate update = *this;
  update.data.flat = memory;
  update.data.origin = origin;
  update.isRelocated = true;
  return update;
}

NDUpdate NDUpdate::withUpdatesIn(Value memory) const {
  NDUpdate update = *this;
  update.updates.flat = memory;
  return update;
}

bool NDUpdate::hasContiguousSource() const {
  return source && isConstantIntValue(source->strides.back(), 1) &&
         llvm::all_of(ArrayRef(source->contiguousDims).drop_back(),
                      [](bool isContiguous) { return isContiguous; });
}

Value NDUpdate::emitSliceBytes(IndexBuilder &b) const {
  return b.product(storage.getBytes(), getSizes(sliceDims));
}

Value NDUpdate::emitDataBytes(IndexBuilder &b) const {
  return b.mul(data.emitLength(b), storage.getBytes());
}

Value NDUpdate::emitUpdatesBytes(IndexBuilder &b) const {
  return b.product(emitSliceBytes(b), getSizes(tupleDims));
}

Value NDUpdate::emitTotalBytes(IndexBuilder &b) const {
  Value indexBytes = b.product(8 * indices.getDepth(), getSizes(tupleDims));
  return b.add(emitDataBytes(b), b.add(emitUpdatesBytes(b), indexBytes));
}

Value NDUpdate::emitHasNarrowOffsets(IndexBuilder &b) const {
  Value length = b.createOrFold<memref::DimOp>(data.flat, b.index(0));
  return b.ule(length, int64_t(1) << 32);
}

Value NDUpdate::emitPosition(IndexBuilder &b, Value tuple) const {
  return b.add(indices.buffer.origin, b.mul(tuple, tupleDims[0].strides[0]));
}

Slot NDUpdate::emitSlot(IndexBuilder &b, Value tuple) const {
  return getSlots().emitSlot(b, emitPosition(b, tuple));
}

Value NDUpdate::emitUpdatesOffset(IndexBuilder &b, Value tuple) const {
  return b.add(updates.origin, b.mul(tuple, tupleDims[0].strides[1]));
}
