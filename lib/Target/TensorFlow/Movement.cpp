//===- Movement.cpp - ops that move elements ------------------------------===//

#include "Common/Movement.h"
#include "Common/Views.h"
#include "Converters.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::tensorflow;

/// The most parts that a node may have.
static constexpr int64_t maxParts = 1 << 12;

/// Operands `first` to `first + count - 1`.
static SmallVector<ImportedValue> getOperands(NodeConversion &c, unsigned first,
                                              unsigned count) {
  SmallVector<ImportedValue> operands;
  for (unsigned i = first; i < first + count; ++i)
    operands.push_back(c.imported(i));
  return operands;
}

LogicalResult tensorflow::convertTranspose(NodeConversion &c) {
  auto permutation = c.constantIntegers(1);
  if (failed(permutation))
    return failure();
  return replaceByTranspose(c, *permutation, c.describeInput(1));
}

//===----------------------------------------------------------------------===//
// Parts put together
//===----------------------------------------------------------------------===//

/// The last operand is the axis.
LogicalResult tensorflow::convertConcat(NodeConversion &c) {
  unsigned last = c.getNumOperands() - 1;
  auto given = c.constantInteger(last);
  if (failed(given))
    return failure();
  auto axis = c.normalizeAxis(*given, c.rank(0));
  if (failed(axis))
    return failure();
  return c.convertWith(getOperands(c, 0, last), [&](NodeConversion &other) {
    return replaceByConcat(other, *axis);
  });
}

LogicalResult tensorflow::convertPack(NodeConversion &c) {
  auto axis = c.normalizeAxis(c.integer("axis", 0), c.rank(0) + 1);
  if (failed(axis))
    return failure();
  SmallVector<ImportedValue> parts;
  for (unsigned i = 0; i < c.getNumOperands(); ++i) {
    if (c.type(i) != c.type(0))
      return c.error(c.describeInput(i) + ": expected " + str(c.type(0)) +
                     ", found " + str(c.type(i)));
    SmallVector<int64_t> shape(c.shape(i));
    shape.insert(shape.begin() + *axis, 1);
    auto type = c.makeType(shape, c.element(i));
    if (failed(type))
      return failure();
    if (DenseElementsAttr constant = c.imported(i).constant)
      parts.push_back({nullptr, constant.reshape(*type), nullptr, {}});
    else
      parts.push_back(
          {reshape(c.b, c.operand(i), shape), nullptr, nullptr, {}});
  }
  return c.convertWith(parts, [&](NodeConversion &other) {
    return replaceByConcat(other, *axis);
  });
}

//===----------------------------------------------------------------------===//
// Parts taken apart
//===----------------------------------------------------------------------===//

LogicalResult tensorflow::convertUnpack(NodeConversion &c) {
  auto axis = c.normalizeAxis(c.integer("axis", 0), c.rank(0));
  if (failed(axis))
    return failure();
  int64_t count = c.shape(0)[*axis], given = c.integer("num", count);
  if (given != count)
    return c.error("attribute 'num': expected " + Twine(count) + ", found " +
                   Twine(given));
  if (count > maxParts)
    return c.error("expected at most " + Twine(maxParts) + " parts, found " +
                   Twine(count));
  SmallVector<int64_t> offsets(c.rank(0), 0), ones(c.rank(0), 1),
      sizes(c.shape(0)), shape(c.shape(0));
  sizes[*axis] = 1;
  shape.erase(shape.begin() + *axis);
  Value input = c.operand(0);
  for (int64_t i = 0; i < count; ++i) {
    offsets[*axis] = i;
    Value part = extractSlice(c.b, input, offsets, sizes, ones);
    (void)c.replace(reshape(c.b, part, shape));
  }
  return success();
}

/// Operand 0 is the axis, operand 1 what is split.
LogicalResult tensorflow::convertSplit(NodeConversion &c) {
  auto given = c.constantInteger(0);
  if (failed(given))
    return failure();
  auto axis = c.normalizeAxis(*given, c.rank(1));
  if (failed(axis))
    return failure();
  int64_t count = c.integer("num_split", 0), size = c.shape(1)[*axis];
  if (count < 1 || count > maxParts || size % count != 0)
    return c.error("attribute 'num_split': expected a divisor of " +
                   Twine(size) + ", found " + Twine(count));
  Sizes sizes(count, c.b.getIndexAttr(size / count));
  return c.convertWith(c.imported(1), [&](NodeConversion &other) {
    return replaceBySplit(other, *axis, sizes);
  });
}

/// Operand 1 has the sizes, of which one may be -1, operand 2 the axis.
LogicalResult tensorflow::convertSplitV(NodeConversion &c) {
  auto sizes = c.constantIntegers(1);
  auto given = c.constantInteger(2);
  if (failed(sizes) || failed(given))
    return failure();
  auto axis = c.normalizeAxis(*given, c.rank(0));
  if (failed(axis))
    return failure();
  int64_t rest = c.shape(0)[*axis];
  int64_t *open = nullptr;
  for (int64_t &size : *sizes) {
    if (size == -1 && !open)
      open = &size;
    else if (size >= 0 && size <= rest)
      rest -= size;
    else
      return c.error(c.describeInput(1) + ": expected parts of " +
                     Twine(c.shape(0)[*axis]) + " elements, found " +
                     str(*sizes));
  }
  if (open)
    *open = rest;
  return replaceBySplit(c, *axis, makeSizes(c.b.getContext(), *sizes));
}

LogicalResult tensorflow::convertSlice(NodeConversion &c) {
  auto begin = c.constantIntegers(1), sizes = c.constantIntegers(2);
  if (failed(begin) || failed(sizes))
    return failure();
  size_t rank = c.rank(0);
  bool fits = begin->size() == rank && sizes->size() == rank;
  for (size_t i = 0; fits && i < rank; ++i) {
    int64_t rest = c.shape(0)[i] - (*begin)[i];
    if ((*sizes)[i] == -1)
      (*sizes)[i] = rest;
    fits = (*begin)[i] >= 0 && (*begin)[i] <= c.shape(0)[i] &&
           (*sizes)[i] >= 0 && (*sizes)[i] <= rest;
  }
  if (!fits)
    return c.error("expected a slice within " + str(c.shape(0)) +
                   ", found one of " + str(*sizes) + " from " + str(*begin));
  return c.replace(extractSlice(c.b, c.operand(0), *begin, *sizes,
                                SmallVector<int64_t>(rank, 1)));
}

//===----------------------------------------------------------------------===//
// Pad
//===----------------------------------------------------------------------===//

LogicalResult tensorflow::convertPad(NodeConversion &c) {
  auto paddings = c.constantIntegers(1);
  if (failed(paddings))
    return failure();
  int64_t rank = c.rank(0);
  if (c.shape(1) != ArrayRef<int64_t>({rank, 2}))
    return c.error(c.describeInput(1) + ": expected shape [" + Twine(rank) +
                   ", 2], found " + str(c.type(1)));
  SmallVector<int64_t> low, shape;
  for (auto [i, size] : llvm::enumerate(c.shape(0))) {
    constexpr int64_t limit = int64_t(1) << 40;
    int64_t before = (*paddings)[2 * i], after = (*paddings)[2 * i + 1];
    if (before < 0 || before >= limit || after < 0 || after >= limit ||
        size >= limit)
      return c.error(c.describeInput(1) +
                     ": expected numbers from 0 to 2^40 - 1, found " +
                     str(*paddings));
    low.push_back(before);
    shape.push_back(before + size + after);
  }
  auto type = c.makeType(shape, c.element(0));
  if (failed(type))
    return failure();
  if (type->getNumElements() == 0)
    return c.replace(makeEmpty(c.b, *type));
  FailureOr<Value> element = Value();
  if (c.getNumOperands() == 3) {
    if (failed(c.checkElement(2, c.element(0))))
      return failure();
    element = c.scalar(2);
    if (failed(element))
      return failure();
  } else {
    element = makeZeros(c.b, RankedTensorType::get({}, c.element(0)));
  }
  return c.replace(pad(c.b, c.operand(0), low, shape, *element));
}
