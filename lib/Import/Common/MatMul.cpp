//===- MatMul.cpp - products of matrices ----------------------------------===//

#include "MatMul.h"

#include "SizeChecks.h"
#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/SizedShapes.h"

using namespace mlir;
using namespace scatter;

Value scatter::contractNumbers(ImplicitLocOpBuilder &b, Value lhs, Value rhs,
                               const ContractionDims &dims, Type element) {
  bool isSmall =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  Type wide = isSmall ? Type(b.getF32Type()) : element;
  Value product = contract(b, lhs, rhs, dims, wide);
  if (!isSmall)
    return product;
  auto type = RankedTensorType::get(
      cast<RankedTensorType>(product.getType()).getShape(), element);
  AffineMap map = b.getMultiDimIdentityMap(type.getRank());
  return mapElements(b, type, product, map,
                     [&](ImplicitLocOpBuilder &b, ValueRange args) {
                       return emitConvert(ScalarOp(b, args, wide, element));
                     });
}

/// Returns `tensor` with the last two dimensions swapped.
static Value transposeMatrices(NodeConversionBase &c, Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(permutation[rank - 1], permutation[rank - 2]);
  return transpose(c.b, tensor, permutation);
}

LogicalResult scatter::requireInnerSize(NodeConversionBase &c, Value &lhs,
                                        int64_t lhsDim, Value &rhs,
                                        int64_t rhsDim) {
  Sizes left = getSizes(c.b, lhs), right = getSizes(c.b, rhs);
  OpFoldResult size = getKnown(left[lhsDim]) ? left[lhsDim] : right[rhsDim];
  // The diagnostic names the contracted dimension. The operand may have it at
  // another position.
  if (failed(requireSize(c, 0, lhsDim, left[lhsDim], size)) ||
      failed(requireSize(c, 1, rhsDim, right[rhsDim], size)))
    return failure();
  left[lhsDim] = right[rhsDim] = size;
  lhs = withSizes(c.b, lhs, left);
  rhs = withSizes(c.b, rhs, right);
  return success();
}

/// Returns the sizes of `tensor` except for the last two.
static Sizes getBatch(NodeConversionBase &c, Value tensor) {
  Sizes sizes = getSizes(c.b, tensor);
  sizes.resize(sizes.size() - 2);
  return sizes;
}

/// Returns `batch` followed by the last two sizes of `tensor`.
static Sizes withMatrix(NodeConversionBase &c, ArrayRef<OpFoldResult> batch,
                        Value tensor) {
  Sizes sizes = getSizes(c.b, tensor), result = llvm::to_vector(batch);
  result.append(sizes.end() - 2, sizes.end());
  return result;
}

LogicalResult scatter::replaceByMatMul(NodeConversionBase &c,
                                       bool transposesLhs, bool transposesRhs) {
  if (failed(c.checkElement(1, c.element(0))))
    return failure();
  auto mismatch = [&] {
    return c.error("expected matrices that can be multiplied, found " +
                   str(c.type(0)) + " and " + str(c.type(1)));
  };
  if (c.rank(0) == 0 || c.rank(1) == 0)
    return mismatch();
  // A vector is a row matrix on the left and a column matrix on the right.
  Sizes left = c.sizes(0), right = c.sizes(1);
  bool isRow = left.size() == 1, isColumn = right.size() == 1;
  OpFoldResult one = c.b.getIndexAttr(1);
  if (isRow)
    left.insert(left.begin(), one);
  if (isColumn)
    right.push_back(one);
  Value lhs = reshapeTo(c.b, c.operand(0), left);
  Value rhs = reshapeTo(c.b, c.operand(1), right);
  if (transposesLhs && !isRow)
    lhs = transposeMatrices(c, lhs);
  if (transposesRhs && !isColumn)
    rhs = transposeMatrices(c, rhs);
  int64_t leftRank = left.size(), rightRank = right.size();
  auto batch = broadcastSizes(c, {getBatch(c, lhs), getBatch(c, rhs)},
                              {c.describeInput(0), c.describeInput(1)});
  if (!batch ||
      failed(requireInnerSize(c, lhs, leftRank - 1, rhs, rightRank - 2)))
    return mismatch();
  Sizes leftSizes = withMatrix(c, *batch, lhs);
  Sizes rightSizes = withMatrix(c, *batch, rhs);
  Sizes shape = *batch;
  if (!isRow)
    shape.push_back(leftSizes[batch->size()]);
  if (!isColumn)
    shape.push_back(rightSizes.back());
  if (failed(c.makeSizedType(shape, c.element(0))) ||
      failed(c.makeSizedType(leftSizes, c.element(0))) ||
      failed(c.makeSizedType(rightSizes, c.element(0))))
    return failure();
  ContractionDims dims;
  int64_t rank = batch->size();
  lhs = broadcastTo(c.b, lhs, leftSizes);
  bool isDynamic = ShapedType::isDynamicShape(getShape(*batch));
  if (isDynamic && rightRank == 2) {
    // If the right side is a single matrix, it is not repeated for each matrix
    // of a dynamic batch.
    dims.lhsContracted = {rank + 1};
    dims.rhsContracted = {0};
  } else {
    rhs = broadcastTo(c.b, rhs, rightSizes);
    dims.lhsBatch = dims.rhsBatch = llvm::to_vector(llvm::seq(rank));
    dims.lhsContracted = {rank + 1};
    dims.rhsContracted = {rank};
  }
  Value product = contractNumbers(c.b, lhs, rhs, dims, c.element(0));
  return c.replace(reshapeTo(c.b, product, shape));
}
