//===- NDUpdate.cpp - what a scatter_nd_update works on -------------------===//

#include "NDUpdate.h"
#include "Addressing/IndexMath.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

using namespace mlir;
using namespace scatter;

NDUpdate NDUpdate::create(ImplicitLocOpBuilder &b, ScatterNDUpdateOp op) {
  ElementStorage storage = ElementStorage::get(op.getElementType());
  Plan plan = ScatterNDFacts::get(op).restrict(op.getPlanOrDefault());
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
  return {op.getOutOfBounds(),
          op.getUniqueIndices(),
          plan,
          indices,
          data,
          updates,
          writer,
          /*tupleDims=*/{},
          /*sliceDims=*/{},
          /*precomputedOffsets=*/Value(),
          /*isRelocated=*/false,
          source};
}

NDUpdate NDUpdate::withData(Value flat, Value origin) const {
  NDUpdate update = *this;
  update.data.flat = update.writer.data = flat;
  update.data.origin = origin;
  update.isRelocated = true;
  return update;
}

static Value multiplySizes(ImplicitLocOpBuilder &b, int64_t first,
                           ArrayRef<LoopDim> dims) {
  Value product = constantIndex(b, first);
  for (const LoopDim &dim : dims)
    product = mul(b, product, dim.size);
  return product;
}

Value NDUpdate::emitCount(ImplicitLocOpBuilder &b) const {
  return multiplySizes(b, 1, tupleDims);
}

Value NDUpdate::emitSliceBytes(ImplicitLocOpBuilder &b) const {
  return multiplySizes(b, writer.storage.getBytes(), sliceDims);
}

Value NDUpdate::emitDataLength(ImplicitLocOpBuilder &b) const {
  Value length = constantIndex(b, 1);
  for (Value size : data.sizes)
    length = mul(b, length, size);
  return mul(b, length, constantIndex(b, writer.storage.parts));
}
