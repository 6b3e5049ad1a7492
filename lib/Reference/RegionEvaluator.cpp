//===- RegionEvaluator.cpp - the region of scatter.generic ----------------===//
//
// An op is evaluated by its folder. Casts between floats are the exception:
// they fold only where nothing is rounded. So are casts that change whether the
// type of an integer has a sign.
//
//===----------------------------------------------------------------------===//

#include "RegionEvaluator.h"

#include "ErrorRecord.h"
#include "scatter/Reference/Element.h"
#include "scatter/Reference/EvaluateGeneric.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace scatter::reference {

bool supportsRegionElement(Type type) {
  return isa<FloatType, IndexType>(type) ||
         (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() <= 64);
}

TypedAttr readElement(Type type, const void *address) {
  if (!supportsRegionElement(type))
    return {};
  if (isa<FloatType>(type))
    return FloatAttr::get(type, readFloat(type, address));
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return IntegerAttr::get(type, APInt(width, readInteger(type, address),
                                      /*isSigned=*/true,
                                      /*implicitTrunc=*/true));
}

void writeElement(Type type, void *address, Attribute value) {
  if (isa<FloatType>(type))
    writeFloat(type, address, cast<FloatAttr>(value).getValue());
  else
    writeInteger(type, address,
                 cast<IntegerAttr>(value).getValue().getSExtValue());
}

Attribute RegionEvaluator::lookup(Value value) const {
  if (Attribute known = values.lookup(value))
    return known;
  Attribute constant;
  matchPattern(value, m_Constant(&constant));
  return constant;
}

llvm::Error RegionEvaluator::evaluate(Operation &op,
                                      ArrayRef<int64_t> position) {
  if (auto index = dyn_cast<IndexOp>(op)) {
    values[index] = IntegerAttr::get(index.getType(), position[index.getDim()]);
    return llvm::Error::success();
  }
  SmallVector<Attribute> operands;
  for (Value operand : op.getOperands()) {
    operands.push_back(lookup(operand));
    if (!operands.back())
      return makeError("an operand of '" + op.getName().getStringRef() +
                       "' is no constant");
  }
  if (isa<arith::ExtFOp, arith::TruncFOp>(op)) {
    auto type = cast<FloatType>(op.getResult(0).getType());
    APFloat value = cast<FloatAttr>(operands.front()).getValue();
    values[op.getResult(0)] =
        FloatAttr::get(type, convertFloat(value, type.getFloatSemantics()));
    return llvm::Error::success();
  }
  // A cast between integers of one width with and without a sign in the type.
  auto integer = dyn_cast_or_null<IntegerAttr>(
      operands.empty() ? Attribute() : operands.front());
  if (isa<UnrealizedConversionCastOp>(op) && op.getNumOperands() == 1 &&
      op.getNumResults() == 1 && integer &&
      op.getResult(0).getType().isInteger(integer.getValue().getBitWidth())) {
    values[op.getResult(0)] =
        IntegerAttr::get(op.getResult(0).getType(), integer.getValue());
    return llvm::Error::success();
  }
  SmallVector<OpFoldResult> results;
  if (failed(op.fold(operands, results)) ||
      results.size() != op.getNumResults())
    return makeError("'" + op.getName().getStringRef() +
                     "' does not fold on constants");
  for (auto [result, folded] : llvm::zip_equal(op.getResults(), results)) {
    auto value = dyn_cast<Value>(folded);
    values[result] = value ? lookup(value) : cast<Attribute>(folded);
  }
  return llvm::Error::success();
}

llvm::Expected<SmallVector<Attribute>>
RegionEvaluator::run(ArrayRef<Attribute> arguments,
                     ArrayRef<int64_t> position) {
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    values[argument] = value;
  for (Operation &op : block.without_terminator())
    if (llvm::Error error = evaluate(op, position))
      return error;
  SmallVector<Attribute> yielded;
  for (Value value : block.getTerminator()->getOperands()) {
    yielded.push_back(lookup(value));
    if (!yielded.back())
      return makeError("a yielded value is no constant");
  }
  return yielded;
}

} // namespace scatter::reference
