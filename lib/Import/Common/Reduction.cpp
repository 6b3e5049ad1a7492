//===- Reduction.cpp - reductions along axes ------------------------------===//

#include "Reduction.h"

#include "Broadcasting.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace scatter;

Value scatter::makeScalarConstant(NodeConversionBase &c, Attribute value,
                                  Type element) {
  return arith::ConstantOp::create(
      c.b, DenseElementsAttr::get(RankedTensorType::get({}, element), value));
}

Attribute scatter::getExtreme(Type element, bool isLeast) {
  if (auto type = dyn_cast<FloatType>(element))
    return FloatAttr::get(element,
                          APFloat::getInf(type.getFloatSemantics(), isLeast));
  unsigned width = element.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger() || width == 1;
  APInt value = isLeast ? (isUnsigned ? APInt::getMinValue(width)
                                      : APInt::getSignedMinValue(width))
                        : (isUnsigned ? APInt::getMaxValue(width)
                                      : APInt::getSignedMaxValue(width));
  return IntegerAttr::get(element, value);
}

Attribute scatter::getNumberAttr(Type element, double value) {
  if (isa<FloatType>(element))
    return FloatAttr::get(element, value);
  return IntegerAttr::get(element, int64_t(value));
}

Sizes scatter::getReducedSizes(ArrayRef<OpFoldResult> sizes,
                               ArrayRef<int64_t> axes, bool keepsDims) {
  Sizes result;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    bool isReduced = llvm::is_contained(axes, int64_t(i));
    if (!isReduced)
      result.push_back(size);
    else if (keepsDims)
      result.push_back(Builder(size.getContext()).getIndexAttr(1));
  }
  return result;
}

Value scatter::reduceBy(NodeConversionBase &c, Value input,
                        ArrayRef<int64_t> axes, Attribute init,
                        ScalarEmitter emit) {
  auto type = cast<RankedTensorType>(input.getType());
  Type element = type.getElementType();
  Sizes reduced =
      getReducedSizes(getSizes(c.b, input), axes, /*keepsDims=*/false);
  Value inits = fillTo(c.b, reduced, makeScalarConstant(c, init, element));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange accumulators,
                  ValueRange elements, SmallVectorImpl<Value> &results) {
    results.push_back(emit(ScalarOp(b, ValueRange{accumulators[0], elements[0]},
                                    element, element)));
    return success(bool(results.back()));
  };
  return reduceElements(c.b, input, inits, axes, body).front();
}

Value scatter::convertElements(NodeConversionBase &c, Value value,
                               Type element) {
  auto type = cast<RankedTensorType>(value.getType());
  Type from = type.getElementType();
  if (from == element)
    return value;
  return mapBroadcast(c.b, type.clone(element), value,
                      [&](ImplicitLocOpBuilder &b, ValueRange args) {
                        return emitConvert(ScalarOp(b, args, from, element));
                      });
}

Value scatter::widen(NodeConversionBase &c, Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  bool isNarrow =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  return isNarrow ? convertElements(c, value, c.b.getF32Type()) : value;
}

Value scatter::reduceBy(NodeConversionBase &c, Value input,
                        ArrayRef<int64_t> axes, const Reducer &reducer) {
  Type element = getElementTypeOrSelf(input.getType());
  bool isProduct = reducer.combine == emitMultiply;
  Attribute init;
  if (reducer.isExtreme())
    init = getExtreme(element, reducer.combine == emitMaximum);
  else if (element.isInteger(1))
    init = c.b.getBoolAttr(isProduct);
  else
    init = getNumberAttr(element, isProduct);
  if (reducer.before)
    input = mapBy(c, input, reducer.before);
  Value result = reduceBy(c, input, axes, init, reducer.combine);
  return reducer.after ? mapBy(c, result, reducer.after) : result;
}

Value scatter::mapBy(NodeConversionBase &c, Value value, ScalarEmitter emit) {
  auto type = cast<RankedTensorType>(value.getType());
  Type element = type.getElementType();
  return mapBroadcast(c.b, type, value,
                      [&](ImplicitLocOpBuilder &b, ValueRange args) {
                        return emit(ScalarOp(b, args, element, element));
                      });
}

Value scatter::combineBy(NodeConversionBase &c, Value lhs, Value rhs,
                         ScalarEmitter emit) {
  auto type = cast<RankedTensorType>(lhs.getType());
  Type element = type.getElementType();
  return mapBroadcast(c.b, type, {lhs, rhs},
                      [&](ImplicitLocOpBuilder &b, ValueRange args) {
                        return emit(ScalarOp(b, args, element, element));
                      });
}

Value scatter::divideByCount(NodeConversionBase &c, Value value,
                             ArrayRef<int64_t> axes) {
  Type element = getElementTypeOrSelf(value.getType());
  OpFoldResult count = c.b.getIndexAttr(1);
  for (int64_t axis : axes)
    count = multiplySizes(c.b, count, c.size(0, axis));
  if (std::optional<int64_t> known = getKnown(count)) {
    Value divisor =
        makeScalarConstant(c, getNumberAttr(element, *known), element);
    return combineBy(c, value, divisor, emitDivide);
  }
  Value number =
      arith::IndexCastOp::create(c.b, c.b.getI64Type(), cast<Value>(count));
  Value converted =
      emitConvert(ScalarOp(c.b, number, c.b.getI64Type(), element));
  Value divisor =
      makeScalar(c.b, converted, RankedTensorType::get({}, element));
  return combineBy(c, value, divisor, emitDivide);
}

LogicalResult scatter::replaceBySoftmax(NodeConversionBase &c,
                                        ArrayRef<int64_t> axes,
                                        bool isLogarithm) {
  Value input = widen(c, c.operand(0));
  Type element = getElementTypeOrSelf(input.getType());
  Sizes kept = getReducedSizes(c.sizes(0), axes, true);
  Value most = reduceBy(c, input, axes, getExtreme(element, true), emitMaximum);
  Value shifted = combineBy(c, input, reshapeTo(c.b, most, kept), emitSubtract);
  Value powers = mapBy(c, shifted, emitExponential);
  Value sum = reshapeTo(
      c.b, reduceBy(c, powers, axes, getNumberAttr(element, 0), emitAdd), kept);
  Value result =
      isLogarithm
          ? combineBy(c, shifted, mapBy(c, sum, emitLogarithm), emitSubtract)
          : combineBy(c, powers, sum, emitDivide);
  return c.replace(convertElements(c, result, c.element(0)));
}
