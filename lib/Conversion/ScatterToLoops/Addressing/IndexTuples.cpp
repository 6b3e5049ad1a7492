//===- IndexTuples.cpp - tuples of indices and the slots they name --------===//

#include "IndexTuples.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;

IndexTuples IndexTuples::create(IndexBuilder &b, Value indices,
                                ArrayRef<Value> sizes,
                                NegativeIndices negativeIndices) {
  Type type = cast<MemRefType>(indices.getType()).getElementType();
  IndexTuples tuples;
  tuples.storage = ElementStorage::get(type);
  tuples.buffer = FlatBuffer::create(b, indices, tuples.storage);
  tuples.isUnsigned = type.isUnsignedInteger();
  tuples.wraps = !tuples.isUnsigned && negativeIndices == NegativeIndices::wrap;
  tuples.componentStride = tuples.buffer.strides.back();
  tuples.sizes.assign(sizes.begin(), sizes.end());
  return tuples;
}

ViolationKind IndexTuples::getViolationKind() const {
  if (isUnsigned)
    return ViolationKind::index_unsigned;
  return wraps ? ViolationKind::index : ViolationKind::index_reject;
}

SmallVector<LoopDim> IndexTuples::getDims(IndexBuilder &b) const {
  SmallVector<LoopDim> dims;
  for (size_t dim = 0, rank = buffer.sizes.size() - 1; dim < rank; ++dim)
    dims.push_back({buffer.sizes[dim],
                    {buffer.strides[dim]},
                    dim + 1 < rank && buffer.contiguousDims[dim]});
  return mergeDims(b, dims);
}

Value IndexTuples::load(IndexBuilder &b, Value offset, int64_t j) const {
  Value position = b.add(offset, b.mul(j, componentStride));
  Value index = memref::LoadOp::create(b, buffer.flat, position);
  if (isUnsigned)
    return b.toIndex(index);
  return b.createOrFold<arith::IndexCastOp>(b.getIndexType(), index);
}

Value IndexTuples::isValid(IndexBuilder &b, Value index, Value size) const {
  // -size <= index < size as one unsigned comparison: index + size < 2 * size.
  // The addition may wrap around, but only for indices that are far out of
  // bounds, and these still compare as out of bounds.
  if (wraps)
    return b.ult(b.add(index, size), b.add(size, size));
  return b.ult(index, size);
}

Value IndexTuples::normalize(IndexBuilder &b, Value index, Value size) const {
  if (!wraps)
    return index;
  Value isNegative = b.slt(index, 0);
  return b.select(isNegative, b.add(index, size), index);
}

Value IndexTuples::clamp(IndexBuilder &b, Value index, Value size) const {
  Value last = b.sub(size, 1);
  if (isUnsigned)
    return b.minu(index, last);
  return b.mins(b.maxs(normalize(b, index, size), 0), last);
}

Value IndexTuples::resolve(IndexBuilder &b, Value index, Value size,
                           OutOfBounds policy,
                           SmallVectorImpl<Value> &conditions) const {
  if (policy == OutOfBounds::clamp) {
    Value position = clamp(b, index, size);
    conditions.push_back(b.ne(size, 0));
    return position;
  }
  Value position = normalize(b, index, size);
  if (policy == OutOfBounds::drop)
    conditions.push_back(isValid(b, index, size));
  return position;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

Slot SlotAddresses::emitSlot(IndexBuilder &b, Value position) const {
  Value offset = origin;
  SmallVector<Value> conditions;
  for (auto [j, size] : llvm::enumerate(tuples.sizes)) {
    Value component = tuples.resolve(b, tuples.load(b, position, j), size,
                                     policy, conditions);
    offset = b.add(offset, b.mul(component, strides[j]));
  }
  return {offset, b.allOf(conditions)};
}

SlotVector SlotAddresses::emitSlots(IndexBuilder &b, Value position,
                                    int64_t lanes) const {
  int64_t depth = tuples.getDepth();
  auto type = VectorType::get({lanes}, b.getIndexType());
  auto broadcast = [&](IndexOperand scalar) -> Value {
    return vector::BroadcastOp::create(b, type, b.get(scalar));
  };
  Value components = vector::LoadOp::create(
      b, VectorType::get({lanes * depth}, tuples.storage.type),
      tuples.buffer.flat, position);
  Value offsets = broadcast(origin);
  SmallVector<Value> conditions;
  for (int64_t j = 0; j < depth; ++j) {
    Value component = components, size;
    if (tuples.wraps || policy == OutOfBounds::drop ||
        policy == OutOfBounds::clamp)
      size = broadcast(tuples.sizes[j]);
    if (depth > 1) {
      SmallVector<int64_t> mask;
      for (int64_t lane = 0; lane < lanes; ++lane)
        mask.push_back(lane * depth + j);
      component = vector::ShuffleOp::create(b, components, components, mask);
    }
    if (!tuples.storage.type.isIndex()) {
      if (tuples.isUnsigned)
        component = arith::IndexCastUIOp::create(b, type, component);
      else
        component = arith::IndexCastOp::create(b, type, component);
    }
    Value index = component;
    if (tuples.wraps) {
      Value isNegative = b.slt(component, broadcast(0));
      Value wrapped = b.add(component, size);
      component = b.select(isNegative, wrapped, component);
    }
    if (policy == OutOfBounds::clamp) {
      Value last = b.sub(size, broadcast(1));
      component = tuples.isUnsigned
                      ? b.minu(component, last)
                      : b.mins(b.maxs(component, broadcast(0)), last);
      conditions.push_back(b.ne(size, broadcast(0)));
    } else if (policy == OutOfBounds::drop) {
      conditions.push_back(tuples.wraps
                               ? b.ult(b.add(index, size), b.add(size, size))
                               : b.ult(index, size));
    }
    if (!isConstantIntValue(strides[j], 1))
      component = b.mul(component, broadcast(strides[j]));
    offsets = b.add(offsets, component);
  }
  Value condition = b.boolean(true);
  for (Value other : conditions)
    condition = isTrue(condition) ? other : b.bitAnd(condition, other);
  return {offsets, condition};
}
