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

/// Copies `updates` to the slice of `data` at `dataOffset`.
static void emitCopy(ImplicitLocOpBuilder &b, const SliceWriter &writer,
                     ArrayRef<LoopDim> dims, Value dataOffset,
                     Value updatesOffset,
                     const ScatterToLoopsOptions &options) {
  if (dims.empty())
    return writer.emitSlice(b, dims, dataOffset, updatesOffset);

  int64_t elementBytes = writer.storage.getBytes();
  Value rowBytes = mul(b, dims.back().size, constantIndex(b, elementBytes));
  Value bytes = rowBytes;
  for (const LoopDim &dim : dims.drop_back())
    bytes = mul(b, bytes, dim.size);

  Value isLarge = compare(b, arith::CmpIPredicate::uge, bytes,
                          constantIndex(b, options.parallelBytes));
  auto emitShared = [&](ImplicitLocOpBuilder &b, const SliceWriter &by) {
    emitSharedOrAlone(
        b, options, isLarge, [&](ImplicitLocOpBuilder &b, Value part) {
          if (!part) {
            by.emitSlice(b, dims, dataOffset, updatesOffset);
            if (by.streamsLongRows)
              StreamFenceOp::create(b);
            return;
          }
          int64_t grain = dims.size() > 1 ? 1 : kRowGrainBytes / elementBytes;
          Share share =
              emitShare(b, dims[0].size, part, options.threads, grain);
          SmallVector<LoopDim> mine(dims);
          mine[0].size = sub(b, share.end, share.begin);
          by.emitSlice(
              b, mine,
              add(b, dataOffset, mul(b, share.begin, dims[0].strides[0])),
              add(b, updatesOffset, mul(b, share.begin, dims[0].strides[1])));
          if (by.streamsLongRows)
            StreamFenceOp::create(b);
        });
  };

  bool isRow = isConstant(dims.back().strides[1], 1) &&
               (isConstant(dims.back().strides[0], 1) ||
                isConstant(dims.back().strides[0], -1));
  bool hasLines = writer.storage.isVectorizable &&
                  writer.vectorLength * elementBytes == kLineBytes;
  Value canStream = arith::ConstantIntOp::create(
      b, b.getI1Type(), options.streamBytes > 0 && isRow && hasLines);
  if (!isFalse(canStream))
    canStream = allOf(b, {compare(b, arith::CmpIPredicate::uge, bytes,
                                  constantIndex(b, options.streamBytes)),
                          compare(b, arith::CmpIPredicate::uge, rowBytes,
                                  constantIndex(b, kMinStreamedRowBytes))});
  emitIf(
      b, canStream,
      [&](ImplicitLocOpBuilder &b) {
        SliceWriter streaming = writer;
        streaming.streamsLongRows = true;
        emitShared(b, streaming);
      },
      [&](ImplicitLocOpBuilder &b) { emitShared(b, writer); });
}

void scatter::lowerSliceScatter(ImplicitLocOpBuilder &b, SliceScatterOp op,
                                const ScatterToLoopsOptions &options) {
  ElementStorage storage = ElementStorage::get(op.getElementType());
  FlatBuffer data = FlatBuffer::create(b, op.getData(), storage);
  FlatBuffer updates = FlatBuffer::create(b, op.getUpdates(), storage);
  SmallVector<OpFoldResult> start = op.getMixedStart();
  SmallVector<OpFoldResult> stop = op.getMixedStop();
  SmallVector<OpFoldResult> step = op.getMixedStep();

  RuntimeChecks checks(b);
  SmallVector<AxisSlice> slices;
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

  SmallVector<LoopDim> dims;
  Value dataOffset = data.origin;
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
  SmallVector<LoopDim> merged = mergeDims(b, dims);

  SliceWriter writer(data.flat, updates.flat, op.getElementType(),
                     Reduction::none, options.vectorBytes);
  checks.emitGuarded([&](ImplicitLocOpBuilder &inner) {
    emitCopy(inner, writer, merged, dataOffset, updates.origin, options);
  });
}
