//===- MatMul.cpp - products of matrices ----------------------------------===//

#include "MatMul.h"

#include "scatter/Conversion/ImportUtils/Scalars.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::checkFactors(NodeConversionBase &c) {
  ScalarKind kind = getScalarKind(c.element(0));
  if (kind != ScalarKind::Float && kind != ScalarKind::Signed &&
      kind != ScalarKind::Unsigned)
    return c.error(c.describeInput(0) + ": expected numbers, found " +
                   str(c.type(0)));
  return c.checkElement(1, c.element(0));
}

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

/// `tensor` of shape `shape` with the last two dimensions exchanged.
static Value transposeMatrices(NodeConversionBase &c, Value tensor,
                               SmallVectorImpl<int64_t> &shape) {
  if (shape.size() < 2)
    return tensor;
  auto permutation = llvm::to_vector(llvm::seq<int64_t>(0, shape.size()));
  std::swap(permutation.back(), permutation[shape.size() - 2]);
  std::swap(shape.back(), shape[shape.size() - 2]);
  return transpose(c.b, tensor, permutation);
}

LogicalResult scatter::replaceByMatMul(NodeConversionBase &c,
                                       bool transposesLhs, bool transposesRhs) {
  if (failed(checkFactors(c)))
    return failure();
  // A vector is a matrix of one row on the left, of one column on the right.
  SmallVector<int64_t> left(c.shape(0)), right(c.shape(1));
  bool isRow = left.size() == 1, isColumn = right.size() == 1;
  if (isRow)
    left.insert(left.begin(), 1);
  if (isColumn)
    right.push_back(1);
  Value lhs = reshape(c.b, c.operand(0), left);
  Value rhs = reshape(c.b, c.operand(1), right);
  if (transposesLhs && !isRow)
    lhs = transposeMatrices(c, lhs, left);
  if (transposesRhs && !isColumn)
    rhs = transposeMatrices(c, rhs, right);
  std::optional<SmallVector<int64_t>> batch;
  if (left.size() >= 2 && right.size() >= 2)
    batch = broadcastShapes(
        {ArrayRef(left).drop_back(2), ArrayRef(right).drop_back(2)});
  if (!batch || left.back() != right[right.size() - 2])
    return c.error("expected matrices that can be multiplied, found " +
                   str(c.type(0)) + " and " + str(c.type(1)));
  int64_t rows = left[left.size() - 2], inner = left.back(),
          columns = right.back();
  SmallVector<int64_t> shape(*batch);
  if (!isRow)
    shape.push_back(rows);
  if (!isColumn)
    shape.push_back(columns);
  auto type = c.makeType(shape, c.element(0));
  if (failed(type))
    return failure();
  auto withBatch = [&](int64_t a, int64_t b) {
    SmallVector<int64_t> result(*batch);
    result.append({a, b});
    return result;
  };
  auto leftType = c.makeType(withBatch(rows, inner), c.element(0));
  auto rightType = c.makeType(withBatch(inner, columns), c.element(0));
  if (failed(leftType) || failed(rightType))
    return failure();
  lhs = broadcast(c.b, lhs, leftType->getShape());
  rhs = broadcast(c.b, rhs, rightType->getShape());
  ContractionDims dims;
  int64_t rank = batch->size();
  dims.lhsBatch = dims.rhsBatch = llvm::to_vector(llvm::seq(rank));
  dims.lhsContracted = {rank + 1};
  dims.rhsContracted = {rank};
  Value product = contractNumbers(c.b, lhs, rhs, dims, c.element(0));
  return c.replace(reshape(c.b, product, shape));
}
