//===- Combiner.cpp - how an update changes an element --------------------===//

#include "scatter/Dialect/Scatter/Utils/Combiner.h"
#include "scatter/Dialect/Scatter/Utils/SmallFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

/// Returns a constant of `type`, a splat if `type` is a vector type.
static Value emitIntegerConstant(ImplicitLocOpBuilder &b, Type type,
                                 int64_t value) {
  TypedAttr attr = b.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto vectorType = dyn_cast<VectorType>(type))
    attr = DenseElementsAttr::get(vectorType, Attribute(attr));
  return arith::ConstantOp::create(b, attr);
}

/// On booleans, sum is or, sub is xor and prod is and. For min and max, false <
/// true.
static Value combineBooleans(ImplicitLocOpBuilder &b, Reduction reduction,
                             Value x, Value y) {
  switch (reduction) {
  case Reduction::none:
    return y;
  case Reduction::sum:
  case Reduction::max:
    return arith::OrIOp::create(b, x, y);
  case Reduction::sub:
    return arith::XOrIOp::create(b, x, y);
  case Reduction::prod:
  case Reduction::min:
    return arith::AndIOp::create(b, x, y);
  }
  llvm_unreachable("unknown reduction");
}

/// Combines numbers, whose elements are floats or integers.
static Value combineNumbers(ImplicitLocOpBuilder &b, Reduction reduction,
                            bool isUnsigned, Value x, Value y) {
  using Kind = arith::AtomicRMWKind;
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(x));
  auto combine = [&](Kind ofFloats, Kind ofIntegers) {
    return arith::getReductionOp(isFloat ? ofFloats : ofIntegers, b, b.getLoc(),
                                 x, y);
  };
  switch (reduction) {
  case Reduction::none:
    return y;
  case Reduction::sum:
    return combine(Kind::addf, Kind::addi);
  case Reduction::sub:
    if (isFloat)
      return arith::SubFOp::create(b, x, y);
    return arith::SubIOp::create(b, x, y);
  case Reduction::prod:
    return combine(Kind::mulf, Kind::muli);
  case Reduction::min:
    return combine(Kind::minimumf, isUnsigned ? Kind::minu : Kind::mins);
  case Reduction::max:
    return combine(Kind::maximumf, isUnsigned ? Kind::maxu : Kind::maxs);
  }
  llvm_unreachable("unknown reduction");
}

bool scatter::hasScalarForm(Reduction reduction, Type type) {
  return reduction == Reduction::none || type.isIndex() ||
         type.isSignlessInteger(1) ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() >= 8) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

Value scatter::combineScalars(ImplicitLocOpBuilder &b, Reduction reduction,
                              Value element, Value update) {
  if (element.getType().isInteger(1))
    return combineBooleans(b, reduction, element, update);
  return combineNumbers(b, reduction, /*isUnsigned=*/false, element, update);
}

std::optional<Reduction> scatter::matchScalars(Value result, Value element,
                                               Value update) {
  if (result == update)
    return Reduction::none;
  Operation *op = result.getDefiningOp();
  if (!op || op->getBlock() != element.getParentBlock() ||
      op->getNumOperands() != 2)
    return std::nullopt;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  bool isBoolean = element.getType().isInteger(1);
  if (lhs == element && rhs == update && isa<arith::SubFOp, arith::SubIOp>(op))
    return Reduction::sub;
  if (lhs == update)
    std::swap(lhs, rhs);
  if (lhs != element || rhs != update)
    return std::nullopt;
  using Match = std::optional<Reduction>;
  if (isBoolean)
    return llvm::TypeSwitch<Operation *, Match>(op)
        .Case([](arith::OrIOp) { return Reduction::sum; })
        .Case([](arith::XOrIOp) { return Reduction::sub; })
        .Case([](arith::AndIOp) { return Reduction::prod; })
        .Default([](Operation *) { return std::nullopt; });
  return llvm::TypeSwitch<Operation *, Match>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Reduction::sum; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return Reduction::prod; })
      .Case<arith::MinimumFOp, arith::MinSIOp>(
          [](auto) { return Reduction::min; })
      .Case<arith::MaximumFOp, arith::MaxSIOp>(
          [](auto) { return Reduction::max; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Computes min and max of bf16 on the bits as integers, without a conversion
/// to f32 and back.
static Value combineBF16Bits(ImplicitLocOpBuilder &b, Reduction reduction,
                             Value x, Value y) {
  bool isMax = reduction == Reduction::max;
  auto constant = [&](int64_t value) {
    return emitIntegerConstant(b, x.getType(), value);
  };
  // Maps bits to signed integers that are ordered like the values. NaN is
  // outside of all of them.
  auto emitRank = [&](Value bits) -> Value {
    Value sign = arith::ShRSIOp::create(b, bits, constant(15));
    Value flipped = arith::AndIOp::create(b, sign, constant(INT16_MAX));
    Value rank = arith::XOrIOp::create(b, bits, flipped);
    Value magnitude = arith::AndIOp::create(b, bits, constant(INT16_MAX));
    Value isNaN = arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, magnitude,
                                        constant(/*infinity=*/0x7f80));
    return arith::SelectOp::create(
        b, isNaN, constant(isMax ? INT16_MAX : INT16_MIN), rank);
  };
  auto predicate =
      isMax ? arith::CmpIPredicate::slt : arith::CmpIPredicate::sgt;
  Value rankX = emitRank(x), rankY = emitRank(y);
  Value isNew = arith::CmpIOp::create(b, predicate, rankX, rankY);
  return arith::SelectOp::create(b, isNew, y, x);
}

/// Computes (a + bi)(c + di). Each product and each sum is rounded by itself.
static Value multiplyComplex(ImplicitLocOpBuilder &b, Value x, Value y) {
  auto lhs = vector::DeinterleaveOp::create(b, x);
  auto rhs = vector::DeinterleaveOp::create(b, y);
  auto multiply = [&](Value s, Value t) -> Value {
    return arith::MulFOp::create(b, s, t);
  };
  Value real = arith::SubFOp::create(b, multiply(lhs.getRes1(), rhs.getRes1()),
                                     multiply(lhs.getRes2(), rhs.getRes2()));
  Value imaginary =
      arith::AddFOp::create(b, multiply(lhs.getRes1(), rhs.getRes2()),
                            multiply(lhs.getRes2(), rhs.getRes1()));
  return vector::InterleaveOp::create(b, real, imaginary);
}

/// Extends a sub-byte integer from its byte. The upper bits of the byte are
/// unspecified.
static Value extendFromBits(ImplicitLocOpBuilder &b, Value byte, unsigned width,
                            bool isUnsigned) {
  Value shift = emitIntegerConstant(b, byte.getType(), 8 - width);
  Value shifted = arith::ShLIOp::create(b, byte, shift);
  if (isUnsigned)
    return arith::ShRUIOp::create(b, shifted, shift);
  return arith::ShRSIOp::create(b, shifted, shift);
}

bool Combiner::convertsFloats() const {
  return combinesNarrowFloats(reduction, elementType);
}

bool Combiner::isFloatExtreme() const {
  return (reduction == Reduction::min || reduction == Reduction::max) &&
         isa<FloatType>(elementType);
}

Value Combiner::emit(ImplicitLocOpBuilder &b, Value element,
                     Value update) const {
  if (isOverwrite())
    return update;
  if (isa<ComplexType>(elementType)) {
    if (reduction == Reduction::prod)
      return multiplyComplex(b, element, update);
    return combineNumbers(b, reduction, /*isUnsigned=*/false, element, update);
  }
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    if (floatType.isBF16() && isFloatExtreme())
      return combineBF16Bits(b, reduction, element, update);
    if (!isSmallFloat(floatType))
      return combineNumbers(b, reduction, /*isUnsigned=*/false, element,
                            update);
    Value x = emitSmallFloatToF32(b, floatType, element);
    Value y = emitSmallFloatToF32(b, floatType, update);
    return emitF32ToSmallFloat(
        b, floatType, combineNumbers(b, reduction, /*isUnsigned=*/false, x, y));
  }
  if (elementType.isIndex())
    return combineNumbers(b, reduction, /*isUnsigned=*/false, element, update);

  auto integerType = cast<IntegerType>(elementType);
  unsigned width = integerType.getWidth();
  bool isUnsigned = integerType.isUnsigned();
  if (width == 1)
    return combineBooleans(b, reduction, element, update);
  if (width >= 8)
    return combineNumbers(b, reduction, isUnsigned, element, update);
  Value x = extendFromBits(b, element, width, isUnsigned);
  Value y = extendFromBits(b, update, width, isUnsigned);
  return extendFromBits(b, combineNumbers(b, reduction, isUnsigned, x, y),
                        width, isUnsigned);
}

/// Returns the identity of `reduction` among the integers of `width` bits.
static APInt getIntegerIdentity(Reduction reduction, unsigned width,
                                bool isUnsigned) {
  switch (reduction) {
  case Reduction::none:
  case Reduction::sub:
    break;
  case Reduction::sum:
    return APInt(width, 0);
  case Reduction::prod:
    return APInt(width, 1);
  case Reduction::min:
    return isUnsigned ? APInt::getMaxValue(width)
                      : APInt::getSignedMaxValue(width);
  case Reduction::max:
    return isUnsigned ? APInt::getMinValue(width)
                      : APInt::getSignedMinValue(width);
  }
  llvm_unreachable("reduction is not order-free");
}

/// Returns the identity of `reduction` among floats, which is order-free on
/// them.
static APFloat getFloatIdentity(Reduction reduction, FloatType type) {
  assert(isOrderFree(reduction, type));
  switch (reduction) {
  case Reduction::none:
  case Reduction::sum:
  case Reduction::sub:
  case Reduction::prod:
    break;
  case Reduction::min:
    return APFloat::getInf(type.getFloatSemantics());
  case Reduction::max:
    return APFloat::getInf(type.getFloatSemantics(), /*Negative=*/true);
  }
  llvm_unreachable("reduction is not order-free");
}

TypedAttr scatter::getScalarIdentity(Reduction reduction, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(floatType, getFloatIdentity(reduction, floatType));
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  return IntegerAttr::get(
      type, getIntegerIdentity(reduction, width, /*isUnsigned=*/width == 1));
}

TypedAttr Combiner::getIdentity() const {
  assert(isOrderFree());
  ElementStorage storage = ElementStorage::get(elementType);
  auto getAttr = [&](const APInt &bits) -> TypedAttr {
    return IntegerAttr::get(storage.type, bits);
  };
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    APFloat value = getFloatIdentity(reduction, floatType);
    if (storage.type == floatType)
      return FloatAttr::get(floatType, value);
    return getAttr(value.bitcastToAPInt());
  }
  if (elementType.isIndex())
    return getAttr(getIntegerIdentity(
        reduction, IndexType::kInternalStorageBitWidth, /*isUnsigned=*/false));
  auto integerType = cast<IntegerType>(elementType);
  unsigned width = integerType.getWidth();
  bool isUnsigned = integerType.isUnsigned() || width == 1;
  APInt identity = getIntegerIdentity(reduction, width, isUnsigned);
  unsigned storageWidth = storage.type.getIntOrFloatBitWidth();
  return getAttr(isUnsigned ? identity.zextOrTrunc(storageWidth)
                            : identity.sextOrTrunc(storageWidth));
}
