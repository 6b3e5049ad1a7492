//===- ResolveSlices.cpp - the bounds of slice_scatter --------------------===//

#include "ResolveSlices.h"

#include "Operand.h"
#include "scatter/ExecutionEngine/Errors.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

static Error checkCount(StringRef name, size_t found, size_t expected) {
  if (found == expected)
    return Error::success();
  return makeShapeError("'" + name + "': expected " + Twine(expected) +
                        " entries as in 'start', found " + Twine(found));
}

static Error checkCounts(const SliceBounds &bounds, int64_t rank) {
  size_t count = bounds.start.size();
  if (count > size_t(rank))
    return makeShapeError("'start': expected at most " + Twine(rank) +
                          " entries, the rank of 'data', found " +
                          Twine(count));
  if (Error error = checkCount("stop", bounds.stop.size(), count))
    return error;
  if (!bounds.step.empty())
    if (Error error = checkCount("step", bounds.step.size(), count))
      return error;
  return bounds.axes.empty() ? Error::success()
                             : checkCount("axes", bounds.axes.size(), count);
}

static Error makeZeroStepError(size_t entry, int64_t axis) {
  ScatterError record = {};
  record.kind = SCATTER_ERROR_ZERO_STEP;
  record.tuple = int64_t(entry);
  record.component = axis;
  StringRef location = "slice_scatter";
  *llvm::copy(location, record.location) = '\0';
  return make_error<RuntimeError>(record);
}

Error kernels::resolveSlices(ArrayRef<int64_t> shape, const SliceBounds &bounds,
                             SmallVectorImpl<SliceRange> &ranges,
                             SmallVectorImpl<size_t> &boundDims) {
  auto rank = int64_t(shape.size());
  if (Error error = checkCounts(bounds, rank))
    return error;
  ranges.clear();
  boundDims.clear();
  for (int64_t size : shape)
    ranges.push_back({0, 1, size});
  uint64_t seen = 0;
  for (size_t i = 0; i < bounds.start.size(); ++i) {
    int64_t axis = bounds.axes.empty() ? int64_t(i) : bounds.axes[i];
    if (axis < -rank || axis >= rank)
      return makeShapeError("'axes': expected axes in [" + Twine(-rank) + ", " +
                            Twine(rank - 1) + "], found " + Twine(axis));
    axis = axis < 0 ? axis + rank : axis;
    uint64_t bit = uint64_t(1) << axis;
    if (seen & bit)
      return makeShapeError("'axes': expected distinct axes, found " +
                            Twine(axis) + " twice");
    seen |= bit;
    int64_t step = bounds.step.empty() ? kNotGiven : bounds.step[i];
    if (step == kNotGiven)
      step = 1;
    if (step == 0)
      return makeZeroStepError(i, axis);
    ranges[axis] =
        resolveGivenSlice(bounds.start[i], bounds.stop[i], step, shape[axis]);
    boundDims.push_back(size_t(axis));
  }
  return Error::success();
}

Error scatter::getSliceSizes(ArrayRef<int64_t> shape, const SliceBounds &bounds,
                             MutableArrayRef<int64_t> sizes) {
  if (shape.size() > kMaxRank)
    return makeShapeError("'shape': expected a rank of at most " +
                          Twine(kMaxRank) + ", found " + Twine(shape.size()));
  if (any_of(shape, [](int64_t size) { return size < 0; }))
    return makeShapeError("'shape': expected sizes of at least 0");
  SmallVector<SliceRange, 8> ranges;
  SmallVector<size_t, 8> boundDims;
  if (Error error = resolveSlices(shape, bounds, ranges, boundDims))
    return error;
  for (auto [size, range] : zip_equal(sizes, ranges))
    size = range.length;
  return Error::success();
}
