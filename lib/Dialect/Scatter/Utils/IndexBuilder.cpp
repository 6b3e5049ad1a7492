//===- IndexBuilder.cpp - a builder with index arithmetic -----------------===//

#include "scatter/Dialect/Scatter/Utils/IndexBuilder.h"

using namespace mlir;
using namespace scatter;

Value IndexBuilder::index(int64_t number) {
  return arith::ConstantIndexOp::create(*this, number);
}

Value IndexBuilder::boolean(bool value) {
  return arith::ConstantIntOp::create(*this, getI1Type(), value);
}

Value IndexBuilder::get(IndexOperand operand) {
  if (auto *value = std::get_if<Value>(&operand))
    return *value;
  return index(std::get<int64_t>(operand));
}

Value IndexBuilder::allOf(ArrayRef<Value> conditions) {
  Value result = boolean(true);
  for (Value condition : conditions)
    result = bitAnd(result, condition);
  return result;
}

Value IndexBuilder::isNot(Value condition) {
  return createOrFold<arith::XOrIOp>(condition, boolean(true));
}

Value IndexBuilder::product(IndexOperand first, ArrayRef<Value> factors) {
  Value result = get(first);
  for (Value factor : factors)
    result = mul(result, factor);
  return result;
}

Value IndexBuilder::toIndex(Value value) {
  return createOrFold<arith::IndexCastUIOp>(getIndexType(), value);
}

Value IndexBuilder::toI64(IndexOperand value) {
  return createOrFold<arith::IndexCastOp>(getI64Type(), get(value));
}

bool scatter::isTrue(Value condition) {
  std::optional<int64_t> constant = getConstantIntValue(condition);
  return constant && *constant != 0;
}

bool scatter::isFalse(Value condition) {
  return isConstantIntValue(condition, 0);
}
