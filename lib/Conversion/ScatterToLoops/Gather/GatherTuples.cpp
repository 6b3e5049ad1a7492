//===- GatherTuples.cpp - loops over the tuples of a gather_nd ------------===//

#include "NDGather.h"

#include "scatter/Plan/Thresholds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The tuples of a batch, and the offsets of the first one in `indices`, `out`
/// and `data`.
struct Batch {
  IndexBuilder &b;
  const NDGather &gather;
  Value indices, out, data;

  /// Emits a loop over the tuples [begin, end), which form one loop.
  void emit(Value begin, Value end) const;
  /// Reads one tuple, whose offsets these are.
  void emitTuple(Value indicesOffset, Value outOffset, Value dataOffset) const;

private:
  void emitRange(Value begin, Value end, Value last, Value isFar) const;
  Value emitIsFar() const;
  void emitVectors(Value begin, Value end) const;
  void emitPrefetch(Value offset) const;
  void emitFill(Value outOffset) const;

  Value getOffset(Value first, Value tuple, int64_t operand) const {
    return b.add(first, b.mul(tuple, gather.tupleDims[0].strides[operand]));
  }
  Slot getSlot(Value tuple) const {
    return gather.getSlots(getOffset(data, tuple, 2))
        .emitSlot(b, getOffset(indices, tuple, 0));
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Dropped tuples
//===----------------------------------------------------------------------===//

/// Fills the slice of `out` at `outOffset`.
void Batch::emitFill(Value outOffset) const {
  ArrayRef<LoopDim> dims = gather.sliceDims;
  RowWriter writer = gather.getWriter();
  int64_t parts = gather.storage.parts, width = writer.vectorLength;
  if (dims.empty()) {
    memref::StoreOp::create(b, gather.fill[0], writer.data, outOffset);
    return;
  }
  const LoopDim &row = dims.back();
  bool hasVectors = width > 1 && isConstantIntValue(row.strides[0], 1);
  auto emitElement = [&](Value offset, Value position) {
    Value element = gather.fill[0];
    if (parts > 1)
      element = b.select(b.eq(b.bitAnd(position, parts - 1), 0), element,
                         gather.fill[1]);
    memref::StoreOp::create(b, element, writer.data, offset);
  };
  emitLoopNest(b, dims.drop_back(), {outOffset, b.index(0)},
               [&](ArrayRef<Value> offsets) {
                 Value begin = b.index(0);
                 if (hasVectors) {
                   begin = b.sub(row.size, b.bitAnd(row.size, width - 1));
                   SmallVector<Value> lanes;
                   for (int64_t lane = 0; lane < width; ++lane)
                     lanes.push_back(gather.fill[lane % parts]);
                   Value elements = vector::FromElementsOp::create(
                       b, VectorType::get({width}, gather.storage.type), lanes);
                   emitLoop(b, 0, begin, width, [&](Value position) {
                     vector::StoreOp::create(b, elements, writer.data,
                                             b.add(offsets[0], position));
                   });
                 }
                 emitLoop(b, begin, row.size, 1, [&](Value position) {
                   emitElement(
                       b.add(offsets[0], b.mul(position, row.strides[0])),
                       position);
                 });
               });
}

//===----------------------------------------------------------------------===//
// Tuples one by one
//===----------------------------------------------------------------------===//

void Batch::emitTuple(Value indicesOffset, Value outOffset,
                      Value dataOffset) const {
  Slot slot = gather.getSlots(dataOffset).emitSlot(b, indicesOffset);
  emitIf(
      b, slot.condition,
      [&] {
        emitSlice(b, gather.getWriter(), gather.sliceDims,
                  {outOffset, slot.offset});
      },
      [&] { emitFill(outOffset); });
}

/// Prefetches the row at `offset` of `data`.
void Batch::emitPrefetch(Value offset) const {
  RowWriter writer = gather.getWriter();
  int64_t line = writer.getLineLength();
  auto emitLine = [&](Value position) {
    memref::PrefetchOp::create(b, gather.data.flat, b.add(offset, position),
                               /*isWrite=*/false,
                               /*localityHint=*/
                               gather.plan.prefetchLevel == 1 ? 3 : 2,
                               /*isDataCache=*/true);
  };
  if (gather.sliceDims.empty())
    return emitLine(b.index(0));
  Value end = b.mins(gather.sliceDims.back().size, kMaxPrefetchedLines * line);
  std::optional<int64_t> size = getConstantIntValue(end);
  int64_t unrolled = kUnrolledBytes / gather.storage.getBytes();
  if (!size || *size > unrolled) {
    emitLoop(b, 0, end, line, emitLine);
    return;
  }
  for (int64_t position = 0; position < *size; position += line)
    emitLine(b.index(position));
}

/// Whether `data` is so large that it pays to prefetch from it.
Value Batch::emitIsFar() const {
  if (gather.prefetchTuples == 0)
    return b.boolean(false);
  Value length = b.createOrFold<memref::DimOp>(gather.data.flat, b.index(0));
  return b.uge(b.mul(length, gather.storage.getBytes()),
               gather.plan.prefetchDataBytes);
}

/// Reads the tuples [begin, end). If `data` `isFar`, rows up to that of tuple
/// `last` are prefetched.
void Batch::emitRange(Value begin, Value end, Value last, Value isFar) const {
  scf::ForOp loop = emitLoop(b, begin, end, 1, [&](Value tuple) {
    emitIf(b, isFar, [&] {
      // Near the end the prefetches repeat the last tuple.
      Slot slot = getSlot(b.minu(b.add(tuple, gather.prefetchTuples), last));
      // The offset of a dropped tuple may be anywhere.
      emitPrefetch(b.select(slot.condition, slot.offset, 0));
    });
    emitTuple(getOffset(indices, tuple, 0), getOffset(out, tuple, 1),
              getOffset(data, tuple, 2));
  });
  std::optional<int64_t> bytes = getConstantIntValue(gather.emitSliceBytes(b));
  if (isFalse(isFar) && gather.fill.empty() && bytes &&
      *bytes <= kUnrolledGatherBytes)
    setUnrollCount(loop, kGatherUnrollCount);
}

//===----------------------------------------------------------------------===//
// Elements by vectors
//===----------------------------------------------------------------------===//

/// Reads the elements of the tuples [begin, end) by vectors. Their number is a
/// multiple of the lanes.
void Batch::emitVectors(Value begin, Value end) const {
  int64_t lanes = gather.getWriter().vectorLength;
  auto type = VectorType::get({lanes}, gather.storage.type);
  auto maskType = VectorType::get({lanes}, b.getI1Type());
  SmallVector<Value> fill(gather.fill);
  if (fill.empty())
    fill.push_back(
        arith::ConstantOp::create(b, b.getZeroAttr(gather.storage.type)));
  Value dropped = vector::BroadcastOp::create(b, type, fill[0]);
  emitLoop(b, begin, end, lanes, [&](Value tuple) {
    SlotVector slots =
        gather.getSlots(data).emitSlots(b, getOffset(indices, tuple, 0), lanes);
    Value mask = slots.condition;
    if (!isa<VectorType>(mask.getType()))
      mask = vector::BroadcastOp::create(b, maskType, mask);
    Value elements = vector::GatherOp::create(
        b, type, gather.data.flat, b.index(0), slots.offsets, mask, dropped);
    vector::StoreOp::create(b, elements, gather.out.flat,
                            getOffset(out, tuple, 1));
  });
}

void Batch::emit(Value begin, Value end) const {
  int64_t lanes = gather.getWriter().vectorLength;
  Value last = b.sub(end, 1);
  bool hasVectors = gather.plan.offsets == SlotOffsets::blocks && lanes > 1 &&
                    isConstantIntValue(gather.tupleDims[0].strides[2], 0);
  Value isFar = emitIsFar();
  if (!hasVectors)
    return emitRange(begin, end, last, isFar);
  // A prefetch for each lane costs more than vectors gain.
  Value rest = b.bitAnd(b.sub(end, begin), lanes - 1);
  Value middle = b.select(isFar, begin, b.sub(end, rest));
  emitVectors(begin, middle);
  emitRange(middle, end, last, isFar);
}

//===----------------------------------------------------------------------===//
// The entry point
//===----------------------------------------------------------------------===//

/// Reads tuples that do not form one loop for each batch, one by one.
static void emitAllTuples(IndexBuilder &b, const NDGather &gather) {
  SmallVector<LoopDim> dims(gather.batchDims);
  llvm::append_range(dims, gather.tupleDims);
  emitLoopNest(
      b, dims,
      {gather.indices.buffer.origin, gather.out.origin, gather.data.origin},
      [&](ArrayRef<Value> offsets) {
        Batch batch{b, gather, offsets[0], offsets[1], offsets[2]};
        batch.emitTuple(offsets[0], offsets[1], offsets[2]);
      });
}

/// Reads the tuples [begin, end), numbered through all batches of `count`
/// tuples.
static void emitBatches(IndexBuilder &b, const NDGather &gather,
                        const Chunk &chunk, Value count) {
  const LoopDim &batches = gather.batchDims[0];
  Value divisor = b.maxu(count, 1);
  emitLoop(
      b, b.divu(chunk.begin, divisor), b.ceildivu(chunk.end, divisor), 1,
      [&](Value number) {
        SmallVector<Value> offsets = {gather.indices.buffer.origin,
                                      gather.out.origin, gather.data.origin};
        for (auto [offset, stride] : llvm::zip_equal(offsets, batches.strides))
          offset = b.add(offset, b.mul(number, stride));
        Value first = b.mul(number, count);
        Value begin = b.maxs(b.sub(chunk.begin, first), 0);
        Value end = b.mins(b.sub(chunk.end, first), count);
        Batch{b, gather, offsets[0], offsets[1], offsets[2]}.emit(begin, end);
      });
}

void scatter::emitGather(IndexBuilder &b, const NDGather &gather,
                         const std::optional<Chunk> &chunk) {
  if (!gather.hasTupleLoop || gather.tupleDims.size() != 1 ||
      gather.batchDims.size() > 1) {
    // The plan does not divide them.
    emitAllTuples(b, gather);
    return gather.getWriter().emitFence(b);
  }
  Value count = gather.tupleDims[0].size;
  Chunk tuples = chunk.value_or(Chunk{b.index(0), gather.emitTuples(b)});
  if (gather.batchDims.empty())
    Batch{b, gather, gather.indices.buffer.origin, gather.out.origin,
          gather.data.origin}
        .emit(tuples.begin, tuples.end);
  else
    emitBatches(b, gather, tuples, count);
  gather.getWriter().emitFence(b);
}
