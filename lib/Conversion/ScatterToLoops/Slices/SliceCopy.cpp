//===- SliceCopy.cpp - slices that overwrite data -------------------------===//

#include "SliceCopy.h"
#include "Rows/StridedRow.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Plan/PlanThresholds.h"

using namespace mlir;
using namespace scatter;

namespace {

/// Where a part of a row with gaps ends and the next part begins.
struct RowBound {
  Value position;
  /// The number of elements of the slice before it.
  Value elements;
};

} // namespace

/// Returns the last bound of the row of `copy` up to `position`: within a block
/// its beginning, before and after the slice any position.
static RowBound emitRowBound(IndexBuilder &b, const SliceCopy &copy,
                             Value position) {
  const LoopDim &row = copy.dims[0];
  const RowGaps &gaps = *copy.writer.gaps;
  int64_t stride = gaps.getStride();
  int64_t line = copy.writer.getLineLength();
  Value first = b.sub(gaps.before, gaps.lead);
  Value last = b.add(gaps.before, b.mul(b.sub(row.size, 1), stride));
  // Blocks at multiples of a cache line from the first one are all aligned, or
  // none.
  Value lines = b.divu(b.maxs(b.sub(position, first), 0), stride * line);
  Value block = b.add(first, b.mul(lines, stride * line));
  Value isAfter = b.sgt(position, last);
  return {b.select(isAfter, position, b.minu(position, block)),
          b.select(isAfter, row.size, b.mul(lines, line))};
}

/// Restricts a row with gaps to the positions of `chunk`. The few gaps that
/// are copied are calls of memcpy, so that no vector loop is emitted beside
/// them.
static SliceCopy emitRowPart(IndexBuilder &b, const SliceCopy &copy,
                             const Chunk &chunk) {
  const LoopDim &row = copy.dims[0];
  RowGaps gaps = *copy.writer.gaps;
  RowBound begin = emitRowBound(b, copy, chunk.begin);
  RowBound end = emitRowBound(b, copy, chunk.end);
  Value first = b.add(gaps.before, b.mul(begin.elements, gaps.getStride()));
  // A part without elements of the slice is one gap.
  Value isGap = b.eq(begin.elements, end.elements);
  first = b.select(isGap, b.add(begin.position, gaps.lead), first);
  Value distance = b.sub(first, gaps.before);
  Value start = copy.offsets[0];
  Value dataOffset =
      gaps.step > 0 ? b.add(start, distance) : b.sub(start, distance);
  LoopDim part = row.onRange(b, {begin.elements, end.elements});
  SmallVector<Value> offsets = row.advance(b, copy.offsets, begin.elements);
  offsets[0] = dataOffset;
  gaps.before = b.sub(first, begin.position);
  gaps.length = b.sub(end.position, begin.position);
  return {
      copy.writer.withGaps(gaps).withMemcpyCalls(), {part}, offsets, copy.plan};
}

SliceCopy SliceCopy::onRange(IndexBuilder &b, const Chunk &range) const {
  SmallVector<LoopDim> partDims = {dims[0].onRange(b, range)};
  llvm::append_range(partDims, ArrayRef(dims).drop_front());
  return {writer, partDims, dims[0].advance(b, offsets, range.begin), plan};
}

/// Emits `copy`, divided among threads if it `isLarge`.
static void emitDivided(IndexBuilder &b, const SliceCopy &copy, Value isLarge) {
  const RowWriter &writer = copy.writer;
  bool isRow = copy.dims.size() == 1, isRowWithGaps = isRow && writer.gaps;
  auto emitWork = [&](const std::optional<Chunk> &chunk) {
    SliceCopy part = !chunk          ? copy
                     : isRowWithGaps ? emitRowPart(b, copy, *chunk)
                                     : copy.onRange(b, *chunk);
    emitSlice(b, part.writer, part.dims, part.offsets);
    writer.emitFence(b);
  };
  emitDividedIf(b, isLarge, copy.plan.threads,
                isRowWithGaps ? writer.gaps->length : copy.dims[0].size,
                isRow ? writer.getChunkLength() : 1, emitWork);
}

Value scatter::emitHasNontemporalBlocks(IndexBuilder &b,
                                        const SliceCopy &copy) {
  const RowWriter &writer = copy.writer;
  int64_t bytes = writer.storage.getBytes();
  Value distances = b.index(0);
  for (const LoopDim &dim : copy.getOuterDims())
    distances = b.bitOr(distances, b.mul(dim.strides[0], bytes));
  StridedBlocks blocks = StridedBlocks::get(writer, copy.dims.back()).front();
  Value rowLength = copy.getRowLength();
  Value rest = b.remu(rowLength, blocks.getLength());
  Value hasShortRest = b.uge(rowLength, b.mul(rest, kMaxRestShare));
  Value isAligned = writer.emitIsAligned(
      b, b.add(copy.offsets[0], blocks.getBegin()), distances);
  return b.bitAnd(hasShortRest, isAligned);
}

/// Returns the bytes that an element of `row` counts in the estimate of the
/// time of a copy: the distance to the next element, at most a cache line and
/// at least kStridedElementBytes.
static Value emitElementBytes(IndexBuilder &b, const RowWriter &writer,
                              const LoopDim &row) {
  int64_t bytes = writer.storage.getBytes();
  if (isContiguousRow(row))
    return b.index(bytes);
  Value stride = row.strides[0];
  Value distance = b.mul(b.maxs(stride, b.sub(0, stride)), bytes);
  int64_t minBytes = std::max(bytes, kStridedElementBytes);
  return b.maxu(b.minu(distance, kLineBytes), minBytes);
}

/// Emits `copy` in the way that suits its size. All dimensions but the
/// outermost one must be non-empty.
static void emitNonEmptyCopy(IndexBuilder &b, const SliceCopy &copy) {
  const RowWriter &writer = copy.writer;
  const LoopDim &row = copy.dims.back();
  Value rowBytes = b.mul(copy.getRowLength(), writer.storage.getBytes());
  Value bytes = b.product(rowBytes, getSizes(copy.getOuterDims()));
  Value work = b.product(emitElementBytes(b, writer, row), getSizes(copy.dims));
  Value isLarge = b.uge(b.maxu(bytes, work), copy.plan.parallelBytes);

  bool writesLines =
      writer.hasLineVectors() && (isContiguousRow(row) || writer.copiesGaps());
  if (!copy.plan.nontemporalBytes || !writesLines)
    return emitDivided(b, copy, isLarge);
  Value exceedsCache = b.uge(bytes, *copy.plan.nontemporalBytes);
  Value hasLines = writer.copiesGaps() ? emitHasNontemporalBlocks(b, copy)
                                       : b.uge(rowBytes, kNontemporalRowBytes);
  StoreMethod stores = writer.copiesGaps() ? StoreMethod::Nontemporal
                                           : StoreMethod::NontemporalRows;
  RowWriter bySize =
      writer.withStores(stores, b.bitAnd(exceedsCache, hasLines));
  emitDivided(b, {bySize, copy.dims, copy.offsets, copy.plan}, isLarge);
}

void scatter::emitSliceCopy(IndexBuilder &b, const SliceCopy &copy) {
  ArrayRef<LoopDim> dims = copy.dims;
  if (dims.empty())
    return emitSlice(b, copy.writer, dims, copy.offsets);
  // Memory of zero bytes can have any number of empty rows.
  emitIf(b, emitHasElements(b, dims.drop_front()),
         [&] { emitNonEmptyCopy(b, copy); });
}

CopyPlan CopyPlan::get(const Plan &plan) {
  CopyPlan copyPlan{plan.partition == Partition::serial ? 1 : plan.threads,
                    plan.parallelBytes};
  if (plan.nontemporalBytes > 0)
    copyPlan.nontemporalBytes = getNontemporalCopyBytes(plan);
  return copyPlan;
}

void scatter::emitCopyOfAll(IndexBuilder &b, const FlatBuffer &data,
                            const FlatBuffer &source, Type elementType,
                            const Plan &plan, const CopyPlan &copyPlan) {
  RowWriter writer(data.flat, source.flat,
                   Combiner(Reduction::none, elementType), plan);
  SmallVector<LoopDim> dims =
      zipDims(b, data, 0, source, 0, data.sizes.size(), writer.storage.parts);
  // A single call of memcpy costs little, and no vector loop is emitted beside
  // it.
  if (dims.size() == 1)
    writer = writer.withCopies(CopyMethod::Memcpy);
  emitSliceCopy(b, {writer, dims, {data.origin, source.origin}, copyPlan});
}
