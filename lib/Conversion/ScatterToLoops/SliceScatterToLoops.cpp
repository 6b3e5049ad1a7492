//===- SliceScatterToLoops.cpp - slice_scatter to loops -------------------===//

#include "FlatBuffer.h"
#include "IndexMath.h"
#include "Lowerings.h"
#include "Parallel.h"
#include "Row.h"
#include "ShapeChecks.h"
#include "Strategy.h"
#include "StreamedRow.h"

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

/// Rows shorter than this are not streamed: their ends are stored element by
/// element.
static constexpr int64_t kMinStreamedRowBytes = 2048;

/// Elements that a thread takes at least of a single row: some pages.
static constexpr int64_t kRowGrainBytes = 16384;

namespace {

/// What emitCopy works on: `updates` into the slice of `data` at `dataOffset`.
struct SliceCopy {
  SliceWriter writer;
  SmallVector<LoopDim> dims;
  Value dataOffset, updatesOffset;
  bool isOfAll = false;
};

} // namespace

/// The share of `part` of what `copy` does, by its outermost dimension.
static SliceCopy emitPart(ImplicitLocOpBuilder &b, SliceCopy copy, Value part,
                          int64_t threads) {
  bool isOneRow = copy.dims.size() == 1;
  int64_t grain =
      isOneRow ? kRowGrainBytes / copy.writer.storage.getBytes() : 1;
  LoopDim &outer = copy.dims[0];
  Share share = emitShare(b, outer.size, part, threads, grain);
  if (copy.writer.gaps && isOneRow) {
    // The gap beside its last element belongs to a part, too.
    CopiedGaps &gaps = *copy.writer.gaps;
    int64_t step = *getConstantIntValue(outer.strides[0]);
    Value &first = step > 0 ? gaps.below : gaps.above;
    Value &last = step > 0 ? gaps.above : gaps.below;
    Value begins =
        compare(b, arith::CmpIPredicate::eq, share.begin, constantIndex(b, 0));
    Value ends = compare(b, arith::CmpIPredicate::eq, share.end, outer.size);
    first = select(b, begins, first, constantIndex(b, 0));
    last = select(b, ends, last, constantIndex(b, std::abs(step) - 1));
  }
  outer.size = sub(b, share.end, share.begin);
  copy.dataOffset =
      add(b, copy.dataOffset, mul(b, share.begin, outer.strides[0]));
  copy.updatesOffset =
      add(b, copy.updatesOffset, mul(b, share.begin, outer.strides[1]));
  return copy;
}

/// Emits `copy`, shared by threads if it `isLarge`.
static void emitShared(ImplicitLocOpBuilder &b, const SliceCopy &copy,
                       Value isLarge, const ScatterToLoopsOptions &options) {
  auto emit = [](ImplicitLocOpBuilder &b, const SliceCopy &copy) {
    copy.writer.emitSlice(b, copy.dims, copy.dataOffset, copy.updatesOffset);
    if (copy.writer.bypassesCache())
      StreamFenceOp::create(b);
  };
  emitSharedOrAlone(
      b, options, isLarge, [&](ImplicitLocOpBuilder &b, Value part) {
        if (!part)
          return emit(b, copy);
        SliceCopy mine = emitPart(b, copy, part, options.threads);
        if (!copy.writer.gaps)
          return emit(b, mine);
        // Gaps are those of a slice that is not empty.
        Value isEmpty = compare(b, arith::CmpIPredicate::eq, mine.dims[0].size,
                                constantIndex(b, 0));
        emitIf(
            b, isEmpty, [](ImplicitLocOpBuilder &) {},
            [&](ImplicitLocOpBuilder &b) { emit(b, mine); });
      });
}

/// Whether rows are written by windows that are whole lines.
static Value emitHasAlignedWindows(ImplicitLocOpBuilder &b,
                                   const SliceCopy &copy, Value rowBytes) {
  const SliceWriter &writer = copy.writer;
  Value first = copy.dataOffset;
  if (*getConstantIntValue(copy.dims.back().strides[0]) < 0)
    first = sub(b, first, constantIndex(b, writer.vectorLength - 1));
  Value distance = copy.dims.size() > 1 ? rowBytes : constantIndex(b, 0);
  return emitIsAligned(b, writer.data, first, writer.storage.getBytes(),
                       distance);
}

/// Emits `copy` in the way that suits its size.
static void emitCopy(ImplicitLocOpBuilder &b, const SliceCopy &copy,
                     const ScatterToLoopsOptions &options) {
  const SliceWriter &writer = copy.writer;
  ArrayRef<LoopDim> dims = copy.dims;
  if (dims.empty())
    return writer.emitSlice(b, dims, copy.dataOffset, copy.updatesOffset);

  int64_t elementBytes = writer.storage.getBytes();
  Value rowLength = dims.back().size;
  if (writer.gaps) {
    int64_t step = *getConstantIntValue(dims.back().strides[0]);
    Value span = mul(b, sub(b, rowLength, constantIndex(b, 1)),
                     constantIndex(b, std::abs(step)));
    rowLength = add(b, add(b, span, constantIndex(b, 1)),
                    add(b, writer.gaps->below, writer.gaps->above));
  }
  Value rowBytes = mul(b, rowLength, constantIndex(b, elementBytes));
  Value bytes = rowBytes;
  for (const LoopDim &dim : dims.drop_back())
    bytes = mul(b, bytes, dim.size);

  Value isLarge =
      compare(b, arith::CmpIPredicate::uge, bytes,
              constantIndex(b, chooseSliceThreshold(copy.isOfAll, options)));
  bool isRow = isConstant(dims.back().strides[1], 1) &&
               (isConstant(dims.back().strides[0], 1) ||
                isConstant(dims.back().strides[0], -1));
  bool hasLines = writer.storage.isVectorizable &&
                  writer.vectorLength * elementBytes == kLineBytes;
  Value canStream = arith::ConstantIntOp::create(
      b, b.getI1Type(),
      options.streamBytes > 0 && (isRow || writer.gaps) && hasLines);
  if (!isFalse(canStream))
    canStream = allOf(b, {compare(b, arith::CmpIPredicate::uge, bytes,
                                  constantIndex(b, options.streamBytes)),
                          compare(b, arith::CmpIPredicate::uge, rowBytes,
                                  constantIndex(b, kMinStreamedRowBytes))});
  if (!isFalse(canStream) && writer.gaps)
    canStream = allOf(b, {canStream, emitHasAlignedWindows(b, copy, rowBytes)});
  emitIf(
      b, canStream,
      [&](ImplicitLocOpBuilder &b) {
        SliceCopy streaming = copy;
        (writer.gaps ? streaming.writer.streams
                     : streaming.writer.streamsLongRows) = true;
        emitShared(b, streaming, isLarge, options);
      },
      [&](ImplicitLocOpBuilder &b) { emitShared(b, copy, isLarge, options); });
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
         isPacked,
         /*ownsGaps=*/isConstant(data.strides[dim], 1)});
    dataOffset = add(b, dataOffset, mul(b, slice.start, data.strides[dim]));
  }
  appendParts(b, storage, dims);
}

/// The gaps of a slice that has whole axes but for the last, and at least one
/// element.
static CopiedGaps emitCopiedGaps(ImplicitLocOpBuilder &b,
                                 const ResolvedSlice &slice, Value source) {
  const AxisSlice &last = slice.slices.back();
  Value one = constantIndex(b, 1);
  Value end = add(b, last.start,
                  mul(b, sub(b, slice.dims.back().size, one), last.step));
  bool isReversed = *getConstantIntValue(last.step) < 0;
  Value lowest = isReversed ? end : last.start;
  Value highest = isReversed ? last.start : end;
  Value size = slice.data.sizes.back();
  return {source, lowest, sub(b, sub(b, size, one), highest)};
}

/// Copies all of `source` to `slice.data`.
static void emitCopyOfAll(ImplicitLocOpBuilder &b, const ResolvedSlice &slice,
                          const FlatBuffer &source, Type elementType,
                          const ScatterToLoopsOptions &options) {
  SmallVector<LoopDim> dims;
  for (auto [dim, size] : llvm::enumerate(slice.data.sizes))
    dims.push_back({size,
                    {slice.data.strides[dim], source.strides[dim]},
                    slice.data.packed[dim] && source.packed[dim]});
  appendParts(b, slice.storage, dims);
  SliceWriter writer(slice.data.flat, source.flat, elementType, Reduction::none,
                     options);
  emitCopy(b,
           {writer, mergeDims(b, dims), slice.data.origin, source.origin,
            /*isOfAll=*/true},
           options);
}

void scatter::lowerSliceScatter(ImplicitLocOpBuilder &b, SliceScatterOp op,
                                const ScatterToLoopsOptions &options) {
  ResolvedSlice slice(b, op);
  SliceWriter writer(slice.data.flat, slice.updates.flat, op.getElementType(),
                     Reduction::none, options);
  SmallVector<LoopDim> dims = mergeDims(b, slice.dims);
  slice.checks.emitGuarded([&](ImplicitLocOpBuilder &b) {
    emitCopy(b,
             {writer, dims, slice.dataOffset, slice.updates.origin,
              op.getAxes().empty()},
             options);
  });
}

void scatter::lowerCopyAndSlice(ImplicitLocOpBuilder &b, Value copied,
                                SliceScatterOp op,
                                const ScatterToLoopsOptions &options) {
  ResolvedSlice slice(b, op);
  FlatBuffer source = FlatBuffer::create(b, copied, slice.storage);
  SliceWriter writer(slice.data.flat, slice.updates.flat, op.getElementType(),
                     Reduction::none, options);
  SmallVector<LoopDim> dims = mergeDims(b, slice.dims);
  auto emitUpdate = [&](ImplicitLocOpBuilder &b) {
    emitCopy(b, {writer, dims, slice.dataOffset, slice.updates.origin},
             options);
  };
  auto emitAll = [&](ImplicitLocOpBuilder &b) {
    emitCopyOfAll(b, slice, source, op.getElementType(), options);
  };
  if (dims.empty() || !writer.hasWindows(dims.back())) {
    emitAll(b);
    return slice.checks.emitGuarded(emitUpdate);
  }
  Value isNotEmpty = compare(b, arith::CmpIPredicate::ne,
                             slice.dims.back().size, constantIndex(b, 0));
  slice.checks.emitGuarded(
      isNotEmpty,
      [&](ImplicitLocOpBuilder &b) {
        writer.gaps = emitCopiedGaps(b, slice, source.flat);
        emitUpdate(b);
      },
      emitAll);
}
