//===- Contraction.cpp - stablehlo.dot and dot_general --------------------===//

#include "Attributes.h"
#include "Conversion.h"
#include "Generic.h"
#include "Scalars.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace scatter;

namespace {

struct DotDimensions {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContracted, rhsContracted;
};

} // namespace

/// Whether `first` and `second` are distinct dimensions of `type`.
static bool areDimensions(ArrayRef<int64_t> first, ArrayRef<int64_t> second,
                          RankedTensorType type) {
  SmallVector<int64_t> all(first);
  llvm::append_range(all, second);
  return llvm::all_of(all, [&](int64_t dim) {
    return dim >= 0 && dim < type.getRank() && llvm::count(all, dim) == 1;
  });
}

static bool haveEqualSizes(RankedTensorType lhs, ArrayRef<int64_t> lhsDims,
                           RankedTensorType rhs, ArrayRef<int64_t> rhsDims) {
  return lhsDims.size() == rhsDims.size() &&
         llvm::all_of(llvm::zip_equal(lhsDims, rhsDims), [&](auto dims) {
           return lhs.getDimSize(std::get<0>(dims)) ==
                  rhs.getDimSize(std::get<1>(dims));
         });
}

static SmallVector<int64_t> getOtherDims(RankedTensorType type,
                                         ArrayRef<int64_t> batch,
                                         ArrayRef<int64_t> contracted) {
  SmallVector<int64_t> result;
  for (int64_t i = 0; i < type.getRank(); ++i)
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

/// The loops batch, rows, contracted, columns: the innermost one walks along
/// what is contiguous in the result and in most right-hand sides.
static LogicalResult convert(OpConversion &c, const DotDimensions &dims) {
  RankedTensorType lhs = c.operandType(0), rhs = c.operandType(1);
  RankedTensorType type = c.resultType();
  ScalarKind kind = getScalarKind(type);
  if (!areDimensions(dims.lhsBatch, dims.lhsContracted, lhs) ||
      !areDimensions(dims.rhsBatch, dims.rhsContracted, rhs) ||
      !haveEqualSizes(lhs, dims.lhsBatch, rhs, dims.rhsBatch) ||
      !haveEqualSizes(lhs, dims.lhsContracted, rhs, dims.rhsContracted))
    return c.error() << "expected distinct dimensions of equal sizes of " << lhs
                     << " and " << rhs;
  SmallVector<int64_t> rows =
      getOtherDims(lhs, dims.lhsBatch, dims.lhsContracted);
  SmallVector<int64_t> columns =
      getOtherDims(rhs, dims.rhsBatch, dims.rhsContracted);
  SmallVector<AffineExpr> lhsExprs(lhs.getRank()), rhsExprs(rhs.getRank()),
      resultExprs;
  SmallVector<utils::IteratorType> iterators;
  SmallVector<int64_t> shape;
  auto addLoop = [&](bool isReduction) {
    iterators.push_back(isReduction ? utils::IteratorType::reduction
                                    : utils::IteratorType::parallel);
    return c.b.getAffineDimExpr(iterators.size() - 1);
  };
  auto addResult = [&](AffineExpr expr, int64_t size) {
    resultExprs.push_back(expr);
    shape.push_back(size);
  };
  for (auto [i, j] : llvm::zip_equal(dims.lhsBatch, dims.rhsBatch)) {
    lhsExprs[i] = rhsExprs[j] = addLoop(/*isReduction=*/false);
    addResult(lhsExprs[i], lhs.getDimSize(i));
  }
  for (int64_t i : rows) {
    lhsExprs[i] = addLoop(/*isReduction=*/false);
    addResult(lhsExprs[i], lhs.getDimSize(i));
  }
  for (auto [i, j] : llvm::zip_equal(dims.lhsContracted, dims.rhsContracted))
    lhsExprs[i] = rhsExprs[j] = addLoop(/*isReduction=*/true);
  for (int64_t i : columns) {
    rhsExprs[i] = addLoop(/*isReduction=*/false);
    addResult(rhsExprs[i], rhs.getDimSize(i));
  }
  Type element = type.getElementType();
  if (kind == ScalarKind::Other)
    return c.error() << "expected a result of numbers, found " << type;
  if (failed(c.checkResult(RankedTensorType::get(shape, element))))
    return failure();
  Value init = makeZeros(c.b, type);
  unsigned loops = iterators.size();
  MLIRContext *context = c.b.getContext();
  if (loops == 0)
    return c.error() << "expected operands of rank 1 or more, found " << lhs;
  bool isValid = true;
  auto generic = linalg::GenericOp::create(
      c.b, type, c.op->getOperands(), init,
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
  if (!isValid)
    return c.error() << "expected operands with elements that " << element
                     << " holds, found " << lhs << " and " << rhs;
  return c.replace(generic.getResult(0));
}

LogicalResult scatter::convertDot(OpConversion &c) {
  if (failed(c.checkTensors(2, 1)))
    return failure();
  DotDimensions dims;
  if (c.operandType(0).getRank() == 0 || c.operandType(1).getRank() == 0)
    return c.error() << "expected operands of rank 1 or 2";
  dims.lhsContracted.push_back(c.operandType(0).getRank() - 1);
  dims.rhsContracted.push_back(0);
  return convert(c, dims);
}

LogicalResult scatter::convertDotGeneral(OpConversion &c) {
  if (failed(c.checkTensors(2, 1)))
    return failure();
  FailureOr<IntegerFields> fields =
      parseFields(c.attribute("dot_dimension_numbers"), "dot");
  if (failed(fields))
    return c.error() << "attribute 'dot_dimension_numbers': expected "
                     << "#stablehlo.dot<...>, found "
                     << c.attribute("dot_dimension_numbers");
  return convert(c, {fields->lookup("lhs_batching_dimensions"),
                     fields->lookup("rhs_batching_dimensions"),
                     fields->lookup("lhs_contracting_dimensions"),
                     fields->lookup("rhs_contracting_dimensions")});
}
