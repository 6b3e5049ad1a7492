//===- Scalars.cpp - elementwise ops on scalars ---------------------------===//
//
// Scalar ops for all types of numbers. Where the specification leaves a result
// undefined, the result is that of XLA on CPUs. No op traps or has undefined
// behavior.
//
//===----------------------------------------------------------------------===//

#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

ScalarKind scatter::getScalarKind(Type type) {
  type = getElementTypeOrSelf(type);
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() > 64)
      return ScalarKind::Other;
    if (integer.getWidth() == 1)
      return ScalarKind::Boolean;
    return integer.isUnsigned() ? ScalarKind::Unsigned : ScalarKind::Signed;
  }
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return ScalarKind::Float;
  if (auto complex = dyn_cast<ComplexType>(type))
    if (complex.getElementType().isF32() || complex.getElementType().isF64())
      return ScalarKind::Complex;
  return ScalarKind::Other;
}

ScalarOp::ScalarOp(ImplicitLocOpBuilder &b, ValueRange args, Type type,
                   Type result)
    : b(b), args(args), kind(getScalarKind(type)), type(getSignless(type)),
      result(result) {}

/// Creates the op that the class of `kind` has, with two operands of one type.
/// `void` means that there is no such op.
template <typename Boolean, typename Integer, typename Unsigned, typename Float,
          typename Complex>
static Value emitBinary(const ScalarOp &s) {
  auto create = [&]<typename Op>(Op *) -> Value {
    if constexpr (std::is_void_v<Op>)
      return nullptr;
    else
      return Op::create(s.b, s.lhs(), s.rhs());
  };
  switch (s.kind) {
  case ScalarKind::Boolean:
    return create(static_cast<Boolean *>(nullptr));
  case ScalarKind::Signed:
    return create(static_cast<Integer *>(nullptr));
  case ScalarKind::Unsigned:
    return create(static_cast<Unsigned *>(nullptr));
  case ScalarKind::Float:
    return create(static_cast<Float *>(nullptr));
  case ScalarKind::Complex:
    return create(static_cast<Complex *>(nullptr));
  case ScalarKind::Other:
    return nullptr;
  }
  return nullptr;
}

Value scatter::emitNegate(const ScalarOp &s) {
  if (s.isFloat())
    return arith::NegFOp::create(s.b, s.lhs());
  if (s.kind == ScalarKind::Complex)
    return complex::NegOp::create(s.b, s.lhs());
  if (!s.isInteger())
    return nullptr;
  return arith::SubIOp::create(s.b, getNumber(s.b, s.type, 0), s.lhs());
}

Value scatter::emitAbs(const ScalarOp &s) {
  if (s.isFloat())
    return math::AbsFOp::create(s.b, s.lhs());
  if (s.kind == ScalarKind::Complex)
    return complex::AbsOp::create(s.b, s.lhs());
  return s.kind == ScalarKind::Signed
             ? math::AbsIOp::create(s.b, s.lhs()).getResult()
             : nullptr;
}

Value scatter::emitSign(const ScalarOp &s) {
  Value zero, one;
  if (s.kind == ScalarKind::Signed) {
    zero = getNumber(s.b, s.type, 0);
    one = getNumber(s.b, s.type, 1);
    Value isPositive =
        arith::CmpIOp::create(s.b, arith::CmpIPredicate::sgt, s.lhs(), zero);
    Value isNegative =
        arith::CmpIOp::create(s.b, arith::CmpIPredicate::slt, s.lhs(), zero);
    Value sign = arith::ExtUIOp::create(s.b, s.type, isPositive);
    return arith::SubIOp::create(
        s.b, sign, arith::ExtUIOp::create(s.b, s.type, isNegative));
  }
  if (s.kind == ScalarKind::Complex)
    return complex::SignOp::create(s.b, s.lhs());
  if (!s.isFloat())
    return nullptr;
  zero = getNumber(s.b, s.type, 0);
  one = getNumber(s.b, s.type, 1);
  // Zeros and NaN are their own sign.
  Value isNumber =
      arith::CmpFOp::create(s.b, arith::CmpFPredicate::ONE, s.lhs(), zero);
  Value sign = math::CopySignOp::create(s.b, one, s.lhs());
  return arith::SelectOp::create(s.b, isNumber, sign, s.lhs());
}

Value scatter::emitSelect(const ScalarOp &s) {
  return arith::SelectOp::create(s.b, s.args[0], s.args[1], s.args[2]);
}

Value scatter::emitClamp(const ScalarOp &s) {
  if (s.isFloat()) {
    Value raised = arith::MaximumFOp::create(s.b, s.args[0], s.args[1]);
    return arith::MinimumFOp::create(s.b, raised, s.args[2]);
  }
  if (s.isUnsigned()) {
    Value raised = arith::MaxUIOp::create(s.b, s.args[0], s.args[1]);
    return arith::MinUIOp::create(s.b, raised, s.args[2]);
  }
  if (s.kind != ScalarKind::Signed)
    return nullptr;
  Value raised = arith::MaxSIOp::create(s.b, s.args[0], s.args[1]);
  return arith::MinSIOp::create(s.b, raised, s.args[2]);
}

Value scatter::emitCompare(const ScalarOp &s, Comparison comparison) {
  struct Predicates {
    arith::CmpIPredicate isSigned, isUnsigned;
    arith::CmpFPredicate isFloat;
  };
  using IntegerCase = arith::CmpIPredicate;
  using FloatCase = arith::CmpFPredicate;
  // In the order of the enumerators.
  static constexpr Predicates table[] = {
      {IntegerCase::eq, IntegerCase::eq, FloatCase::OEQ},
      {IntegerCase::ne, IntegerCase::ne, FloatCase::UNE},
      {IntegerCase::slt, IntegerCase::ult, FloatCase::OLT},
      {IntegerCase::sle, IntegerCase::ule, FloatCase::OLE},
      {IntegerCase::sgt, IntegerCase::ugt, FloatCase::OGT},
      {IntegerCase::sge, IntegerCase::uge, FloatCase::OGE}};
  const Predicates &predicates = table[unsigned(comparison)];
  if (s.isFloat())
    return arith::CmpFOp::create(s.b, predicates.isFloat, s.lhs(), s.rhs());
  if (s.isUnsigned() || s.isBoolean())
    return arith::CmpIOp::create(s.b, predicates.isUnsigned, s.lhs(), s.rhs());
  if (s.kind == ScalarKind::Signed)
    return arith::CmpIOp::create(s.b, predicates.isSigned, s.lhs(), s.rhs());
  if (s.kind == ScalarKind::Complex && comparison == Comparison::Equal)
    return complex::EqualOp::create(s.b, s.lhs(), s.rhs());
  if (s.kind == ScalarKind::Complex && comparison == Comparison::NotEqual)
    return complex::NotEqualOp::create(s.b, s.lhs(), s.rhs());
  return nullptr;
}

/// Returns integers that are in the total order of IEEE 754 of the floats
/// `value`.
static Value emitTotalOrder(const ScalarOp &s, Value value) {
  Type type = s.b.getIntegerType(s.type.getIntOrFloatBitWidth());
  Value bits = arith::BitcastOp::create(s.b, type, value);
  auto number = [&](int64_t n) { return getNumber(s.b, type, n); };
  int64_t width = type.getIntOrFloatBitWidth();
  // All bits of negative numbers but the sign are inverted.
  Value sign = arith::ShRSIOp::create(s.b, bits, number(width - 1));
  Value inverted = arith::ShRUIOp::create(s.b, sign, number(1));
  return arith::XOrIOp::create(s.b, bits, inverted);
}

Value scatter::emitTotalCompare(const ScalarOp &s, Comparison comparison) {
  if (!s.isFloat())
    return emitCompare(s, comparison);
  SmallVector<Value> bits = {emitTotalOrder(s, s.lhs()),
                             emitTotalOrder(s, s.rhs())};
  return emitCompare(ScalarOp(s.b, bits, bits[0].getType(), s.result),
                     comparison);
}

Value scatter::emitComplex(const ScalarOp &s) {
  if (!s.type.isF32() && !s.type.isF64())
    return nullptr;
  return complex::CreateOp::create(s.b, ComplexType::get(s.type), s.lhs(),
                                   s.rhs());
}

Value scatter::emitReal(const ScalarOp &s) {
  if (s.isFloat())
    return s.lhs();
  return s.kind == ScalarKind::Complex
             ? complex::ReOp::create(s.b, s.lhs()).getResult()
             : nullptr;
}

Value scatter::emitImag(const ScalarOp &s) {
  if (s.isFloat())
    return getNumber(s.b, s.type, 0);
  return s.kind == ScalarKind::Complex
             ? complex::ImOp::create(s.b, s.lhs()).getResult()
             : nullptr;
}

Value scatter::emitAdd(const ScalarOp &s) {
  return emitBinary<arith::OrIOp, arith::AddIOp, arith::AddIOp, arith::AddFOp,
                    complex::AddOp>(s);
}

Value scatter::emitSubtract(const ScalarOp &s) {
  return emitBinary<void, arith::SubIOp, arith::SubIOp, arith::SubFOp,
                    complex::SubOp>(s);
}

Value scatter::emitMultiply(const ScalarOp &s) {
  return emitBinary<arith::AndIOp, arith::MulIOp, arith::MulIOp, arith::MulFOp,
                    complex::MulOp>(s);
}

Value scatter::emitSquare(const ScalarOp &s) {
  return emitMultiply(ScalarOp(s.b, {s.lhs(), s.lhs()}, s.result, s.result));
}

/// Returns the greater or, unless `isGreater` is set, the lesser of two complex
/// numbers. The real parts decide, and the imaginary parts if these are equal.
static Value selectInOrder(const ScalarOp &s, bool isGreater) {
  auto predicate =
      isGreater ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT;
  auto compare = [&](arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpFOp::create(s.b, predicate, lhs, rhs).getResult();
  };
  Value lhsReal = complex::ReOp::create(s.b, s.lhs());
  Value rhsReal = complex::ReOp::create(s.b, s.rhs());
  Value isFirst = arith::SelectOp::create(
      s.b, compare(arith::CmpFPredicate::OEQ, lhsReal, rhsReal),
      compare(predicate, complex::ImOp::create(s.b, s.lhs()),
              complex::ImOp::create(s.b, s.rhs())),
      compare(predicate, lhsReal, rhsReal));
  return arith::SelectOp::create(s.b, isFirst, s.lhs(), s.rhs());
}

Value scatter::emitMaximum(const ScalarOp &s) {
  if (s.kind == ScalarKind::Complex)
    return selectInOrder(s, /*isGreater=*/true);
  return emitBinary<arith::OrIOp, arith::MaxSIOp, arith::MaxUIOp,
                    arith::MaximumFOp, void>(s);
}

Value scatter::emitMinimum(const ScalarOp &s) {
  if (s.kind == ScalarKind::Complex)
    return selectInOrder(s, /*isGreater=*/false);
  return emitBinary<arith::AndIOp, arith::MinSIOp, arith::MinUIOp,
                    arith::MinimumFOp, void>(s);
}
