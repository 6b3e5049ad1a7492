//===- SizeArithmetic.cpp - arithmetic of sizes ---------------------------===//

#include "scatter/Import/Utils/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

//===----------------------------------------------------------------------===//
// Known values
//===----------------------------------------------------------------------===//

OpFoldResult scatter::foldConstant(OpFoldResult number) {
  auto value = dyn_cast_or_null<Value>(number);
  auto constant = value ? value.getDefiningOp<arith::ConstantOp>() : nullptr;
  return constant ? OpFoldResult(constant.getValue()) : number;
}

std::optional<int64_t> scatter::getKnown(OpFoldResult size) {
  auto attribute = dyn_cast<Attribute>(foldConstant(size));
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attribute))
    if (integer.getValue().getSignificantBits() <= 64)
      return integer.getValue().getSExtValue();
  return std::nullopt;
}

static bool is64Bit(Type type) { return type.isIndex() || type.isInteger(64); }

/// Looks through casts between index and integers. They keep the value, because
/// a number that is cast to i32 is below 2^31.
static Value stripCasts(Value number) {
  auto isWide = [](Type type) { return is64Bit(type) || type.isInteger(32); };
  while (auto cast = number.getDefiningOp<arith::IndexCastOp>()) {
    if (!isWide(cast.getIn().getType()) || !isWide(cast.getType()))
      break;
    number = cast.getIn();
  }
  return number;
}

/// Returns the op of type `OpTy` that defines `number`, looking through casts,
/// or null. Its type must have 64 bits: sums and products of fewer bits may
/// overflow.
template <typename OpTy>
static OpTy getWideOp(Value number) {
  number = stripCasts(number);
  return is64Bit(number.getType()) ? number.getDefiningOp<OpTy>() : OpTy();
}

/// The depth to which expressions are compared. The time grows exponentially
/// with it.
static constexpr unsigned maxDepth = 8;

static bool isSameValue(Value lhs, Value rhs, unsigned depth) {
  lhs = stripCasts(lhs);
  rhs = stripCasts(rhs);
  if (lhs == rhs)
    return true;
  Operation *left = lhs.getDefiningOp(), *right = rhs.getDefiningOp();
  if (depth == 0 || !left || !right || left->getName() != right->getName() ||
      isa<TensorType>(lhs.getType()) || lhs.getType() != rhs.getType() ||
      left->getNumResults() != 1 || left->getNumRegions() != 0 ||
      left->getNumOperands() != right->getNumOperands() ||
      left->getAttrDictionary() != right->getAttrDictionary() ||
      !isMemoryEffectFree(left))
    return false;
  for (auto [a, b] : llvm::zip(left->getOperands(), right->getOperands()))
    if (!isSameValue(a, b, depth - 1))
      return false;
  return true;
}

bool scatter::isSameSize(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> left = getKnown(lhs), right = getKnown(rhs);
  if (left || right)
    return left == right;
  auto leftValue = dyn_cast<Value>(lhs), rightValue = dyn_cast<Value>(rhs);
  return leftValue && rightValue &&
         isSameValue(leftValue, rightValue, maxDepth);
}

bool scatter::areSameSizes(ArrayRef<OpFoldResult> lhs,
                           ArrayRef<OpFoldResult> rhs) {
  return lhs.size() == rhs.size() &&
         llvm::all_of(llvm::zip(lhs, rhs), [](auto pair) {
           return isSameSize(std::get<0>(pair), std::get<1>(pair));
         });
}

/// Whether sums and products may overflow or are assumed not to.
enum class Overflow { Possible, Excluded };

static bool isNonNegativeValue(Value number, Overflow overflow,
                               unsigned depth) {
  number = stripCasts(number);
  Operation *op = number.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (isa<tensor::DimOp>(op))
    return true;
  if (isa<arith::ConstantOp>(op))
    return getKnown(number).value_or(-1) >= 0;
  auto holds = [&](unsigned i) {
    return isNonNegativeValue(op->getOperand(i), overflow, depth - 1);
  };
  if (isa<arith::MaxSIOp>(op))
    return holds(0) || holds(1);
  if (isa<arith::SelectOp>(op))
    return holds(1) && holds(2);
  if (isa<arith::AddIOp, arith::MulIOp>(op) && overflow == Overflow::Possible)
    return false;
  if (isa<arith::AddIOp, arith::MulIOp, arith::MinSIOp, arith::DivSIOp,
          arith::DivUIOp, arith::CeilDivSIOp, arith::FloorDivSIOp>(op))
    return holds(0) && holds(1);
  return false;
}

static bool isNonNegative(OpFoldResult number, Overflow overflow) {
  if (std::optional<int64_t> known = getKnown(number))
    return *known >= 0;
  auto value = dyn_cast<Value>(number);
  return value && isNonNegativeValue(value, overflow, maxDepth);
}

/// Sums and products of the sizes of tensors in memory do not overflow. Other
/// sizes are bounded where memory is allocated.
bool scatter::isNonNegative(OpFoldResult number) {
  return ::isNonNegative(number, Overflow::Excluded);
}

bool scatter::isNeverNegative(OpFoldResult number) {
  return ::isNonNegative(number, Overflow::Possible);
}

//===----------------------------------------------------------------------===//
// Sums and differences
//===----------------------------------------------------------------------===//

Value scatter::toValue(ImplicitLocOpBuilder &b, OpFoldResult size) {
  if (auto value = dyn_cast<Value>(size))
    return value;
  return arith::ConstantIndexOp::create(b, *getKnown(size));
}

OpFoldResult scatter::toIndexSize(ImplicitLocOpBuilder &b, OpFoldResult scalar,
                                  bool isUnsigned) {
  if (auto integer = dyn_cast_or_null<IntegerAttr>(dyn_cast<Attribute>(scalar)))
    return b.getIndexAttr(
        isUnsigned ? int64_t(integer.getValue().getLimitedValue(INT64_MAX))
                   : integer.getValue().getSExtValue());
  Value value = stripCasts(cast<Value>(scalar));
  if (std::optional<int64_t> known = getKnown(value))
    return b.getIndexAttr(*known);
  if (value.getType().isIndex())
    return value;
  if (isUnsigned)
    return Value(arith::IndexCastUIOp::create(b, b.getIndexType(), value));
  return Value(arith::IndexCastOp::create(b, b.getIndexType(), value));
}

OpFoldResult scatter::addSizes(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                               OpFoldResult rhs) {
  std::optional<int64_t> left = getKnown(lhs), right = getKnown(rhs);
  if (left && right) {
    std::optional<int64_t> sum = llvm::checkedAdd(*left, *right);
    return b.getIndexAttr(sum.value_or(INT64_MAX));
  }
  if (left == 0)
    return rhs;
  if (right == 0)
    return lhs;
  return Value(arith::AddIOp::create(b, toValue(b, lhs), toValue(b, rhs)));
}

OpFoldResult scatter::subtractSizes(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                                    OpFoldResult rhs) {
  std::optional<int64_t> left = getKnown(lhs), right = getKnown(rhs);
  if (left && right)
    if (std::optional<int64_t> difference = llvm::checkedSub(*left, *right))
      return b.getIndexAttr(*difference);
  if (right == 0)
    return lhs;
  if (isSameSize(lhs, rhs))
    return b.getIndexAttr(0);
  auto minuend = dyn_cast<Value>(lhs);
  if (auto sum = minuend ? getWideOp<arith::AddIOp>(minuend) : nullptr)
    for (unsigned i : {0, 1})
      if (isSameSize(sum->getOperand(i), rhs))
        return toIndexSize(b, sum->getOperand(1 - i), /*isUnsigned=*/false);
  return Value(arith::SubIOp::create(b, toValue(b, lhs), toValue(b, rhs)));
}

//===----------------------------------------------------------------------===//
// Products and quotients
//===----------------------------------------------------------------------===//

OpFoldResult scatter::multiplySizes(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                                    OpFoldResult rhs) {
  std::optional<int64_t> left = getKnown(lhs), right = getKnown(rhs);
  if (left && right) {
    std::optional<int64_t> product = llvm::checkedMul(*left, *right);
    return b.getIndexAttr(product.value_or(INT64_MAX));
  }
  if (left == 1)
    return rhs;
  if (right == 1)
    return lhs;
  if (left == 0 || right == 0)
    return b.getIndexAttr(0);
  return Value(arith::MulIOp::create(b, toValue(b, lhs), toValue(b, rhs)));
}

OpFoldResult scatter::ceilDivideSizes(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                                      int64_t rhs) {
  if (rhs == 1)
    return lhs;
  if (std::optional<int64_t> left = getKnown(lhs))
    return b.getIndexAttr(llvm::divideCeilSigned(*left, rhs));
  // As an unsigned number, the sum does not overflow.
  Value sum = arith::AddIOp::create(b, toValue(b, lhs),
                                    toValue(b, b.getIndexAttr(rhs - 1)));
  return Value(arith::DivUIOp::create(b, sum, toValue(b, b.getIndexAttr(rhs))));
}

SizeProduct SizeProduct::get(ArrayRef<OpFoldResult> sizes) {
  constexpr size_t maxFactors = 64;
  SizeProduct product;
  SmallVector<OpFoldResult> rest(llvm::reverse(sizes));
  while (!rest.empty()) {
    OpFoldResult size = rest.pop_back_val();
    if (std::optional<int64_t> known = getKnown(size)) {
      product.known =
          llvm::checkedMul(product.known, *known).value_or(INT64_MAX);
      continue;
    }
    Value value = stripCasts(cast<Value>(size));
    auto multiply = getWideOp<arith::MulIOp>(value);
    if (multiply && product.factors.size() + rest.size() < maxFactors) {
      rest.push_back(multiply.getRhs());
      rest.push_back(multiply.getLhs());
    } else {
      product.factors.push_back(value);
    }
  }
  return product;
}

/// Removes `divisors` from `factors`. Returns false if not all of them are
/// there.
static bool cancel(SmallVectorImpl<Value> &factors, ArrayRef<Value> divisors) {
  for (Value divisor : divisors) {
    auto *it = llvm::find_if(
        factors, [&](Value factor) { return isSameSize(factor, divisor); });
    if (it == factors.end())
      return false;
    factors.erase(it);
  }
  return true;
}

bool SizeProduct::isSame(const SizeProduct &other) const {
  SmallVector<Value> rest = factors;
  return known == other.known && known != INT64_MAX &&
         cancel(rest, other.factors) && rest.empty();
}

bool SizeProduct::divideBy(const SizeProduct &other) {
  SmallVector<Value> rest = factors;
  if (other.known <= 0 || known == INT64_MAX || known % other.known != 0 ||
      !cancel(rest, other.factors))
    return false;
  known /= other.known;
  factors = rest;
  return true;
}

OpFoldResult SizeProduct::emit(ImplicitLocOpBuilder &b) const {
  OpFoldResult result = b.getIndexAttr(known);
  for (Value factor : factors)
    result = multiplySizes(
        b, result, toIndexSize(b, OpFoldResult(factor), /*isUnsigned=*/false));
  return result;
}

Value SizeProduct::emitSaturating(ImplicitLocOpBuilder &b) const {
  Value result = toValue(b, b.getIndexAttr(known));
  Value zero = toValue(b, b.getIndexAttr(0));
  Value limit = toValue(b, b.getIndexAttr(INT64_MAX));
  for (Value factor : factors) {
    Value index =
        toValue(b, toIndexSize(b, OpFoldResult(factor), /*isUnsigned=*/false));
    auto product = arith::MulUIExtendedOp::create(b, result, index);
    Value isWide = arith::CmpIOp::create(b, arith::CmpIPredicate::ne,
                                         product.getHigh(), zero);
    Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                             product.getLow(), zero);
    Value overflows = arith::OrIOp::create(b, isWide, isNegative);
    result = arith::SelectOp::create(b, overflows, limit, product.getLow());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Larger bounds mean the end of a dimension.
static constexpr int64_t maxSizeOfDim = int64_t(1) << 62;

OpFoldResult scatter::minSize(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                              OpFoldResult rhs) {
  std::optional<int64_t> left = getKnown(lhs), right = getKnown(rhs);
  if (left && right)
    return b.getIndexAttr(std::min(*left, *right));
  if (isSameSize(lhs, rhs) || (left && *left <= 0 && isNeverNegative(rhs)) ||
      (right && *right >= maxSizeOfDim && isNeverNegative(lhs)))
    return lhs;
  if ((right && *right <= 0 && isNeverNegative(lhs)) ||
      (left && *left >= maxSizeOfDim && isNeverNegative(rhs)))
    return rhs;
  return Value(arith::MinSIOp::create(b, toValue(b, lhs), toValue(b, rhs)));
}

OpFoldResult scatter::maxSize(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                              OpFoldResult rhs) {
  std::optional<int64_t> left = getKnown(lhs), right = getKnown(rhs);
  if (left && right)
    return b.getIndexAttr(std::max(*left, *right));
  if (isSameSize(lhs, rhs) || (right && *right <= 0 && isNeverNegative(lhs)))
    return lhs;
  if (left && *left <= 0 && isNeverNegative(rhs))
    return rhs;
  return Value(arith::MaxSIOp::create(b, toValue(b, lhs), toValue(b, rhs)));
}

Value scatter::emitIsEqual(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                           OpFoldResult rhs) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, toValue(b, lhs),
                               toValue(b, rhs));
}

Value scatter::emitIsAtMost(ImplicitLocOpBuilder &b, OpFoldResult lhs,
                            OpFoldResult rhs) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::sle, toValue(b, lhs),
                               toValue(b, rhs));
}

Value scatter::emitFromEnd(ImplicitLocOpBuilder &b, OpFoldResult index,
                           OpFoldResult size) {
  Value number = toValue(b, index);
  Value isNegative = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, number,
                                           toValue(b, b.getIndexAttr(0)));
  return arith::SelectOp::create(b, isNegative,
                                 toValue(b, addSizes(b, size, index)), number);
}
