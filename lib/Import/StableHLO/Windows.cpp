//===- Windows.cpp - windows that slide over an operand -------------------===//

#include "Windows.h"

#include "StableHLOAttributes.h"

using namespace mlir;
using namespace scatter;

/// Reads one positive integer for each dimension of operand 0.
static LogicalResult readSizes(const OpConversion &c, StringRef name,
                               SmallVectorImpl<int64_t> &sizes) {
  auto values = c.integers(name, c.operandType(0).getRank());
  if (failed(values))
    return failure();
  // Sums of products of numbers below this limit do not overflow.
  constexpr int64_t limit = int64_t(1) << 31;
  for (int64_t value : *values)
    if (value < 1 || value >= limit)
      return c.error() << "attribute '" << name
                       << "': expected integers from 1 to 2^31 - 1, found "
                       << value;
  sizes = std::move(*values);
  return success();
}

/// Reads the same from an optional attribute. The default is all ones.
static LogicalResult readOptionalSizes(const OpConversion &c, StringRef name,
                                       SmallVectorImpl<int64_t> &sizes) {
  sizes.assign(c.operandType(0).getRank(), 1);
  return c.attribute(name) ? readSizes(c, name, sizes) : success();
}

static LogicalResult readPadding(const OpConversion &c, Windows &windows) {
  int64_t rank = c.operandType(0).getRank();
  windows.low.assign(rank, 0);
  windows.high.assign(rank, 0);
  Attribute attr = c.attribute("padding");
  if (!attr)
    return success();
  std::optional<SmallVector<int64_t>> pairs = parsePairs(attr);
  if (!pairs || int64_t(pairs->size()) != 2 * rank)
    return c.error() << "attribute 'padding': expected " << rank
                     << " pairs of integers, found " << attr;
  for (int64_t i = 0; i < rank; ++i) {
    windows.low[i] = (*pairs)[2 * i];
    windows.high[i] = (*pairs)[2 * i + 1];
  }
  return success();
}

FailureOr<Windows> Windows::get(OpConversion &c) {
  Windows windows;
  auto &[sizes, strides, dilations] = windows.dims;
  if (failed(readSizes(c, "window_dimensions", sizes)) ||
      failed(readOptionalSizes(c, "window_strides", strides)) ||
      failed(readOptionalSizes(c, "window_dilations", dilations)) ||
      failed(readOptionalSizes(c, "base_dilations", windows.interior)) ||
      failed(readPadding(c, windows)))
    return failure();
  for (int64_t &gap : windows.interior)
    --gap;
  MLIRContext *context = c.b.getContext();
  FailureOr<Sizes> padded = getPaddedSizes(
      c, getAsIndexOpFoldResult(context, windows.low),
      getAsIndexOpFoldResult(context, windows.high), windows.interior);
  if (failed(padded))
    return failure();
  windows.padded = std::move(*padded);
  for (auto [i, size] : llvm::enumerate(windows.padded)) {
    // The windows begin at the first positions, `strides[i]` apart.
    OpFoldResult last = c.b.getIndexAttr((sizes[i] - 1) * dilations[i]);
    OpFoldResult positions =
        maxSize(c.b, subtractSizes(c.b, size, last), c.b.getIndexAttr(0));
    if (isKnown(last, 0))
      positions = size;
    windows.counts.push_back(ceilDivideSizes(c.b, positions, strides[i]));
  }
  return windows;
}

Value Windows::padOperand(ImplicitLocOpBuilder &b, Value operand,
                          Value element) const {
  return padBy(b, operand, getAsIndexOpFoldResult(b.getContext(), low), padded,
               element, interior);
}
