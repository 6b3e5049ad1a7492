//===- ElementStorage.cpp - how elements are held in memory ---------------===//

#include "scatter/Dialect/Scatter/IR/ElementStorage.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace scatter;

ElementStorage ElementStorage::get(Type type) {
  MLIRContext *context = type.getContext();
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    ElementStorage part = get(complexType.getElementType());
    return {part.type, 2 * part.parts, part.isVectorizable};
  }
  if (auto integerType = dyn_cast<IntegerType>(type)) {
    unsigned width = integerType.getWidth();
    if (width < 8)
      return {IntegerType::get(context, 8)};
    // LLVM pads other widths in memory but not in vectors.
    bool isVectorizable = llvm::isPowerOf2_32(width) && width <= 64;
    return {IntegerType::get(context, width), 1, isVectorizable};
  }
  if (auto floatType = dyn_cast<FloatType>(type)) {
    if (isSmallFloat(floatType))
      return {IntegerType::get(context, floatType.getWidth() <= 8 ? 8 : 16)};
    bool isVectorizable = isa<Float16Type, Float32Type, Float64Type>(type);
    return {type, 1, isVectorizable};
  }
  return {type, 1, type.isIndex()};
}

int64_t ElementStorage::getVectorLength(int64_t vectorBytes) const {
  if (!isVectorizable)
    return 1;
  int64_t width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return std::max(parts, vectorBytes * 8 / width);
}

int64_t ElementStorage::getBytes() const {
  return type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
                             : 8;
}

bool scatter::is8BitFloat(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
}

bool scatter::isSmallFloat(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType &&
         (floatType.getWidth() <= 8 || isa<BFloat16Type>(floatType));
}
