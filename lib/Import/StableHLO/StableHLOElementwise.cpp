//===- StableHLOElementwise.cpp - elementwise ops on tensors
//-----------------------===//

#include "Conversion.h"
#include "StableHLOScalars.h"
#include "scatter/Import/Utils/Tensors.h"

using namespace mlir;
using namespace scatter;

/// Whether an operand may be a scalar beside tensors.
static bool isScalarAllowed(Operation *op, unsigned operand) {
  StringRef name = op->getName().getStringRef();
  return (name == "stablehlo.select" && operand == 0) ||
         (name == "stablehlo.clamp" && operand != 1);
}

/// Checks that all operands have one element type, except for the predicate of
/// a select. The scalar emitters rely on it.
static LogicalResult checkElementTypes(const OpConversion &c) {
  unsigned first = c.op->getName().getStringRef() == "stablehlo.select" ? 1 : 0;
  if (first == 1 && !c.operandType(0).getElementType().isInteger(1))
    return c.error() << "operand 0: expected elements of type 'i1', found "
                     << c.operandType(0);
  for (unsigned i = first + 1; i < c.op->getNumOperands(); ++i)
    if (c.operandType(i).getElementType() !=
        c.operandType(first).getElementType())
      return c.error() << "operand " << i << ": expected elements of type "
                       << c.operandType(first).getElementType() << ", found "
                       << c.operandType(i);
  return success();
}

LogicalResult scatter::convertElementwise(OpConversion &c) {
  const ElementwiseOp *elementwise = getElementwise(c.op);
  if (failed(c.checkRanked(elementwise->operands, 1)) ||
      failed(checkElementTypes(c)))
    return failure();
  RankedTensorType type = c.resultType();
  AffineMap identity = c.b.getMultiDimIdentityMap(type.getRank());
  AffineMap scalar = AffineMap::get(type.getRank(), 0, c.b.getContext());
  SmallVector<AffineMap> maps;
  SmallVector<unsigned> shaped;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i) {
    ArrayRef<int64_t> shape = c.operandType(i).getShape();
    bool isScalar = shape.empty() && isScalarAllowed(c.op, i);
    if (!isScalar && failed(verifyCompatibleShape(shape, type.getShape())))
      return c.error() << "operand " << i << ": expected the shape of " << type
                       << ", found " << c.operandType(i);
    maps.push_back(isScalar ? scalar : identity);
    if (!isScalar)
      shaped.push_back(i);
  }
  SmallVector<Value> aligned, operands(c.op->getOperands());
  FailureOr<Sizes> sizes = c.alignSizes(shaped, aligned);
  if (failed(sizes))
    return failure();
  for (auto [i, operand] : llvm::zip_equal(shaped, aligned))
    operands[i] = operand;
  Value result = mapElements(
      c.b, makeTensorType(*sizes, type.getElementType()), operands, maps,
      [&](ImplicitLocOpBuilder &b, ValueRange args) {
        return emitScalar(b, c.op, args);
      },
      *sizes);
  return result ? c.replace(result) : failure();
}
