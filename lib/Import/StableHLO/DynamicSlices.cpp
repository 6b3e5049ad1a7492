//===- DynamicSlices.cpp - slices whose start is an operand ---------------===//

#include "Conversion.h"
#include "scatter/Import/Utils/SizedShapes.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "scatter/Dialect/Scatter/IR/Scatter.h"

using namespace mlir;
using namespace scatter;

/// Reads start indices from the operands from `begin` on and clamps them, so
/// that a slice of `sizes`, those of operand `i` or an attribute, lies within
/// operand 0. If a slice covers a dimension, its start is the attribute 0.
static FailureOr<SmallVector<OpFoldResult>>
readStart(OpConversion &c, unsigned begin, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> result;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    RankedTensorType start = c.operandType(begin + dim);
    auto integer = dyn_cast<IntegerType>(start.getElementType());
    if (start.getRank() != 0 || !integer || integer.getWidth() > 64)
      return c.error() << "operand " << begin + dim
                       << ": expected a scalar integer, found " << start;
    OpFoldResult limit = getSize(c.b, c.operand(0), dim);
    std::optional<int64_t> known = getKnown(size), most = getKnown(limit);
    if (known && (*known < 0 || (most && *known > *most)))
      return c.error() << "expected a slice of at most the sizes of "
                       << c.operandType(0) << ", found size " << *known
                       << " in dimension " << dim;
    if (!(known && most) && !isSameSize(size, limit))
      c.report(0, emitIsAtMost(c.b, size, limit), SCATTER_OPERAND_AT_LEAST, dim,
               limit, size);
    OpFoldResult last = subtractSizes(c.b, limit, size);
    if (isKnown(last, 0)) {
      result.push_back(c.b.getIndexAttr(0));
      continue;
    }
    Value index = toIndex(c.b, extractElement(c.b, c.operand(begin + dim)),
                          integer.isUnsigned());
    result.push_back(clampStart(c.b, index, last));
  }
  return result;
}

LogicalResult scatter::convertDynamicSlice(OpConversion &c) {
  unsigned operands = c.op->getNumOperands();
  if (failed(c.checkRanked(std::max(operands, 1u), 1)))
    return failure();
  RankedTensorType from = c.operandType(0);
  if (failed(c.checkRanked(1 + from.getRank(), 1)))
    return failure();
  auto known = c.integers("slice_sizes", from.getRank());
  if (failed(known))
    return failure();
  Sizes sizes = getAsIndexOpFoldResult(c.b.getContext(), *known);
  FailureOr<SmallVector<OpFoldResult>> start = readStart(c, 1, sizes);
  if (failed(start))
    return failure();
  RankedTensorType type = makeTensorType(sizes, from.getElementType());
  if (failed(c.checkResult(type)))
    return failure();
  SmallVector<int64_t> strides(from.getRank(), 1);
  return c.replace(sliceTo(c.b, c.operand(0), *start, sizes, strides));
}

LogicalResult scatter::convertDynamicUpdateSlice(OpConversion &c) {
  unsigned operands = c.op->getNumOperands();
  if (failed(c.checkRanked(std::max(operands, 2u), 1)))
    return failure();
  RankedTensorType data = c.operandType(0), updates = c.operandType(1);
  if (failed(c.checkRanked(2 + data.getRank(), 1)) ||
      failed(c.checkResult(data)))
    return failure();
  if (updates.getRank() != data.getRank() ||
      updates.getElementType() != data.getElementType())
    return c.error() << "operand 1: expected the rank and element type of "
                     << data << ", found " << updates;
  Sizes sizes = c.sizes(1);
  FailureOr<SmallVector<OpFoldResult>> start = readStart(c, 2, sizes);
  if (failed(start))
    return failure();
  SmallVector<OpFoldResult> from, to;
  SmallVector<int64_t> axes;
  for (auto [dim, first] : llvm::enumerate(*start)) {
    auto index = dyn_cast<Value>(first);
    if (!index)
      continue;
    axes.push_back(dim);
    from.push_back(index);
    to.push_back(addSizes(c.b, index, sizes[dim]));
  }
  if (axes.empty())
    return c.replace(c.operand(1));
  return c.replace(SliceScatterOp::create(c.b, c.operand(1), c.operand(0), from,
                                          to, /*step=*/ArrayRef<OpFoldResult>(),
                                          axes)
                       .getResult());
}
