//===- Contraction.cpp - sums of products ---------------------------------===//

#include "scatter/Conversion/ImportUtils/Scalars.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

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

/// `scalar` as a value of `type`, for products of a wider type than their
/// factors. Null if there is no such conversion.
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

/// acc + lhs * rhs in the arithmetic of `kind`.
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

/// The loops batch, rows, contracted, columns: the innermost one walks along
/// what is contiguous in the result and in most right-hand sides.
Value scatter::contract(ImplicitLocOpBuilder &b, Value left, Value right,
                        const ContractionDims &dims, Type element) {
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
  auto type = RankedTensorType::get(
      getContractionShape(lhs.getShape(), rhs.getShape(), dims), element);
  Value init = makeZeros(b, type);
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
        if (isValid)
          result = fromSignless(
              b, emitMultiplyAdd(b, kind, toSignless(b, args[2]), left, right),
              element);
        linalg::YieldOp::create(b, result);
      });
  return isValid ? generic.getResult(0) : Value();
}
