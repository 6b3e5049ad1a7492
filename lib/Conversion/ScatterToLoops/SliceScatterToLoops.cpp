//===- SliceScatterToLoops.cpp - slice_scatter to loops -------------------===//

#include "SliceScatterToLoops.h"
#include "Addressing/FlatBuffer.h"
#include "Addressing/IndexMath.h"
#include "Check/ShapeChecks.h"
#include "Partitions/SliceCopy.h"
#include "Partitions/SourceSlice.h"
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

static bool isWholeLength(const AxisSlice &slice, Value size) {
  std::optional<int64_t> staticSize = getConstantIntValue(size);
  return slice.length == size ||
         (staticSize && isConstant(slice.length, *staticSize));
}

/// Whether the slice is known to be the whole axis in ascending order.
static bool isWholeAxis(const AxisSlice &slice, Value size) {
  return isConstant(slice.start, 0) && isConstant(slice.step, 1) &&
         isWholeLength(slice, size);
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

  /// The last dimension with more than one position, -1 if there is none.
  int64_t getRowDim() const {
    int64_t dim = slices.size() - 1;
    while (dim >= 0 && isConstant(dims[dim].size, 1))
      --dim;
    return dim;
  }
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
  int64_t row = slice.getRowDim();
  if (row < 0 || !isConstant(slice.data.strides[row], 1))
    return std::nullopt;
  const AxisSlice &axis = slice.slices[row];
  Value size = slice.data.sizes[row], one = constantIndex(b, 1);
  std::optional<int64_t> step = getConstantIntValue(axis.step);
  // The smallest integer has no magnitude.
  if (!step || *step == 0 || *step == std::numeric_limits<int64_t>::min())
    return std::nullopt;

  Value span = mul(b, sub(b, slice.dims[row].size, one), axis.step);
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

/// Whether the slice is known to be all of `data`, in any order.
static bool coversData(const ResolvedSlice &slice) {
  return llvm::all_of(
      llvm::zip_equal(slice.slices, slice.data.sizes), [](auto entry) {
        return isWholeLength(std::get<0>(entry), std::get<1>(entry));
      });
}

/// Whether elements of the two have the same offset from the start of each.
static bool haveOneLayout(MemRefType first, MemRefType second) {
  if (first.getLayout().isIdentity() && second.getLayout().isIdentity())
    return true;
  SmallVector<int64_t> strides = first.getStridesAndOffset().first;
  return strides == second.getStridesAndOffset().first &&
         ShapedType::isStaticShape(strides);
}

/// Emits `copy` and what it leaves of a copy of all of `source`, which has the
/// layout of `data`, row by row; false if rows have no windows, or do not cover
/// `data`.
static bool emitRowsOfSource(ImplicitLocOpBuilder &b,
                             const ResolvedSlice &slice, const SliceCopy &copy,
                             const FlatBuffer &source) {
  for (auto [dim, axis] : llvm::enumerate(slice.slices))
    if (int64_t(dim) != slice.getRowDim() &&
        !isWholeAxis(axis, slice.data.sizes[dim]))
      return false;
  Value isEmpty = compare(b, arith::CmpIPredicate::eq, copy.dims.back().size,
                          constantIndex(b, 0));
  const RowWriter &writer = copy.writer;
  emitIf(
      b, isEmpty,
      [&](ImplicitLocOpBuilder &b) {
        emitCopyOfAll(b, slice.data, source, writer.elementType, writer.plan);
      },
      [&](ImplicitLocOpBuilder &b) { emitSliceCopy(b, copy); });
  return true;
}

/// Whether the gap before a row of the slice and the row have enough bytes on
/// average to be written one after the other.
static Value emitHasLongRows(ImplicitLocOpBuilder &b,
                             const ResolvedSlice &slice,
                             const SliceCopy &copy) {
  Value bytes =
      constantIndex(b, slice.storage.getBytes() * slice.storage.parts);
  for (Value size : slice.data.sizes)
    bytes = mul(b, bytes, size);
  Value least = constantIndex(b, copy.writer.plan.onePassRowBytes);
  if (!copy.dims.empty())
    for (const LoopDim &dim : ArrayRef(copy.dims).drop_back())
      least = mul(b, least, dim.size);
  return compare(b, arith::CmpIPredicate::uge, bytes, least);
}

/// Emits `copy`, which is `op` without its source, and the rest of the copy of
/// the source.
static void emitWithSource(ImplicitLocOpBuilder &b, const ResolvedSlice &slice,
                           SliceCopy copy, SliceScatterOp op) {
  FlatBuffer source = FlatBuffer::create(b, op.getSource(), slice.storage);
  auto emitTwoPasses = [&](ImplicitLocOpBuilder &b) {
    SliceCopy update = copy;
    setGaps(b, update.writer, slice, copy.dims, /*source=*/Value());
    emitCopyOfAll(b, slice.data, source, op.getElementType(), copy.writer.plan);
    emitSliceCopy(b, update);
  };
  auto dataType = cast<MemRefType>(op.getDataType());
  auto sourceType = cast<MemRefType>(op.getSource().getType());
  if (!slice.storage.isVectorizable || !haveOneLayout(dataType, sourceType))
    return emitTwoPasses(b);
  setGaps(b, copy.writer, slice, copy.dims, source.flat);
  bool hasWindows = copy.writer.gaps.has_value();
  if (hasWindows && emitRowsOfSource(b, slice, copy, source))
    return;
  bool hasRows = copy.dims.empty() || hasWindows;
  if (!hasRows) {
    ArrayRef<Value> strides = copy.dims.back().strides;
    hasRows = isConstant(strides[1], 1) &&
              (isConstant(strides[0], 1) || isConstant(strides[0], -1));
  }
  if (!hasRows || !dataType.getLayout().isIdentity())
    return emitTwoPasses(b);
  Value isInOnePass = emitHasLongRows(b, slice, copy);
  // Gaps are those of a slice that is not empty.
  if (hasWindows)
    isInOnePass = allOf(
        b, {isInOnePass, compare(b, arith::CmpIPredicate::ne,
                                 copy.dims.back().size, constantIndex(b, 0))});
  emitIf(
      b, isInOnePass,
      [&](ImplicitLocOpBuilder &b) {
        emitSourceSlice(b, copy, slice.data, source);
      },
      emitTwoPasses);
}

void scatter::lowerSliceScatter(ImplicitLocOpBuilder &b, SliceScatterOp op) {
  ResolvedSlice slice(b, op);
  RowWriter writer(slice.data.flat, slice.updates.flat, op.getElementType(),
                   Reduction::none, op.getPlanOrDefault());
  SliceCopy copy{writer, mergeDims(b, slice.dims), slice.dataOffset,
                 slice.updates.origin};
  slice.checks.emitGuarded([&](ImplicitLocOpBuilder &b) {
    if (op.getSource() && !coversData(slice))
      return emitWithSource(b, slice, copy, op);
    setGaps(b, copy.writer, slice, copy.dims, /*source=*/Value());
    emitSliceCopy(b, copy);
  });
}
