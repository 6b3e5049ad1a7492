//===- StableHLOContraction.cpp - stablehlo.dot and dot_general
//--------------------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/Shapes.h"

using namespace mlir;
using namespace scatter;

/// Whether `first` and `second` are distinct dimensions of `type`.
static bool areDimensions(ArrayRef<int64_t> first, ArrayRef<int64_t> second,
                          RankedTensorType type) {
  SmallVector<int64_t> all(first);
  llvm::append_range(all, second);
  return areDistinctDims(all, type.getRank());
}

/// Checks that the dimensions `lhsDims` of operand 0 have the sizes of
/// `rhsDims` of operand 1.
static LogicalResult requireEqualSizes(OpConversion &c,
                                       ArrayRef<int64_t> lhsDims,
                                       ArrayRef<int64_t> rhsDims) {
  for (auto [lhs, rhs] : llvm::zip_equal(lhsDims, rhsDims))
    if (failed(c.requireSize(1, rhs, getSize(c.b, c.operand(1), rhs),
                             getSize(c.b, c.operand(0), lhs))))
      return failure();
  return success();
}

static bool haveEqualSizes(RankedTensorType lhs, ArrayRef<int64_t> lhsDims,
                           RankedTensorType rhs, ArrayRef<int64_t> rhsDims) {
  return lhsDims.size() == rhsDims.size() &&
         llvm::all_of(llvm::zip_equal(lhsDims, rhsDims), [&](auto dims) {
           return succeeded(
               verifyCompatibleShape(lhs.getDimSize(std::get<0>(dims)),
                                     rhs.getDimSize(std::get<1>(dims))));
         });
}

static LogicalResult convert(OpConversion &c, const ContractionDims &dims) {
  RankedTensorType lhs = c.operandType(0), rhs = c.operandType(1);
  RankedTensorType type = c.resultType();
  if (!areDimensions(dims.lhsBatch, dims.lhsContracted, lhs) ||
      !areDimensions(dims.rhsBatch, dims.rhsContracted, rhs) ||
      !haveEqualSizes(lhs, dims.lhsBatch, rhs, dims.rhsBatch) ||
      !haveEqualSizes(lhs, dims.lhsContracted, rhs, dims.rhsContracted))
    return c.error() << "expected distinct dimensions of equal sizes of " << lhs
                     << " and " << rhs;
  if (failed(requireEqualSizes(c, dims.lhsBatch, dims.rhsBatch)) ||
      failed(requireEqualSizes(c, dims.lhsContracted, dims.rhsContracted)))
    return failure();
  Type element = type.getElementType();
  if (getScalarKind(element) == ScalarKind::Other)
    return c.error() << "expected a result of numbers, found " << type;
  if (failed(c.checkResult(RankedTensorType::get(
          getContractionShape(lhs.getShape(), rhs.getShape(), dims), element))))
    return failure();
  if (lhs.getRank() == 0 && rhs.getRank() == 0)
    return c.error() << "expected operands of rank 1 or more, found " << lhs;
  Value result = contract(c.b, c.operand(0), c.operand(1), dims, element);
  if (!result)
    return c.error() << "expected operands with elements that " << element
                     << " holds, found " << lhs << " and " << rhs;
  return c.replace(result);
}

LogicalResult scatter::convertDot(OpConversion &c) {
  if (failed(c.checkRanked(2, 1)))
    return failure();
  ContractionDims dims;
  if (c.operandType(0).getRank() == 0 || c.operandType(1).getRank() == 0)
    return c.error() << "expected operands of rank 1 or 2";
  dims.lhsContracted.push_back(c.operandType(0).getRank() - 1);
  dims.rhsContracted.push_back(0);
  return convert(c, dims);
}

LogicalResult scatter::convertDotGeneral(OpConversion &c) {
  if (failed(c.checkRanked(2, 1)))
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
