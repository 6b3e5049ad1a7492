//===- IndexMath.cpp - arithmetic on sizes and offsets --------------------===//

#include "IndexMath.h"

using namespace mlir;

Value scatter::constantIndex(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value scatter::add(ImplicitLocOpBuilder &b, Value x, Value y) {
  return b.createOrFold<arith::AddIOp>(x, y);
}

Value scatter::sub(ImplicitLocOpBuilder &b, Value x, Value y) {
  return b.createOrFold<arith::SubIOp>(x, y);
}

Value scatter::mul(ImplicitLocOpBuilder &b, Value x, Value y) {
  return b.createOrFold<arith::MulIOp>(x, y);
}

Value scatter::compare(ImplicitLocOpBuilder &b, arith::CmpIPredicate predicate,
                       Value x, Value y) {
  return b.createOrFold<arith::CmpIOp>(predicate, x, y);
}

Value scatter::select(ImplicitLocOpBuilder &b, Value condition, Value x,
                      Value y) {
  return b.createOrFold<arith::SelectOp>(condition, x, y);
}

Value scatter::allOf(ImplicitLocOpBuilder &b, ArrayRef<Value> conditions) {
  Value result = arith::ConstantIntOp::create(b, b.getI1Type(), 1);
  for (Value condition : conditions)
    result = b.createOrFold<arith::AndIOp>(result, condition);
  return result;
}

Value scatter::toI64(ImplicitLocOpBuilder &b, Value value) {
  return b.createOrFold<arith::IndexCastOp>(b.getI64Type(), value);
}

bool scatter::isConstant(Value value, int64_t expected) {
  return getConstantIntValue(value) == expected;
}

bool scatter::isTrue(Value condition) {
  std::optional<int64_t> constant = getConstantIntValue(condition);
  return constant && *constant != 0;
}

bool scatter::isFalse(Value condition) { return isConstant(condition, 0); }
