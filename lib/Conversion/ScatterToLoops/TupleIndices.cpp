//===- TupleIndices.cpp - the indices of scatter_nd_update ----------------===//

#include "TupleIndices.h"
#include "IndexMath.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace scatter;

bool TupleIndices::isContiguous() const {
  if (tupleDims.size() > 1)
    return false;
  bool isTuplePacked = getDepth() == 1 || isConstant(componentStride, 1);
  return isTuplePacked &&
         (tupleDims.empty() || isConstant(tupleDims[0].strides[0], getDepth()));
}

Value TupleIndices::load(ImplicitLocOpBuilder &b, Value offset,
                         int64_t j) const {
  Value position = add(b, offset, mul(b, constantIndex(b, j), componentStride));
  return memref::LoadOp::create(b, buffer.flat, position);
}

Value TupleIndices::extend(ImplicitLocOpBuilder &b, Value index) const {
  if (isUnsigned)
    return b.createOrFold<arith::IndexCastUIOp>(b.getIndexType(), index);
  return b.createOrFold<arith::IndexCastOp>(b.getIndexType(), index);
}

Value TupleIndices::isValid(ImplicitLocOpBuilder &b, Value index,
                            Value size) const {
  // One unsigned comparison: index + size in [0, 2 * size), wrapping. What
  // overflows in the addition is far beyond the bound.
  if (wraps)
    return compare(b, arith::CmpIPredicate::ult, add(b, index, size),
                   add(b, size, size));
  return compare(b, arith::CmpIPredicate::ult, index, size);
}

Value TupleIndices::normalize(ImplicitLocOpBuilder &b, Value index,
                              Value size) const {
  if (!wraps)
    return index;
  Value isNegative =
      compare(b, arith::CmpIPredicate::slt, index, constantIndex(b, 0));
  return select(b, isNegative, add(b, index, size), index);
}

Value TupleIndices::clamp(ImplicitLocOpBuilder &b, Value index,
                          Value size) const {
  Value last = sub(b, size, constantIndex(b, 1));
  if (isUnsigned)
    return arith::MinUIOp::create(b, index, last);
  Value position = normalize(b, index, size);
  position = arith::MaxSIOp::create(b, position, constantIndex(b, 0));
  return arith::MinSIOp::create(b, position, last);
}
