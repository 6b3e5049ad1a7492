//===- TensorFlowMovement.cpp - ops that move elements
//------------------------------===//

#include "Common/Movement.h"
#include "Common/SizeChecks.h"
#include "TensorFlowConverters.h"
#include "scatter/Import/Utils/SizedShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

LogicalResult tensorflow::convertTranspose(NodeConversion &c) {
  auto permutation = c.constantIntegers(1);
  if (failed(permutation))
    return failure();
  return replaceByTranspose(c, *permutation, c.describeInput(1));
}

//===----------------------------------------------------------------------===//
// Concatenation
//===----------------------------------------------------------------------===//

/// Replaces the node by the concatenation of its first `count` operands,
/// `parts`, along `axis`.
static LogicalResult concatenateParts(NodeConversion &c,
                                      ArrayRef<ImportedValue> parts,
                                      int64_t axis) {
  auto numbers = llvm::to_vector(llvm::seq<unsigned>(0, parts.size()));
  return c.convertWith(parts, numbers, [&](NodeConversion &other) {
    return replaceByConcat(other, axis);
  });
}

/// The last operand is the axis.
LogicalResult tensorflow::convertConcat(NodeConversion &c) {
  unsigned last = c.getNumOperands() - 1;
  auto axis = c.axis(last, c.rank(0));
  if (failed(axis))
    return failure();
  SmallVector<ImportedValue> parts;
  for (unsigned i = 0; i < last; ++i)
    parts.push_back(c.imported(i));
  return concatenateParts(c, parts, *axis);
}

LogicalResult tensorflow::convertPack(NodeConversion &c) {
  auto axis = c.normalizeAxis(c.integer("axis", 0), c.rank(0) + 1);
  if (failed(axis))
    return failure();
  auto parts = c.operandsOfOneShape(0);
  if (failed(parts))
    return failure();
  for (auto [i, part] : llvm::enumerate(*parts)) {
    Sizes sizes = part.constant ? c.sizes(i) : getSizes(c.b, part.value);
    sizes.insert(sizes.begin() + *axis, c.b.getIndexAttr(1));
    auto type = c.makeSizedType(sizes, c.element(i));
    if (failed(type))
      return failure();
    if (part.constant)
      part = {nullptr, part.constant.reshape(*type), nullptr, {}};
    else
      part = {reshapeTo(c.b, part.value, sizes), nullptr, nullptr, {}};
  }
  return concatenateParts(c, *parts, *axis);
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

LogicalResult tensorflow::convertUnpack(NodeConversion &c) {
  auto axis = c.normalizeAxis(c.integer("axis", 0), c.rank(0));
  if (failed(axis))
    return failure();
  Sizes sizes = c.sizes(0), offsets(c.rank(0), c.b.getIndexAttr(0));
  std::optional<int64_t> known = getKnown(sizes[*axis]);
  int64_t count = c.integer("num", known.value_or(-1));
  if (known && count != *known)
    return c.error("attribute 'num': expected " + Twine(*known) + ", found " +
                   Twine(count));
  if (count < 0 || count > kMaxParts)
    return c.error("attribute 'num': expected 0 to " + Twine(kMaxParts) +
                   " parts, found " + Twine(count));
  if (failed(requireSize(c, 0, *axis, sizes[*axis], c.b.getIndexAttr(count))))
    return failure();
  SmallVector<int64_t> ones(c.rank(0), 1);
  sizes[*axis] = c.b.getIndexAttr(1);
  Sizes shape = sizes;
  shape.erase(shape.begin() + *axis);
  Value input = c.operand(0);
  for (int64_t i = 0; i < count; ++i) {
    offsets[*axis] = c.b.getIndexAttr(i);
    Value part = sliceTo(c.b, input, offsets, sizes, ones);
    (void)c.replace(reshapeTo(c.b, part, shape));
  }
  return success();
}

/// Operand 0 is the axis, operand 1 the input.
LogicalResult tensorflow::convertSplit(NodeConversion &c) {
  auto axis = c.axis(0, c.rank(1));
  if (failed(axis))
    return failure();
  int64_t count = c.integer("num_split", 0);
  return c.convertWith(c.imported(1), 1u, [&](NodeConversion &other) {
    return replaceByEqualSplit(other, *axis, count, "num_split");
  });
}

/// Operand 2 is the axis.
LogicalResult tensorflow::convertSplitV(NodeConversion &c) {
  auto axis = c.axis(2, c.rank(0));
  if (failed(axis))
    return failure();
  auto sizes = getPartSizes(c, 1, c.size(0, *axis));
  return succeeded(sizes) ? replaceBySplit(c, *axis, *sizes) : failure();
}

/// Returns the size for `given`, which is element `i` of operand 2. -1 stands
/// for `rest`, which is also the maximum.
static FailureOr<OpFoldResult> getSliceSize(NodeConversion &c, int64_t i,
                                            OpFoldResult given,
                                            OpFoldResult rest) {
  ImplicitLocOpBuilder &b = c.b;
  OpFoldResult minusOne = b.getIndexAttr(-1);
  if (isKnown(given, -1))
    return rest;
  if (!getKnown(given) && !isNeverNegative(given)) {
    requireAtLeast(c, 2, i, given, minusOne);
    Value isOpen = emitIsEqual(b, given, minusOne);
    given = Value(arith::SelectOp::create(b, isOpen, toValue(b, rest),
                                          toValue(b, given)));
  }
  return requireUpTo(c, 2, i, given, rest);
}

LogicalResult tensorflow::convertSlice(NodeConversion &c) {
  auto begin = c.integers(1), size = c.integers(2);
  if (failed(begin) || failed(size))
    return failure();
  size_t rank = c.rank(0);
  bool fits = begin->size() == rank && size->size() == rank;
  Sizes offsets, sizes;
  for (size_t i = 0; fits && i < rank; ++i) {
    OpFoldResult from = c.size(0, i);
    auto offset = requireUpTo(c, 1, i, (*begin)[i], from);
    fits = succeeded(offset);
    if (!fits)
      break;
    OpFoldResult rest = subtractSizes(c.b, from, *offset);
    auto length = getSliceSize(c, i, (*size)[i], rest);
    fits = succeeded(length);
    offsets.push_back(*offset);
    sizes.push_back(fits ? *length : rest);
  }
  if (!fits)
    return c.error("expected a slice within " + str(c.sizes(0)) +
                   ", found one of " + str(*size) + " from " + str(*begin));
  return c.replace(sliceTo(c.b, c.operand(0), offsets, sizes,
                           SmallVector<int64_t>(rank, 1)));
}

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

/// Returns the scalar that fills the padding.
static FailureOr<Value> getPadding(NodeConversion &c) {
  if (c.getNumOperands() == 2)
    return makeZeros(c.b, RankedTensorType::get({}, c.element(0)));
  if (failed(c.checkElement(2, c.element(0))))
    return failure();
  return c.scalar(2);
}

LogicalResult tensorflow::convertPad(NodeConversion &c) {
  int64_t rank = c.rank(0);
  if (c.shape(1) != ArrayRef<int64_t>({rank, 2}))
    return c.error(c.describeInput(1) + ": expected shape [" + Twine(rank) +
                   ", 2], found " + str(c.type(1)));
  auto paddings = c.integers(1);
  if (failed(paddings))
    return failure();
  // A limit, so that sums of sizes do not overflow.
  constexpr int64_t limit = int64_t(1) << 40;
  bool isValid = true;
  for (auto [i, padding] : llvm::enumerate(*paddings)) {
    auto number = requireUpTo(c, 1, i, padding, c.b.getIndexAttr(limit - 1));
    isValid &= succeeded(number);
    if (isValid)
      padding = *number;
  }
  Sizes low, sizes;
  for (auto [i, size] : llvm::enumerate(c.sizes(0))) {
    low.push_back((*paddings)[2 * i]);
    sizes.push_back(
        addSizes(c.b, addSizes(c.b, low.back(), size), (*paddings)[2 * i + 1]));
    isValid &= getKnown(size).value_or(0) < limit;
  }
  if (!isValid)
    return c.error(c.describeInput(1) +
                   ": expected numbers from 0 to 2^40 - 1, found " +
                   str(*paddings));
  auto type = c.makeSizedType(sizes, c.element(0));
  FailureOr<Value> element = getPadding(c);
  if (failed(type) || failed(element))
    return failure();
  if (type->hasStaticShape() && type->getNumElements() == 0)
    return c.replace(makeEmpty(c.b, *type));
  return c.replace(padTo(c.b, c.operand(0), low, sizes, *element));
}
