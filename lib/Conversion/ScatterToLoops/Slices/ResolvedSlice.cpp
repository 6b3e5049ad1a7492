//===- ResolvedSlice.cpp - the bounds of a slice_scatter ------------------===//

#include "ResolvedSlice.h"
#include "Check/ShapeChecks.h"

#include "scatter/Dialect/Scatter/IR/PlanFacts.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

/// Whether the slice is known to be the whole axis in ascending order.
static bool isWholeAxis(const AxisSlice &slice, Value size) {
  return isConstantIntValue(slice.start, 0) &&
         isConstantIntValue(slice.step, 1) &&
         isEqualConstantIntOrValue(slice.length, size);
}

ResolvedSlice::ResolvedSlice(IndexBuilder &b, SliceScatterOp op)
    : storage(ElementStorage::get(op.getElementType())),
      data(FlatBuffer::create(b, op.getData(), storage)),
      updates(FlatBuffer::create(b, op.getUpdates(), storage)),
      dataOffset(data.origin) {
  int64_t rank = op.getDataRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    slices.push_back(resolveAxis(b, op, dim, data.sizes[dim]));
  MemrefSizes sizes(b, op->getOperands(), {&updates, &data});
  conditions = emitSizeConditions(b, op, slices, sizes);
  for (auto [dim, slice] : llvm::enumerate(slices)) {
    bool isLast = int64_t(dim) + 1 == rank;
    // Both sizes are equal. A static one allows loops to be unrolled.
    Value length =
        getConstantIntValue(slice.length) ? slice.length : updates.sizes[dim];
    bool isContiguous = !isLast && isConstantIntValue(slice.step, 1) &&
                        isWholeAxis(slices[dim + 1], data.sizes[dim + 1]) &&
                        data.contiguousDims[dim] && updates.contiguousDims[dim];
    dims.push_back(
        {length,
         {b.mul(slice.step, data.strides[dim]), updates.strides[dim]},
         isContiguous});
    dataOffset = b.add(dataOffset, b.mul(slice.start, data.strides[dim]));
  }
  appendParts(dims, storage.parts, EmittedSizes{b});
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

std::optional<RowGaps> ResolvedSlice::emitGaps(IndexBuilder &b,
                                               Value source) const {
  std::optional<RowSlice> row = emitRowSlice(b);
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

bool ResolvedSlice::coversData() const {
  return llvm::all_of_zip(slices, data.sizes,
                          [](const AxisSlice &axis, Value size) {
                            return isEqualConstantIntOrValue(axis.length, size);
                          });
}

bool ResolvedSlice::coversRows() const {
  int64_t outer = getFirstRowDim();
  return llvm::all_of_zip(ArrayRef(slices).take_front(outer),
                          ArrayRef(data.sizes).take_front(outer), isWholeAxis);
}
