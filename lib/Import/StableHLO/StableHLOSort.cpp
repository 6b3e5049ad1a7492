//===- StableHLOSort.cpp - stablehlo.sort, chlo.top_k ---------------------===//

#include "Conversion.h"
#include "ScalarRegion.h"
#include "StableHLOAttributes.h"
#include "scatter/Import/Utils/SizedShapes.h"
#include "scatter/Import/Utils/Sorting.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::convertSort(OpConversion &c) {
  unsigned count = c.op->getNumOperands();
  if (failed(c.checkRanked(count, count)))
    return failure();
  if (count == 0 || c.op->getNumRegions() != 1)
    return c.error() << "expected operands and one region";
  RankedTensorType type = c.operandType(0);
  int64_t rank = type.getRank();
  std::optional<int64_t> dim =
      c.attribute("dimension") ? parseInteger(c.attribute("dimension")) : -1;
  if (!dim || *dim < -rank || *dim >= rank)
    return c.error() << "attribute 'dimension': expected a dimension of "
                     << type << ", found " << c.attribute("dimension");
  SmallVector<Type> scalars;
  for (unsigned i = 0; i < count; ++i) {
    if (failed(verifyCompatibleShape(c.operandType(i), type)))
      return c.error() << "operand " << i << ": expected the shape of " << type
                       << ", found " << c.operandType(i);
    if (failed(c.checkResult(c.operandType(i), i)))
      return failure();
    scalars.append(
        2, RankedTensorType::get({}, c.operandType(i).getElementType()));
  }
  Region &comparator = c.op->getRegion(0);
  Type boolean = RankedTensorType::get({}, c.b.getI1Type());
  SmallVector<Value> inputs;
  if (failed(
          checkScalarRegion(c, comparator, "comparator", scalars, boolean)) ||
      failed(c.alignSizes(llvm::to_vector(llvm::seq(count)), inputs)))
    return failure();
  auto isBefore = [&](ImplicitLocOpBuilder &b, ValueRange first,
                      ValueRange second) -> Value {
    SmallVector<Value> args, results;
    for (auto [left, right] : llvm::zip_equal(first, second))
      args.append({left, right});
    if (failed(emitScalarRegion(b, comparator, args, results)))
      return nullptr;
    return results.front();
  };
  SmallVector<Value> results =
      sortElements(c.b, inputs, *dim < 0 ? *dim + rank : *dim, isBefore);
  return results.empty() ? failure() : c.replace(results);
}

LogicalResult scatter::convertTopK(OpConversion &c) {
  if (failed(c.checkRanked(1, 2)))
    return failure();
  RankedTensorType type = c.operandType(0);
  std::optional<int64_t> count = parseInteger(c.attribute("k"));
  if (!count || *count < 0)
    return c.error() << "attribute 'k': expected an integer of at least 0, "
                     << "found " << c.attribute("k");
  if (type.getRank() == 0 || isa<ComplexType>(type.getElementType()))
    return c.error() << "operand 0: expected a rank of at least 1 and elements "
                     << "that have an order, found " << type;
  int64_t dim = type.getRank() - 1;
  Sizes sizes = c.sizes(0);
  OpFoldResult k = c.b.getIndexAttr(*count);
  if (failed(c.requireAtLeast(0, dim, sizes[dim], k)))
    return failure();
  sizes[dim] = k;
  Type i32 = c.b.getI32Type();
  if (failed(c.checkResult(makeTensorType(sizes, type.getElementType()))) ||
      failed(c.checkResult(makeTensorType(sizes, i32), 1)))
    return failure();
  return c.replace(
      topElements(c.b, c.operand(0), {dim, /*isLargestFirst=*/true}, k, i32));
}
