//===- RowArithmetic.cpp - arithmetic on parts of rows --------------------===//

#include "RowArithmetic.h"

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"
#include "scatter/Dialect/Scatter/Utils/SmallFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::kernels;

Type kernels::getPieceType(int64_t length, Type element) {
  return length == 1 ? element : VectorType::get({length}, element);
}

Value kernels::emitConstant(IndexBuilder &b, Type type, int64_t number) {
  Type scalar = getElementTypeOrSelf(type);
  TypedAttr attr = isa<FloatType>(scalar)
                       ? TypedAttr(b.getFloatAttr(scalar, double(number)))
                       : TypedAttr(b.getIntegerAttr(scalar, number));
  if (auto vectorType = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vectorType, Attribute(attr));
  return arith::ConstantOp::create(b, attr);
}

Value kernels::emitIsMessage(IndexBuilder &b, Value former, Value value) {
  auto floatType = dyn_cast<FloatType>(getElementTypeOrSelf(former));
  if (!floatType)
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, former, value);
  auto toBits = [&](Value number) -> Value {
    Type bits = b.getIntegerType(floatType.getWidth());
    if (auto vectorType = dyn_cast<VectorType>(number.getType()))
      bits = vectorType.clone(bits);
    return arith::BitcastOp::create(b, bits, number);
  };
  Value isOther = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                        toBits(former), toBits(value));
  Value isNumber =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, former, former);
  return arith::AndIOp::create(b, isOther, isNumber);
}

Value kernels::emitQuotient(IndexBuilder &b, Type element, Value sum,
                            Value count) {
  auto vectorType = dyn_cast<VectorType>(sum.getType());
  int64_t lanes = vectorType ? vectorType.getDimSize(0) : 1;
  auto splat = [&](Value scalar) -> Value {
    if (lanes == 1)
      return scalar;
    return vector::BroadcastOp::create(b, getPieceType(lanes, scalar.getType()),
                                       scalar);
  };
  Value number = b.toI64(count);
  auto floatType = dyn_cast<FloatType>(element);
  if (floatType) {
    Type wide = floatType.getWidth() < 32 ? b.getF32Type() : Type(floatType);
    Type widePiece = getPieceType(lanes, wide);
    Value value = sum;
    if (isSmallFloat(floatType))
      value = emitSmallFloatToF32(b, floatType, value);
    else if (wide != floatType)
      value = arith::ExtFOp::create(b, widePiece, value);
    Value divisor = splat(arith::SIToFPOp::create(b, wide, number));
    value = arith::DivFOp::create(b, value, divisor);
    if (isSmallFloat(floatType))
      return emitF32ToSmallFloat(b, floatType, value);
    if (wide != floatType)
      return arith::TruncFOp::create(b, sum.getType(), value);
    return value;
  }
  bool isUnsigned = cast<IntegerType>(element).isUnsigned();
  Type wide = getPieceType(lanes, b.getI64Type());
  Value value = sum, divisor = splat(number);
  bool isNarrow = wide != sum.getType();
  if (isNarrow && isUnsigned)
    value = arith::ExtUIOp::create(b, wide, value);
  else if (isNarrow)
    value = arith::ExtSIOp::create(b, wide, value);
  if (isUnsigned) {
    value = arith::DivUIOp::create(b, value, divisor);
  } else {
    Value quotient = arith::DivSIOp::create(b, value, divisor);
    Value rest = arith::RemSIOp::create(b, value, divisor);
    Value isBelow = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, rest,
                                          emitConstant(b, wide, 0));
    Value less = arith::ExtUIOp::create(b, wide, isBelow);
    value = arith::SubIOp::create(b, quotient, less);
  }
  return isNarrow ? Value(arith::TruncIOp::create(b, sum.getType(), value))
                  : value;
}
