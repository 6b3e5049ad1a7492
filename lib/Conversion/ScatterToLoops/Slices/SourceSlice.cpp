//===- SourceSlice.cpp - a slice_scatter with a source --------------------===//
//
// The rows of the slice are written in ascending order of `data`. Before each
// row, the gap between it and the previous row is copied from `source` in one
// piece, however many dimensions the gap spans. The last gap follows the last
// row. Threads take ranges of `data`, not of the slice, so that each thread
// writes the same number of bytes.
//
//===----------------------------------------------------------------------===//

#include "Rows/StridedRow.h"
#include "SliceCopy.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Plan/PlanThresholds.h"

using namespace mlir;
using namespace scatter;

namespace {

/// Emits the writes. The outer dimensions of the slice are iterated so that
/// they ascend in `data`.
class SourceSliceEmitter {
public:
  SourceSliceEmitter(IndexBuilder &b, const SliceCopy &copy,
                     const FlatBuffer &data, const FlatBuffer &source);

  void emit() const;

private:
  /// A row of the slice. It is the range [begin, end) of the elements of
  /// `data`, including the gaps that are written with the row.
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
  /// The number of storage elements of `data`.
  Value length;
  /// Whether the elements of a row are in descending order in `data`.
  bool isReversed;
};

} // namespace

/// Reverses the outer dimensions of `copy` that descend in `data`.
static SliceCopy emitAscending(IndexBuilder &b, const SliceCopy &copy) {
  SmallVector<LoopDim> dims;
  SmallVector<Value> offsets = copy.offsets;
  for (const LoopDim &dim : copy.getOuterDims()) {
    Value descends = b.slt(dim.strides[0], 0);
    if (isFalse(descends)) {
      dims.push_back(dim);
      continue;
    }
    Value last = b.sub(dim.size, 1);
    LoopDim ascending{dim.size, {}, dim.isContiguous};
    for (auto [offset, stride] : llvm::zip_equal(offsets, dim.strides)) {
      offset = b.add(offset, b.select(descends, b.mul(last, stride), 0));
      ascending.strides.push_back(b.select(descends, b.sub(0, stride), stride));
    }
    dims.push_back(ascending);
  }
  if (copy.dims.empty())
    dims.push_back({b.index(1), {b.index(1), b.index(1)}});
  else
    dims.push_back(copy.dims.back());
  return {copy.writer, dims, offsets, copy.plan};
}

SourceSliceEmitter::SourceSliceEmitter(IndexBuilder &b, const SliceCopy &slice,
                                       const FlatBuffer &data,
                                       const FlatBuffer &source)
    : b(b), copy(emitAscending(b, slice)),
      gapWriter(data.flat, source.flat, slice.writer.combiner,
                slice.writer.plan),
      length(data.emitLength(b)),
      isReversed(*getConstantIntValue(copy.dims.back().strides[0]) < 0) {
  const Plan &plan = gapWriter.plan;
  // A gap that is not written by non-temporal stores is one call of memcpy, if
  // the plan uses memcpy at all.
  gapWriter = gapWriter.withMemcpyCalls();
  if (plan.nontemporalBytes == 0 || !gapWriter.hasLineVectors())
    return;
  auto isAtLeast = [&](Value elements, IndexOperand bytes) {
    return b.uge(b.mul(elements, gapWriter.storage.getBytes()), bytes);
  };
  Value exceedsCache = isAtLeast(length, getNontemporalCopyBytes(plan));
  bool hasBlocks = copy.writer.gaps.has_value();
  Value rowLength = copy.getRowLength();
  Value hasLines = hasBlocks ? emitHasNontemporalBlocks(b, copy)
                             : isAtLeast(rowLength, kNontemporalRowBytes);
  copy.writer = copy.writer.withStores(hasBlocks ? StoreMethod::Nontemporal
                                                 : StoreMethod::NontemporalRows,
                                       b.bitAnd(exceedsCache, hasLines));
  // The average length of the gaps decides for all of them: each gap has one
  // loop, or one call. Gaps between rows of blocks are written like the blocks,
  // unless they are long.
  int64_t minGapBytes = kNontemporalRowBytes;
  if (hasBlocks)
    minGapBytes *= kGapFactor;
  Value rows = b.product(1, getSizes(copy.getOuterDims()));
  Value gaps = b.sub(length, b.mul(rows, rowLength));
  Value hasNontemporalGaps = isAtLeast(gaps, b.mul(rows, minGapBytes));
  if (hasBlocks)
    hasNontemporalGaps = b.bitOr(hasNontemporalGaps, hasLines);
  gapWriter = gapWriter.withStores(StoreMethod::NontemporalRows,
                                   b.bitAnd(exceedsCache, hasNontemporalGaps));
}

/// Copies the elements [begin, end) from `source`.
void SourceSliceEmitter::emitGap(Value begin, Value end) const {
  emitContiguousRow(b, gapWriter, b.sub(end, begin), begin, begin);
}

SourceSliceEmitter::Row
SourceSliceEmitter::getRow(ArrayRef<Value> offsets) const {
  const std::optional<RowGaps> &gaps = copy.writer.gaps;
  Value first = offsets[0], length = copy.getRowLength();
  Value before = gaps ? gaps->before : b.index(0);
  Value begin = isReversed ? b.sub(b.add(first, b.add(before, 1)), length)
                           : b.sub(first, before);
  return {begin, b.add(begin, length), offsets};
}

/// Writes the elements [begin, end) of `row`. A row with blocks is always
/// written as a whole.
void SourceSliceEmitter::emitRow(const Row &row, Value begin, Value end) const {
  if (copy.writer.gaps)
    return copy.writer.emitBySize(b, [&](const RowWriter &known) {
      emitStridedRow(b, known, copy.dims.back(), row.offsets);
    });
  Value skipped = isReversed ? b.sub(row.end, end) : b.sub(begin, row.begin);
  Value updatesOffset = b.add(row.offsets[1], skipped);
  emitContiguousRow(b, copy.writer, b.sub(end, begin), begin, updatesOffset,
                    isReversed);
}

/// Writes the part in `range` of the gap from `position` to `row` and of the
/// row. Returns the position after it. A row that is short or has blocks is not
/// split: it is written by the range that it begins in.
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
  bool isShort = size && *size * gapWriter.storage.getBytes() < kChunkBytes;
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

/// Writes the elements of `data` in `range`, or all of them if there is no
/// range.
void SourceSliceEmitter::emitRange(const std::optional<Chunk> &range) const {
  SmallVector<LoopDim> dims(copy.getOuterDims());
  SmallVector<Value> offsets = copy.offsets;
  if (!dims.empty()) {
    const LoopDim outer = dims[0];
    Value begin = b.index(0), end = outer.size;
    if (range) {
      // Restrict the outermost dimension to positions whose rows are in the
      // range. If the dimension has a single position, its stride may be any
      // number.
      Value stride = b.select(b.ugt(outer.size, 1), outer.strides[0], length);
      stride = b.maxs(stride, 1);
      Value first = getRow(offsets).begin;
      auto distanceTo = [&](Value position) {
        return b.maxs(b.sub(position, first), 0);
      };
      begin = b.minu(b.divu(distanceTo(range->begin), stride), outer.size);
      end = b.minu(b.ceildivu(distanceTo(range->end), stride), outer.size);
    }
    dims[0] = outer.onRange(b, {begin, end});
    offsets = outer.advance(b, offsets, begin);
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
  Value bytes = b.mul(length, gapWriter.storage.getBytes());
  emitDividedIf(b, b.uge(bytes, copy.plan.parallelBytes), copy.plan.threads,
                length, gapWriter.getChunkLength(),
                [&](const std::optional<Chunk> &range) { emitRange(range); });
}

void scatter::emitSourceSlice(IndexBuilder &b, const SliceCopy &copy,
                              const FlatBuffer &data,
                              const FlatBuffer &source) {
  SourceSliceEmitter(b, copy, data, source).emit();
}
