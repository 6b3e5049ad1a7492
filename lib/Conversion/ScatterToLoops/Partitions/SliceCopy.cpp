//===- SliceCopy.cpp - how threads divide a slice_scatter -----------------===//

#include "SliceCopy.h"
#include "Rows/StridedRow.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

using namespace mlir;
using namespace scatter;

/// Restricts `copy` to `chunk` of its outermost dimension.
static SliceCopy emitPart(IndexBuilder &b, SliceCopy copy, const Chunk &chunk) {
  LoopDim &outer = copy.dims[0];
  if (copy.writer.gaps && copy.dims.size() == 1) {
    // This part ends where the first block of the next part begins.
    RowGaps &gaps = *copy.writer.gaps;
    int64_t stride = std::abs(*getConstantIntValue(outer.strides[0]));
    Value isFirst = b.eq(chunk.begin, 0), isLast = b.eq(chunk.end, outer.size);
    gaps.before = b.select(isFirst, gaps.before, gaps.lead);
    gaps.after = b.select(isLast, gaps.after, stride - 1 - gaps.lead);
  }
  outer.restrictTo(b, chunk, copy.offsets);
  return copy;
}

/// Emits `copy`, divided among threads if it `isLarge`.
static void emitDivided(IndexBuilder &b, const SliceCopy &copy, Value isLarge) {
  const RowWriter &writer = copy.writer;
  auto emit = [&](const SliceCopy &copy) {
    emitSlice(b, copy.writer, copy.dims, copy.offsets);
    writer.emitFence(b);
  };
  auto emitWork = [&](const std::optional<Chunk> &chunk) {
    if (!chunk)
      return emit(copy);
    SliceCopy part = emitPart(b, copy, *chunk);
    if (!writer.copiesGaps())
      return emit(part);
    // Gaps are defined only for a slice that is not empty.
    emitIf(b, b.ne(part.dims[0].size, 0), [&] { emit(part); });
  };
  emitDividedIf(b, isLarge, writer.plan, copy.dims[0].size,
                copy.dims.size() == 1 ? writer.getChunkLength() : 1, emitWork);
}

/// Returns an i1 that says whether the vectors of all blocks are aligned to
/// cache lines.
static Value emitHasAlignedBlocks(IndexBuilder &b, const SliceCopy &copy) {
  const RowWriter &writer = copy.writer;
  Value distances = b.index(0);
  for (const LoopDim &dim : copy.getOuterDims())
    distances =
        b.bitOr(distances, b.mul(dim.strides[0], writer.storage.getBytes()));
  int64_t begin =
      StridedBlocks::get(writer, copy.dims.back()).front().getBegin();
  return writer.emitIsAligned(b, b.add(copy.offsets[0], begin), distances);
}

/// Returns the bytes that an element of `row` counts in the estimate of the
/// time of a copy: the distance to the next element, at most a cache line and
/// at least plan.parallelTupleBytes.
static Value emitElementBytes(IndexBuilder &b, const RowWriter &writer,
                              const LoopDim &row) {
  int64_t bytes = writer.storage.getBytes();
  if (isContiguousRow(row))
    return b.index(bytes);
  Value stride = row.strides[0];
  Value distance = b.mul(b.maxs(stride, b.sub(0, stride)), bytes);
  int64_t minBytes = std::max(bytes, writer.plan.parallelTupleBytes);
  return b.maxu(b.minu(distance, kLineBytes), minBytes);
}

/// Emits `copy` in the way that suits its size. All dimensions but the
/// outermost one must be non-empty.
static void emitNonEmptyCopy(IndexBuilder &b, const SliceCopy &copy) {
  const RowWriter &writer = copy.writer;
  const Plan &plan = writer.plan;
  const LoopDim &row = copy.dims.back();
  Value rowLength =
      writer.gaps ? emitRowLength(b, *writer.gaps, row) : row.size;
  Value rowBytes = b.mul(rowLength, writer.storage.getBytes());
  Value bytes = b.product(rowBytes, getSizes(copy.getOuterDims()));
  Value work = b.product(emitElementBytes(b, writer, row), getSizes(copy.dims));
  auto getThreshold = [&](Value given, int64_t planned) {
    return given ? given : b.index(planned);
  };
  Value isLarge =
      b.uge(b.maxu(bytes, work),
            getThreshold(copy.thresholds.parallelBytes, plan.parallelBytes));

  bool writesLines =
      writer.hasLineVectors() && (isContiguousRow(row) || writer.copiesGaps());
  // Memory that is written by non-temporal stores must not be prefetched.
  bool prefetchesBlocks =
      writer.gaps && !writer.copiesGaps() && plan.prefetchBytes > 0;
  if (plan.nontemporalBytes == 0 || (!writesLines && !prefetchesBlocks))
    return emitDivided(b, copy, isLarge);
  SmallVector<Value> exceedsCache = {
      b.uge(bytes, getThreshold(copy.thresholds.nontemporalBytes,
                                plan.nontemporalBytes))};
  if (writesLines)
    exceedsCache.push_back(b.uge(rowBytes, plan.nontemporalRowBytes));
  if (writer.copiesGaps())
    exceedsCache.push_back(emitHasAlignedBlocks(b, copy));
  SliceCopy bySize = copy;
  bySize.writer.exceedsCache = b.allOf(exceedsCache);
  bySize.writer.isNontemporal = writer.copiesGaps();
  bySize.writer.prefetchesBlocks = prefetchesBlocks;
  bySize.writer.hasNontemporalRows = isContiguousRow(row);
  emitDivided(b, bySize, isLarge);
}

void scatter::emitSliceCopy(IndexBuilder &b, const SliceCopy &copy) {
  ArrayRef<LoopDim> dims = copy.dims;
  if (dims.empty())
    return emitSlice(b, copy.writer, dims, copy.offsets);
  // Memory of zero bytes can have any number of empty rows.
  emitIf(b, emitHasElements(b, dims.drop_front()),
         [&] { emitNonEmptyCopy(b, copy); });
}

void scatter::emitCopyOfAll(IndexBuilder &b, const FlatBuffer &data,
                            const FlatBuffer &source, Type elementType,
                            const Plan &plan,
                            const CopyThresholds &thresholds) {
  RowWriter writer(data.flat, source.flat, elementType, Reduction::none, plan);
  SmallVector<LoopDim> dims =
      zipDims(b, data, 0, source, 0, data.sizes.size(), writer.storage.parts);
  // A single call of memcpy costs little, and no vector loop is emitted beside
  // it.
  if (dims.size() == 1)
    writer.plan.memcpyBytes = 1;
  emitSliceCopy(b, {writer, dims, {data.origin, source.origin}, thresholds});
}
