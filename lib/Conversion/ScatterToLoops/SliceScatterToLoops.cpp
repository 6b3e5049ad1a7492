//===- SliceScatterToLoops.cpp - slice_scatter to loops -------------------===//

#include "SliceScatterToLoops.h"
#include "Addressing/FlatBuffer.h"
#include "Addressing/IndexMath.h"
#include "Check/ShapeChecks.h"
#include "Rows/Slice.h"
#include "Rows/StridedRow.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The positions start, start + step, ... along one axis of `data`.
struct AxisSlice {
  Value start, step, length;
};

} // namespace

/// resolveSlice of SliceArithmetic.h in IR, for bounds or a size known at run
/// time. With a step of 0 the length is any number.
static AxisSlice emitResolveSlice(ImplicitLocOpBuilder &b, Value start,
                                  Value stop, Value step, Value size) {
  Value zero = constantIndex(b, 0), one = constantIndex(b, 1);
  Value isAscending = compare(b, arith::CmpIPredicate::sgt, step, zero);
  Value low = select(b, isAscending, zero, constantIndex(b, -1));
  Value high = select(b, isAscending, size, sub(b, size, one));
  auto normalize = [&](Value value) {
    Value isNegative = compare(b, arith::CmpIPredicate::slt, value, zero);
    Value fromEnd = b.createOrFold<arith::MaxSIOp>(add(b, value, size), low);
    return select(b, isNegative, fromEnd,
                  b.createOrFold<arith::MinSIOp>(value, high));
  };
  Value first = normalize(start), end = normalize(stop);
  Value distance =
      select(b, isAscending, sub(b, end, first), sub(b, first, end));
  // As an unsigned number the magnitude of the smallest integer is right.
  Value magnitude = select(b, isAscending, step, sub(b, zero, step));
  magnitude = b.createOrFold<arith::MaxUIOp>(magnitude, one);
  Value steps =
      b.createOrFold<arith::DivUIOp>(sub(b, distance, one), magnitude);
  Value isEmpty = compare(b, arith::CmpIPredicate::sle, distance, zero);
  return {first, step, select(b, isEmpty, zero, add(b, steps, one))};
}

static AxisSlice resolveAxis(ImplicitLocOpBuilder &b, OpFoldResult start,
                             OpFoldResult stop, OpFoldResult step, Value size) {
  std::optional<int64_t> constants[] = {
      getConstantIntValue(start), getConstantIntValue(stop),
      getConstantIntValue(step), getConstantIntValue(size)};
  if (llvm::all_of(constants, [](auto value) { return value.has_value(); }) &&
      *constants[2] != 0) {
    SliceRange range = resolveSlice(*constants[0], *constants[1], *constants[2],
                                    *constants[3]);
    return {constantIndex(b, range.start), constantIndex(b, range.step),
            constantIndex(b, range.length)};
  }
  auto value = [&](OpFoldResult bound) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), bound);
  };
  return emitResolveSlice(b, value(start), value(stop), value(step), size);
}

/// Whether the slice is known to be the whole axis in ascending order.
static bool isWholeAxis(const AxisSlice &slice, Value size) {
  if (!isConstant(slice.start, 0) || !isConstant(slice.step, 1))
    return false;
  std::optional<int64_t> staticSize = getConstantIntValue(size);
  return slice.length == size ||
         (staticSize && isConstant(slice.length, *staticSize));
}

namespace {

/// What emitCopy works on: `updates` into the slice of `data` at `dataOffset`.
struct SliceCopy {
  RowWriter writer;
  SmallVector<LoopDim> dims;
  Value dataOffset, updatesOffset;
};

} // namespace

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

/// Emits `copy`.
static void emitCopy(ImplicitLocOpBuilder &b, const SliceCopy &copy) {
  ArrayRef<LoopDim> dims = copy.dims;
  if (dims.empty())
    return emitSlice(b, copy.writer, dims, copy.dataOffset, copy.updatesOffset);
  // Memory of no bytes can have any number of empty rows.
  emitIf(b, emitHasElements(b, dims.drop_front()),
         [&](ImplicitLocOpBuilder &b) { emitNonEmptyCopy(b, copy); });
}

namespace {

/// A slice_scatter whose operands are flat and whose bounds are resolved.
struct ResolvedSlice {
  ResolvedSlice(ImplicitLocOpBuilder &b, SliceScatterOp op);

  ElementStorage storage;
  FlatBuffer data, updates;
  RuntimeChecks checks;
  /// One per dimension of `data`.
  SmallVector<AxisSlice> slices;
  /// Before dimensions are merged.
  SmallVector<LoopDim> dims;
  Value dataOffset;
};

} // namespace

ResolvedSlice::ResolvedSlice(ImplicitLocOpBuilder &b, SliceScatterOp op)
    : storage(ElementStorage::get(op.getElementType())),
      data(FlatBuffer::create(b, op.getData(), storage)),
      updates(FlatBuffer::create(b, op.getUpdates(), storage)), checks(b),
      dataOffset(data.origin) {
  SmallVector<OpFoldResult> start = op.getMixedStart();
  SmallVector<OpFoldResult> stop = op.getMixedStop();
  SmallVector<OpFoldResult> step = op.getMixedStep();
  int64_t rank = op.getDataRank();
  for (auto [i, entry] : llvm::enumerate(step))
    if (auto value = dyn_cast<Value>(entry))
      checks.requireStep(i, op.getNormalizedAxes()[i], value);
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value size = data.sizes[dim];
    AxisSlice slice{constantIndex(b, 0), constantIndex(b, 1), size};
    if (std::optional<unsigned> i = op.getBoundOfDim(dim))
      slice = resolveAxis(b, start[*i], stop[*i], step[*i], size);
    checks.requireSize(SCATTER_OPERAND_UPDATES, dim,
                       updates.uncheckedSizes[dim], slice.length);
    slices.push_back(slice);
  }
  for (auto [dim, slice] : llvm::enumerate(slices)) {
    bool isLast = int64_t(dim) + 1 == rank;
    // The sizes are equal; a static one lets loops be unrolled.
    Value length =
        getConstantIntValue(slice.length) ? slice.length : updates.sizes[dim];
    bool isPacked = !isLast && isConstant(slice.step, 1) &&
                    isWholeAxis(slices[dim + 1], data.sizes[dim + 1]) &&
                    data.packed[dim] && updates.packed[dim];
    dims.push_back(
        {length,
         {mul(b, slice.step, data.strides[dim]), updates.strides[dim]},
         isPacked});
    dataOffset = add(b, dataOffset, mul(b, slice.start, data.strides[dim]));
  }
  appendParts(b, storage.parts, dims);
}

/// The gaps in the rows of `slice`, which are copied from `source` if that is
/// not null; none without a literal step along contiguous rows of `data`.
static std::optional<RowGaps>
emitGaps(ImplicitLocOpBuilder &b, const ResolvedSlice &slice, Value source) {
  auto isIterated = [&](int64_t dim) {
    return !isConstant(slice.dims[dim].size, 1);
  };
  auto dims = llvm::seq<int64_t>(0, slice.slices.size());
  auto row = llvm::find_if(llvm::reverse(dims), isIterated);
  if (row == dims.rend() || !isConstant(slice.data.strides[*row], 1))
    return std::nullopt;
  const AxisSlice &axis = slice.slices[*row];
  Value size = slice.data.sizes[*row], one = constantIndex(b, 1);
  std::optional<int64_t> step = getConstantIntValue(axis.step);
  // The smallest integer has no magnitude.
  if (!step || *step == 0 || *step == std::numeric_limits<int64_t>::min())
    return std::nullopt;

  Value span = mul(b, sub(b, slice.dims[*row].size, one), axis.step);
  Value last = add(b, axis.start, span);
  Value above = sub(b, sub(b, size, one), *step > 0 ? last : axis.start);
  RowGaps gaps;
  gaps.before = *step > 0 ? axis.start : above;
  gaps.after = *step > 0 ? above : last;
  gaps.source = source;
  // Windows begin at a multiple of the step from the begin of the row, which
  // is more often that of a line than the first element of the slice is.
  std::optional<int64_t> start = getConstantIntValue(axis.start);
  std::optional<int64_t> before = getConstantIntValue(gaps.before);
  if (start && before) {
    int64_t stride = std::abs(*step), lowest = *start % stride;
    int64_t lead = *step > 0 ? lowest : stride - 1 - lowest;
    gaps.lead = lead <= *before ? lead : 0;
  }
  return gaps;
}

/// Has `writer` write the rows of `dims` by windows, if it can.
static void setGaps(ImplicitLocOpBuilder &b, RowWriter &writer,
                    const ResolvedSlice &slice, ArrayRef<LoopDim> dims,
                    Value source) {
  writer.gaps = emitGaps(b, slice, source);
  if (dims.empty() || !RowWindows::get(writer, dims.back()))
    writer.gaps.reset();
}

/// Copies all of `source` to `slice.data`.
static void emitCopyOfAll(ImplicitLocOpBuilder &b, const ResolvedSlice &slice,
                          const FlatBuffer &source, Type elementType,
                          const Plan &plan) {
  SmallVector<LoopDim> dims = zipDims(b, slice.data, 0, source, 0,
                                      slice.slices.size(), slice.storage.parts);
  RowWriter writer(slice.data.flat, source.flat, elementType, Reduction::none,
                   plan);
  emitCopy(b, {writer, dims, slice.data.origin, source.origin});
}

void scatter::lowerSliceScatter(ImplicitLocOpBuilder &b, SliceScatterOp op) {
  ResolvedSlice slice(b, op);
  RowWriter writer(slice.data.flat, slice.updates.flat, op.getElementType(),
                   Reduction::none, op.getPlanOrDefault());
  SmallVector<LoopDim> dims = mergeDims(b, slice.dims);
  setGaps(b, writer, slice, dims, /*source=*/Value());
  slice.checks.emitGuarded([&](ImplicitLocOpBuilder &b) {
    emitCopy(b, {writer, dims, slice.dataOffset, slice.updates.origin});
  });
}

void scatter::lowerCopyAndSlice(ImplicitLocOpBuilder &b, Value copied,
                                SliceScatterOp op) {
  Plan plan = op.getPlanOrDefault();
  ResolvedSlice slice(b, op);
  FlatBuffer source = FlatBuffer::create(b, copied, slice.storage);
  RowWriter writer(slice.data.flat, slice.updates.flat, op.getElementType(),
                   Reduction::none, plan);
  SmallVector<LoopDim> dims = mergeDims(b, slice.dims);
  setGaps(b, writer, slice, dims, source.flat);
  auto emitUpdate = [&](ImplicitLocOpBuilder &b) {
    emitCopy(b, {writer, dims, slice.dataOffset, slice.updates.origin});
  };
  auto emitAll = [&](ImplicitLocOpBuilder &b) {
    emitCopyOfAll(b, slice, source, op.getElementType(), plan);
  };
  if (!writer.gaps) {
    setGaps(b, writer, slice, dims, /*source=*/Value());
    emitAll(b);
    return slice.checks.emitGuarded(emitUpdate);
  }
  Value isNotEmpty = compare(b, arith::CmpIPredicate::ne, dims.back().size,
                             constantIndex(b, 0));
  slice.checks.emitGuarded(isNotEmpty, emitUpdate, emitAll);
}
