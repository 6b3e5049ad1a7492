//===- EvaluateSlice.cpp - reference of slice_scatter ---------------------===//
//
// `data[slices] = updates` with the slices of NumPy.
//
//===----------------------------------------------------------------------===//

#include "ErrorRecord.h"
#include "MultiIndex.h"
#include "scatter/Reference/Evaluate.h"

#include <algorithm>
#include <cassert>
#include <cstring>

using namespace mlir;

namespace scatter::reference {

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

SliceIndices computeSliceIndices(int64_t start, int64_t stop, int64_t step,
                                 int64_t size) {
  assert(step != 0 && "(S6)");
  assert(size >= 0 && "a size is not negative");
  // 128 bits hold every sum and difference below.
  using Wide = __int128;
  Wide low = step > 0 ? 0 : -1;
  Wide high = step > 0 ? Wide(size) : Wide(size) - 1;
  auto normalize = [&](Wide value) {
    return value < 0 ? std::max(value + size, low) : std::min(value, high);
  };
  Wide first = normalize(start);
  Wide last = normalize(stop);
  // Counts the i >= 0 for which first + i * step is before last.
  Wide distance = step > 0 ? last - first : first - last;
  Wide stride = step > 0 ? Wide(step) : -Wide(step);
  Wide length = distance > 0 ? (distance + stride - 1) / stride : 0;
  return {static_cast<int64_t>(first), static_cast<int64_t>(last),
          static_cast<int64_t>(length)};
}

/// Returns the axes, normalized to [0, r - 1], in the order of the bounds.
static SmallVector<int64_t> getAxes(const SliceScatterConfig &config,
                                    int64_t rank) {
  SmallVector<int64_t> axes;
  for (size_t i = 0; i < config.start.size(); ++i) {
    int64_t axis =
        config.axes.empty() ? static_cast<int64_t>(i) : config.axes[i];
    axes.push_back(axis < 0 ? axis + rank : axis);
  }
  return axes;
}

static int64_t getStep(const SliceScatterConfig &config, size_t entry) {
  return config.step.empty() ? 1 : config.step[entry];
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

llvm::Error verifySliceScatter(const SliceScatterConfig &config,
                               const ConstBufferView &updates,
                               const ConstBufferView &data) {
  int64_t rank = data.getRank();
  size_t count = config.start.size();
  // (S2) r >= 1.
  if (rank < 1)
    return makeError("S2: 'data' has rank 0");
  // (S3) one length m, 0 <= m <= r.
  if (config.stop.size() != count ||
      (!config.step.empty() && config.step.size() != count) ||
      (!config.axes.empty() && config.axes.size() != count) ||
      static_cast<int64_t>(count) > rank)
    return makeError("S3: the bounds do not have one length of at most " +
                     Twine(rank));
  // (S4) every axis is in [-r, r - 1].
  for (int64_t axis : config.axes)
    if (axis < -rank || axis >= rank)
      return makeError("S4: axis " + Twine(axis) + " for 'data' of rank " +
                       Twine(rank));
  // (S5) no axis is listed twice.
  SmallVector<int64_t> axes = getAxes(config, rank);
  for (size_t i = 0; i < count; ++i)
    for (size_t j = 0; j < i; ++j)
      if (axes[i] == axes[j])
        return makeError("S5: axis " + Twine(axes[i]) + " is listed twice");
  // (S7) `updates` has rank r.
  if (updates.getRank() != rank)
    return makeError("S7: 'updates' has rank " + Twine(updates.getRank()) +
                     ", 'data' has rank " + Twine(rank));
  // (S8) same element type.
  if (updates.elementType != data.elementType)
    return makeError("S8: 'updates' and 'data' differ in element type");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

std::optional<ScatterError>
evaluateSliceScatter(const SliceScatterConfig &config,
                     const ConstBufferView &updates, const BufferView &data,
                     llvm::StringRef location) {
  assert(!llvm::errorToBool(verifySliceScatter(config, updates, data)) &&
         "the operands break a constraint of the op");
  int64_t rank = data.getRank();
  SmallVector<int64_t> axes = getAxes(config, rank);
  // (S6) no step is 0.
  for (size_t i = 0; i < axes.size(); ++i)
    if (getStep(config, i) == 0)
      return makeErrorRecord(location, SCATTER_ERROR_ZERO_STEP, i, axes[i],
                             /*value=*/0, /*size=*/0);

  // Dimensions without bounds are whole.
  SmallVector<int64_t, 8> starts(rank, 0);
  SmallVector<int64_t, 8> steps(rank, 1);
  SmallVector<int64_t, 8> sliceShape(data.shape);
  for (size_t i = 0; i < axes.size(); ++i) {
    int64_t axis = axes[i];
    SliceIndices range = computeSliceIndices(
        config.start[i], config.stop[i], getStep(config, i), data.shape[axis]);
    starts[axis] = range.start;
    steps[axis] = getStep(config, i);
    sliceShape[axis] = range.length;
  }
  // (S7) the shape of `updates` is that of the slice.
  for (int64_t dim = 0; dim < rank; ++dim)
    if (updates.shape[dim] != sliceShape[dim])
      return makeShapeError(location, SCATTER_OPERAND_UPDATES, dim,
                            updates.shape[dim], sliceShape[dim]);

  forEachIndex(sliceShape, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t, 8> dataIndex;
    // The product does not overflow: if an index is more than 0, the step is
    // smaller than the size, and every element of the range is in bounds.
    for (int64_t dim = 0; dim < rank; ++dim)
      dataIndex.push_back(starts[dim] + index[dim] * steps[dim]);
    std::memcpy(data.getAddress(dataIndex), updates.getAddress(index),
                data.elementSize);
  });
  return std::nullopt;
}

} // namespace scatter::reference
