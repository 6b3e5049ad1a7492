//===- WritePhase.cpp - the writes of scatter_nd_update -------------------===//

#include "WritePhase.h"
#include "IndexMath.h"
#include "Parallel.h"
#include "StreamedRow.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

WritePhase::WritePhase(ScatterNDUpdateOp op, const TupleIndices &indices,
                       const FlatBuffer &data, const FlatBuffer &updates,
                       ArrayRef<LoopDim> sliceDims, const Plan &plan)
    : policy(op.getOutOfBounds()), hasUniqueIndices(op.getUniqueIndices()),
      indices(indices), data(data), updates(updates), sliceDims(sliceDims),
      plan(plan), writer(data.flat, updates.flat, op.getElementType(),
                         op.getReduction(), plan) {}

Value WritePhase::emitRowBytes(ImplicitLocOpBuilder &b) const {
  Value bytes = constantIndex(b, writer.storage.getBytes());
  for (const LoopDim &dim : sliceDims)
    bytes = mul(b, bytes, dim.size);
  return bytes;
}

/// Whether all slots are whole lines, and enough of them are written.
Value WritePhase::emitCanStream(ImplicitLocOpBuilder &b, Value rowBytes,
                                Value bytes) const {
  Value isAligned = emitIsAligned(b, writer.data, constantIndex(b, 0),
                                  writer.storage.getBytes(), rowBytes);
  Value isLarge = compare(b, arith::CmpIPredicate::uge, bytes,
                          constantIndex(b, plan.nontemporalBytes));
  return allOf(b, {isLarge, isAligned});
}

WritePhase::Slot WritePhase::emitSlot(ImplicitLocOpBuilder &b,
                                      Value indexOffset) const {
  Value offset = data.origin;
  SmallVector<Value> conditions;
  for (int64_t j = 0; j < indices.getDepth(); ++j) {
    Value size = indices.dataSizes[j];
    Value index = indices.extend(b, indices.load(b, indexOffset, j));
    Value position;
    if (policy == OutOfBounds::clamp) {
      position = indices.clamp(b, index, size);
      conditions.push_back(
          compare(b, arith::CmpIPredicate::ne, size, constantIndex(b, 0)));
    } else {
      position = indices.normalize(b, index, size);
      if (policy == OutOfBounds::drop)
        conditions.push_back(indices.isValid(b, index, size));
    }
    offset = add(b, offset, mul(b, position, data.strides[j]));
  }
  Value condition = allOf(b, conditions);
  return {offset, isTrue(condition) ? Value() : condition};
}

/// The thread that the slot at `offset` belongs to: the upper half of a
/// multiplicative hash, scaled to the number of threads. Slots in one pair of
/// lines have one owner, so that no line moves between cores.
Value WritePhase::emitOwner(ImplicitLocOpBuilder &b, Value offset) const {
  int64_t perBlock =
      std::max<int64_t>(2 * kLineBytes / writer.storage.getBytes(), 1);
  Value block = b.createOrFold<arith::ShRUIOp>(
      offset, constantIndex(b, llvm::Log2_64(perBlock)));
  Value factor = constantIndex(b, 0x9E3779B97F4A7C15);
  Value half = constantIndex(b, 32);
  Value hash =
      arith::ShRUIOp::create(b, arith::MulIOp::create(b, block, factor), half);
  Value scaled = arith::MulIOp::create(b, hash, constantIndex(b, plan.threads));
  return arith::ShRUIOp::create(b, scaled, half);
}

/// Prefetches every line of the slice at `offset` of `buffer`, of a long one as
/// many lines as 4 KiB have.
void WritePhase::emitPrefetch(ImplicitLocOpBuilder &b, Value buffer,
                              Value offset, bool isWrite) const {
  int64_t line = std::max<int64_t>(1, kLineBytes / writer.storage.getBytes());
  auto emitLine = [&](ImplicitLocOpBuilder &b, Value position) {
    memref::PrefetchOp::create(b, buffer, add(b, offset, position), isWrite,
                               /*localityHint=*/3, /*isDataCache=*/true);
  };
  if (sliceDims.empty())
    return emitLine(b, constantIndex(b, 0));
  Value length = sliceDims.back().size;
  int64_t limit = 64 * line;
  if (std::optional<int64_t> size = getConstantIntValue(length)) {
    for (int64_t position = 0, last = std::min(*size, limit); position < last;
         position += line)
      emitLine(b, constantIndex(b, position));
    return;
  }
  Value end = b.createOrFold<arith::MinUIOp>(length, constantIndex(b, limit));
  emitLoop(b, constantIndex(b, 0), end, line, emitLine);
}

/// Prefetches the slot, which is not one for a tuple that is dropped.
void WritePhase::emitPrefetchSlot(ImplicitLocOpBuilder &b,
                                  const Slot &slot) const {
  Value offset = slot.offset;
  if (slot.condition)
    offset = select(b, slot.condition, offset, constantIndex(b, 0));
  emitPrefetch(b, writer.data, offset, /*isWrite=*/true);
}

void WritePhase::emitTuple(ImplicitLocOpBuilder &b, const SliceWriter &by,
                           ArrayRef<LoopDim> dims, const Slot &slot,
                           Value updatesOffset) const {
  if (!slot.condition)
    return by.emitSlice(b, dims, slot.offset, updatesOffset);
  emitIf(b, slot.condition, [&](ImplicitLocOpBuilder &inner) {
    by.emitSlice(inner, dims, slot.offset, updatesOffset);
  });
}

/// The offset of the tuple that is some tuples after the one at `current`; near
/// the end that of the last tuple, which is prefetched again.
static Value emitOffsetAhead(ImplicitLocOpBuilder &b, Value current, Value last,
                             Value stride, int64_t distance) {
  Value ahead = add(b, current, mul(b, constantIndex(b, distance), stride));
  std::optional<int64_t> staticStride = getConstantIntValue(stride);
  if (staticStride && *staticStride >= 0)
    return b.createOrFold<arith::MinSIOp>(ahead, last);
  // With a negative stride the last tuple has the smallest offset.
  Value descends =
      compare(b, arith::CmpIPredicate::slt, stride, constantIndex(b, 0));
  Value highest = b.createOrFold<arith::MaxSIOp>(ahead, last);
  Value lowest = b.createOrFold<arith::MinSIOp>(ahead, last);
  return select(b, descends, highest, lowest);
}

/// The first of the sorted tuples from number `tuple` on that names another
/// slot than the one before `tuple`, by bisection.
Value WritePhase::emitSlotBegin(ImplicitLocOpBuilder &b, Value tuple) const {
  const LoopDim &tuples = indices.tupleDims[0];
  auto loadSlot = [&](ImplicitLocOpBuilder &b, Value number) {
    return emitSlot(b, add(b, indices.buffer.origin,
                           mul(b, number, tuples.strides[0])))
        .offset;
  };
  Value zero = constantIndex(b, 0), one = constantIndex(b, 1);
  Value isBetween =
      allOf(b, {compare(b, arith::CmpIPredicate::ugt, tuple, zero),
                compare(b, arith::CmpIPredicate::ult, tuple, tuples.size)});
  Value steps = select(b, isBetween, constantIndex(b, 64), zero);
  auto loop = scf::ForOp::create(
      b, zero, steps, one, ValueRange{tuple, tuples.size},
      [&](OpBuilder &nested, Location loc, Value, ValueRange range) {
        ImplicitLocOpBuilder inner(loc, nested);
        Value size = sub(inner, range[1], range[0]);
        Value middle =
            add(inner, range[0], arith::ShRUIOp::create(inner, size, one));
        // An empty range stays so.
        Value probe =
            arith::MinUIOp::create(inner, middle, sub(inner, tuples.size, one));
        Value isSame =
            compare(inner, arith::CmpIPredicate::eq, loadSlot(inner, probe),
                    loadSlot(inner, sub(inner, tuple, one)));
        Value next =
            arith::MinUIOp::create(inner, add(inner, middle, one), range[1]);
        scf::YieldOp::create(inner, {select(inner, isSame, next, range[0]),
                                     select(inner, isSame, range[1], middle)});
      });
  return loop.getResult(0);
}

/// The tuples of thread `part` that have their slots to themselves.
Share WritePhase::emitTupleShare(ImplicitLocOpBuilder &b, Value part) const {
  Share share = emitShare(b, indices.tupleDims[0].size, part, plan.threads, 1);
  if (hasUniqueIndices)
    return share;
  // Of a broken promise the end could be first.
  Value begin = emitSlotBegin(b, share.begin);
  Value end =
      b.createOrFold<arith::MaxUIOp>(emitSlotBegin(b, share.end), begin);
  return {begin, end};
}

/// The tuples of `share`, without it all, in row-major order, and the end of
/// the stores that bypass the cache.
void WritePhase::emitTuples(ImplicitLocOpBuilder &b, const SliceWriter &by,
                            const std::optional<Share> &share,
                            bool prefetches) const {
  SmallVector<LoopDim> dims(indices.tupleDims);
  SmallVector<Value> offsets = {indices.buffer.origin, updates.origin};
  Value begin = constantIndex(b, 0);
  if (share) {
    begin = share->begin;
    dims[0].size = sub(b, share->end, share->begin);
    for (auto [offset, stride] : llvm::zip_equal(offsets, dims[0].strides))
      offset = add(b, offset, mul(b, share->begin, stride));
  }
  auto emitInLoop = [&](ImplicitLocOpBuilder &b) {
    emitTupleLoop(b, by, dims, offsets, prefetches);
  };
  auto emitInBlocks = [&](ImplicitLocOpBuilder &b) {
    emitOffsetBlocks(b, by, dims[0].size, offsets[0], offsets[1], prefetches);
  };
  if (keptOffsets)
    emitKeptTuples(b, by, begin, add(b, begin, dims[0].size), prefetches);
  else if (plan.offsets == SlotOffsets::blocks)
    emitIf(b,
           compare(b, arith::CmpIPredicate::uge, dims[0].size,
                   constantIndex(b, plan.minOffsetTuples)),
           emitInBlocks, emitInLoop);
  else
    emitInLoop(b);
  if (by.streams)
    StreamFenceOp::create(b);
}

/// The tuples of `dims` whose components begin at offsets[0] and whose updates
/// at offsets[1].
void WritePhase::emitTupleLoop(ImplicitLocOpBuilder &b, const SliceWriter &by,
                               ArrayRef<LoopDim> dims, ArrayRef<Value> offsets,
                               bool prefetches) const {
  Value last;
  if (prefetches && !dims.empty())
    last = add(
        b, offsets[0],
        mul(b, sub(b, dims[0].size, constantIndex(b, 1)), dims[0].strides[0]));

  emitLoopNest(
      b, dims, offsets, [&](ImplicitLocOpBuilder &b, ArrayRef<Value> current) {
        if (last)
          emitPrefetchSlot(b,
                           emitSlot(b, emitOffsetAhead(b, current[0], last,
                                                       dims[0].strides[0],
                                                       plan.prefetchTuples)));
        emitTuple(b, by, sliceDims, emitSlot(b, current[0]), current[1]);
      });
}

/// All tuples, on the range of the slice that belongs to thread `part`.
void WritePhase::emitColumns(ImplicitLocOpBuilder &b, Value part) const {
  Value zero = constantIndex(b, 0);
  SmallVector<LoopDim> dims(sliceDims);
  Value begin = zero;
  if (part) {
    int64_t line = std::max<int64_t>(writer.vectorLength, 1);
    Share share = emitShare(b, dims[0].size, part, plan.threads, line);
    dims[0].size = sub(b, share.end, share.begin);
    begin = share.begin;
  }
  emitLoopNest(b, indices.tupleDims, {indices.buffer.origin, updates.origin},
               [&](ImplicitLocOpBuilder &b, ArrayRef<Value> current) {
                 Slot slot = emitSlot(b, current[0]);
                 slot.offset = add(b, slot.offset, begin);
                 emitTuple(b, writer, dims, slot, add(b, current[1], begin));
               });
}

/// Whether there is enough work for threads, see Plan.
Value WritePhase::emitIsLarge(ImplicitLocOpBuilder &b, Value tuples,
                              Value rowBytes) const {
  auto isAtLeast = [&](Value value, int64_t threshold) {
    return compare(b, arith::CmpIPredicate::uge, value,
                   constantIndex(b, threshold));
  };
  Value tupleBytes = b.createOrFold<arith::MaxUIOp>(
      rowBytes, constantIndex(b, plan.parallelTupleBytes));
  Value hasWork = isAtLeast(mul(b, tuples, tupleBytes), plan.parallelBytes);
  if (plan.parallelRowBytes == 0 && plan.parallelDataBytes == 0)
    return hasWork;
  Value dataBytes =
      mul(b, emitDataLength(b), constantIndex(b, writer.storage.getBytes()));
  return allOf(b, {hasWork, isAtLeast(rowBytes, plan.parallelRowBytes),
                   isAtLeast(dataBytes, plan.parallelDataBytes)});
}

/// The number of storage elements of `data`.
Value WritePhase::emitDataLength(ImplicitLocOpBuilder &b) const {
  Value length = constantIndex(b, 1);
  for (Value size : data.sizes)
    length = mul(b, length, size);
  return mul(b, length, constantIndex(b, writer.storage.parts));
}

void WritePhase::emit(ImplicitLocOpBuilder &b) const {
  Value rowBytes = emitRowBytes(b), tuples = constantIndex(b, 1);
  for (const LoopDim &dim : indices.tupleDims)
    tuples = mul(b, tuples, dim.size);
  Value bytes = mul(b, rowBytes, tuples);
  Value isLarge = emitIsLarge(b, tuples, rowBytes);

  if (plan.partition == Partition::slice)
    return emitSharedOrAlone(
        b, plan, isLarge,
        [&](ImplicitLocOpBuilder &b, Value part) { emitColumns(b, part); });
  auto emitAll = [&](ImplicitLocOpBuilder &b, const SliceWriter &by,
                     bool prefetches) {
    auto emitPart = [&](ImplicitLocOpBuilder &b, Value part) {
      std::optional<Share> share;
      if (part)
        share = emitTupleShare(b, part);
      emitTuples(b, by, share, prefetches);
    };
    switch (plan.partition) {
    case Partition::buckets:
      return emitLists(b, by, isLarge, prefetches);
    case Partition::private_copies:
      return emitCopies(b, by, isLarge, prefetches);
    case Partition::chunks:
      return emitSharedOrAlone(b, plan, isLarge, emitPart);
    default:
      return emitPart(b, Value());
    }
  };
  bool prefetches = plan.prefetchTuples > 0;
  if (plan.nontemporalBytes == 0)
    return emitAll(b, writer, prefetches);
  emitIf(
      b, emitCanStream(b, rowBytes, bytes),
      [&](ImplicitLocOpBuilder &b) {
        SliceWriter streaming = writer;
        streaming.streams = true;
        emitAll(b, streaming, /*prefetches=*/false);
      },
      [&](ImplicitLocOpBuilder &b) { emitAll(b, writer, prefetches); });
}
