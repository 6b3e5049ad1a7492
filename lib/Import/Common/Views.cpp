//===- Views.cpp - reshapes, repeats and generated tensors ----------------===//

#include "Views.h"

#include "SizeChecks.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::replaceByFill(NodeConversionBase &c,
                                     ArrayRef<OpFoldResult> sizes,
                                     DenseElementsAttr element) {
  Type elementType = element.getElementType();
  auto type = c.makeSizedType(sizes, elementType);
  if (failed(type))
    return failure();
  Attribute value = element.getValues<Attribute>()[0];
  if (type->hasStaticShape())
    return c.replace(DenseElementsAttr::get(*type, value));
  Value scalar = arith::ConstantOp::create(
      c.b,
      DenseElementsAttr::get(RankedTensorType::get({}, elementType), value));
  return c.replace(fillTo(c.b, sizes, scalar));
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult scatter::replaceReshaped(NodeConversionBase &c,
                                       ArrayRef<OpFoldResult> shape) {
  auto type = c.makeSizedType(shape, c.element(0));
  if (failed(type))
    return failure();
  SizeProduct wanted = SizeProduct::get(shape);
  SizeProduct present = SizeProduct::get(c.sizes(0));
  bool isStatic = type->hasStaticShape() && c.isStatic(0);
  if (isStatic && type->getNumElements() != c.type(0).getNumElements())
    return c.error("expected a shape of " + Twine(c.type(0).getNumElements()) +
                   " elements, found " + str(shape));
  if (DenseElementsAttr constant = c.imported(0).constant;
      constant && type->hasStaticShape())
    return c.replace(constant.reshape(*type));
  if (!isStatic && !wanted.isSame(present)) {
    Value expected = wanted.emitSaturating(c.b);
    Value found = present.emitSaturating(c.b);
    reportUnless(c.b, c.describeInput(0) + ", reshaped to " + str(shape),
                 emitIsEqual(c.b, found, expected), SCATTER_OPERAND_ELEMENTS, 0,
                 found, expected);
  }
  return c.replace(reshapeTo(c.b, c.operand(0), shape));
}

/// Returns the size that replaces -1. `rest` is the product of the other sizes.
static FailureOr<OpFoldResult> inferSize(NodeConversionBase &c,
                                         const SizeProduct &rest,
                                         ArrayRef<OpFoldResult> shape) {
  ImplicitLocOpBuilder &b = c.b;
  SizeProduct count = SizeProduct::get(c.sizes(0));
  SizeProduct quotient = count;
  if (quotient.divideBy(rest))
    return quotient.emit(b);
  if (count.factors.empty() && rest.factors.empty()) {
    if (rest.known == 0 && count.known == 0)
      return OpFoldResult(b.getIndexAttr(0));
    return c.error("shape: expected one of " + Twine(count.known) +
                   " elements, found " + str(shape));
  }
  // If there are no elements, the size is 0. Division by 0 is avoided.
  Value total = count.emitSaturating(b), part = rest.emitSaturating(b);
  Value divisor = toValue(b, maxSize(b, part, b.getIndexAttr(1)));
  Value size = arith::DivUIOp::create(b, total, divisor);
  Value back = arith::MulIOp::create(b, size, part);
  reportUnless(b, c.describeInput(0) + ", reshaped to " + str(shape),
               emitIsEqual(b, back, total), SCATTER_OPERAND_MULTIPLE, 0, total,
               part);
  return OpFoldResult(size);
}

/// Returns the sizes for a shape in which any entry may be 0 or -1 at run time.
static Sizes resolveShape(NodeConversionBase &c, ArrayRef<OpFoldResult> shape,
                          bool copiesZeros, unsigned shapeOperand) {
  ImplicitLocOpBuilder &b = c.b;
  auto select = [&](Value condition, OpFoldResult yes, OpFoldResult no) {
    return OpFoldResult(Value(arith::SelectOp::create(
        b, condition, toValue(b, yes), toValue(b, no))));
  };
  OpFoldResult zero = b.getIndexAttr(0), one = b.getIndexAttr(1);
  OpFoldResult minusOne = b.getIndexAttr(-1);
  Sizes sizes, factors;
  SmallVector<Value> isOpen(shape.size());
  for (auto [i, entry] : llvm::enumerate(shape)) {
    OpFoldResult size = entry, factor = entry;
    if (!isNonNegative(size)) {
      requireAtLeast(c, shapeOperand, i, size, minusOne);
      isOpen[i] = emitIsEqual(b, size, minusOne);
      if (copiesZeros && int64_t(i) < c.rank(0))
        size = select(emitIsEqual(b, size, zero), c.size(0, i), size);
      factor = maxSize(b, select(isOpen[i], one, size), zero);
      size = maxSize(b, size, zero);
    }
    sizes.push_back(size);
    factors.push_back(factor);
  }
  Value count = SizeProduct::get(c.sizes(0)).emitSaturating(b);
  Value rest = SizeProduct::get(factors).emitSaturating(b);
  Value divisor = toValue(b, maxSize(b, rest, one));
  Value inferred = arith::DivUIOp::create(b, count, divisor);
  for (auto [size, open] : llvm::zip_equal(sizes, isOpen))
    if (open)
      size = select(open, inferred, size);
  return sizes;
}

LogicalResult scatter::replaceByReshape(NodeConversionBase &c, Sizes shape,
                                        bool copiesZeros,
                                        unsigned shapeOperand) {
  std::optional<size_t> open;
  Sizes others;
  std::string found = str(shape);
  int64_t known = 1;
  for (auto [i, size] : llvm::enumerate(shape)) {
    if (isKnown(size, 0) && copiesZeros) {
      if (int64_t(i) >= c.rank(0))
        return c.error("shape: expected a size for dimension " + Twine(i) +
                       ", which the input does not have, found 0");
      size = c.size(0, i);
    }
    std::optional<int64_t> number = getKnown(size);
    if (number == -1 && !open) {
      open = i;
      continue;
    }
    if (number &&
        (*number < 0 || (*number != 0 && known > INT64_MAX / *number)))
      return c.error("shape: expected sizes and at most one -1, found " +
                     found);
    known *= number.value_or(1);
    others.push_back(size);
  }
  if (!open && !llvm::all_of(shape, isNonNegative))
    return replaceReshaped(c,
                           resolveShape(c, shape, copiesZeros, shapeOperand));
  // If an entry is known to be -1, no other entry may be negative.
  for (auto [i, size] : llvm::enumerate(others))
    if (!isNonNegative(size))
      size = requireNonNegative(c, shapeOperand, i, size);
  if (open) {
    auto size = inferSize(c, SizeProduct::get(others), shape);
    if (failed(size))
      return failure();
    others.insert(others.begin() + *open, *size);
  }
  return replaceReshaped(c, others);
}

LogicalResult scatter::replaceBySqueeze(NodeConversionBase &c,
                                        ArrayRef<int64_t> given) {
  auto axes = c.normalizeAxes(given, c.rank(0));
  if (failed(axes))
    return failure();
  Sizes sizes = c.sizes(0), units = sizes, kept;
  OpFoldResult one = c.b.getIndexAttr(1);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (!llvm::is_contained(*axes, int64_t(i))) {
      kept.push_back(size);
      continue;
    }
    units[i] = one;
    if (failed(requireSize(c, 0, i, size, one)))
      return c.error("axes: expected dimensions of size 1, found " +
                     str(c.type(0)));
  }
  if (c.isStatic(0))
    return replaceReshaped(c, kept);
  Value input = withSizes(c.b, c.operand(0), units);
  return c.replace(reshapeTo(c.b, input, kept));
}

LogicalResult scatter::replaceByUnsqueeze(NodeConversionBase &c,
                                          ArrayRef<int64_t> given) {
  int64_t rank = c.rank(0) + given.size();
  auto axes = c.normalizeAxes(given, rank);
  if (failed(axes))
    return failure();
  Sizes sizes = c.sizes(0), shape;
  ArrayRef<OpFoldResult> rest = sizes;
  for (int64_t i = 0; i < rank; ++i) {
    bool isNew = llvm::is_contained(*axes, i);
    shape.push_back(isNew ? c.b.getIndexAttr(1) : rest.front());
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

/// Broadcasts operand 0 to `sizes`, with which its sizes are compatible.
static LogicalResult replaceRepeated(NodeConversionBase &c,
                                     ArrayRef<OpFoldResult> sizes) {
  if (failed(c.makeSizedType(sizes, c.element(0))))
    return failure();
  Sizes padded(sizes.size() - c.rank(0), c.b.getIndexAttr(1));
  llvm::append_range(padded, c.sizes(0));
  ImportedValue result;
  result.repeated = reshapeTo(c.b, c.operand(0), padded);
  result.value = broadcastTo(c.b, result.repeated, sizes);
  return c.replace(result);
}

LogicalResult scatter::replaceByBroadcast(NodeConversionBase &c,
                                          ArrayRef<OpFoldResult> to) {
  Sizes from = c.sizes(0), target = llvm::to_vector(to);
  std::string input = c.describeInput(0);
  auto shape = broadcastSizes(
      c, {from, target}, {input, "shape that " + input + " is broadcast to"});
  if (!shape)
    return c.error("expected a shape that the input can be broadcast to, "
                   "found " +
                   str(from) + " and " + str(to));
  return replaceRepeated(c, *shape);
}

LogicalResult scatter::replaceByBroadcastTo(NodeConversionBase &c,
                                            ArrayRef<OpFoldResult> to) {
  if (failed(requireBroadcast(c, 0, to)))
    return c.error("expected a shape that the input can be broadcast to, "
                   "found " +
                   str(c.sizes(0)) + " and " + str(to));
  return replaceRepeated(c, to);
}

/// Tiles by reading each element of the result from the input.
static LogicalResult replaceByRunTimeTile(NodeConversionBase &c,
                                          ArrayRef<OpFoldResult> sizes) {
  auto type = c.makeSizedType(sizes, c.element(0));
  if (failed(type))
    return failure();
  SmallVector<Value> from;
  for (OpFoldResult size : c.sizes(0))
    from.push_back(toValue(c.b, size));
  Value input = c.operand(0);
  return c.replace(mapElements(
      c.b, *type, {}, {},
      [&](ImplicitLocOpBuilder &b, ValueRange) {
        SmallVector<Value> place;
        for (auto [i, size] : llvm::enumerate(from))
          place.push_back(arith::RemUIOp::create(b, getLoopIndex(b, i), size));
        return extractElement(b, input, place);
      },
      sizes));
}

LogicalResult scatter::replaceByTile(NodeConversionBase &c,
                                     ArrayRef<OpFoldResult> repeats) {
  if (int64_t(repeats.size()) != c.rank(0))
    return c.error(c.describeInput(1) + ": expected " + Twine(c.rank(0)) +
                   " repeats, found " + str(repeats));
  // Each dimension becomes two: repetitions and elements.
  Sizes split, wide, shape;
  bool isStatic = c.isStatic(0);
  for (auto [i, size] : llvm::enumerate(c.sizes(0))) {
    OpFoldResult count = repeats[i];
    std::optional<int64_t> known = getKnown(size), times = getKnown(count);
    if (times &&
        (*times < 0 || (known.value_or(0) != 0 && *times > INT64_MAX / *known)))
      return c.error(c.describeInput(1) +
                     ": expected repeats of a result that memory can "
                     "hold, found " +
                     str(repeats));
    isStatic &= times.has_value();
    if (!isNonNegative(count))
      count = requireNonNegative(c, 1, i, count);
    split.append({c.b.getIndexAttr(1), size});
    wide.append({count, size});
    shape.push_back(multiplySizes(c.b, count, size));
  }
  if (!isStatic)
    return replaceByRunTimeTile(c, shape);
  auto type = c.makeSizedType(shape, c.element(0));
  if (failed(type))
    return failure();
  if (type->getNumElements() == 0)
    return c.replace(makeEmpty(c.b, *type));
  Value tiled = broadcastTo(c.b, reshapeTo(c.b, c.operand(0), split), wide);
  return c.replace(reshapeTo(c.b, tiled, shape));
}
