//===- DynamicShapes.cpp - ops whose shape is an operand ------------------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;

/// Returns the sizes of the result, the elements of operand `i`, which have to be
/// those of its type.
static FailureOr<Sizes> readResultSizes(OpConversion &c, unsigned i) {
  RankedTensorType type = c.resultType();
  FailureOr<Sizes> sizes = c.readSizes(i, type.getRank());
  if (failed(sizes))
    return failure();
  for (auto [dim, size] : llvm::enumerate(*sizes)) {
    if (type.isDynamicDim(dim))
      continue;
    OpFoldResult expected = c.b.getIndexAttr(type.getDimSize(dim));
    std::optional<int64_t> known = getKnown(size);
    if (known && *known != type.getDimSize(dim))
      return c.error() << "operand " << i << ": expected size "
                       << type.getDimSize(dim) << " in dimension " << dim
                       << ", that of the result, found " << *known;
    if (!known)
      c.report(i, emitIsEqual(c.b, size, expected), SCATTER_OPERAND_EQUAL, dim,
               size, expected);
    size = expected;
  }
  return sizes;
}

LogicalResult scatter::convertDynamicBroadcastInDim(OpConversion &c) {
  if (failed(c.checkRanked(2, 1)))
    return failure();
  FailureOr<Sizes> sizes = readResultSizes(c, 1);
  return failed(sizes) ? failure() : broadcastInDim(c, *sizes);
}

LogicalResult scatter::convertDynamicReshape(OpConversion &c) {
  if (failed(c.checkRanked(2, 1)))
    return failure();
  FailureOr<Sizes> sizes = readResultSizes(c, 1);
  return failed(sizes) ? failure() : reshapeOperand(c, *sizes);
}

LogicalResult scatter::convertDynamicIota(OpConversion &c) {
  if (failed(c.checkRanked(1, 1)))
    return failure();
  FailureOr<Sizes> sizes = readResultSizes(c, 0);
  return failed(sizes) ? failure() : makeIota(c, *sizes);
}

LogicalResult scatter::convertGetDimensionSize(OpConversion &c) {
  if (failed(c.checkRanked(1, 1)))
    return failure();
  RankedTensorType type = c.operandType(0);
  std::optional<int64_t> dim = parseInteger(c.attribute("dimension"));
  if (!dim || *dim < 0 || *dim >= type.getRank())
    return c.error() << "attribute 'dimension': expected a dimension of "
                     << type << ", found " << c.attribute("dimension");
  auto result = RankedTensorType::get({}, c.b.getI32Type());
  if (failed(c.checkResult(result)))
    return failure();
  Value size = arith::IndexCastOp::create(
      c.b, c.b.getI32Type(), toValue(c.b, getSize(c.b, c.operand(0), *dim)));
  return c.replace(makeScalar(c.b, size, result));
}

/// Returns the elements of operand `i`, which are known at import and at least
/// `least`. Emits a diagnostic if they are not.
static FailureOr<SmallVector<int64_t>> readKnown(OpConversion &c, unsigned i,
                                                 int64_t count, int64_t least) {
  FailureOr<Sizes> numbers = c.readNumbers(i, count);
  if (failed(numbers))
    return failure();
  SmallVector<int64_t> known;
  for (OpFoldResult number : *numbers) {
    std::optional<int64_t> value = getKnown(number);
    if (!value || *value < least || *value >= int64_t(1) << 31)
      return c.error() << "operand " << i << ": expected constants from "
                       << least << " to 2^31 - 1, found " << c.operand(i);
    known.push_back(*value);
  }
  return known;
}

LogicalResult scatter::convertRealDynamicSlice(OpConversion &c) {
  if (failed(c.checkRanked(4, 1)))
    return failure();
  RankedTensorType from = c.operandType(0);
  FailureOr<Sizes> start = c.readSizes(1, from.getRank());
  FailureOr<Sizes> limit = failure();
  FailureOr<SmallVector<int64_t>> strides = failure();
  if (failed(start) || failed(limit = c.readSizes(2, from.getRank())) ||
      failed(strides = readKnown(c, 3, from.getRank(), /*least=*/1)))
    return failure();
  Sizes sizes;
  for (auto [dim, size] : llvm::enumerate(c.sizes(0))) {
    OpFoldResult &first = (*start)[dim], &end = (*limit)[dim];
    auto require = [&](unsigned i, OpFoldResult value, OpFoldResult most) {
      std::optional<int64_t> known = getKnown(value), bound = getKnown(most);
      if (known && bound && *known > *bound)
        return LogicalResult(
            c.error() << "operand " << i << ": expected at most " << *bound
                      << " for dimension " << dim << ", found " << *known);
      if (!(known && bound) && known != 0 && !isSameSize(value, most))
        c.report(i, emitIsAtMost(c.b, value, most),
                 SCATTER_OPERAND_VALUE_AT_MOST, dim, value, most);
      return success();
    };
    if (failed(require(2, end, size)) || failed(require(1, first, end)))
      return failure();
    sizes.push_back(
        ceilDivideSizes(c.b, subtractSizes(c.b, end, first), (*strides)[dim]));
  }
  if (failed(c.checkResult(makeTensorType(sizes, from.getElementType()))))
    return failure();
  return c.replace(sliceTo(c.b, c.operand(0), *start, sizes, *strides));
}

LogicalResult scatter::convertDynamicPad(OpConversion &c) {
  if (failed(c.checkRanked(5, 1)))
    return failure();
  int64_t rank = c.operandType(0).getRank();
  FailureOr<Sizes> low = c.readNumbers(2, rank);
  FailureOr<Sizes> high = failure();
  FailureOr<SmallVector<int64_t>> interior = failure();
  if (failed(low) || failed(high = c.readNumbers(3, rank)) ||
      failed(interior = readKnown(c, 4, rank, /*least=*/0)))
    return failure();
  return padOperand(c, *low, *high, *interior);
}
