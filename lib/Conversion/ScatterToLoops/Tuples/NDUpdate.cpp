//===- NDUpdate.cpp - a scatter_nd_update to be lowered -------------------===//

#include "NDUpdate.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

NDUpdate NDUpdate::create(IndexBuilder &b, ScatterNDUpdateOp op) {
  ElementStorage storage = ElementStorage::get(op.getElementType());
  ScatterNDFacts facts = ScatterNDFacts::get(op);
  Plan plan = facts.restrict(op.getPlanOrDefault());
  FlatBuffer data = FlatBuffer::create(b, op.getData(), storage);
  FlatBuffer updates = FlatBuffer::create(b, op.getUpdates(), storage);
  IndexTuples indices = IndexTuples::create(
      b, op.getIndices(), ArrayRef(data.sizes).take_front(op.getIndexDepth()),
      op.getNegativeIndices());
  std::optional<FlatBuffer> source;
  if (op.getSource())
    source = FlatBuffer::create(b, op.getSource(), storage);
  RowWriter writer(data.flat, updates.flat, op.getElementType(),
                   op.getReduction(), plan);
  NDUpdate update = {op.getOutOfBounds(),
                     op.getUniqueIndices(),
                     plan,
                     indices,
                     data,
                     updates,
                     writer,
                     source};
  update.copiedUpdateBytes = facts.getCopiedUpdateBytes();
  update.isContiguous = facts.isContiguous;
  return update;
}

bool NDUpdate::hasContiguousSource() const {
  return source && isConstantIntValue(source->strides.back(), 1) &&
         llvm::all_of(ArrayRef(source->packed).drop_back(),
                      [](bool isPacked) { return isPacked; });
}

Value NDUpdate::emitSliceBytes(IndexBuilder &b) const {
  return b.product(writer.storage.getBytes(), getSizes(sliceDims));
}

Value NDUpdate::emitDataBytes(IndexBuilder &b) const {
  return b.mul(data.emitLength(b), writer.storage.getBytes());
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
