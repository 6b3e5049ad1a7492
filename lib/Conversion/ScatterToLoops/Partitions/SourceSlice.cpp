//===- SourceSlice.cpp - a slice_scatter with a source --------------------===//
//
// The rows of the slice ascend in `data`. Each is written after the gap before
// it, which is copied from `source` in one piece however many dimensions it
// spans; what follows the last row is the last gap. Threads take ranges of
// `data`, not of the slice, so that they have the same number of bytes to
// write.
//
//===----------------------------------------------------------------------===//

#include "SourceSlice.h"
#include "Addressing/IndexMath.h"
#include "Rows/StridedRow.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

using namespace mlir;
using namespace scatter;

namespace {

/// What is emitted, the outer dimensions of the slice in ascending order.
class SourceSliceEmitter {
public:
  SourceSliceEmitter(ImplicitLocOpBuilder &b, const SliceCopy &copy,
                     const FlatBuffer &data, const FlatBuffer &source);

  void emit(ImplicitLocOpBuilder &b) const;

private:
  /// A row of the slice with what is written with it: the elements
  /// [begin, end) of `data`.
  struct Row {
    Value begin, end, dataOffset, updatesOffset;
  };

  void emitGap(ImplicitLocOpBuilder &b, Value begin, Value end) const;
  void emitRow(ImplicitLocOpBuilder &b, const Row &row, Value begin,
               Value end) const;
  Value emitGapAndRow(ImplicitLocOpBuilder &b, const Row &row, Value position,
                      const std::optional<Chunk> &range) const;
  Row getRow(ImplicitLocOpBuilder &b, ArrayRef<Value> offsets) const;
  void emitRange(ImplicitLocOpBuilder &b,
                 const std::optional<Chunk> &range) const;

  SliceCopy copy;
  RowWriter gapWriter;
  /// Storage elements of `data`.
  Value length;
  /// Whether rows and gaps are written by nontemporal stores.
  Value hasNontemporalRows, hasNontemporalGaps;
  bool isReversed;
};

} // namespace

/// The same slice with outer dimensions that ascend in `data`.
static SliceCopy emitAscending(ImplicitLocOpBuilder &b, SliceCopy copy) {
  Value zero = constantIndex(b, 0), one = constantIndex(b, 1);
  if (copy.dims.empty())
    copy.dims.push_back({one, {one, one}});
  for (LoopDim &dim : MutableArrayRef(copy.dims).drop_back()) {
    Value descends =
        compare(b, arith::CmpIPredicate::slt, dim.strides[0], zero);
    if (isFalse(descends))
      continue;
    Value last = sub(b, dim.size, one);
    Value *offsets[] = {&copy.dataOffset, &copy.updatesOffset};
    for (auto [offset, stride] : llvm::zip_equal(offsets, dim.strides)) {
      Value span = select(b, descends, mul(b, last, stride), zero);
      *offset = add(b, *offset, span);
      stride = select(b, descends, sub(b, zero, stride), stride);
    }
  }
  return copy;
}

SourceSliceEmitter::SourceSliceEmitter(ImplicitLocOpBuilder &b,
                                       const SliceCopy &slice,
                                       const FlatBuffer &data,
                                       const FlatBuffer &source)
    : copy(emitAscending(b, slice)),
      gapWriter(data.flat, source.flat, slice.writer.elementType,
                Reduction::none, slice.writer.plan),
      length(constantIndex(b, gapWriter.storage.parts)),
      isReversed(isConstant(copy.dims.back().strides[0], -1)) {
  const Plan &plan = gapWriter.plan;
  int64_t elementBytes = gapWriter.storage.getBytes();
  for (Value size : data.sizes)
    length = mul(b, length, size);
  hasNontemporalRows = hasNontemporalGaps =
      arith::ConstantIntOp::create(b, b.getI1Type(), 0);
  if (plan.nontemporalBytes == 0 ||
      gapWriter.vectorLength * elementBytes != kLineBytes)
    return;
  auto isAtLeast = [&](Value elements, Value bytes) {
    return compare(b, arith::CmpIPredicate::uge,
                   mul(b, elements, constantIndex(b, elementBytes)), bytes);
  };
  Value exceedsCache =
      isAtLeast(length, constantIndex(b, plan.nontemporalBytes));
  Value rowBytes = constantIndex(b, plan.nontemporalRowBytes);
  Value rowLength = copy.dims.back().size;
  hasNontemporalRows = allOf(b, {exceedsCache, isAtLeast(rowLength, rowBytes)});
  // Gaps are long or short on average: each has one loop, or one call.
  Value rows = constantIndex(b, 1);
  for (const LoopDim &dim : ArrayRef(copy.dims).drop_back())
    rows = mul(b, rows, dim.size);
  Value gaps = sub(b, length, mul(b, rows, rowLength));
  hasNontemporalGaps =
      allOf(b, {exceedsCache, isAtLeast(gaps, mul(b, rows, rowBytes))});
}

/// Copies the elements [begin, end) of `source`.
void SourceSliceEmitter::emitGap(ImplicitLocOpBuilder &b, Value begin,
                                 Value end) const {
  Value size = sub(b, end, begin);
  if (isConstant(size, 0))
    return;
  emitIf(
      b, hasNontemporalGaps,
      [&](ImplicitLocOpBuilder &b) {
        RowWriter nontemporal = gapWriter;
        nontemporal.hasNontemporalRows = true;
        emitContiguousRow(b, nontemporal, size, begin, begin);
      },
      [&](ImplicitLocOpBuilder &b) {
        CopyRowOp::create(b, size, gapWriter.updates, begin, gapWriter.data,
                          begin);
      });
}

SourceSliceEmitter::Row
SourceSliceEmitter::getRow(ImplicitLocOpBuilder &b,
                           ArrayRef<Value> offsets) const {
  const LoopDim &dim = copy.dims.back();
  Value span = mul(b, sub(b, dim.size, constantIndex(b, 1)), dim.strides[0]);
  Row row{offsets[0], Value(), offsets[0], offsets[1]};
  if (!copy.writer.gaps) {
    if (isReversed)
      row.begin = add(b, row.begin, span);
    row.end = add(b, row.begin, dim.size);
    return row;
  }
  const RowGaps &gaps = *copy.writer.gaps;
  bool descends = *getConstantIntValue(dim.strides[0]) < 0;
  if (descends)
    row.begin = add(b, row.begin, span);
  row.begin = sub(b, row.begin, descends ? gaps.after : gaps.before);
  row.end = add(b, row.begin, emitRowLength(b, gaps, dim));
  return row;
}

/// Writes the elements [begin, end) of `row`, all of it if it has windows.
void SourceSliceEmitter::emitRow(ImplicitLocOpBuilder &b, const Row &row,
                                 Value begin, Value end) const {
  if (copy.writer.gaps)
    return emitStridedRow(b, copy.writer, copy.dims.back(), row.dataOffset,
                          row.updatesOffset);
  Value size = sub(b, end, begin);
  if (begin == row.begin && end == row.end)
    size = copy.dims.back().size;
  Value skipped = isReversed ? sub(b, row.end, end) : sub(b, begin, row.begin);
  auto emit = [&](ImplicitLocOpBuilder &b, bool isNontemporal) {
    RowWriter writer = copy.writer;
    writer.hasNontemporalRows = isNontemporal;
    emitContiguousRow(b, writer, size, begin,
                      add(b, row.updatesOffset, skipped), isReversed);
  };
  emitIf(
      b, hasNontemporalRows, [&](ImplicitLocOpBuilder &b) { emit(b, true); },
      [&](ImplicitLocOpBuilder &b) { emit(b, false); });
}

/// Writes the gap from `position` to `row` and the row, as far as they are in
/// `range`. Returns the position after it. A row that is short, or has windows,
/// is not cut: the range that it begins in has all of it.
Value SourceSliceEmitter::emitGapAndRow(
    ImplicitLocOpBuilder &b, const Row &row, Value position,
    const std::optional<Chunk> &range) const {
  auto emitAll = [&](ImplicitLocOpBuilder &b) {
    emitGap(b, position, row.begin);
    emitRow(b, row, row.begin, row.end);
    return row.end;
  };
  if (!range)
    return emitAll(b);
  std::optional<int64_t> size = getConstantIntValue(copy.dims.back().size);
  bool isShort =
      size && *size * gapWriter.storage.getBytes() < gapWriter.plan.chunkBytes;
  if (!copy.writer.gaps && !isShort) {
    auto clip = [&](Value offset, Value low) -> Value {
      return b.createOrFold<arith::MinSIOp>(
          b.createOrFold<arith::MaxSIOp>(offset, low), range->end);
    };
    Value begin = clip(row.begin, position), end = clip(row.end, begin);
    emitGap(b, position, begin);
    emitRow(b, row, begin, end);
    return end;
  }
  Value isLater =
      compare(b, arith::CmpIPredicate::sge, row.begin, range->begin);
  Value isEarlier =
      compare(b, arith::CmpIPredicate::slt, row.begin, range->end);
  return emitIfElse(
      b, allOf(b, {isLater, isEarlier}), emitAll, [&](ImplicitLocOpBuilder &b) {
        Value skipped = b.createOrFold<arith::MaxSIOp>(position, row.end);
        return select(b, isLater, position, skipped);
      });
}

/// Writes the elements of `data` in `range`, all without one.
void SourceSliceEmitter::emitRange(ImplicitLocOpBuilder &b,
                                   const std::optional<Chunk> &range) const {
  Value zero = constantIndex(b, 0);
  Value position = range ? range->begin : zero;
  SmallVector<LoopDim> dims(ArrayRef(copy.dims).drop_back());
  SmallVector<Value> offsets = {copy.dataOffset, copy.updatesOffset};
  if (!dims.empty()) {
    LoopDim &outer = dims[0];
    Value begin = zero, end = outer.size;
    if (range) {
      // Positions of the outermost dimension that have rows in the range.
      Value stride =
          b.createOrFold<arith::MaxSIOp>(outer.strides[0], constantIndex(b, 1));
      Value first = getRow(b, offsets).begin;
      auto distanceTo = [&](Value position) -> Value {
        return b.createOrFold<arith::MaxSIOp>(sub(b, position, first), zero);
      };
      begin = b.createOrFold<arith::MinUIOp>(
          b.createOrFold<arith::DivUIOp>(distanceTo(range->begin), stride),
          outer.size);
      end = b.createOrFold<arith::MinUIOp>(
          b.createOrFold<arith::CeilDivUIOp>(distanceTo(range->end), stride),
          outer.size);
    }
    // Memory of no bytes can have any number of empty rows.
    end = select(b, emitHasElements(b, ArrayRef(copy.dims).drop_front()), end,
                 begin);
    for (auto [offset, stride] : llvm::zip_equal(offsets, outer.strides))
      offset = add(b, offset, mul(b, begin, stride));
    outer.size = sub(b, end, begin);
  }
  position =
      emitLoopNest(b, dims, offsets, position,
                   [&](ImplicitLocOpBuilder &b, ArrayRef<Value> offsets, Value,
                       ValueRange positions) -> SmallVector<Value> {
                     return {emitGapAndRow(b, getRow(b, offsets),
                                           positions.front(), range)};
                   })
          .front();
  Value end =
      range ? b.createOrFold<arith::MaxSIOp>(range->end, position) : length;
  emitGap(b, position, end);
  if (!isFalse(hasNontemporalRows) || !isFalse(hasNontemporalGaps))
    NontemporalFenceOp::create(b);
}

void SourceSliceEmitter::emit(ImplicitLocOpBuilder &b) const {
  const Plan &plan = gapWriter.plan;
  int64_t elementBytes = gapWriter.storage.getBytes();
  Value isLarge = compare(b, arith::CmpIPredicate::uge,
                          mul(b, length, constantIndex(b, elementBytes)),
                          constantIndex(b, plan.parallelBytes));
  emitDividedIf(b, isLarge, plan, [&](ImplicitLocOpBuilder &b, Value thread) {
    std::optional<Chunk> range;
    if (thread)
      range = emitChunk(b, length, thread, plan.threads,
                        std::max<int64_t>(1, plan.chunkBytes / elementBytes));
    emitRange(b, range);
  });
}

void scatter::emitSourceSlice(ImplicitLocOpBuilder &b, const SliceCopy &copy,
                              const FlatBuffer &data,
                              const FlatBuffer &source) {
  SourceSliceEmitter(b, copy, data, source).emit(b);
}
