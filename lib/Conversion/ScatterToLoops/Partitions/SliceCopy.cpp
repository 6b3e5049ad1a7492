//===- SliceCopy.cpp - how threads divide a slice_scatter -----------------===//

#include "SliceCopy.h"
#include "Addressing/IndexMath.h"
#include "Rows/Slice.h"
#include "Rows/StridedRow.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

using namespace mlir;
using namespace scatter;

/// The part of `copy` that `thread` does, by its outermost dimension.
static SliceCopy emitPart(ImplicitLocOpBuilder &b, SliceCopy copy,
                          Value thread) {
  const Plan &plan = copy.writer.plan;
  bool isOneRow = copy.dims.size() == 1;
  int64_t grain = isOneRow
                      ? std::max<int64_t>(1, plan.chunkBytes /
                                                 copy.writer.storage.getBytes())
                      : 1;
  LoopDim &outer = copy.dims[0];
  Chunk chunk = emitChunk(b, outer.size, thread, plan.threads, grain);
  if (copy.writer.gaps && isOneRow) {
    // A part ends where the first window of the next one begins.
    RowGaps &gaps = *copy.writer.gaps;
    int64_t stride = std::abs(*getConstantIntValue(outer.strides[0]));
    Value begins =
        compare(b, arith::CmpIPredicate::eq, chunk.begin, constantIndex(b, 0));
    Value ends = compare(b, arith::CmpIPredicate::eq, chunk.end, outer.size);
    gaps.before = select(b, begins, gaps.before, constantIndex(b, gaps.lead));
    gaps.after =
        select(b, ends, gaps.after, constantIndex(b, stride - 1 - gaps.lead));
  }
  outer.size = sub(b, chunk.end, chunk.begin);
  copy.dataOffset =
      add(b, copy.dataOffset, mul(b, chunk.begin, outer.strides[0]));
  copy.updatesOffset =
      add(b, copy.updatesOffset, mul(b, chunk.begin, outer.strides[1]));
  return copy;
}

/// Emits `copy`, divided among threads if it `isLarge`.
static void emitDivided(ImplicitLocOpBuilder &b, const SliceCopy &copy,
                        Value isLarge) {
  auto emit = [](ImplicitLocOpBuilder &b, const SliceCopy &copy) {
    emitSlice(b, copy.writer, copy.dims, copy.dataOffset, copy.updatesOffset);
    copy.writer.emitFence(b);
  };
  emitDividedIf(
      b, isLarge, copy.writer.plan, [&](ImplicitLocOpBuilder &b, Value thread) {
        if (!thread)
          return emit(b, copy);
        SliceCopy mine = emitPart(b, copy, thread);
        if (!copy.writer.copiesGaps())
          return emit(b, mine);
        // Gaps are those of a slice that is not empty.
        Value isEmpty = compare(b, arith::CmpIPredicate::eq, mine.dims[0].size,
                                constantIndex(b, 0));
        emitIf(
            b, isEmpty, [](ImplicitLocOpBuilder &) {},
            [&](ImplicitLocOpBuilder &b) { emit(b, mine); });
      });
}

/// Whether the vectors of all windows are lines.
static Value emitHasAlignedWindows(ImplicitLocOpBuilder &b,
                                   const SliceCopy &copy) {
  const RowWriter &writer = copy.writer;
  std::optional<RowWindows> windows = RowWindows::get(writer, copy.dims.back());
  int64_t elementBytes = writer.storage.getBytes();
  Value distances = constantIndex(b, 0);
  for (const LoopDim &dim : ArrayRef(copy.dims).drop_back())
    distances = b.createOrFold<arith::OrIOp>(
        distances, mul(b, dim.strides[0], constantIndex(b, elementBytes)));
  return emitIsAligned(
      b, writer.data,
      add(b, copy.dataOffset, constantIndex(b, windows->getBegin())),
      elementBytes, distances);
}

/// Emits `copy`, whose dimensions have elements but for the outermost one, in
/// the way that suits its size.
static void emitNonEmptyCopy(ImplicitLocOpBuilder &b, const SliceCopy &copy) {
  const RowWriter &writer = copy.writer;
  const Plan &plan = writer.plan;
  ArrayRef<LoopDim> dims = copy.dims;
  int64_t elementBytes = writer.storage.getBytes();
  Value rowLength = writer.gaps ? emitRowLength(b, *writer.gaps, dims.back())
                                : dims.back().size;
  Value rowBytes = mul(b, rowLength, constantIndex(b, elementBytes));
  Value bytes = rowBytes;
  for (const LoopDim &dim : dims.drop_back())
    bytes = mul(b, bytes, dim.size);

  Value isLarge = compare(b, arith::CmpIPredicate::uge, bytes,
                          constantIndex(b, plan.parallelBytes));
  bool isRow = isConstant(dims.back().strides[1], 1) &&
               (isConstant(dims.back().strides[0], 1) ||
                isConstant(dims.back().strides[0], -1));
  bool hasLines = writer.storage.isVectorizable &&
                  writer.vectorLength * elementBytes == kLineBytes;
  bool writesLines = hasLines && (isRow || writer.copiesGaps());
  // What is stored past the cache must not be prefetched.
  bool prefetchesWindows =
      writer.gaps && !writer.copiesGaps() && plan.prefetchBytes > 0;
  Value exceedsCache = arith::ConstantIntOp::create(
      b, b.getI1Type(),
      plan.nontemporalBytes > 0 && (writesLines || prefetchesWindows));
  if (!isFalse(exceedsCache))
    exceedsCache = compare(b, arith::CmpIPredicate::uge, bytes,
                           constantIndex(b, plan.nontemporalBytes));
  if (!isFalse(exceedsCache) && writesLines)
    exceedsCache = allOf(
        b, {exceedsCache, compare(b, arith::CmpIPredicate::uge, rowBytes,
                                  constantIndex(b, plan.nontemporalRowBytes))});
  if (!isFalse(exceedsCache) && writer.copiesGaps())
    exceedsCache = allOf(b, {exceedsCache, emitHasAlignedWindows(b, copy)});
  emitIf(
      b, exceedsCache,
      [&](ImplicitLocOpBuilder &b) {
        SliceCopy large = copy;
        large.writer.isNontemporal = writer.copiesGaps();
        large.writer.prefetchesWindows = prefetchesWindows;
        large.writer.hasNontemporalRows = isRow;
        emitDivided(b, large, isLarge);
      },
      [&](ImplicitLocOpBuilder &b) { emitDivided(b, copy, isLarge); });
}

void scatter::emitSliceCopy(ImplicitLocOpBuilder &b, const SliceCopy &copy) {
  ArrayRef<LoopDim> dims = copy.dims;
  if (dims.empty())
    return emitSlice(b, copy.writer, dims, copy.dataOffset, copy.updatesOffset);
  // Memory of no bytes can have any number of empty rows.
  emitIf(b, emitHasElements(b, dims.drop_front()),
         [&](ImplicitLocOpBuilder &b) { emitNonEmptyCopy(b, copy); });
}

void scatter::emitCopyOfAll(ImplicitLocOpBuilder &b, const FlatBuffer &data,
                            const FlatBuffer &source, Type elementType,
                            const Plan &plan) {
  RowWriter writer(data.flat, source.flat, elementType, Reduction::none, plan);
  SmallVector<LoopDim> dims =
      zipDims(b, data, 0, source, 0, data.sizes.size(), writer.storage.parts);
  // A single call costs little, and no loop is left beside it.
  if (dims.size() == 1)
    writer.plan.memcpyBytes = 1;
  emitSliceCopy(b, {writer, dims, data.origin, source.origin});
}
