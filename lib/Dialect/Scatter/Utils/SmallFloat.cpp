//===- SmallFloat.cpp - bf16 and 8-bit floats as integers -----------------===//

#include "scatter/Dialect/Scatter/Utils/SmallFloat.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

namespace {

/// The fields of a format with a sign, `exponentBits` and `mantissaBits`.
struct Format {
  unsigned width, mantissaBits;
  int bias;
  /// How infinities and NaNs are encoded.
  enum { IEEE, NaNIsAllOnes, NaNIsNegativeZero } special;

  static Format get(FloatType type) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    Format format{type.getWidth(), type.getFPMantissaWidth() - 1,
                  1 - APFloat::semanticsMinExponent(semantics), IEEE};
    if (isa<Float8E4M3FNType>(type))
      format.special = NaNIsAllOnes;
    else if (isa<Float8E5M2FNUZType, Float8E4M3FNUZType, Float8E4M3B11FNUZType>(
                 type))
      format.special = NaNIsNegativeZero;
    return format;
  }

  int64_t signBit() const { return int64_t(1) << (width - 1); }
  int64_t magnitudeMask() const { return signBit() - 1; }
  /// Returns the smallest code beyond the finite values.
  int64_t overflowCode() const {
    switch (special) {
    case IEEE:
      return magnitudeMask() & ~((int64_t(1) << mantissaBits) - 1);
    case NaNIsAllOnes:
      return magnitudeMask();
    case NaNIsNegativeZero:
      return magnitudeMask() + 1;
    }
    llvm_unreachable("unknown encoding");
  }
};

/// Emits operations on i32 and f32, or on vectors that have the shape of
/// `shape`.
class BitEmitter {
public:
  BitEmitter(ImplicitLocOpBuilder &b, Type shape) : b(b), shape(shape) {}

  Type typeLike(Type element) const {
    if (auto vectorType = dyn_cast<VectorType>(shape))
      return vectorType.clone(element);
    return element;
  }
  Value constant(TypedAttr attr) const {
    Type type = typeLike(attr.getType());
    if (auto vectorType = dyn_cast<VectorType>(type))
      attr = DenseElementsAttr::get(vectorType, Attribute(attr));
    return arith::ConstantOp::create(b, attr);
  }
  Value i32(int64_t value) const {
    return constant(b.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  Value f32(double value) const { return constant(b.getF32FloatAttr(value)); }

  template <typename OpT>
  Value bits(Value x, int64_t y) const {
    return OpT::create(b, x, i32(y));
  }
  Value toFloat(Value x) const {
    return arith::BitcastOp::create(b, typeLike(b.getF32Type()), x);
  }
  Value toBits(Value x) const {
    return arith::BitcastOp::create(b, typeLike(b.getI32Type()), x);
  }
  Value compare(arith::CmpIPredicate predicate, Value x, int64_t y) const {
    return arith::CmpIOp::create(b, predicate, x, i32(y));
  }
  Value select(Value condition, Value x, Value y) const {
    return arith::SelectOp::create(b, condition, x, y);
  }

  ImplicitLocOpBuilder &b;
  Type shape;
};

constexpr int64_t kF32Infinity = 0x7f800000;
constexpr int64_t kF32NaN = 0x7fc00000;
constexpr int64_t kF32Magnitude = 0x7fffffff;
constexpr int kF32Bias = 127, kF32MantissaBits = 23;

/// Converts a format of powers of two. Code x stands for 2^(x - 127), and 255
/// for NaN.
Value exponentToF32(const BitEmitter &e, Value code) {
  Value value = e.bits<arith::ShLIOp>(code, kF32MantissaBits);
  // 2^-127 is a denormal of f32.
  value = e.select(e.compare(arith::CmpIPredicate::eq, code, 0),
                   e.i32(0x00400000), value);
  return e.select(e.compare(arith::CmpIPredicate::eq, code, 255),
                  e.i32(kF32NaN), value);
}

Value f32ToExponent(const BitEmitter &e, Value bits) {
  // The midpoint 1.5 * 2^n is rounded up. Both neighbors have a single digit,
  // so neither is even, and IEEE 754-2019 takes the larger one in this case.
  Value rounded = e.bits<arith::AddIOp>(bits, 0x00400000);
  Value code = e.bits<arith::ShRUIOp>(rounded, kF32MantissaBits);
  // Values below the midpoint of 2^-127 and 2^-126, the two smallest codes.
  code = e.select(e.compare(arith::CmpIPredicate::ult, bits, 0x00600000),
                  e.i32(0), code);
  // Values that round to infinity, negative values and NaN have no code.
  return e.select(e.compare(arith::CmpIPredicate::ugt, bits, 0x7f3fffff),
                  e.i32(255), code);
}

} // namespace

Value scatter::emitSmallFloatToF32(ImplicitLocOpBuilder &b, FloatType type,
                                   Value bits) {
  BitEmitter e(b, bits.getType());
  Value code = arith::ExtUIOp::create(b, e.typeLike(b.getI32Type()), bits);
  if (isa<BFloat16Type>(type))
    return e.toFloat(e.bits<arith::ShLIOp>(code, 16));
  if (isa<Float8E8M0FNUType>(type))
    return e.toFloat(exponentToF32(e, code));

  Format format = Format::get(type);
  unsigned shift = kF32MantissaBits - format.mantissaBits;
  Value magnitude = e.bits<arith::AndIOp>(code, format.magnitudeMask());
  Value sign = e.bits<arith::ShLIOp>(
      e.bits<arith::AndIOp>(code, format.signBit()), 32 - format.width);
  Value normal = e.bits<arith::AddIOp>(e.bits<arith::ShLIOp>(magnitude, shift),
                                       int64_t(kF32Bias - format.bias)
                                           << kF32MantissaBits);
  Value count =
      arith::UIToFPOp::create(b, e.typeLike(b.getF32Type()), magnitude);
  Value subnormal = e.toBits(arith::MulFOp::create(
      b, count,
      e.f32(std::ldexp(1.0, 1 - format.bias - int(format.mantissaBits)))));
  Value value = e.select(e.compare(arith::CmpIPredicate::ult, magnitude,
                                   int64_t(1) << format.mantissaBits),
                         subnormal, normal);
  switch (format.special) {
  case Format::IEEE: {
    Value mantissa = e.bits<arith::AndIOp>(
        magnitude, (int64_t(1) << format.mantissaBits) - 1);
    Value special = e.bits<arith::OrIOp>(e.bits<arith::ShLIOp>(mantissa, shift),
                                         kF32Infinity);
    value = e.select(
        e.compare(arith::CmpIPredicate::uge, magnitude, format.overflowCode()),
        special, value);
    break;
  }
  case Format::NaNIsAllOnes:
    value = e.select(
        e.compare(arith::CmpIPredicate::eq, magnitude, format.overflowCode()),
        e.i32(kF32NaN), value);
    break;
  case Format::NaNIsNegativeZero:
    value = e.select(
        e.compare(arith::CmpIPredicate::eq, code, format.overflowCode()),
        e.i32(kF32NaN), value);
    break;
  }
  return e.toFloat(arith::OrIOp::create(b, value, sign));
}

Value scatter::emitF32ToSmallFloat(ImplicitLocOpBuilder &b, FloatType type,
                                   Value value) {
  BitEmitter e(b, value.getType());
  Value bits = e.toBits(value);
  Value magnitude = e.bits<arith::AndIOp>(bits, kF32Magnitude);
  Value isNaN = e.compare(arith::CmpIPredicate::ugt, magnitude, kF32Infinity);
  Type narrow = e.typeLike(
      IntegerType::get(b.getContext(), type.getWidth() <= 8 ? 8 : 16));

  /// Drops the lowest `shift` bits of `x`, rounding to nearest even.
  auto roundOff = [&](Value x, unsigned shift) {
    Value odd = e.bits<arith::AndIOp>(e.bits<arith::ShRUIOp>(x, shift), 1);
    Value half = e.bits<arith::AddIOp>(x, (int64_t(1) << (shift - 1)) - 1);
    return e.bits<arith::ShRUIOp>(arith::AddIOp::create(b, half, odd), shift);
  };

  if (isa<BFloat16Type>(type)) {
    Value quiet = e.bits<arith::OrIOp>(e.bits<arith::ShRUIOp>(bits, 16), 0x40);
    return arith::TruncIOp::create(b, narrow,
                                   e.select(isNaN, quiet, roundOff(bits, 16)));
  }
  if (isa<Float8E8M0FNUType>(type))
    return arith::TruncIOp::create(b, narrow, f32ToExponent(e, bits));

  Format format = Format::get(type);
  unsigned shift = kF32MantissaBits - format.mantissaBits;
  Value normal = e.bits<arith::SubIOp>(roundOff(magnitude, shift),
                                       int64_t(kF32Bias - format.bias)
                                           << format.mantissaBits);
  // Adding 2^23 to a value below 2^23 rounds it to an integer, to nearest even.
  Value scaled = arith::MulFOp::create(
      b, e.toFloat(magnitude),
      e.f32(std::ldexp(1.0, format.bias - 1 + int(format.mantissaBits))));
  Value subnormal = e.bits<arith::SubIOp>(
      e.toBits(arith::AddFOp::create(b, scaled, e.f32(0x1p23))), 0x4b000000);
  int64_t smallestNormal = int64_t(kF32Bias - format.bias + 1)
                           << kF32MantissaBits;
  Value code =
      e.select(e.compare(arith::CmpIPredicate::ult, magnitude, smallestNormal),
               subnormal, normal);
  // Codes of values beyond the exponent range of f32 stay below 2^31.
  Value overflows =
      e.compare(arith::CmpIPredicate::ugt, code, format.overflowCode() - 1);
  code = e.select(overflows, e.i32(format.overflowCode()), code);
  Value sign =
      e.bits<arith::ShLIOp>(e.bits<arith::ShRUIOp>(bits, 31), format.width - 1);
  switch (format.special) {
  case Format::IEEE:
    code = e.select(
        isNaN,
        e.i32(format.overflowCode() | int64_t(1) << (format.mantissaBits - 1)),
        code);
    break;
  case Format::NaNIsAllOnes:
    code = e.select(isNaN, e.i32(format.overflowCode()), code);
    break;
  case Format::NaNIsNegativeZero: {
    // Zero has no sign, and NaN has the code of a negative zero.
    code = e.select(isNaN, e.i32(format.overflowCode()), code);
    Value isUnsigned = arith::OrIOp::create(
        b, e.compare(arith::CmpIPredicate::eq, code, 0),
        e.compare(arith::CmpIPredicate::eq, code, format.overflowCode()));
    sign = e.select(isUnsigned, e.i32(0), sign);
    break;
  }
  }
  return arith::TruncIOp::create(b, narrow,
                                 arith::OrIOp::create(b, code, sign));
}
