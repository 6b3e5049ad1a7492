//===- Movement.cpp - parts of tensors and their order --------------------===//

#include "Movement.h"

#include "SizeChecks.h"
#include "scatter/Conversion/ImportUtils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::replaceByTranspose(NodeConversionBase &c,
                                          ArrayRef<int64_t> permutation,
                                          const Twine &name) {
  int64_t rank = c.rank(0);
  if (int64_t(permutation.size()) != rank || !isPermutationVector(permutation))
    return c.error(name + ": expected a permutation of " + Twine(rank) +
                   " dimensions, found " + str(permutation));
  return c.replace(transpose(c.b, c.operand(0), permutation));
}

/// The sizes beside `axis` that all operands have: known ones where there are
/// any. None if an operand is known not to fit.
static FailureOr<Sizes> getCommonSizes(NodeConversionBase &c, int64_t axis) {
  Sizes common = c.sizes(0);
  auto forEachSize =
      [&](llvm::function_ref<LogicalResult(unsigned, int64_t, OpFoldResult)>
              visit) -> LogicalResult {
    for (unsigned i = 0; i < c.getNumOperands(); ++i)
      for (auto [dim, size] : llvm::enumerate(c.sizes(i)))
        if (int64_t(dim) != axis && failed(visit(i, dim, size)))
          return c.error(c.describeInput(i) + ": expected the sizes of " +
                         str(c.type(0)) + " beside the axis, found " +
                         str(c.type(i)));
    return success();
  };
  if (failed(forEachSize([&](unsigned, int64_t dim, OpFoldResult size) {
        if (!getKnown(common[dim]) && getKnown(size))
          common[dim] = size;
        return success();
      })) ||
      failed(forEachSize([&](unsigned i, int64_t dim, OpFoldResult size) {
        return requireSize(c, i, dim, size, common[dim]);
      })))
    return failure();
  return common;
}

LogicalResult scatter::replaceByConcat(NodeConversionBase &c, int64_t axis) {
  RankedTensorType first = c.type(0);
  for (unsigned i = 0; i < c.getNumOperands(); ++i) {
    if (!c.hasOperand(i) || failed(c.checkElement(i, first.getElementType())))
      return c.error("expected all inputs");
    if (c.rank(i) != first.getRank())
      return c.error(c.describeInput(i) + ": expected the sizes of " +
                     str(first) + " beside the axis, found " + str(c.type(i)));
  }
  FailureOr<Sizes> sizes = getCommonSizes(c, axis);
  if (failed(sizes))
    return failure();
  OpFoldResult total = c.b.getIndexAttr(0);
  SmallVector<Value> operands;
  for (unsigned i = 0; i < c.getNumOperands(); ++i) {
    (*sizes)[axis] = c.size(i, axis);
    operands.push_back(withSizes(c.b, c.operand(i), *sizes));
    total = addSizes(c.b, total, (*sizes)[axis]);
  }
  (*sizes)[axis] = total;
  auto type = c.makeSizedType(*sizes, first.getElementType());
  if (failed(type))
    return failure();
  if (type->hasStaticShape() && type->getNumElements() == 0)
    return c.replace(makeEmpty(c.b, *type));
  return c.replace(concatenate(c.b, operands, axis));
}

LogicalResult scatter::replaceBySplit(NodeConversionBase &c, int64_t axis,
                                      ArrayRef<OpFoldResult> sizes) {
  ImplicitLocOpBuilder &b = c.b;
  OpFoldResult size = c.size(0, axis), total = b.getIndexAttr(0);
  OpFoldResult tooLarge = addSizes(b, size, b.getIndexAttr(1));
  bool isNegative = false;
  for (OpFoldResult part : sizes) {
    isNegative |= getKnown(part).value_or(0) < 0;
    // The sum of what exceeds the size must not overflow.
    total =
        addSizes(b, total, getKnown(part) ? part : minSize(b, part, tooLarge));
  }
  if (isNegative || failed(requireSize(c, 0, axis, size, total)))
    return c.error("expected parts of " + str(size) + " elements, found " +
                   str(sizes));
  Sizes offsets(c.rank(0), b.getIndexAttr(0)), shape = c.sizes(0);
  SmallVector<int64_t> ones(c.rank(0), 1);
  for (OpFoldResult part : sizes) {
    shape[axis] = part;
    (void)c.replace(sliceTo(b, c.operand(0), offsets, shape, ones));
    offsets[axis] = addSizes(b, offsets[axis], part);
  }
  return success();
}

/// `bound` of a slice, counted from the end of `size` elements if it is
/// negative, in [low, high].
static OpFoldResult clampBound(ImplicitLocOpBuilder &b, OpFoldResult bound,
                               OpFoldResult size, OpFoldResult low,
                               OpFoldResult high) {
  std::optional<int64_t> known = getKnown(bound);
  // The least integers stand for the begin; the sum does not overflow.
  if (known && *known < -(int64_t(1) << 62))
    return low;
  if (known && *known < 0)
    return maxSize(b, addSizes(b, size, bound), low);
  if (known || isNonNegative(bound))
    return minSize(b, bound, high);
  Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                           toValue(b, bound), getIndex(b, 0));
  OpFoldResult moved = Value(arith::SelectOp::create(
      b, isNegative, toValue(b, addSizes(b, bound, size)), toValue(b, bound)));
  return minSize(b, maxSize(b, moved, low), high);
}

LogicalResult scatter::replaceBySlice(NodeConversionBase &c,
                                      const SliceBounds &bounds) {
  ImplicitLocOpBuilder &b = c.b;
  int64_t rank = c.rank(0);
  const auto &[starts, ends, axes, steps] = bounds;
  size_t count = starts.size();
  if (ends.size() != count || axes.size() != count || steps.size() != count)
    return c.error("expected starts, ends, axes and steps of one length");
  auto normalized = c.normalizeAxes(axes, rank);
  if (failed(normalized))
    return failure();
  OpFoldResult zero = b.getIndexAttr(0);
  Sizes offsets(rank, zero), sizes = c.sizes(0);
  SmallVector<int64_t> strides(rank, 1);
  for (size_t i = 0; i < count; ++i) {
    int64_t axis = (*normalized)[i], step = steps[i];
    OpFoldResult size = sizes[axis];
    if (step == 0)
      return c.error("steps: expected none of 0");
    // Larger steps take one element as well.
    step = std::clamp<int64_t>(step, -INT64_MAX, INT64_MAX);
    OpFoldResult low = step > 0 ? zero : OpFoldResult(b.getIndexAttr(-1));
    OpFoldResult high = step > 0 ? size : addSizes(b, size, b.getIndexAttr(-1));
    OpFoldResult start = clampBound(b, starts[i], size, low, high);
    OpFoldResult end = clampBound(b, ends[i], size, low, high);
    OpFoldResult distance =
        step > 0 ? subtractSizes(b, end, start) : subtractSizes(b, start, end);
    offsets[axis] = start;
    sizes[axis] =
        ceilDivideSizes(b, maxSize(b, distance, zero), std::abs(step));
    strides[axis] = step;
  }
  return c.replace(sliceTo(b, c.operand(0), offsets, sizes, strides));
}
