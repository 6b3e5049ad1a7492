//===- SliceBounds.cpp - bounds of slice_scatter as values ----------------===//

#include "scatter/Dialect/Scatter/Utils/SliceBounds.h"

#include "scatter/Dialect/Scatter/IR/Scatter.h"
#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

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

AxisSlice scatter::resolveAxis(IndexBuilder &b, SliceScatterOp op, int64_t dim,
                               Value size) {
  std::optional<unsigned> bound = op.getBoundOfDim(dim);
  if (!bound)
    return {b.index(0), b.index(1), size};
  OpFoldResult start = op.getMixedStart()[*bound];
  OpFoldResult stop = op.getMixedStop()[*bound];
  OpFoldResult step = op.getMixedStep()[*bound];
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

SlicePosition scatter::resolvePosition(IndexBuilder &b, SliceScatterOp op) {
  SlicePosition position;
  position.offsets.assign(op.getDataRank(), b.getIndexAttr(0));
  position.steps.assign(op.getDataRank(), b.getIndexAttr(1));
  for (int64_t dim : op.getNormalizedAxes()) {
    Value size = getValueOrCreateConstantIndexOp(
        b, b.getLoc(), tensor::getMixedSize(b, b.getLoc(), op.getData(), dim));
    AxisSlice slice = resolveAxis(b, op, dim, size);
    position.offsets[dim] = getAsOpFoldResult(slice.start);
    position.steps[dim] = getAsOpFoldResult(slice.step);
  }
  return position;
}
