//===- Contraction.cpp - sums of products ---------------------------------===//

#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <cstring>

using namespace mlir;
using namespace scatter;

static SmallVector<int64_t> getOtherDims(int64_t rank, ArrayRef<int64_t> batch,
                                         ArrayRef<int64_t> contracted) {
  SmallVector<int64_t> result;
  for (int64_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(batch, i) && !llvm::is_contained(contracted, i))
      result.push_back(i);
  return result;
}

/// Converts `scalar` to `type`, for products whose type is wider than the type
/// of their factors. Returns null if there is no such conversion.
static Value widen(ImplicitLocOpBuilder &b, Value scalar, Type type,
                   bool isUnsigned) {
  Type from = scalar.getType();
  if (from == type)
    return scalar;
  if (isa<FloatType>(from) && isa<FloatType>(type) &&
      from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, type, scalar);
  if (!isa<IntegerType>(from) || !isa<IntegerType>(type) ||
      from.getIntOrFloatBitWidth() >= type.getIntOrFloatBitWidth())
    return nullptr;
  return isUnsigned ? arith::ExtUIOp::create(b, type, scalar).getResult()
                    : arith::ExtSIOp::create(b, type, scalar).getResult();
}

/// Emits acc + lhs * rhs in the arithmetic of `kind`.
static Value emitMultiplyAdd(ImplicitLocOpBuilder &b, ScalarKind kind,
                             Value acc, Value lhs, Value rhs) {
  switch (kind) {
  case ScalarKind::Float:
    return arith::AddFOp::create(b, acc, arith::MulFOp::create(b, lhs, rhs));
  case ScalarKind::Boolean:
    return arith::OrIOp::create(b, acc, arith::AndIOp::create(b, lhs, rhs));
  case ScalarKind::Complex:
    return complex::AddOp::create(b, acc, complex::MulOp::create(b, lhs, rhs));
  default:
    return arith::AddIOp::create(b, acc, arith::MulIOp::create(b, lhs, rhs));
  }
}

SmallVector<int64_t> scatter::getContractionShape(ArrayRef<int64_t> lhs,
                                                  ArrayRef<int64_t> rhs,
                                                  const ContractionDims &dims) {
  SmallVector<int64_t> shape;
  for (int64_t i : dims.lhsBatch)
    shape.push_back(lhs[i]);
  for (int64_t i : getOtherDims(lhs.size(), dims.lhsBatch, dims.lhsContracted))
    shape.push_back(lhs[i]);
  for (int64_t i : getOtherDims(rhs.size(), dims.rhsBatch, dims.rhsContracted))
    shape.push_back(rhs[i]);
  return shape;
}

/// Returns `constant` with its dimensions permuted.
static DenseElementsAttr transposeConstant(DenseElementsAttr constant,
                                           ArrayRef<int64_t> permutation) {
  ArrayRef<int64_t> from = constant.getType().getShape();
  SmallVector<int64_t> shape = applyPermutation(from, permutation);
  Type element = constant.getElementType();
  auto type = RankedTensorType::get(shape, element);
  if (constant.isSplat())
    return constant.resizeSplat(type);
  size_t bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  ArrayRef<char> source = constant.getRawData();
  SmallVector<int64_t> steps =
      applyPermutation(computeStrides(from), permutation);
  std::vector<char> result(source.size());
  SmallVector<int64_t> place(shape.size(), 0);
  int64_t offset = 0;
  for (size_t to = 0; to < result.size(); to += bytes) {
    std::memcpy(&result[to], &source[offset * bytes], bytes);
    for (size_t i = shape.size(); i-- > 0;) {
      offset += steps[i];
      if (++place[i] < shape[i])
        break;
      offset -= steps[i] * shape[i];
      place[i] = 0;
    }
  }
  return DenseElementsAttr::getFromRawBuffer(type, result);
}

/// The minimum number of rows for transposing the right-hand side.
static constexpr int64_t minOrderedRows = 8;

/// Moves the contracted dimensions of `right` in front of its other dimensions,
/// so that the innermost loop is contiguous. Leaves `right` alone if it has
/// this order already, or if there are so few rows that transposing it would
/// take as long as the product.
static Value orderDims(ImplicitLocOpBuilder &b, Value right, int64_t rows,
                       ContractionDims &dims) {
  auto type = cast<RankedTensorType>(right.getType());
  SmallVector<int64_t> others =
      getOtherDims(type.getRank(), dims.rhsBatch, dims.rhsContracted);
  bool isEmpty = type.hasStaticShape() && type.getNumElements() == 0;
  if (!isa<FloatType>(type.getElementType()) || rows < minOrderedRows ||
      others.empty() || isEmpty ||
      !llvm::is_contained(dims.rhsContracted, type.getRank() - 1))
    return right;
  SmallVector<int64_t> permutation(dims.rhsBatch);
  llvm::append_range(permutation, dims.rhsContracted);
  llvm::append_range(permutation, others);
  SmallVector<int64_t> inverse = invertPermutationVector(permutation);
  for (int64_t &dim : dims.rhsBatch)
    dim = inverse[dim];
  for (int64_t &dim : dims.rhsContracted)
    dim = inverse[dim];
  if (DenseElementsAttr constant = getConstant(right))
    return arith::ConstantOp::create(b,
                                     transposeConstant(constant, permutation));
  // A linalg.generic would be fused with the contraction.
  Sizes sizes = applyPermutation(ArrayRef(getSizes(b, right)), permutation);
  Value memory = makeEmptyOf(b, sizes, type.getElementType());
  return linalg::TransposeOp::create(b, right, memory, permutation)
      .getResult()[0];
}

/// The loops are batch, rows, contracted, columns. The innermost one is
/// contiguous in the result and in the right-hand side.
Value scatter::contract(ImplicitLocOpBuilder &b, Value left, Value right,
                        const ContractionDims &given, Type element) {
  ContractionDims dims = given;
  int64_t rows = 1;
  auto leftType = cast<RankedTensorType>(left.getType());
  // A dynamic number of rows may be large.
  for (int64_t dim :
       getOtherDims(leftType.getRank(), dims.lhsBatch, dims.lhsContracted))
    rows = leftType.isDynamicDim(dim) ? std::max(rows, minOrderedRows)
                                      : rows * leftType.getDimSize(dim);
  right = orderDims(b, right, rows, dims);
  auto lhs = cast<RankedTensorType>(left.getType());
  auto rhs = cast<RankedTensorType>(right.getType());
  ScalarKind kind = getScalarKind(element);
  SmallVector<AffineExpr> lhsExprs(lhs.getRank()), rhsExprs(rhs.getRank()),
      resultExprs;
  SmallVector<utils::IteratorType> iterators;
  auto addLoop = [&](bool isReduction) {
    iterators.push_back(isReduction ? utils::IteratorType::reduction
                                    : utils::IteratorType::parallel);
    return b.getAffineDimExpr(iterators.size() - 1);
  };
  for (auto [i, j] : llvm::zip_equal(dims.lhsBatch, dims.rhsBatch)) {
    lhsExprs[i] = rhsExprs[j] = addLoop(/*isReduction=*/false);
    resultExprs.push_back(lhsExprs[i]);
  }
  for (int64_t i :
       getOtherDims(lhs.getRank(), dims.lhsBatch, dims.lhsContracted)) {
    lhsExprs[i] = addLoop(/*isReduction=*/false);
    resultExprs.push_back(lhsExprs[i]);
  }
  for (auto [i, j] : llvm::zip_equal(dims.lhsContracted, dims.rhsContracted))
    lhsExprs[i] = rhsExprs[j] = addLoop(/*isReduction=*/true);
  for (int64_t i :
       getOtherDims(rhs.getRank(), dims.rhsBatch, dims.rhsContracted)) {
    rhsExprs[i] = addLoop(/*isReduction=*/false);
    resultExprs.push_back(rhsExprs[i]);
  }
  Sizes sizes;
  for (int64_t i : dims.lhsBatch)
    sizes.push_back(getSize(b, left, i));
  for (int64_t i :
       getOtherDims(lhs.getRank(), dims.lhsBatch, dims.lhsContracted))
    sizes.push_back(getSize(b, left, i));
  for (int64_t i :
       getOtherDims(rhs.getRank(), dims.rhsBatch, dims.rhsContracted))
    sizes.push_back(getSize(b, right, i));
  RankedTensorType type = makeTensorType(sizes, element);
  // Without a loop that reduces, nothing is added: fused with an op that has
  // more loops, the op would add several times.
  bool isSum = !dims.lhsContracted.empty();
  Value init =
      isSum ? fillTo(b, sizes, makeZeros(b, RankedTensorType::get({}, element)))
            : makeEmptyOf(b, sizes, element);
  unsigned loops = iterators.size();
  MLIRContext *context = b.getContext();
  bool isValid = true;
  auto generic = linalg::GenericOp::create(
      b, type, ValueRange{left, right}, init,
      {AffineMap::get(loops, 0, lhsExprs, context),
       AffineMap::get(loops, 0, rhsExprs, context),
       AffineMap::get(loops, 0, resultExprs, context)},
      iterators, [&](OpBuilder &nested, Location loc, ValueRange args) {
        ImplicitLocOpBuilder b(loc, nested);
        Value left = widen(b, toSignless(b, args[0]), getSignless(element),
                           lhs.getElementType().isUnsignedInteger());
        Value right = widen(b, toSignless(b, args[1]), getSignless(element),
                            rhs.getElementType().isUnsignedInteger());
        Value result = args[2];
        isValid = left && right;
        if (isValid) {
          SmallVector<Value> factors = {left, right};
          Value product =
              isSum ? emitMultiplyAdd(b, kind, toSignless(b, args[2]), left,
                                      right)
                    : emitMultiply(ScalarOp(b, factors, element, element));
          result = fromSignless(b, product, element);
        }
        linalg::YieldOp::create(b, result);
      });
  return isValid ? generic.getResult(0) : Value();
}
