//===- SliceScatterToLoops.cpp - slice_scatter to loops -------------------===//

#include "Addressing/FlatBuffer.h"
#include "Check/ShapeChecks.h"
#include "Partitions/SliceCopy.h"
#include "Rows/StridedRow.h"
#include "ScatterToLoops.h"

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"
#include "scatter/Runtime/Runtime.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The positions start, start + step, ... along one axis of `data`.
struct AxisSlice {
  Value start, step, length;
};

} // namespace

/// Emits resolveSlice of SliceArithmetic.h, for bounds or a size that are known
/// only at run time. With a step of 0 the length is unspecified.
static AxisSlice emitResolveSlice(IndexBuilder &b, Value start, Value stop,
                                  Value step, Value size) {
  Value isAscending = b.sgt(step, 0);
  Value low = b.select(isAscending, 0, -1);
  Value high = b.select(isAscending, size, b.sub(size, 1));
  auto normalize = [&](Value value) {
    Value fromEnd = b.maxs(b.add(value, size), low);
    return b.select(b.slt(value, 0), fromEnd, b.mins(value, high));
  };
  Value first = normalize(start), end = normalize(stop);
  Value distance = b.select(isAscending, b.sub(end, first), b.sub(first, end));
  // As an unsigned number, the magnitude of the smallest integer is correct.
  Value magnitude = b.maxu(b.select(isAscending, step, b.sub(0, step)), 1);
  Value steps = b.divu(b.sub(distance, 1), magnitude);
  return {first, step, b.select(b.sle(distance, 0), 0, b.add(steps, 1))};
}

static AxisSlice resolveAxis(IndexBuilder &b, OpFoldResult start,
                             OpFoldResult stop, OpFoldResult step, Value size) {
  std::optional<int64_t> constants[] = {
      getConstantIntValue(start), getConstantIntValue(stop),
      getConstantIntValue(step), getConstantIntValue(size)};
  if (llvm::all_of(constants, [](auto value) { return value.has_value(); }) &&
      *constants[2] != 0) {
    SliceRange range = resolveSlice(*constants[0], *constants[1], *constants[2],
                                    *constants[3]);
    return {b.index(range.start), b.index(range.step), b.index(range.length)};
  }
  auto value = [&](OpFoldResult bound) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), bound);
  };
  return emitResolveSlice(b, value(start), value(stop), value(step), size);
}

/// Whether the slice is known to be the whole axis in ascending order.
static bool isWholeAxis(const AxisSlice &slice, Value size) {
  return isConstantIntValue(slice.start, 0) &&
         isConstantIntValue(slice.step, 1) &&
         isEqualConstantIntOrValue(slice.length, size);
}

namespace {

/// The positions of a slice along a row of adjacent elements of `data`.
struct RowSlice {
  AxisSlice slice;
  /// The number of elements of the row.
  Value size;
};

/// A slice_scatter whose operands are flat and whose bounds are resolved.
struct ResolvedSlice {
  ResolvedSlice(IndexBuilder &b, SliceScatterOp op);

  ElementStorage storage;
  FlatBuffer data, updates;
  RuntimeChecks checks;
  /// One per dimension of `data`.
  SmallVector<AxisSlice> slices;
  /// Dimensions of `data` before they are merged.
  SmallVector<LoopDim> dims;
  Value dataOffset;

  int64_t getElementBytes() const { return storage.getBytes() * storage.parts; }

  /// Returns the last dimension with more than one position, or -1 if there is
  /// none.
  int64_t getRowDim() const {
    int64_t dim = slices.size() - 1;
    while (dim >= 0 && isConstantIntValue(dims[dim].size, 1))
      --dim;
    return dim;
  }

  /// Returns the first of the dimensions that mergeDims merges with getRowDim.
  int64_t getFirstRowDim() const {
    int64_t dim = getRowDim();
    while (dim > 0 && dims[dim - 1].isPacked)
      --dim;
    return dim;
  }

  /// Returns the row of all elements of `data` from getFirstRowDim on. Of the
  /// dimensions after getRowDim the slice has one position. Returns none if the
  /// elements are not known to be adjacent.
  std::optional<RowSlice> emitRowSlice(IndexBuilder &b) const;
};

} // namespace

ResolvedSlice::ResolvedSlice(IndexBuilder &b, SliceScatterOp op)
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
    AxisSlice slice{b.index(0), b.index(1), size};
    if (std::optional<unsigned> i = op.getBoundOfDim(dim))
      slice = resolveAxis(b, start[*i], stop[*i], step[*i], size);
    checks.requireSize(SCATTER_OPERAND_UPDATES, dim,
                       updates.uncheckedSizes[dim], slice.length);
    slices.push_back(slice);
  }
  for (auto [dim, slice] : llvm::enumerate(slices)) {
    bool isLast = int64_t(dim) + 1 == rank;
    // Both sizes are equal. A static one allows loops to be unrolled.
    Value length =
        getConstantIntValue(slice.length) ? slice.length : updates.sizes[dim];
    bool isPacked = !isLast && isConstantIntValue(slice.step, 1) &&
                    isWholeAxis(slices[dim + 1], data.sizes[dim + 1]) &&
                    data.packed[dim] && updates.packed[dim];
    dims.push_back(
        {length,
         {b.mul(slice.step, data.strides[dim]), updates.strides[dim]},
         isPacked});
    dataOffset = b.add(dataOffset, b.mul(slice.start, data.strides[dim]));
  }
  appendParts(b, storage.parts, dims);
}

std::optional<RowSlice> ResolvedSlice::emitRowSlice(IndexBuilder &b) const {
  int64_t row = getRowDim();
  if (row < 0)
    return std::nullopt;
  int64_t elements = 1;
  Value start = b.index(0);
  for (int64_t dim = slices.size() - 1; dim > row; --dim) {
    std::optional<int64_t> size = getConstantIntValue(data.sizes[dim]);
    // The stride of a dimension of size 1 is not used.
    if (size == 1)
      continue;
    if (!isConstantIntValue(data.strides[dim], elements) || !size)
      return std::nullopt;
    start = b.add(start, b.mul(slices[dim].start, elements));
    if (llvm::MulOverflow(elements, *size, elements))
      return std::nullopt;
  }
  if (!isConstantIntValue(data.strides[row], elements))
    return std::nullopt;
  Value length = b.index(1), size = b.index(elements);
  for (int64_t dim = row, first = getFirstRowDim(); dim >= first; --dim) {
    start = b.add(start, b.mul(slices[dim].start, size));
    length = b.mul(length, dims[dim].size);
    size = b.mul(size, data.sizes[dim]);
  }
  // A slice without elements may begin one position before or after the axis.
  // With several elements per position, that is too far for RowGaps::before.
  if (elements > 1)
    start = b.maxs(b.mins(start, size), -1);
  return RowSlice{{start, b.mul(slices[row].step, elements), length}, size};
}

/// Returns the gaps in the rows of `slice`. If `source` is not null, they are
/// copied from it. There are none unless the step is a literal and the rows of
/// `data` are contiguous.
static std::optional<RowGaps>
emitGaps(IndexBuilder &b, const ResolvedSlice &slice, Value source) {
  std::optional<RowSlice> row = slice.emitRowSlice(b);
  if (!row)
    return std::nullopt;
  auto [axis, size] = *row;
  std::optional<int64_t> step = getConstantIntValue(axis.step);
  // The smallest integer has no positive counterpart.
  if (!step || *step == 0 || *step == std::numeric_limits<int64_t>::min())
    return std::nullopt;

  RowGaps gaps;
  gaps.step = *step;
  int64_t stride = gaps.getStride();
  gaps.before = *step > 0 ? axis.start : b.sub(b.sub(size, 1), axis.start);
  gaps.length = size;
  gaps.source = source;
  // Blocks begin at a multiple of the step from the beginning of the row. The
  // beginning of the row is aligned to a cache line more often than the first
  // element of the slice.
  std::optional<int64_t> start = getConstantIntValue(axis.start);
  std::optional<int64_t> before = getConstantIntValue(gaps.before);
  if (start && before) {
    int64_t lowest = llvm::mod(*start, stride);
    int64_t lead = *step > 0 ? lowest : stride - 1 - lowest;
    gaps.lead = lead <= *before ? lead : 0;
  }
  if (source)
    return gaps;
  // The row consists of the blocks of the slice.
  Value outside = b.sub(gaps.before, gaps.lead);
  gaps.before = b.index(gaps.lead);
  gaps.length = b.mins(b.sub(size, outside), b.mul(axis.length, stride));
  return gaps;
}

/// Returns `copy` with StridedBlocks, if its rows allow them. If `source` is
/// not null, the gaps are copied from it.
static SliceCopy withGaps(IndexBuilder &b, const ResolvedSlice &slice,
                          SliceCopy copy, Value source = {}) {
  copy.writer.gaps = emitGaps(b, slice, source);
  if (copy.dims.empty() ||
      StridedBlocks::get(copy.writer, copy.dims.back()).empty())
    copy.writer.gaps.reset();
  return copy;
}

/// Whether the slice is known to cover all of `data`, in any order.
static bool coversData(const ResolvedSlice &slice) {
  return llvm::all_of_zip(slice.slices, slice.data.sizes,
                          [](const AxisSlice &axis, Value size) {
                            return isEqualConstantIntOrValue(axis.length, size);
                          });
}

/// Whether the slice is known to have elements in every row of `data`.
static bool coversRows(const ResolvedSlice &slice) {
  int64_t outer = slice.getFirstRowDim();
  return llvm::all_of_zip(ArrayRef(slice.slices).take_front(outer),
                          ArrayRef(slice.data.sizes).take_front(outer),
                          isWholeAxis);
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

/// A slice is sparse if `data` has at least this many elements for each element
/// of the slice. A row with gaps is sparse if it has at least this many times
/// the bytes from the first to the last element of the slice and of a cache
/// line.
static constexpr int64_t kSparseFactor = 4;

/// Sparse rows with gaps are copied alone from this share of nontemporalBytes
/// on (docs/Performance.md, "Copy and slice of rows in one pass").
static constexpr int64_t kSparseCacheShare = 4;

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
  Value rowBytes = b.index(plan.onePassRowBytes);
  if (plan.nontemporalBytes > 0 && !copy.writer.gaps) {
    Value sliceBytes = b.product(slice.getElementBytes(), getSizes(copy.dims));
    Value isSparse = b.allOf({b.uge(bytes, plan.nontemporalBytes),
                              b.uge(bytes, b.mul(sliceBytes, kSparseFactor))});
    rowBytes = b.select(isSparse, plan.sparseRowBytes, rowBytes);
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
       b.uge(bytes, plan.nontemporalBytes / kSparseCacheShare)}));
}

/// Returns an i1 that says whether a row of `data` has at least the length of a
/// vector. For shorter rows StridedBlocks would mask most lanes.
static Value emitRowsFillVectors(IndexBuilder &b, const RowWriter &writer) {
  Value bytes = b.mul(writer.gaps->length, writer.storage.getBytes());
  return b.uge(bytes, writer.plan.vectorBytes);
}

/// Removes from `plan` what only rows of at least onePassRowBytes would use.
/// Such rows of a sparse slice are copied in two passes too, and are written
/// without it.
static void restrictToShortRows(Plan &plan) {
  if (plan.onePassRowBytes <= plan.nontemporalRowBytes)
    plan.nontemporalBytes = 0;
  if (plan.onePassRowBytes <= plan.memcpyBytes)
    plan.memcpyBytes = 0;
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
      restrictToShortRows(update.writer.plan);
    emitCopyOfAll(b, slice.data, source, op.getElementType(), plan);
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
  if (hasBlocks && coversRows(slice)) {
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
  RowWriter writer(slice.data.flat, slice.updates.flat, op.getElementType(),
                   Reduction::none, op.getPlanOrDefault());
  SliceCopy copy{writer,
                 mergeDims(b, slice.dims),
                 {slice.dataOffset, slice.updates.origin}};
  slice.checks.emitGuarded([&] {
    if (op.getSource() && !coversData(slice))
      return emitWithSource(b, slice, copy, op);
    emitSliceCopy(b, withGaps(b, slice, copy));
  });
}
