//===- ElementReducer.cpp - arithmetic on one element ---------------------===//
//
// The reductions of scatter_nd_update for every element type. f32 and f64 use
// the host's arithmetic, which IEEE 754 defines to the last bit; all other
// floats go through APFloat.
//
//===----------------------------------------------------------------------===//

#include "scatter/Reference/Element.h"

#include "mlir/IR/BuiltinTypes.h"

#include <cassert>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <utility>

using namespace mlir;
using llvm::APFloat;

namespace scatter::reference {

bool supportsReduction(Type type, Reduction reduction) {
  if (reduction == Reduction::none)
    return true;
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Type part = complexType.getElementType();
    return (part.isF32() || part.isF64()) && reduction != Reduction::min &&
           reduction != Reduction::max;
  }
  return isa<IntegerType, IndexType, FloatType>(type) &&
         getElementSize(type).has_value();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static int64_t reduceBool(Reduction reduction, int64_t slot, int64_t update) {
  switch (reduction) {
  case Reduction::none:
    return update;
  case Reduction::sum:
  case Reduction::max:
    return slot | update;
  case Reduction::sub:
    return slot ^ update;
  case Reduction::prod:
  case Reduction::min:
    return slot & update;
  }
  llvm_unreachable("unknown reduction");
}

/// Returns a value whose low bits are correct for every width. The caller wraps
/// it.
static int64_t reduceInteger(Reduction reduction, bool isUnsigned, int64_t slot,
                             int64_t update) {
  auto slotBits = static_cast<uint64_t>(slot);
  auto updateBits = static_cast<uint64_t>(update);
  bool updateIsLess = isUnsigned ? updateBits < slotBits : update < slot;
  switch (reduction) {
  case Reduction::none:
    return update;
  case Reduction::sum:
    return slotBits + updateBits;
  case Reduction::sub:
    return slotBits - updateBits;
  case Reduction::prod:
    return slotBits * updateBits;
  case Reduction::min:
    return updateIsLess ? update : slot;
  case Reduction::max:
    return updateIsLess ? slot : update;
  }
  llvm_unreachable("unknown reduction");
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static APFloat reduceFloat(Reduction reduction, APFloat slot,
                           const APFloat &update) {
  constexpr APFloat::roundingMode nearest = APFloat::rmNearestTiesToEven;
  switch (reduction) {
  case Reduction::none:
    return update;
  case Reduction::sum:
    slot.add(update, nearest);
    return slot;
  case Reduction::sub:
    slot.subtract(update, nearest);
    return slot;
  case Reduction::prod:
    slot.multiply(update, nearest);
    return slot;
  case Reduction::min:
    return llvm::minimum(slot, update);
  case Reduction::max:
    return llvm::maximum(slot, update);
  }
  llvm_unreachable("unknown reduction");
}

/// The minimum of IEEE 754-2019. Requires that neither argument is NaN.
template <typename Float>
static Float minimum(Float left, Float right) {
  if (left == right)
    return std::signbit(left) ? left : right;
  return left < right ? left : right;
}

template <typename Float>
static Float canonicalNaN(Float value) {
  return std::isnan(value) ? std::numeric_limits<Float>::quiet_NaN() : value;
}

/// Does the same as reduceFloat, on floats of the host.
template <typename Float>
static Float reduceNative(Reduction reduction, Float slot, Float update) {
  static_assert(std::numeric_limits<Float>::is_iec559);
  switch (reduction) {
  case Reduction::none:
    return update;
  case Reduction::sum:
    return canonicalNaN(slot + update);
  case Reduction::sub:
    return canonicalNaN(slot - update);
  case Reduction::prod:
    return canonicalNaN(slot * update);
  case Reduction::min:
  case Reduction::max:
    if (std::isnan(slot) || std::isnan(update))
      return std::numeric_limits<Float>::quiet_NaN();
    if (reduction == Reduction::min)
      return minimum(slot, update);
    return -minimum(-slot, -update);
  }
  llvm_unreachable("unknown reduction");
}

/// Complex numbers are pairs of parts, because the product of std::complex
/// treats infinities differently.
template <typename Float>
static std::pair<Float, Float> reduceComplex(Reduction reduction,
                                             std::pair<Float, Float> slot,
                                             std::pair<Float, Float> update) {
  auto [a, b] = slot;
  auto [c, d] = update;
  switch (reduction) {
  case Reduction::none:
    return update;
  case Reduction::sum:
    return {canonicalNaN(a + c), canonicalNaN(b + d)};
  case Reduction::sub:
    return {canonicalNaN(a - c), canonicalNaN(b - d)};
  case Reduction::prod:
    return {canonicalNaN(a * c - b * d), canonicalNaN(a * d + b * c)};
  case Reduction::min:
  case Reduction::max:
    break;
  }
  llvm_unreachable("complex numbers have no order");
}

//===----------------------------------------------------------------------===//
// ElementReducer
//===----------------------------------------------------------------------===//

template <typename T>
static T load(const void *address) {
  T value;
  std::memcpy(&value, address, sizeof(T));
  return value;
}

template <typename T>
static void store(void *address, T value) {
  std::memcpy(address, &value, sizeof(T));
}

/// One function for each way of storing elements.
struct ElementCombiners {
  static void copy(const ElementReducer &reducer, void *slot,
                   const void *update) {
    std::memcpy(slot, update, reducer.elementSize);
  }

  static void combineBool(const ElementReducer &reducer, void *slot,
                          const void *update) {
    writeInteger(reducer.type, slot,
                 reduceBool(reducer.reduction, readInteger(reducer.type, slot),
                            readInteger(reducer.type, update)));
  }

  static void combineInteger(const ElementReducer &reducer, void *slot,
                             const void *update) {
    writeInteger(reducer.type, slot,
                 reduceInteger(reducer.reduction,
                               isUnsignedInteger(reducer.type),
                               readInteger(reducer.type, slot),
                               readInteger(reducer.type, update)));
  }

  static void combineFloat(const ElementReducer &reducer, void *slot,
                           const void *update) {
    APFloat left = readFloat(reducer.type, slot);
    APFloat right = readFloat(reducer.type, update);
    const llvm::fltSemantics &semantics = left.getSemantics();
    // The conversion is exact for every type of at most 8 bits.
    if (reducer.elementSize == 1) {
      left = convertFloat(left, APFloat::IEEEsingle());
      right = convertFloat(right, APFloat::IEEEsingle());
    }
    APFloat result = reduceFloat(reducer.reduction, left, right);
    if (result.isNaN() && APFloat::semanticsHasNaN(semantics))
      result = APFloat::getNaN(semantics);
    writeFloat(reducer.type, slot, result);
  }

  template <typename Float>
  static void combineNative(const ElementReducer &reducer, void *slot,
                            const void *update) {
    store(slot, reduceNative(reducer.reduction, load<Float>(slot),
                             load<Float>(update)));
  }

  template <typename Float>
  static void combineComplex(const ElementReducer &reducer, void *slot,
                             const void *update) {
    using Parts = std::array<Float, 2>;
    auto [a, b] = load<Parts>(slot);
    auto [c, d] = load<Parts>(update);
    auto [re, im] = reduceComplex<Float>(reducer.reduction, {a, b}, {c, d});
    store(slot, Parts{re, im});
  }

  static ElementReducer::Combine choose(Type type, Reduction reduction) {
    if (reduction == Reduction::none)
      return copy;
    if (auto complexType = dyn_cast<ComplexType>(type))
      return complexType.getElementType().isF32() ? combineComplex<float>
                                                  : combineComplex<double>;
    if (type.isF32())
      return combineNative<float>;
    if (type.isF64())
      return combineNative<double>;
    if (isa<FloatType>(type))
      return combineFloat;
    if (auto integerType = dyn_cast<IntegerType>(type))
      if (integerType.getWidth() == 1)
        return combineBool;
    return combineInteger;
  }
};

ElementReducer::ElementReducer(Type type, Reduction reduction,
                               int64_t elementSize)
    : type(type), reduction(reduction), elementSize(elementSize),
      combine(ElementCombiners::choose(type, reduction)) {
  assert(supportsReduction(type, reduction) &&
         "the element type does not support the reduction");
}

} // namespace scatter::reference
