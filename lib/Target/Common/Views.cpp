//===- Views.cpp - tensors in other shapes, repeated and generated --------===//

#include "Views.h"

#include "scatter/Conversion/ImportUtils/Scalars.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

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
          // Small floats are rounded once.
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

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult scatter::replaceReshaped(NodeConversionBase &c,
                                       ArrayRef<int64_t> shape) {
  auto type = c.makeType(shape, c.element(0));
  if (failed(type))
    return failure();
  if (type->getNumElements() != c.type(0).getNumElements())
    return c.error("expected a shape of " + Twine(c.type(0).getNumElements()) +
                   " elements, found " + str(shape));
  if (DenseElementsAttr constant = c.imported(0).constant)
    return c.replace(constant.reshape(*type));
  return c.replace(reshape(c.b, c.operand(0), shape));
}

LogicalResult scatter::replaceByReshape(NodeConversionBase &c,
                                        SmallVector<int64_t> shape,
                                        bool copiesZeros) {
  std::optional<size_t> open;
  int64_t known = 1;
  for (auto [i, size] : llvm::enumerate(shape)) {
    if (size == 0 && copiesZeros) {
      if (int64_t(i) >= c.rank(0))
        return c.error("shape: expected a size for dimension " + Twine(i) +
                       ", which the input does not have, found 0");
      size = c.shape(0)[i];
    }
    if (size == -1 && !open)
      open = i;
    else if (size < 0 || (size != 0 && known > INT64_MAX / size))
      return c.error("shape: expected sizes and at most one -1, found " +
                     str(shape));
    else
      known *= size;
  }
  int64_t count = c.type(0).getNumElements();
  if (open) {
    if (known == 0 ? count != 0 : count % known != 0)
      return c.error("shape: expected one of " + Twine(count) +
                     " elements, found " + str(shape));
    shape[*open] = known == 0 ? 0 : count / known;
  }
  return replaceReshaped(c, shape);
}

LogicalResult scatter::replaceBySqueeze(NodeConversionBase &c,
                                        ArrayRef<int64_t> given) {
  auto axes = c.normalizeAxes(given, c.rank(0));
  if (failed(axes))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(c.shape(0))) {
    bool isListed = llvm::is_contained(*axes, int64_t(i));
    if (isListed && size != 1)
      return c.error("axes: expected dimensions of size 1, found " +
                     str(c.type(0)));
    if (!isListed)
      shape.push_back(size);
  }
  return replaceReshaped(c, shape);
}

LogicalResult scatter::replaceByUnsqueeze(NodeConversionBase &c,
                                          ArrayRef<int64_t> given) {
  int64_t rank = c.rank(0) + given.size();
  auto axes = c.normalizeAxes(given, rank);
  if (failed(axes))
    return failure();
  SmallVector<int64_t> shape;
  ArrayRef<int64_t> rest = c.shape(0);
  for (int64_t i = 0; i < rank; ++i) {
    bool isNew = llvm::is_contained(*axes, i);
    shape.push_back(isNew ? 1 : rest.front());
    if (!isNew)
      rest = rest.drop_front();
  }
  return replaceReshaped(c, shape);
}

SmallVector<int64_t> scatter::getUnitDims(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> dims;
  for (auto [i, size] : llvm::enumerate(shape))
    if (size == 1)
      dims.push_back(i);
  return dims;
}

LogicalResult scatter::replaceByBroadcast(NodeConversionBase &c,
                                          ArrayRef<int64_t> to) {
  std::optional<SmallVector<int64_t>> shape = broadcastShapes({c.shape(0), to});
  if (!shape)
    return c.error("expected a shape that the input can be broadcast to, "
                   "found " +
                   str(c.shape(0)) + " and " + str(to));
  auto type = c.makeType(*shape, c.element(0));
  if (failed(type))
    return failure();
  SmallVector<int64_t> padded(shape->size() - c.rank(0), 1);
  llvm::append_range(padded, c.shape(0));
  ImportedValue result;
  result.repeated = reshape(c.b, c.operand(0), padded);
  result.value = broadcast(c.b, result.repeated, *shape);
  return c.replace(result);
}

LogicalResult scatter::replaceByTile(NodeConversionBase &c,
                                     ArrayRef<int64_t> repeats) {
  if (int64_t(repeats.size()) != c.rank(0))
    return c.error(c.describeInput(1) + ": expected " + Twine(c.rank(0)) +
                   " repeats, found " + str(repeats));
  // Each dimension as two: repetitions and elements.
  SmallVector<int64_t> split, wide, shape;
  for (auto [size, count] : llvm::zip_equal(c.shape(0), repeats)) {
    if (count < 0 || (size != 0 && count > INT64_MAX / size))
      return c.error(c.describeInput(1) +
                     ": expected repeats of a result that memory can "
                     "hold, found " +
                     str(repeats));
    split.append({1, size});
    wide.append({count, size});
    shape.push_back(count * size);
  }
  auto type = c.makeType(shape, c.element(0));
  if (failed(type))
    return failure();
  if (type->getNumElements() == 0)
    return c.replace(makeEmpty(c.b, *type));
  Value tiled = broadcast(c.b, reshape(c.b, c.operand(0), split), wide);
  return c.replace(reshape(c.b, tiled, shape));
}
