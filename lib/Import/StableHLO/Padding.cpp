//===- Padding.cpp - elements around and between those of an operand ------===//

#include "Conversion.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace scatter;

// Sums of products of numbers below this limit do not overflow.
static constexpr int64_t limit = int64_t(1) << 31;

/// Returns the size of a dimension after padding.
static OpFoldResult addPadding(ImplicitLocOpBuilder &b, OpFoldResult size,
                               OpFoldResult low, OpFoldResult high,
                               int64_t interior) {
  OpFoldResult one = b.getIndexAttr(1), zero = b.getIndexAttr(0);
  OpFoldResult padding = addSizes(b, low, high);
  if (interior != 0) {
    OpFoldResult gaps = maxSize(b, subtractSizes(b, size, one), zero);
    padding =
        addSizes(b, padding, multiplySizes(b, gaps, b.getIndexAttr(interior)));
  }
  return addSizes(b, size, padding);
}

FailureOr<Sizes> scatter::getPaddedSizes(OpConversion &c,
                                         ArrayRef<OpFoldResult> low,
                                         ArrayRef<OpFoldResult> high,
                                         ArrayRef<int64_t> interior) {
  ImplicitLocOpBuilder &b = c.b;
  auto isBelowLimit = [](OpFoldResult number) {
    std::optional<int64_t> known = getKnown(number);
    return !known || (*known > -limit && *known < limit);
  };
  Sizes padded;
  for (auto [i, size] : llvm::enumerate(c.sizes(0))) {
    if (interior[i] < 0 || interior[i] >= limit || !isBelowLimit(size) ||
        !isBelowLimit(low[i]) || !isBelowLimit(high[i]))
      return c.error() << "dimension " << i << ": expected sizes and padding "
                       << "below 2^31 and no negative interior padding";
    for (auto [operand, number] : {std::pair(2, low[i]), {3, high[i]}}) {
      if (getKnown(number))
        continue;
      OpFoldResult least = b.getIndexAttr(1 - limit);
      OpFoldResult most = b.getIndexAttr(limit - 1);
      c.report(operand, emitIsAtMost(b, least, number), SCATTER_OPERAND_VALUE,
               i, number, least);
      c.report(operand, emitIsAtMost(b, number, most),
               SCATTER_OPERAND_VALUE_AT_MOST, i, number, most);
    }
    OpFoldResult length = addPadding(b, size, low[i], high[i], interior[i]);
    std::optional<int64_t> known = getKnown(length);
    if (known && *known < 0)
      return c.error() << "dimension " << i << ": expected padding that cuts "
                       << "off at most all elements, found a size of "
                       << *known;
    bool isCut =
        getKnown(low[i]).value_or(-1) < 0 || getKnown(high[i]).value_or(-1) < 0;
    if (!known && isCut) {
      OpFoldResult zero = b.getIndexAttr(0);
      c.report(0, emitIsAtMost(b, zero, length), SCATTER_OPERAND_AT_LEAST, i,
               size, subtractSizes(b, size, length));
      length = maxSize(b, length, zero);
    }
    padded.push_back(length);
  }
  RankedTensorType to =
      makeTensorType(padded, c.operandType(0).getElementType());
  if (std::optional<StringRef> violation = findSizeViolation(to))
    return c.error() << "padded operand: expected " << *violation << ", found "
                     << to;
  return padded;
}

Value scatter::padBy(ImplicitLocOpBuilder &b, Value tensor,
                     ArrayRef<OpFoldResult> low, ArrayRef<OpFoldResult> padded,
                     Value element, ArrayRef<int64_t> interior) {
  auto type = cast<RankedTensorType>(tensor.getType());
  RankedTensorType to = makeTensorType(padded, type.getElementType());
  SmallVector<int64_t> shift = getShape(low);
  if (type.hasStaticShape() && to.hasStaticShape() &&
      !ShapedType::isDynamicShape(shift))
    return pad(b, tensor, shift, to.getShape(), element, interior);
  Sizes sizes = getSizes(b, tensor);
  if (areSameSizes(sizes, padded) &&
      llvm::all_of(low, [](OpFoldResult size) { return isKnown(size, 0); }))
    return tensor;
  // Only elements whose position is within the result are kept.
  OpFoldResult zero = b.getIndexAttr(0);
  Sizes first, offsets, strides;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    int64_t step = interior[i] + 1;
    bool isWhole = isKnown(low[i], 0) && isSameSize(size, padded[i]);
    OpFoldResult before = maxSize(b, subtractSizes(b, zero, low[i]), zero);
    OpFoldResult begin = isWhole ? zero : ceilDivideSizes(b, before, step);
    if (!isWhole) {
      OpFoldResult room = maxSize(b, subtractSizes(b, padded[i], low[i]), zero);
      OpFoldResult end = minSize(b, size, ceilDivideSizes(b, room, step));
      size = maxSize(b, subtractSizes(b, end, begin), zero);
    }
    first.push_back(begin);
    offsets.push_back(
        addSizes(b, low[i], multiplySizes(b, begin, b.getIndexAttr(step))));
    strides.push_back(b.getIndexAttr(isKnown(size, 1) ? 1 : step));
  }
  Value kept =
      sliceTo(b, tensor, first, sizes, SmallVector<int64_t>(sizes.size(), 1));
  return tensor::InsertSliceOp::create(b, kept, fillTo(b, padded, element),
                                       offsets, sizes, strides);
}

LogicalResult scatter::padOperand(OpConversion &c, ArrayRef<OpFoldResult> low,
                                  ArrayRef<OpFoldResult> high,
                                  ArrayRef<int64_t> interior) {
  Type element = c.operandType(0).getElementType();
  if (c.operandType(1) != RankedTensorType::get({}, element))
    return c.error() << "operand 1: expected a scalar of the type of the "
                     << "elements of " << c.operandType(0) << ", found "
                     << c.operandType(1);
  FailureOr<Sizes> padded = getPaddedSizes(c, low, high, interior);
  if (failed(padded) || failed(c.checkResult(makeTensorType(*padded, element))))
    return failure();
  return c.replace(
      padBy(c.b, c.operand(0), low, *padded, c.operand(1), interior));
}

LogicalResult scatter::convertPad(OpConversion &c) {
  if (failed(c.checkRanked(2, 1)))
    return failure();
  int64_t rank = c.operandType(0).getRank();
  FailureOr<SmallVector<int64_t>> low = c.integers("edge_padding_low", rank);
  FailureOr<SmallVector<int64_t>> high = failure(), interior = failure();
  if (failed(low) || failed(high = c.integers("edge_padding_high", rank)) ||
      failed(interior = c.integers("interior_padding", rank)))
    return failure();
  MLIRContext *context = c.b.getContext();
  return padOperand(c, getAsIndexOpFoldResult(context, *low),
                    getAsIndexOpFoldResult(context, *high), *interior);
}
