//===- OpConversion.cpp - the operands and results of an op ---------------===//

#include "Conversion.h"
#include "StableHLOAttributes.h"
#include "scatter/Dialect/Scatter/IR/SizeLimits.h"
#include "scatter/Import/Utils/Reports.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

InFlightDiagnostic OpConversion::error() const {
  InFlightDiagnostic diagnostic = emitError(op->getLoc());
  diagnostic << "'" << op->getName() << "': ";
  return diagnostic;
}

FailureOr<SmallVector<int64_t>> OpConversion::integers(StringRef name,
                                                       int64_t count) const {
  Attribute attr = attribute(name);
  std::optional<SmallVector<int64_t>> values = parseIntegers(attr);
  if (values && (count < 0 || int64_t(values->size()) == count))
    return *values;
  InFlightDiagnostic diagnostic = error()
                                  << "attribute '" << name << "': expected ";
  if (count >= 0)
    diagnostic << count << ' ';
  return diagnostic << "integers, found " << attr;
}

LogicalResult OpConversion::checkTypes(bool allowDynamic) const {
  auto check = [&](StringRef kind, TypeRange types) -> LogicalResult {
    for (auto [i, type] : llvm::enumerate(types)) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || (!allowDynamic && !tensor.hasStaticShape()) ||
          tensor.getEncoding() || findSizeViolation(tensor))
        return error() << kind << ' ' << i << ": expected a "
                       << (allowDynamic ? "ranked tensor"
                                        : "tensor of static shape")
                       << ", found " << type;
      if (tensor.getRank() > kMaxModelRank)
        return error() << kind << ' ' << i << ": expected "
                       << findModelViolation(tensor);
      // Constants of other element types hold strings.
      if (!isa<IntegerType, FloatType, ComplexType, IndexType>(
              tensor.getElementType()))
        return error() << kind << ' ' << i << ": expected elements that are "
                       << "numbers, found " << type;
    }
    return success();
  };
  return success(succeeded(check("operand", op->getOperandTypes())) &&
                 succeeded(check("result", op->getResultTypes())));
}

LogicalResult OpConversion::checkCounts(unsigned operands,
                                        unsigned results) const {
  if (op->getNumOperands() == operands && op->getNumResults() == results) {
    for (OpOperand &operand : op->getOpOperands())
      if (auto cast = operand.get().getDefiningOp<tensor::CastOp>();
          cast && tensor::preservesStaticInformation(
                      cast.getType(), cast.getSource().getType()))
        operand.set(cast.getSource());
    return success();
  }
  return error() << "expected " << operands << " operands and " << results
                 << " results, found " << op->getNumOperands() << " and "
                 << op->getNumResults();
}

LogicalResult OpConversion::checkTensors() const {
  return checkTypes(/*allowDynamic=*/false);
}

LogicalResult OpConversion::checkTensors(unsigned operands,
                                         unsigned results) const {
  return success(succeeded(checkCounts(operands, results)) &&
                 succeeded(checkTensors()));
}

LogicalResult OpConversion::checkRanked(unsigned operands,
                                        unsigned results) const {
  return success(succeeded(checkCounts(operands, results)) &&
                 succeeded(checkRanked()));
}

LogicalResult OpConversion::checkRanked() const {
  return checkTypes(/*allowDynamic=*/true);
}

LogicalResult OpConversion::checkResult(Type expected, unsigned i) const {
  RankedTensorType found = resultType(i);
  auto type = dyn_cast<RankedTensorType>(expected);
  if (type && type.getElementType() == found.getElementType() &&
      succeeded(verifyCompatibleShape(type, found)))
    return success();
  return error() << "result " << i << ": expected " << expected << ", found "
                 << found;
}

//===----------------------------------------------------------------------===//
// Sizes that may be known only at run time
//===----------------------------------------------------------------------===//

Value scatter::emitConstantElement(ImplicitLocOpBuilder &b,
                                   DenseElementsAttr values, int64_t at) {
  Attribute value = values.isSplat() ? values.getSplatValue<Attribute>()
                                     : values.getValues<Attribute>()[at];
  if (auto integer = dyn_cast<IntegerAttr>(value))
    value =
        IntegerAttr::get(getSignless(integer.getType()), integer.getValue());
  // The parts of a complex number.
  if (auto parts = dyn_cast<ArrayAttr>(value))
    return complex::ConstantOp::create(b, values.getElementType(), parts);
  return arith::ConstantOp::create(b, cast<TypedAttr>(value));
}

Value scatter::readElement(ImplicitLocOpBuilder &b, Value vector, int64_t at) {
  // Reshapes keep the order of elements.
  Value tensor = vector;
  while (Operation *producer = tensor.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
            producer))
      break;
    tensor = producer->getOperand(0);
  }
  if (DenseElementsAttr constant = getConstant(tensor))
    return emitConstantElement(b, constant, at);
  if (auto elements = tensor.getDefiningOp<tensor::FromElementsOp>())
    return toSignless(b, elements.getElements()[at]);
  auto type = cast<RankedTensorType>(vector.getType());
  return extractElement(b, vector,
                        SmallVector<Value>(type.getRank(), getIndex(b, at)));
}

FailureOr<Sizes> OpConversion::readNumbers(unsigned i, int64_t count) {
  RankedTensorType type = operandType(i);
  auto integer = dyn_cast<IntegerType>(type.getElementType());
  bool isInteger =
      type.getElementType().isIndex() || (integer && integer.getWidth() <= 64);
  if (type.getRank() != 1 || type.getDimSize(0) != count || !isInteger)
    return error() << "operand " << i << ": expected " << count
                   << " integers, found " << type;
  Sizes numbers;
  for (int64_t at = 0; at < count; ++at)
    numbers.push_back(toIndexSize(b,
                                  foldConstant(readElement(b, operand(i), at)),
                                  type.getElementType().isUnsignedInteger()));
  return numbers;
}

void OpConversion::report(unsigned i, Value holds,
                          ScatterErrorOperand expectation, int64_t at,
                          OpFoldResult found, OpFoldResult expected) {
  reportUnless(b, "'" + op->getName().getStringRef() + "': operand " + Twine(i),
               holds, expectation, at, found, expected);
}

FailureOr<Sizes> OpConversion::readSizes(unsigned i, int64_t count) {
  FailureOr<Sizes> sizes = readNumbers(i, count);
  if (failed(sizes))
    return failure();
  OpFoldResult zero = b.getIndexAttr(0);
  for (auto [at, size] : llvm::enumerate(*sizes)) {
    std::optional<int64_t> known = getKnown(size);
    if (known && *known < 0)
      return error() << "operand " << i << ": expected sizes of 0 or more, "
                     << "found " << *known;
    if (known || isNeverNegative(size))
      continue;
    report(i, emitIsAtMost(b, zero, size), SCATTER_OPERAND_VALUE, at, size,
           zero);
    size = maxSize(b, size, zero);
  }
  return sizes;
}

LogicalResult OpConversion::requireSize(unsigned i, int64_t dim,
                                        OpFoldResult found,
                                        OpFoldResult expected) {
  if (isSameSize(found, expected))
    return success();
  std::optional<int64_t> size = getKnown(expected);
  if (size && getKnown(found))
    return error() << "operand " << i << ": expected size " << *size
                   << " in dimension " << dim << ", found " << operandType(i);
  report(i, emitIsEqual(b, found, expected), SCATTER_OPERAND_EQUAL, dim, found,
         expected);
  return success();
}

LogicalResult OpConversion::requireOrder(unsigned i, int64_t dim,
                                         OpFoldResult found, OpFoldResult limit,
                                         bool isMost) {
  OpFoldResult smaller = isMost ? found : limit,
               larger = isMost ? limit : found;
  std::optional<int64_t> low = getKnown(smaller), high = getKnown(larger);
  if (low && high && *low > *high)
    return error() << "operand " << i << ": expected at "
                   << (isMost ? "most" : "least") << " size "
                   << *getKnown(limit) << " in dimension " << dim << ", found "
                   << operandType(i);
  if ((low && high) || isSameSize(found, limit))
    return success();
  report(i, emitIsAtMost(b, smaller, larger),
         isMost ? SCATTER_OPERAND_AT_MOST : SCATTER_OPERAND_AT_LEAST, dim,
         found, limit);
  return success();
}

FailureOr<Sizes> OpConversion::alignSizes(ArrayRef<unsigned> which,
                                          SmallVectorImpl<Value> &tensors,
                                          int64_t except) {
  Sizes common = sizes(which.front());
  for (unsigned i : which)
    for (auto [dim, size] : llvm::enumerate(sizes(i)))
      if (getKnown(size) && !getKnown(common[dim]))
        common[dim] = size;
  for (unsigned i : which) {
    Sizes own = sizes(i);
    for (auto [dim, size] : llvm::enumerate(common)) {
      if (int64_t(dim) == except)
        continue;
      if (failed(requireSize(i, dim, own[dim], size)))
        return failure();
      own[dim] = size;
    }
    tensors.push_back(withSizes(b, operand(i), own));
  }
  return common;
}
