//===- StableHLOMovement.cpp - ops that move elements
//------------------------------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "scatter/Dialect/Scatter/IR/StaticSizes.h"
#include "scatter/Import/Utils/SizedShapes.h"

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

/// Converts an op with an operand and a result of static shape by `convert`,
/// which gets the sizes of the result.
static LogicalResult convertStatic(
    OpConversion &c,
    LogicalResult (*convert)(OpConversion &, ArrayRef<OpFoldResult>)) {
  if (failed(c.checkRanked(1, 1)))
    return failure();
  RankedTensorType to = c.resultType();
  if (!to.hasStaticShape())
    return c.error() << "result 0: expected a tensor of static shape, found "
                     << to;
  return convert(c, getAsIndexOpFoldResult(c.b.getContext(), to.getShape()));
}

LogicalResult scatter::convertBroadcastInDim(OpConversion &c) {
  return convertStatic(c, broadcastInDim);
}

LogicalResult scatter::broadcastInDim(OpConversion &c,
                                      ArrayRef<OpFoldResult> sizes) {
  RankedTensorType from = c.operandType(0);
  RankedTensorType to = makeTensorType(sizes, from.getElementType());
  auto dims = c.integers("broadcast_dimensions", from.getRank());
  if (failed(dims) || failed(c.checkResult(to)))
    return failure();
  Sizes own = c.sizes(0), spread(sizes.size(), c.b.getIndexAttr(1));
  for (auto [i, dim] : llvm::enumerate(*dims)) {
    if (dim < 0 || dim >= to.getRank() || llvm::count(*dims, dim) != 1)
      return c.error() << "attribute 'broadcast_dimensions': expected distinct "
                       << "dimensions of " << to << ", found " << dim;
    std::optional<int64_t> size = getKnown(own[i]), most = getKnown(sizes[dim]);
    if (size && most && *size != 1 && *size != *most)
      return c.error() << "operand 0: expected size 1 or " << *most
                       << " in dimension " << i << ", found " << from;
    if (size != 1 && !isSameSize(own[i], sizes[dim])) {
      Value isUnit = emitIsEqual(c.b, own[i], c.b.getIndexAttr(1));
      Value isSame = emitIsEqual(c.b, own[i], sizes[dim]);
      c.report(0, arith::OrIOp::create(c.b, isUnit, isSame),
               SCATTER_OPERAND_BROADCAST, i, own[i], sizes[dim]);
    }
    spread[dim] = own[i];
  }
  Value operand = c.operand(0);
  bool isStatic = from.hasStaticShape() && to.hasStaticShape();
  if (isStatic && from.getNumElements() == to.getNumElements() &&
      llvm::is_sorted(*dims))
    return c.replace(reshape(c.b, operand, to.getShape()));
  if (from.hasStaticShape() && from.getNumElements() == 1)
    return c.replace(fillTo(c.b, sizes, reshape(c.b, operand, {})));
  if (isStatic) {
    SmallVector<AffineExpr> exprs;
    for (auto [dim, size] : llvm::zip_equal(*dims, from.getShape()))
      exprs.push_back(size == 1 ? c.b.getAffineConstantExpr(0)
                                : c.b.getAffineDimExpr(dim));
    AffineMap map = AffineMap::get(to.getRank(), /*symbolCount=*/0, exprs,
                                   c.b.getContext());
    return c.replace(mapElements(c.b, to, operand, map, takeFirst));
  }
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq(from.getRank()));
  llvm::sort(order, [&](int64_t lhs, int64_t rhs) {
    return (*dims)[lhs] < (*dims)[rhs];
  });
  return c.replace(broadcastTo(
      c.b, reshapeTo(c.b, transpose(c.b, operand, order), spread), sizes));
}

LogicalResult scatter::convertReshape(OpConversion &c) {
  return convertStatic(c, reshapeOperand);
}

LogicalResult scatter::reshapeOperand(OpConversion &c,
                                      ArrayRef<OpFoldResult> sizes) {
  RankedTensorType from = c.operandType(0);
  RankedTensorType to = makeTensorType(sizes, from.getElementType());
  bool isStatic = from.hasStaticShape() && to.hasStaticShape();
  if (from.getElementType() != c.resultType().getElementType() ||
      (isStatic && from.getNumElements() != to.getNumElements()))
    return c.error() << "expected a result with the elements of the operand, "
                     << "found " << from << " and " << c.resultType();
  SizeProduct found = SizeProduct::get(c.sizes(0));
  SizeProduct expected = SizeProduct::get(sizes);
  if (!isStatic && !found.isSame(expected)) {
    Value size = found.emitSaturating(c.b),
          count = expected.emitSaturating(c.b);
    c.report(0, emitIsEqual(c.b, size, count), SCATTER_OPERAND_ELEMENTS, 0,
             size, count);
  }
  return c.replace(reshapeTo(c.b, c.operand(0), sizes));
}

LogicalResult scatter::convertTranspose(OpConversion &c) {
  if (failed(c.checkRanked(1, 1)))
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
  if (failed(c.checkRanked(1, 1)) || failed(c.checkResult(c.operandType(0))))
    return failure();
  RankedTensorType type = c.operandType(0);
  auto dims = c.integers("dimensions");
  if (failed(dims))
    return failure();
  if (isStaticallyEmpty(type))
    return c.replace(c.operand(0));
  OpFoldResult zero = c.b.getIndexAttr(0), one = c.b.getIndexAttr(1);
  Sizes sizes = c.sizes(0), first(sizes.size(), zero);
  SmallVector<int64_t> strides(sizes.size(), 1);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (!llvm::is_contained(*dims, i))
      continue;
    first[i] = subtractSizes(c.b, size, one);
    strides[i] = -1;
  }
  return c.replace(sliceTo(c.b, c.operand(0), first, sizes, strides));
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
  if (failed(c.checkRanked(1, 1)) ||
      failed(
          readBounds(c, {"start_indices", "limit_indices", "strides"}, bounds)))
    return failure();
  RankedTensorType from = c.operandType(0);
  auto &[start, limit, stride] = bounds;
  SmallVector<int64_t> sizes;
  for (auto [i, size] : llvm::enumerate(c.sizes(0))) {
    int64_t first = start[i], end = limit[i], step = stride[i];
    int64_t most = getKnown(size).value_or(end);
    if (first < 0 || first > end || end > most || step <= 0)
      return c.error() << "dimension " << i << ": expected 0 <= start <= limit "
                       << "<= " << most << " and a positive stride, found "
                       << first << ", " << end << " and " << step;
    OpFoldResult least = c.b.getIndexAttr(end);
    if (!getKnown(size))
      c.report(0, emitIsAtMost(c.b, least, size), SCATTER_OPERAND_AT_LEAST, i,
               size, least);
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
  return c.replace(sliceTo(c.b, c.operand(0),
                           getAsIndexOpFoldResult(context, start),
                           getAsIndexOpFoldResult(context, sizes), stride));
}

/// Returns a vector of a few integers as a list of scalars, from which shapes
/// can be read, or null for any other concatenation.
static Value concatenateNumbers(OpConversion &c) {
  constexpr int64_t maxNumbers = 16;
  RankedTensorType type = c.resultType();
  if (type.getRank() != 1 || !type.hasStaticShape() ||
      type.getDimSize(0) > maxNumbers || !type.getElementType().isInteger())
    return nullptr;
  SmallVector<Value> elements;
  for (Value operand : c.op->getOperands()) {
    auto from = cast<RankedTensorType>(operand.getType());
    for (int64_t at = 0; at < from.getDimSize(0); ++at)
      elements.push_back(fromSignless(c.b, readElement(c.b, operand, at),
                                      type.getElementType()));
  }
  return tensor::FromElementsOp::create(c.b, type, elements);
}

LogicalResult scatter::convertConcatenate(OpConversion &c) {
  unsigned operands = c.op->getNumOperands();
  if (failed(c.checkRanked(std::max(operands, 1u), 1)))
    return failure();
  RankedTensorType to = c.resultType();
  std::optional<int64_t> axis = parseInteger(c.attribute("dimension"));
  if (!axis || *axis < 0 || *axis >= to.getRank())
    return c.error() << "attribute 'dimension': expected a dimension of " << to
                     << ", found " << c.attribute("dimension");
  OpFoldResult size = c.b.getIndexAttr(0);
  for (unsigned i = 0; i < operands; ++i) {
    RankedTensorType from = c.operandType(i);
    SmallVector<int64_t> shape(to.getShape());
    if (from.getRank() == to.getRank())
      shape[*axis] = from.getDimSize(*axis);
    if (failed(verifyCompatibleShape(from.getShape(), shape)) ||
        from.getElementType() != to.getElementType())
      return c.error() << "operand " << i << ": expected the type of " << to
                       << " but for dimension " << *axis << ", found " << from;
    if (from.isDynamicDim(*axis)) {
      size = OpFoldResult();
    } else if (size) {
      std::optional<int64_t> sum =
          llvm::checkedAdd(*getKnown(size), from.getDimSize(*axis));
      if (!sum)
        return c.error() << "operand " << i
                         << ": expected less than 2^63 positions of all "
                            "operands in dimension "
                         << *axis << ", found " << from;
      size = c.b.getIndexAttr(*sum);
    }
  }
  if (size && !to.isDynamicDim(*axis) && !isKnown(size, to.getDimSize(*axis)))
    return c.error() << "expected a result of size " << *getKnown(size)
                     << " in dimension " << *axis << ", found " << to;
  if (Value vector = concatenateNumbers(c))
    return c.replace(vector);
  SmallVector<Value> tensors;
  if (failed(
          c.alignSizes(llvm::to_vector(llvm::seq(operands)), tensors, *axis)))
    return failure();
  return c.replace(concatenate(c.b, tensors, *axis));
}

LogicalResult scatter::convertIota(OpConversion &c) {
  if (failed(c.checkTensors(0, 1)))
    return failure();
  return makeIota(
      c, getAsIndexOpFoldResult(c.b.getContext(), c.resultType().getShape()));
}

LogicalResult scatter::makeIota(OpConversion &c, ArrayRef<OpFoldResult> sizes) {
  RankedTensorType type =
      makeTensorType(sizes, c.resultType().getElementType());
  if (failed(c.checkResult(type)))
    return failure();
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
      c.b, type, {}, {},
      [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
        Value index = getLoopIndex(b, *axis);
        if (isa<IntegerType>(element))
          return arith::IndexCastOp::create(b, element, index);
        Value integer = arith::IndexCastOp::create(b, b.getI64Type(), index);
        return arith::SIToFPOp::create(b, element, integer);
      },
      sizes);
  return c.replace(result);
}
