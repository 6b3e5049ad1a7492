//===- Movement.cpp - parts of tensors and their order --------------------===//

#include "Movement.h"

#include "scatter/Conversion/ImportUtils/Shapes.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace scatter;

LogicalResult scatter::replaceByTranspose(NodeConversionBase &c,
                                          ArrayRef<int64_t> permutation,
                                          const Twine &name) {
  int64_t rank = c.rank(0);
  if (int64_t(permutation.size()) != rank || !isPermutationVector(permutation))
    return c.error(name + ": expected a permutation of " + Twine(rank) +
                   " dimensions, found " + str(permutation));
  return c.replace(transpose(c.b, c.operand(0), permutation));
}

LogicalResult scatter::replaceByConcat(NodeConversionBase &c, int64_t axis) {
  RankedTensorType first = c.type(0);
  SmallVector<int64_t> shape(first.getShape());
  SmallVector<Value> operands;
  shape[axis] = 0;
  for (unsigned i = 0; i < c.getNumOperands(); ++i) {
    if (!c.hasOperand(i) || failed(c.checkElement(i, first.getElementType())))
      return c.error("expected all inputs");
    SmallVector<int64_t> expected(first.getShape());
    if (c.rank(i) == first.getRank())
      expected[axis] = c.shape(i)[axis];
    if (c.shape(i) != ArrayRef(expected))
      return c.error(c.describeInput(i) + ": expected the sizes of " +
                     str(first) + " beside the axis, found " + str(c.type(i)));
    if (expected[axis] > INT64_MAX - shape[axis])
      return c.error("expected a result that memory can hold");
    shape[axis] += expected[axis];
    operands.push_back(c.operand(i));
  }
  auto type = c.makeType(shape, first.getElementType());
  if (failed(type))
    return failure();
  if (type->getNumElements() == 0)
    return c.replace(makeEmpty(c.b, *type));
  return c.replace(concatenate(c.b, operands, axis));
}

LogicalResult scatter::replaceBySplit(NodeConversionBase &c, int64_t axis,
                                      ArrayRef<int64_t> sizes) {
  int64_t size = c.shape(0)[axis], rest = size;
  for (int64_t part : sizes) {
    if (part < 0 || part > rest)
      return c.error("expected parts of " + Twine(size) + " elements, found " +
                     str(sizes));
    rest -= part;
  }
  if (rest != 0)
    return c.error("expected parts of " + Twine(size) + " elements, found " +
                   str(sizes));
  SmallVector<int64_t> offsets(c.rank(0), 0), ones(c.rank(0), 1),
      shape(c.shape(0));
  for (int64_t part : sizes) {
    shape[axis] = part;
    (void)c.replace(extractSlice(c.b, c.operand(0), offsets, shape, ones));
    offsets[axis] += part;
  }
  return success();
}

LogicalResult scatter::replaceBySlice(NodeConversionBase &c,
                                      const SliceBounds &bounds) {
  int64_t rank = c.rank(0);
  const auto &[starts, ends, axes, steps] = bounds;
  size_t count = starts.size();
  if (ends.size() != count || axes.size() != count || steps.size() != count)
    return c.error("expected starts, ends, axes and steps of one length");
  auto normalized = c.normalizeAxes(axes, rank);
  if (failed(normalized))
    return failure();
  SmallVector<int64_t> offsets(rank, 0), sizes(c.shape(0)), strides(rank, 1);
  for (size_t i = 0; i < count; ++i) {
    int64_t axis = (*normalized)[i], size = sizes[axis], step = steps[i];
    if (step == 0)
      return c.error("steps: expected none of 0");
    int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
    auto clamp = [&](int64_t bound) {
      return bound < 0 ? std::max(bound + size, low) : std::min(bound, high);
    };
    int64_t start = clamp(starts[i]), end = clamp(ends[i]);
    __int128 distance = __int128(end) - start;
    __int128 length = (distance + step + (step > 0 ? -1 : 1)) / step;
    offsets[axis] = start;
    sizes[axis] = length > 0 ? int64_t(length) : 0;
    strides[axis] = step;
  }
  return c.replace(extractSlice(c.b, c.operand(0), offsets, sizes, strides));
}
