//===- Movement.cpp - ops that slice, split and transpose -----------------===//

#include "Movement.h"

#include "SizeChecks.h"
#include "scatter/Import/Utils/SizedShapes.h"

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

/// Returns the sizes that all operands have in dimensions other than `axis`,
/// static if any operand's size is static. Fails if two operands are known to
/// differ.
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

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

LogicalResult scatter::replaceBySplit(NodeConversionBase &c, int64_t axis,
                                      ArrayRef<OpFoldResult> sizes) {
  ImplicitLocOpBuilder &b = c.b;
  OpFoldResult zero = b.getIndexAttr(0), size = c.size(0, axis), total = zero;
  OpFoldResult tooLarge = addSizes(b, size, b.getIndexAttr(1));
  Sizes parts;
  bool isValid = true;
  for (OpFoldResult part : sizes) {
    // Neither a dynamic part nor the sum may overflow. Static parts are
    // limited, so that their sum cannot overflow. A dynamic part is clamped to
    // one more than `size`.
    constexpr int64_t limit = int64_t(1) << 50;
    std::optional<int64_t> known = getKnown(part);
    isValid &= !known || (*known >= 0 && *known <= limit);
    parts.push_back(maxSize(b, part, zero));
    total =
        addSizes(b, total, known ? part : minSize(b, parts.back(), tooLarge));
  }
  if (!isValid || failed(requireSize(c, 0, axis, size, total)))
    return c.error("expected parts of " + str(size) + " elements, found " +
                   str(sizes));
  Sizes offsets(c.rank(0), zero), shape = c.sizes(0);
  SmallVector<int64_t> ones(c.rank(0), 1);
  for (OpFoldResult part : parts) {
    shape[axis] = part;
    (void)c.replace(sliceTo(b, c.operand(0), offsets, shape, ones));
    offsets[axis] = addSizes(b, offsets[axis], part);
  }
  return success();
}

FailureOr<Sizes> scatter::getPartSizes(NodeConversionBase &c, unsigned i,
                                       OpFoldResult size) {
  ImplicitLocOpBuilder &b = c.b;
  auto given = c.integers(i);
  if (failed(given))
    return failure();
  OpFoldResult zero = b.getIndexAttr(0), minusOne = b.getIndexAttr(-1);
  OpFoldResult sum = zero, tooLarge = addSizes(b, size, b.getIndexAttr(1));
  auto select = [&](Value condition, OpFoldResult yes, OpFoldResult no) {
    return Value(
        arith::SelectOp::create(b, condition, toValue(b, yes), toValue(b, no)));
  };
  bool hasOpen =
      llvm::any_of(*given, [](OpFoldResult part) { return isKnown(part, -1); });
  // Whether an earlier part is -1 at run time.
  Value isTaken;
  SmallVector<Value> isOpen(given->size());
  for (auto [at, part] : llvm::enumerate(*given)) {
    if (isKnown(part, -1))
      continue;
    if (!getKnown(part) && !isNeverNegative(part) && !hasOpen) {
      OpFoldResult least = isTaken ? select(isTaken, zero, minusOne) : minusOne;
      requireAtLeast(c, i, at, part, least);
      isOpen[at] = emitIsEqual(b, part, minusOne);
      isTaken =
          isTaken ? arith::OrIOp::create(b, isTaken, isOpen[at]) : isOpen[at];
    } else if (!getKnown(part) && !isNeverNegative(part)) {
      part = requireNonNegative(c, i, at, part);
    }
    // Clamped, so that the sum does not overflow.
    sum = addSizes(b, sum, minSize(b, maxSize(b, part, zero), tooLarge));
  }
  OpFoldResult rest = maxSize(b, subtractSizes(b, size, sum), zero);
  for (auto [part, open] : llvm::zip_equal(*given, isOpen)) {
    if (open)
      part = select(open, rest, part);
    else if (isKnown(part, -1) && std::exchange(hasOpen, false))
      part = rest;
  }
  return *given;
}

LogicalResult scatter::replaceByEqualSplit(NodeConversionBase &c, int64_t axis,
                                           int64_t count,
                                           const Twine &attribute) {
  ImplicitLocOpBuilder &b = c.b;
  OpFoldResult size = c.size(0, axis);
  std::optional<int64_t> known = getKnown(size);
  if (count < 1 || count > kMaxParts || (known && *known % count != 0))
    return c.error("attribute '" + attribute + "': expected a divisor of " +
                   (known ? std::to_string(*known) : "the size") + " up to " +
                   Twine(kMaxParts) + ", found " + Twine(count));
  if (known)
    return replaceBySplit(c, axis,
                          Sizes(count, b.getIndexAttr(*known / count)));
  Value divisor = getIndex(b, count);
  Value part = arith::DivUIOp::create(b, toValue(b, size), divisor);
  Value whole = arith::MulIOp::create(b, part, divisor);
  reportUnless(b, c.describeInput(0), emitIsEqual(b, size, whole),
               SCATTER_OPERAND_SIZE_MULTIPLE, axis, size,
               b.getIndexAttr(count));
  return replaceBySplit(c, axis, Sizes(count, OpFoldResult(part)));
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Clamps `bound` of a slice to [low, high]. Negative bounds count from the end
/// of `size` elements.
static OpFoldResult clampBound(ImplicitLocOpBuilder &b, OpFoldResult bound,
                               OpFoldResult size, OpFoldResult low,
                               OpFoldResult high) {
  std::optional<int64_t> known = getKnown(bound);
  // Larger than the size of any tensor, and the sum below does not overflow.
  constexpr int64_t limit = int64_t(1) << 62;
  if (known && (*known < -limit || (*known == 0 && isKnown(low, 0))))
    return low;
  if ((known && *known >= limit) ||
      (isSameSize(bound, size) && isSameSize(size, high)))
    return high;
  if (known && *known < 0)
    return maxSize(b, addSizes(b, size, bound), low);
  if (known || isNeverNegative(bound))
    return minSize(b, bound, high);
  return minSize(b, maxSize(b, emitFromEnd(b, bound, size), low), high);
}

SlicedDim scatter::sliceDim(ImplicitLocOpBuilder &b, OpFoldResult size,
                            OpFoldResult start, OpFoldResult end,
                            int64_t step) {
  OpFoldResult zero = b.getIndexAttr(0), minusOne = b.getIndexAttr(-1);
  OpFoldResult low = step > 0 ? zero : minusOne;
  OpFoldResult high = step > 0 ? size : addSizes(b, size, minusOne);
  start = clampBound(b, start, size, low, high);
  end = clampBound(b, end, size, low, high);
  OpFoldResult first = step > 0 ? start : end, last = step > 0 ? end : start;
  OpFoldResult distance = subtractSizes(b, last, first);
  // The distance cannot be negative if `first` is `low` or `last` is `high`.
  if (!isSameSize(first, low) && !isSameSize(last, high))
    distance = maxSize(b, distance, zero);
  // A step of -2^63 also takes at most one element.
  int64_t length = step == INT64_MIN ? INT64_MAX : std::abs(step);
  return {start, ceilDivideSizes(b, distance, length)};
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
  Sizes offsets(rank, b.getIndexAttr(0)), sizes = c.sizes(0);
  SmallVector<int64_t> strides(rank, 1);
  for (size_t i = 0; i < count; ++i) {
    int64_t axis = (*normalized)[i];
    if (steps[i] == 0)
      return c.error("steps: expected none of 0");
    SlicedDim dim = sliceDim(b, sizes[axis], starts[i], ends[i], steps[i]);
    offsets[axis] = dim.offset;
    sizes[axis] = dim.size;
    // Larger steps also take at most one element.
    strides[axis] = std::max(steps[i], -INT64_MAX);
  }
  return c.replace(sliceTo(b, c.operand(0), offsets, sizes, strides));
}
