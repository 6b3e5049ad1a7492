//===- StableHLOMovement.cpp - ops that move elements
//------------------------------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Import/Utils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::convertConstant(OpConversion &c) {
  if (failed(c.checkTensors(0, 1)))
    return failure();
  auto value = dyn_cast_or_null<DenseElementsAttr>(c.attribute("value"));
  if (!value || value.getType() != c.resultType())
    return c.error() << "attribute 'value': expected elements of type "
                     << c.resultType() << ", found " << c.attribute("value");
  return c.replace(arith::ConstantOp::create(c.b, value).getResult());
}

LogicalResult scatter::convertBroadcastInDim(OpConversion &c) {
  if (failed(c.checkTensors(1, 1)))
    return failure();
  RankedTensorType from = c.operandType(0), to = c.resultType();
  auto dims = c.integers("broadcast_dimensions", from.getRank());
  if (failed(dims) || failed(c.checkResult(RankedTensorType::get(
                          to.getShape(), from.getElementType()))))
    return failure();
  SmallVector<AffineExpr> exprs;
  for (auto [i, dim] : llvm::enumerate(*dims)) {
    if (dim < 0 || dim >= to.getRank() || llvm::count(*dims, dim) != 1)
      return c.error() << "attribute 'broadcast_dimensions': expected distinct "
                       << "dimensions of " << to << ", found " << dim;
    int64_t size = from.getDimSize(i);
    if (size != 1 && size != to.getDimSize(dim))
      return c.error() << "operand 0: expected size 1 or " << to.getDimSize(dim)
                       << " in dimension " << i << ", found " << from;
    exprs.push_back(size == 1 ? c.b.getAffineConstantExpr(0)
                              : c.b.getAffineDimExpr(dim));
  }
  if (from.getNumElements() == 1)
    return c.replace(makeFilled(c.b, to, reshape(c.b, c.operand(0), {})));
  if (from.getNumElements() == to.getNumElements() && llvm::is_sorted(*dims))
    return c.replace(reshape(c.b, c.operand(0), to.getShape()));
  AffineMap map =
      AffineMap::get(to.getRank(), /*symbolCount=*/0, exprs, c.b.getContext());
  return c.replace(mapElements(c.b, to, c.operand(0), map, takeFirst));
}

LogicalResult scatter::convertReshape(OpConversion &c) {
  if (failed(c.checkTensors(1, 1)))
    return failure();
  RankedTensorType from = c.operandType(0), to = c.resultType();
  if (from.getElementType() != to.getElementType() ||
      from.getNumElements() != to.getNumElements())
    return c.error() << "expected a result with the elements of the operand, "
                     << "found " << from << " and " << to;
  return c.replace(reshape(c.b, c.operand(0), to.getShape()));
}

LogicalResult scatter::convertTranspose(OpConversion &c) {
  if (failed(c.checkTensors(1, 1)))
    return failure();
  RankedTensorType from = c.operandType(0);
  auto permutation = c.integers("permutation", from.getRank());
  if (failed(permutation))
    return failure();
  if (!isPermutationVector(*permutation))
    return c.error() << "attribute 'permutation': expected a permutation of "
                     << "the dimensions, found " << c.attribute("permutation");
  if (failed(c.checkResult(
          RankedTensorType::get(applyPermutation(from.getShape(), *permutation),
                                from.getElementType()))))
    return failure();
  return c.replace(transpose(c.b, c.operand(0), *permutation));
}

LogicalResult scatter::convertReverse(OpConversion &c) {
  if (failed(c.checkTensors(1, 1)) || failed(c.checkResult(c.operandType(0))))
    return failure();
  RankedTensorType type = c.resultType();
  auto dims = c.integers("dimensions");
  if (failed(dims))
    return failure();
  SmallVector<AffineExpr> exprs;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    AffineExpr expr = c.b.getAffineDimExpr(i);
    exprs.push_back(llvm::is_contained(*dims, i) ? type.getDimSize(i) - 1 - expr
                                                 : expr);
  }
  if (type.getNumElements() == 0)
    return c.replace(c.operand(0));
  AffineMap map = AffineMap::get(type.getRank(), /*symbolCount=*/0, exprs,
                                 c.b.getContext());
  return c.replace(mapElements(c.b, type, c.operand(0), map, takeFirst));
}

/// Reads the attributes `names`, each of which has one integer per dimension of
/// operand 0. Emits a diagnostic for the first one that is wrong.
static LogicalResult readBounds(const OpConversion &c,
                                std::array<StringRef, 3> names,
                                std::array<SmallVector<int64_t>, 3> &bounds) {
  for (auto [name, list] : llvm::zip_equal(names, bounds)) {
    auto values = c.integers(name, c.operandType(0).getRank());
    if (failed(values))
      return failure();
    list = *values;
  }
  return success();
}

LogicalResult scatter::convertSlice(OpConversion &c) {
  std::array<SmallVector<int64_t>, 3> bounds;
  if (failed(c.checkTensors(1, 1)) ||
      failed(
          readBounds(c, {"start_indices", "limit_indices", "strides"}, bounds)))
    return failure();
  RankedTensorType from = c.operandType(0);
  auto &[start, limit, stride] = bounds;
  SmallVector<int64_t> sizes;
  for (int64_t i = 0; i < from.getRank(); ++i) {
    int64_t first = start[i], end = limit[i], step = stride[i];
    if (first < 0 || first > end || end > from.getDimSize(i) || step <= 0)
      return c.error() << "dimension " << i << ": expected 0 <= start <= limit "
                       << "<= " << from.getDimSize(i)
                       << " and a positive stride, found " << first << ", "
                       << end << " and " << step;
    sizes.push_back(llvm::divideCeil(end - first, step));
    // A single element needs no stride. Its stride may be larger than the
    // tensor.
    if (sizes.back() <= 1)
      stride[i] = 1;
    if (sizes.back() == 0)
      start[i] = 0;
  }
  auto type = RankedTensorType::get(sizes, from.getElementType());
  if (failed(c.checkResult(type)))
    return failure();
  MLIRContext *context = c.b.getContext();
  return c.replace(
      tensor::ExtractSliceOp::create(c.b, type, c.operand(0),
                                     getAsIndexOpFoldResult(context, start),
                                     getAsIndexOpFoldResult(context, sizes),
                                     getAsIndexOpFoldResult(context, stride))
          .getResult());
}

LogicalResult scatter::convertConcatenate(OpConversion &c) {
  unsigned operands = c.op->getNumOperands();
  if (failed(c.checkTensors(std::max(operands, 1u), 1)))
    return failure();
  RankedTensorType to = c.resultType();
  std::optional<int64_t> axis = parseInteger(c.attribute("dimension"));
  if (!axis || *axis < 0 || *axis >= to.getRank())
    return c.error() << "attribute 'dimension': expected a dimension of " << to
                     << ", found " << c.attribute("dimension");
  int64_t size = 0;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i) {
    RankedTensorType from = c.operandType(i);
    SmallVector<int64_t> shape(to.getShape());
    if (from.getRank() == to.getRank())
      shape[*axis] = from.getDimSize(*axis);
    if (from.getShape() != ArrayRef(shape) ||
        from.getElementType() != to.getElementType())
      return c.error() << "operand " << i << ": expected the sizes of " << to
                       << " but for dimension " << *axis << ", found " << from;
    std::optional<int64_t> sum = llvm::checkedAdd(size, from.getDimSize(*axis));
    if (!sum)
      return c.error() << "operand " << i
                       << ": expected less than 2^63 positions of all operands "
                          "in dimension "
                       << *axis << ", found " << from;
    size = *sum;
  }
  if (size != to.getDimSize(*axis))
    return c.error() << "expected a result of size " << size << " in dimension "
                     << *axis << ", found " << to;
  return c.replace(concatenate(c.b, c.op->getOperands(), *axis));
}

FailureOr<SmallVector<int64_t>>
scatter::getPaddedShape(const OpConversion &c, ArrayRef<int64_t> low,
                        ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  RankedTensorType from = c.operandType(0);
  // Sums of products of numbers below this limit do not overflow.
  constexpr int64_t limit = int64_t(1) << 31;
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(from.getShape())) {
    int64_t before = low[i], after = high[i], gap = interior[i];
    if (gap < 0 || gap >= limit || size >= limit || before >= limit ||
        before <= -limit || after >= limit || after <= -limit)
      return c.error() << "dimension " << i << ": expected sizes and padding "
                       << "below 2^31 and no negative interior padding";
    int64_t length =
        before + size + std::max<int64_t>(size - 1, 0) * gap + after;
    if (length < 0)
      return c.error() << "dimension " << i << ": expected padding that cuts "
                       << "off at most all elements, found a size of "
                       << length;
    shape.push_back(length);
  }
  auto to = RankedTensorType::get(shape, from.getElementType());
  if (std::optional<StringRef> violation = findSizeViolation(to))
    return c.error() << "padded operand: expected " << *violation << ", found "
                     << to;
  return shape;
}

LogicalResult scatter::convertPad(OpConversion &c) {
  std::array<SmallVector<int64_t>, 3> padding;
  if (failed(c.checkTensors(2, 1)) ||
      failed(readBounds(
          c, {"edge_padding_low", "edge_padding_high", "interior_padding"},
          padding)))
    return failure();
  Type element = c.operandType(0).getElementType();
  auto &[low, high, interior] = padding;
  if (c.operandType(1) != RankedTensorType::get({}, element))
    return c.error() << "operand 1: expected a scalar of the type of the "
                     << "elements of " << c.operandType(0) << ", found "
                     << c.operandType(1);
  FailureOr<SmallVector<int64_t>> shape =
      getPaddedShape(c, low, high, interior);
  if (failed(shape) ||
      failed(c.checkResult(RankedTensorType::get(*shape, element))))
    return failure();
  return c.replace(pad(c.b, c.operand(0), low, *shape, c.operand(1), interior));
}

LogicalResult scatter::convertIota(OpConversion &c) {
  if (failed(c.checkTensors(0, 1)))
    return failure();
  RankedTensorType type = c.resultType();
  std::optional<int64_t> axis = parseInteger(c.attribute("iota_dimension"));
  if (!axis || *axis < 0 || *axis >= type.getRank())
    return c.error() << "attribute 'iota_dimension': expected a dimension of "
                     << type << ", found " << c.attribute("iota_dimension");
  Type element = getSignless(type.getElementType());
  if (!isa<IntegerType, FloatType>(element) ||
      element.getIntOrFloatBitWidth() > 64)
    return c.error() << "expected a result of integers or floats, found "
                     << type;
  Value result = mapElements(
      c.b, type, {}, {}, [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
        Value index = getLoopIndex(b, *axis);
        if (isa<IntegerType>(element))
          return arith::IndexCastOp::create(b, element, index);
        Value integer = arith::IndexCastOp::create(b, b.getI64Type(), index);
        return arith::SIToFPOp::create(b, element, integer);
      });
  return c.replace(result);
}
