//===- Reductions.cpp - what is known of a reduction ----------------------===//

#include "scatter/Dialect/Scatter/IR/Reductions.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace scatter;

bool scatter::supportsReduction(Type type, Reduction reduction) {
  if (reduction == Reduction::none)
    return true;
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Type part = complexType.getElementType();
    return (part.isF32() || part.isF64()) && !comparesElements(reduction);
  }
  if (auto floatType = dyn_cast<FloatType>(type))
    return floatType.getWidth() == 8 ||
           isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
  if (auto integerType = dyn_cast<IntegerType>(type))
    return integerType.getWidth() >= 1 && integerType.getWidth() <= 64;
  return type.isIndex();
}

bool scatter::isOrderFree(Reduction reduction, Type elementType) {
  bool areIntegers = isa<IntegerType, IndexType>(elementType);
  switch (reduction) {
  case Reduction::none:
  // Partial results of subtractions cannot be combined by a subtraction.
  case Reduction::sub:
    return false;
  // Sums of floats depend on the order.
  case Reduction::sum:
  case Reduction::prod:
    return areIntegers;
  // The identity is an infinity.
  case Reduction::min:
  case Reduction::max: {
    auto floatType = dyn_cast<FloatType>(elementType);
    return areIntegers || (floatType && APFloat::semanticsHasInf(
                                            floatType.getFloatSemantics()));
  }
  }
  llvm_unreachable("unknown reduction");
}

bool scatter::combinesNarrowFloats(Reduction reduction, Type type) {
  return reduction != Reduction::none && isa<FloatType>(type) &&
         type.getIntOrFloatBitWidth() < 32;
}

bool scatter::combinesSlowly(Reduction reduction, Type type) {
  return isa<FloatType>(type) ? combinesNarrowFloats(reduction, type)
                              : reduction == Reduction::prod;
}
