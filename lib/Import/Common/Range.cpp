//===- Range.cpp - arithmetic sequences -----------------------------------===//

#include "Views.h"

#include "scatter/Import/Utils/Scalars.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::replaceByRange(NodeConversionBase &c,
                                      ArrayRef<DenseElementsAttr> bounds) {
  Type element = bounds.front().getElementType();
  if (!isa<IntegerType>(element) && !isa<FloatType>(element))
    return c.error("expected numbers, found " + str(element));
  int64_t count;
  if (isa<FloatType>(element)) {
    auto get = [&](unsigned i) {
      APFloat number = bounds[i].getValues<APFloat>()[0];
      bool losesInfo;
      number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                     &losesInfo);
      return number.convertToDouble();
    };
    double length = std::ceil((get(1) - get(0)) / get(2));
    if (!(length < double(int64_t(1) << 40)))
      return c.error("expected a step that leads to the limit");
    count = std::max<int64_t>(length, 0);
  } else {
    int64_t values[3];
    for (unsigned i = 0; i < 3; ++i)
      values[i] = getIntegers(bounds[i])->front();
    __int128 distance = __int128(values[1]) - values[0], step = values[2];
    if (step == 0)
      return c.error("expected a step other than 0, found 0");
    __int128 length = (distance + step + (step > 0 ? -1 : 1)) / step;
    count = length > 0 ? int64_t(std::min<__int128>(length, INT64_MAX)) : 0;
  }
  auto type = c.makeType(count, element);
  if (failed(type))
    return failure();
  auto makeBound = [&](unsigned i) -> Value {
    DenseElementsAttr bound = bounds[i];
    return arith::ConstantOp::create(
        c.b, bound.reshape(RankedTensorType::get({}, element)));
  };
  Value start = makeBound(0), step = makeBound(2);
  AffineMap scalar = AffineMap::get(1, 0, c.b.getContext());
  Type signless = getSignless(element);
  return c.replace(mapElements(
      c.b, *type, {start, step}, {scalar, scalar},
      [&](ImplicitLocOpBuilder &b, ValueRange args) -> Value {
        Value index =
            arith::IndexCastOp::create(b, b.getI64Type(), getLoopIndex(b, 0));
        if (isa<FloatType>(element)) {
          // Floats below 32 bits are rounded once.
          bool isSmall = element.getIntOrFloatBitWidth() < 32;
          Type wide = isSmall ? Type(b.getF32Type()) : element;
          auto convert = [&](Value value, Type from, Type to) {
            return emitConvert(ScalarOp(b, value, from, to));
          };
          Value number = arith::SIToFPOp::create(b, wide, index);
          Value offset =
              arith::MulFOp::create(b, number, convert(args[1], element, wide));
          Value sum =
              arith::AddFOp::create(b, convert(args[0], element, wide), offset);
          return convert(sum, wide, element);
        }
        if (signless.getIntOrFloatBitWidth() < 64)
          index = arith::TruncIOp::create(b, signless, index);
        Value offset = arith::MulIOp::create(b, index, args[1]);
        return arith::AddIOp::create(b, args[0], offset);
      }));
}

/// Returns how many numbers at distance `step` there are in [low, high), or in
/// (low, high] downwards. A count that exceeds memory may be negative.
static OpFoldResult countNumbers(ImplicitLocOpBuilder &b, OpFoldResult low,
                                 OpFoldResult high, int64_t step) {
  OpFoldResult distance = subtractSizes(b, high, low);
  if (isNonNegative(distance))
    return ceilDivideSizes(b, distance, step);
  // The difference of any two numbers fits in an unsigned integer.
  Value rest = toValue(b, subtractSizes(b, maxSize(b, high, low), low));
  if (step == 1)
    return rest;
  Value zero = getIndex(b, 0), one = getIndex(b, 1);
  Value steps = arith::DivUIOp::create(b, arith::SubIOp::create(b, rest, one),
                                       getIndex(b, step));
  Value isEmpty = emitIsEqual(b, rest, b.getIndexAttr(0));
  return Value(arith::SelectOp::create(b, isEmpty, zero,
                                       arith::AddIOp::create(b, steps, one)));
}

LogicalResult scatter::replaceByRange(NodeConversionBase &c,
                                      ArrayRef<OpFoldResult> bounds,
                                      IntegerType element) {
  ImplicitLocOpBuilder &b = c.b;
  std::optional<int64_t> step = getKnown(bounds[2]);
  if (!step || *step == 0 || *step == INT64_MIN)
    return c.error(c.describeInput(2) +
                   ": expected a step other than 0 that is known at import, "
                   "found " +
                   str(bounds[2]));
  OpFoldResult low = bounds[0], high = bounds[1];
  if (*step < 0)
    std::swap(low, high);
  OpFoldResult count = countNumbers(b, low, high, std::abs(*step));
  auto type = c.makeSizedType(count, element);
  if (failed(type))
    return failure();
  Value first = toValue(b, bounds[0]);
  return c.replace(mapElements(
      b, *type, {}, {},
      [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
        Value offset =
            arith::MulIOp::create(b, getLoopIndex(b, 0), getIndex(b, *step));
        Value number = arith::AddIOp::create(b, first, offset);
        return arith::IndexCastOp::create(b, getSignless(element), number);
      },
      count));
}

LogicalResult scatter::replaceByRange(NodeConversionBase &c) {
  SmallVector<DenseElementsAttr> constants;
  Sizes bounds;
  for (unsigned i = 0; i < 3; ++i) {
    if (!c.isStatic(i) || c.type(i).getNumElements() != 1)
      return c.error(c.describeInput(i) + ": expected a scalar, found " +
                     str(c.type(i)));
    if (failed(c.checkElement(i, c.element(0))))
      return failure();
    constants.push_back(c.imported(i).constant);
  }
  if (!llvm::is_contained(constants, DenseElementsAttr()))
    return replaceByRange(c, constants);
  for (unsigned i = 0; i < 3; ++i) {
    auto bound = c.integers(i);
    if (failed(bound))
      return failure();
    bounds.push_back(bound->front());
  }
  return replaceByRange(c, bounds, cast<IntegerType>(c.element(0)));
}
