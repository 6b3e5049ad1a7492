//===- SliceScatterToLoops.cpp - slice_scatter to loops -------------------===//

#include "Check/ShapeChecks.h"
#include "Rows/StridedRow.h"
#include "ScatterToLoops.h"
#include "Slices/ResolvedSlice.h"
#include "Slices/SliceCopy.h"

#include "scatter/Plan/PlanThresholds.h"

using namespace mlir;
using namespace scatter;

/// Returns `copy` with StridedBlocks, if its rows allow them. If `source` is
/// not null, the gaps are copied from it.
static SliceCopy withGaps(IndexBuilder &b, const ResolvedSlice &slice,
                          const SliceCopy &copy, Value source = {}) {
  RowWriter writer = copy.writer.withGaps(slice.emitGaps(b, source));
  if (copy.dims.empty() || StridedBlocks::get(writer, copy.dims.back()).empty())
    return copy;
  return {writer, copy.dims, copy.offsets, copy.plan};
}

/// Whether elements with the same index have the same offset from the start of
/// both memrefs.
static bool haveOneLayout(MemRefType first, MemRefType second) {
  if (first.getLayout().isIdentity() && second.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides = first.getStridesAndOffset().first;
  return strides == second.getStridesAndOffset().first &&
         ShapedType::isStaticShape(strides);
}

/// Returns an i1 that says whether a row of the slice and the gap before it
/// have enough bytes on average to be written one after the other. More bytes
/// are needed if the copy exceeds the cache and the slice is sparse: then gaps
/// that begin and end within cache lines are slower than one copy of all of
/// `data`, and writing a few contiguous elements twice costs less.
static Value emitHasLongRows(IndexBuilder &b, const ResolvedSlice &slice,
                             const SliceCopy &copy) {
  const Plan &plan = copy.writer.plan;
  Value bytes = b.product(slice.getElementBytes(), slice.data.sizes);
  Value rows = b.product(1, getSizes(copy.getOuterDims()));
  Value rowBytes = b.index(kOnePassRowBytes);
  if (plan.nontemporalBytes > 0 && !copy.writer.gaps) {
    Value sliceBytes = b.product(slice.getElementBytes(), getSizes(copy.dims));
    Value isSparse = b.allOf({b.uge(bytes, getNontemporalCopyBytes(plan)),
                              b.uge(bytes, b.mul(sliceBytes, kSparseFactor))});
    rowBytes = b.select(isSparse, kSparseRowBytes, rowBytes);
  }
  return b.uge(bytes, b.mul(rows, rowBytes));
}

/// Returns an i1 that says whether rows with gaps are written together with
/// their gaps. Sparse rows of data that exceeds the cache are not: a copy of
/// all of `data` takes less time than one of each gap, and the cache lines of
/// the slice are few.
static Value emitHasDenseRows(IndexBuilder &b, const ResolvedSlice &slice,
                              const SliceCopy &copy) {
  const Plan &plan = copy.writer.plan;
  if (copy.dims.size() == 1 || plan.nontemporalBytes == 0)
    return b.boolean(true);
  const RowGaps &gaps = *copy.writer.gaps;
  int64_t elementBytes = slice.getElementBytes();
  Value rowBytes = b.mul(gaps.length, elementBytes);
  Value spanBytes =
      b.mul(copy.dims.back().size, gaps.getStride() * elementBytes);
  Value bytes = b.product(elementBytes, slice.data.sizes);
  return b.isNot(b.allOf(
      {b.uge(rowBytes, b.mul(b.add(spanBytes, kLineBytes), kSparseFactor)),
       b.uge(bytes, getNontemporalCopyBytes(plan) / kSparseCacheShare)}));
}

/// Returns an i1 that says whether a row of `data` has at least the length of a
/// vector. For shorter rows StridedBlocks would mask most lanes.
static Value emitRowsFillVectors(IndexBuilder &b, const RowWriter &writer) {
  Value bytes = b.mul(writer.gaps->length, writer.storage.getBytes());
  return b.uge(bytes, writer.plan.vectorBytes);
}

/// Returns `copy` without what only rows of at least kOnePassRowBytes would
/// use. Such rows of a sparse slice are copied in two passes too, and are
/// written without it.
static SliceCopy forShortRows(const SliceCopy &copy) {
  CopyPlan plan = copy.plan;
  if (kOnePassRowBytes <= kNontemporalRowBytes)
    plan.nontemporalBytes.reset();
  bool areVectors = kOnePassRowBytes <= copy.writer.plan.memcpyBytes;
  return {areVectors ? copy.writer.withCopies(CopyMethod::Vectors)
                     : copy.writer,
          copy.dims, copy.offsets, plan};
}

/// Emits `copy`, which is `op` without its source, and copies the rest of
/// `data` from the source.
static void emitWithSource(IndexBuilder &b, const ResolvedSlice &slice,
                           const SliceCopy &copy, SliceScatterOp op) {
  FlatBuffer source = FlatBuffer::create(b, op.getSource(), slice.storage);
  const Plan &plan = copy.writer.plan;
  auto emitTwoPasses = [&](bool hasShortRows = false) {
    SliceCopy update = withGaps(b, slice, copy);
    if (hasShortRows && !update.writer.gaps)
      update = forShortRows(update);
    emitCopyOfAll(b, slice.data, source, op.getElementType(), plan, copy.plan);
    emitSliceCopy(b, update);
  };
  auto dataType = cast<MemRefType>(op.getDataType());
  auto sourceType = cast<MemRefType>(op.getSource().getType());
  if (!slice.storage.isVectorizable || !haveOneLayout(dataType, sourceType))
    return emitTwoPasses();
  SliceCopy rows = withGaps(b, slice, copy, source.flat);
  bool hasBlocks = rows.writer.gaps.has_value();
  // A row without elements may begin outside of `data`.
  Value hasElements = emitHasElements(b, rows.dims);
  if (hasBlocks && slice.coversRows()) {
    Value isInOnePass =
        b.allOf({hasElements, emitRowsFillVectors(b, rows.writer),
                 emitHasDenseRows(b, slice, rows)});
    return emitIf(
        b, isInOnePass, [&] { emitSliceCopy(b, rows); },
        [&] { emitTwoPasses(); });
  }
  bool hasRows =
      hasBlocks || rows.dims.empty() || isContiguousRow(rows.dims.back());
  if (!hasRows || !dataType.getLayout().isIdentity())
    return emitTwoPasses();
  Value isInOnePass = b.bitAnd(hasElements, emitHasLongRows(b, slice, rows));
  if (hasBlocks)
    isInOnePass = b.bitAnd(isInOnePass, emitHasDenseRows(b, slice, rows));
  emitIf(
      b, isInOnePass, [&] { emitSourceSlice(b, rows, slice.data, source); },
      [&] { emitTwoPasses(/*hasShortRows=*/true); });
}

void scatter::lowerSliceScatter(IndexBuilder &b, SliceScatterOp op) {
  ResolvedSlice slice(b, op);
  RowWriter writer(slice.data.flat, slice.updates.flat,
                   Combiner(Reduction::none, op.getElementType()),
                   op.getPlanOrDefault());
  SliceCopy copy{writer,
                 mergeDims(b, slice.dims),
                 {slice.dataOffset, slice.updates.origin},
                 CopyPlan::get(writer.plan)};
  emitGuarded(b, slice.conditions, [&] {
    if (op.getSource() && !slice.coversData())
      return emitWithSource(b, slice, copy, op);
    emitSliceCopy(b, withGaps(b, slice, copy));
  });
}
