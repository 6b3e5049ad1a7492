//===- Movement.cpp - Concat, Slice, Split, StridedSlice, Transpose -------===//

#include "Common/Movement.h"
#include "Converters.h"
#include "scatter/Conversion/ImportUtils/Shapes.h"

using namespace mlir;
using namespace scatter;
using namespace scatter::openvino;

LogicalResult openvino::convertConcat(LayerConversion &c) {
  FailureOr<int64_t> axis =
      c.normalizeAxis(c.integer("axis", std::nullopt), c.rank(0));
  return succeeded(axis) ? replaceByConcat(c, *axis) : failure();
}

LogicalResult openvino::convertTranspose(LayerConversion &c) {
  auto order = c.constantIntegers(1);
  if (failed(order))
    return failure();
  if (order->empty())
    *order = llvm::to_vector(llvm::reverse(llvm::seq(c.rank(0))));
  return replaceByTranspose(c, *order, c.describeInput(1));
}

LogicalResult openvino::convertSlice(LayerConversion &c) {
  SliceBounds bounds;
  for (unsigned i : {1u, 2u}) {
    auto values = c.integers(i);
    if (failed(values))
      return failure();
    (i == 1 ? bounds.starts : bounds.ends) = *values;
  }
  for (unsigned i = 3; i < c.getNumOperands(); ++i) {
    auto values = c.constantIntegers(i);
    if (failed(values))
      return failure();
    (i == 3 ? bounds.steps : bounds.axes) = *values;
  }
  if (!c.hasOperand(4))
    bounds.axes = llvm::to_vector(llvm::seq<int64_t>(0, bounds.starts.size()));
  return replaceBySlice(c, bounds);
}

LogicalResult openvino::convertStridedSlice(LayerConversion &c) {
  auto begin = c.constantIntegers(1), end = c.constantIntegers(2);
  if (failed(begin) || failed(end))
    return failure();
  size_t count = begin->size();
  FailureOr<SmallVector<int64_t>> strides = SmallVector<int64_t>(count, 1);
  if (c.hasOperand(3))
    strides = c.constantIntegers(3);
  if (failed(strides))
    return failure();
  if (end->size() != count || strides->size() != count)
    return c.error("expected begin, end and strides of one length, found " +
                   str(*begin) + ", " + str(*end) + " and " + str(*strides));
  auto getMask = [&](StringRef name) {
    SmallVector<int64_t> mask = c.integers(name);
    mask.resize(std::max(count, mask.size()), 0);
    return mask;
  };
  SmallVector<int64_t> beginMask = getMask("begin_mask"),
                       endMask = getMask("end_mask"),
                       newAxes = getMask("new_axis_mask"),
                       shrunk = getMask("shrink_axis_mask"),
                       ellipses = getMask("ellipsis_mask");
  if (llvm::any_of(ellipses, [](int64_t bit) { return bit != 0; }))
    return c.error("attribute 'ellipsis_mask': expected no ellipsis");
  SliceBounds bounds;
  // For each dimension of the result: one of the slice, or -1 for one of size
  // 1 that is added.
  SmallVector<int64_t> dims;
  int64_t dim = 0;
  for (size_t i = 0; i < count; ++i) {
    if (newAxes[i]) {
      dims.push_back(-1);
      continue;
    }
    if (dim == c.rank(0))
      return c.error("expected at most " + Twine(dim) + " bounds, found " +
                     str(*begin));
    bool isForward = (*strides)[i] > 0;
    int64_t first = (*begin)[i], last = (*end)[i], step = (*strides)[i];
    if (shrunk[i]) {
      int64_t size = c.shape(0)[dim];
      if (first < -size || first >= size)
        return c.error(c.describeInput(1) + ": expected an index from " +
                       Twine(-size) + " to " + Twine(size - 1) + ", found " +
                       Twine(first));
      first += first < 0 ? size : 0;
      last = first + 1;
      step = 1;
    } else {
      if (beginMask[i])
        first = isForward ? INT64_MIN : INT64_MAX;
      if (endMask[i])
        last = isForward ? INT64_MAX : INT64_MIN;
      dims.push_back(dim);
    }
    bounds.starts.push_back(c.b.getIndexAttr(first));
    bounds.ends.push_back(c.b.getIndexAttr(last));
    bounds.steps.push_back(step);
    bounds.axes.push_back(dim++);
  }
  for (; dim < c.rank(0); ++dim)
    dims.push_back(dim);
  if (failed(replaceBySlice(c, bounds)))
    return failure();
  Value slice = c.results.pop_back_val().value;
  ArrayRef<int64_t> sizes = cast<RankedTensorType>(slice.getType()).getShape();
  SmallVector<int64_t> shape;
  for (int64_t each : dims)
    shape.push_back(each < 0 ? 1 : sizes[each]);
  return c.replace(reshape(c.b, slice, shape));
}

LogicalResult openvino::convertSplit(LayerConversion &c) {
  FailureOr<int64_t> axis = c.axis(1, c.rank(0));
  int64_t count = c.integer("num_splits", std::nullopt);
  if (failed(axis) || c.hasFailed())
    return failure();
  int64_t size = c.shape(0)[*axis];
  if (count < 1 || count != int64_t(c.layer.outputs.size()) ||
      size % count != 0)
    return c.error("attribute 'num_splits': expected a divisor of " +
                   Twine(size) + ", the number of outputs, found " +
                   Twine(count));
  return replaceBySplit(c, *axis, Sizes(count, c.b.getIndexAttr(size / count)));
}

LogicalResult openvino::convertVariadicSplit(LayerConversion &c) {
  FailureOr<int64_t> axis = c.axis(1, c.rank(0));
  if (failed(axis))
    return failure();
  auto sizes = c.constantIntegers(2);
  if (failed(sizes))
    return failure();
  // One part may take what the others leave.
  auto open = llvm::find(*sizes, -1);
  if (open != sizes->end()) {
    int64_t rest = c.shape(0)[*axis];
    for (int64_t size : *sizes)
      if (size > 0)
        rest = size <= rest ? rest - size : -1;
    *open = rest;
  }
  return replaceBySplit(c, *axis, makeSizes(c.b.getContext(), *sizes));
}
