//===- SourceSlice.cpp - a slice_scatter with a source --------------------===//
//
// The rows of the slice ascend in `data`. Each is written after the gap before
// it, which is copied from `source` in one piece however many dimensions it
// spans; what follows the last row is the last gap. Threads take ranges of
// `data`, not of the slice, so that they have the same number of bytes to
// write.
//
//===----------------------------------------------------------------------===//

#include "Rows/StridedRow.h"
#include "SliceCopy.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"

using namespace mlir;
using namespace scatter;

namespace {

/// Emits the writes, the outer dimensions of the slice in ascending order.
class SourceSliceEmitter {
public:
  SourceSliceEmitter(IndexBuilder &b, const SliceCopy &copy,
                     const FlatBuffer &data, const FlatBuffer &source);

  void emit() const;

private:
  /// A row of the slice with what is written with it: the elements
  /// [begin, end) of `data`.
  struct Row {
    Value begin, end;
    ArrayRef<Value> offsets;
  };

  void emitGap(Value begin, Value end) const;
  void emitRow(const Row &row, Value begin, Value end) const;
  Value emitGapAndRow(const Row &row, Value position,
                      const std::optional<Chunk> &range) const;
  Row getRow(ArrayRef<Value> offsets) const;
  void emitRange(const std::optional<Chunk> &range) const;

  IndexBuilder &b;
  SliceCopy copy;
  RowWriter gapWriter;
  /// Storage elements of `data`.
  Value length;
  /// Whether the elements of a row descend in `data`.
  bool isReversed;
};

} // namespace

/// The same slice with outer dimensions that ascend in `data`.
static SliceCopy emitAscending(IndexBuilder &b, SliceCopy copy) {
  if (copy.dims.empty())
    copy.dims.push_back({b.index(1), {b.index(1), b.index(1)}});
  for (LoopDim &dim : MutableArrayRef(copy.dims).drop_back()) {
    Value descends = b.slt(dim.strides[0], 0);
    if (isFalse(descends))
      continue;
    Value last = b.sub(dim.size, 1);
    for (auto [offset, stride] : llvm::zip_equal(copy.offsets, dim.strides)) {
      offset = b.add(offset, b.select(descends, b.mul(last, stride), 0));
      stride = b.select(descends, b.sub(0, stride), stride);
    }
  }
  return copy;
}

SourceSliceEmitter::SourceSliceEmitter(IndexBuilder &b, const SliceCopy &slice,
                                       const FlatBuffer &data,
                                       const FlatBuffer &source)
    : b(b), copy(emitAscending(b, slice)),
      gapWriter(data.flat, source.flat, slice.writer.elementType,
                Reduction::none, slice.writer.plan),
      length(data.emitLength(b)),
      isReversed(*getConstantIntValue(copy.dims.back().strides[0]) < 0) {
  Plan &plan = gapWriter.plan;
  // A gap that is not nontemporal is one call, unless memcpy is slow.
  if (plan.memcpyBytes > 0)
    plan.memcpyBytes = 1;
  if (plan.nontemporalBytes == 0 || !gapWriter.hasLineVectors())
    return;
  auto isAtLeast = [&](Value elements, IndexOperand bytes) {
    return b.uge(b.mul(elements, gapWriter.storage.getBytes()), bytes);
  };
  Value exceedsCache = isAtLeast(length, plan.nontemporalBytes);
  Value rowLength = copy.dims.back().size;
  if (!copy.writer.gaps) {
    copy.writer.hasNontemporalRows = true;
    copy.writer.exceedsCache =
        b.allOf({exceedsCache, isAtLeast(rowLength, plan.nontemporalRowBytes)});
  }
  // Gaps are long or short on average: each has one loop, or one call.
  Value rows = b.product(1, getSizes(copy.getOuterDims()));
  Value gaps = b.sub(length, b.mul(rows, rowLength));
  gapWriter.hasNontemporalRows = true;
  gapWriter.exceedsCache = b.allOf(
      {exceedsCache, isAtLeast(gaps, b.mul(rows, plan.nontemporalRowBytes))});
}

/// Copies the elements [begin, end) of `source`.
void SourceSliceEmitter::emitGap(Value begin, Value end) const {
  Value size = b.sub(end, begin);
  if (!isConstant(size, 0))
    emitContiguousRow(b, gapWriter, size, begin, begin);
}

SourceSliceEmitter::Row
SourceSliceEmitter::getRow(ArrayRef<Value> offsets) const {
  const LoopDim &dim = copy.dims.back();
  const std::optional<RowGaps> &gaps = copy.writer.gaps;
  Value begin = offsets[0];
  if (isReversed)
    begin = b.add(begin, b.mul(b.sub(dim.size, 1), dim.strides[0]));
  if (gaps)
    begin = b.sub(begin, isReversed ? gaps->after : gaps->before);
  Value end = b.add(begin, gaps ? emitRowLength(b, *gaps, dim) : dim.size);
  return {begin, end, offsets};
}

/// Writes the elements [begin, end) of `row`, all of it if it has blocks.
void SourceSliceEmitter::emitRow(const Row &row, Value begin, Value end) const {
  if (copy.writer.gaps)
    return emitStridedRow(b, copy.writer, copy.dims.back(), row.offsets);
  Value skipped = isReversed ? b.sub(row.end, end) : b.sub(begin, row.begin);
  Value updatesOffset = b.add(row.offsets[1], skipped);
  emitContiguousRow(b, copy.writer, b.sub(end, begin), begin, updatesOffset,
                    isReversed);
}

/// Writes the gap from `position` to `row` and the row, as far as they are in
/// `range`. Returns the position after it. A row that is short, or has blocks,
/// is not cut: the range that it begins in has all of it.
Value SourceSliceEmitter::emitGapAndRow(
    const Row &row, Value position, const std::optional<Chunk> &range) const {
  auto emitAll = [&] {
    emitGap(position, row.begin);
    emitRow(row, row.begin, row.end);
    return row.end;
  };
  if (!range)
    return emitAll();
  std::optional<int64_t> size = getConstantIntValue(copy.dims.back().size);
  bool isShort =
      size && *size * gapWriter.storage.getBytes() < gapWriter.plan.chunkBytes;
  if (!copy.writer.gaps && !isShort) {
    auto clip = [&](Value offset, Value low) {
      return b.mins(b.maxs(offset, low), range->end);
    };
    Value begin = clip(row.begin, position), end = clip(row.end, begin);
    emitGap(position, begin);
    emitRow(row, begin, end);
    return end;
  }
  Value isLater = b.sge(row.begin, range->begin);
  Value isEarlier = b.slt(row.begin, range->end);
  return emitIfElse(b, b.allOf({isLater, isEarlier}), emitAll, [&] {
    Value skipped = b.maxs(position, row.end);
    return b.select(isLater, position, skipped);
  });
}

/// Writes the elements of `data` in `range`, all without one.
void SourceSliceEmitter::emitRange(const std::optional<Chunk> &range) const {
  SmallVector<LoopDim> dims(copy.getOuterDims());
  SmallVector<Value> offsets = copy.offsets;
  if (!dims.empty()) {
    LoopDim &outer = dims[0];
    Value begin = b.index(0), end = outer.size;
    if (range) {
      // Positions of the outermost dimension that have rows in the range. The
      // stride of a single position may be any number.
      Value stride = b.select(b.ugt(outer.size, 1), outer.strides[0], length);
      stride = b.maxs(stride, 1);
      Value first = getRow(offsets).begin;
      auto distanceTo = [&](Value position) {
        return b.maxs(b.sub(position, first), 0);
      };
      begin = b.minu(b.divu(distanceTo(range->begin), stride), outer.size);
      end = b.minu(b.ceildivu(distanceTo(range->end), stride), outer.size);
    }
    // Memory of no bytes can have any number of empty rows.
    end = b.select(emitHasElements(b, ArrayRef(copy.dims).drop_front()), end,
                   begin);
    outer.restrictTo(b, {begin, end}, offsets);
  }
  auto emitNext = [&](ArrayRef<Value> offsets, Value,
                      ValueRange positions) -> SmallVector<Value> {
    return {emitGapAndRow(getRow(offsets), positions.front(), range)};
  };
  Value position = range ? range->begin : b.index(0);
  position = emitLoopNest(b, dims, offsets, position, emitNext).front();
  emitGap(position, range ? b.maxs(range->end, position) : length);
  copy.writer.emitFence(b);
  gapWriter.emitFence(b);
}

void SourceSliceEmitter::emit() const {
  const Plan &plan = gapWriter.plan;
  Value bytes = b.mul(length, gapWriter.storage.getBytes());
  emitDividedIf(b, b.uge(bytes, plan.parallelBytes), plan, length,
                gapWriter.getChunkLength(),
                [&](const std::optional<Chunk> &range) { emitRange(range); });
}

void scatter::emitSourceSlice(IndexBuilder &b, const SliceCopy &copy,
                              const FlatBuffer &data,
                              const FlatBuffer &source) {
  SourceSliceEmitter(b, copy, data, source).emit();
}
