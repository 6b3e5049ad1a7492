//===- Mean.cpp - the division of sums by numbers of values ---------------===//

#include "Mean.h"
#include "Elements.h"

#include <algorithm>

using namespace scatter::python;

/// Counts are exact in float up to this number.
static constexpr int64_t kMaxCount = int64_t(1) << 24;

static bool hasWidth(const DLTensor &tensor, DLDataTypeCode code) {
  return isReadable(tensor) && tensor.dtype.code == code &&
         (tensor.dtype.bits == 32 || tensor.dtype.bits == 64);
}

/// Whether the index is the same along all dimensions but `axis`, and spans
/// those of the result.
static bool isVector(const DLTensor &indices, const DLTensor &result,
                     int axis) {
  if (indices.ndim != result.ndim)
    return true;
  for (int i = 0; i < indices.ndim; ++i)
    if (i != axis && (indices.shape[i] != result.shape[i] ||
                      (indices.shape[i] != 1 &&
                       (!indices.strides || indices.strides[i] != 0))))
      return false;
  return true;
}

bool Mean::set(const View &dataView, const View &indicesView,
               int64_t givenAxis) {
  const DLTensor &data = dataView.tensor, &indices = indicesView.tensor;
  int64_t rank = data.ndim;
  if (givenAxis < -rank || givenAxis >= rank || !hasWidth(data, kDLFloat) ||
      !hasWidth(indices, kDLInt) || indicesView.countElements() >= kMaxCount ||
      !dataView.isRowMajor())
    return false;
  axis = int(givenAxis < 0 ? givenAxis + rank : givenAxis);
  size = data.shape[axis];
  for (int i = 0; i < rank; ++i)
    if (i != axis)
      (i < axis ? outer : inner) *= data.shape[i];
  areSlots = isVector(indices, data, axis);
  counts.resize(size_t(areSlots ? size : outer * size * inner));
  return true;
}

/// Adds 1 to the count of each update.
template <typename Index>
void Mean::count(const DLTensor &indices, const DLTensor &result) {
  DLTensor visited = indices;
  if (areSlots) {
    int dim = indices.ndim == 1 ? 0 : axis;
    visited.ndim = 1;
    visited.shape += dim;
    if (visited.strides)
      visited.strides += dim;
  }
  // The dimension of the axis moves by indices.
  int last = visited.ndim - 1, along = areSlots ? 0 : axis;
  int64_t moves[kMaxRank], position[kMaxRank] = {}, stride = 1;
  for (int i = last; i >= 0; --i) {
    moves[i] = i == along ? 0 : stride;
    stride *= result.shape[i];
  }
  int64_t factor = areSlots ? 1 : inner;
  int32_t *slots = counts.data();
  forEachRow(visited, [&](const char *address, int64_t length, int64_t bytes) {
    for (int64_t i = 0; i < length; ++i, address += bytes) {
      int64_t index = *reinterpret_cast<const Index *>(address);
      ++slots[i * moves[last] + (index < 0 ? index + size : index) * factor];
    }
    for (int i = last - 1; i >= 0; --i) {
      slots += moves[i];
      if (++position[i] < visited.shape[i])
        break;
      slots -= moves[i] * visited.shape[i];
      position[i] = 0;
    }
  });
}

template <typename Float>
void Mean::divideElements(Float *values) const {
  if (areSlots && inner != 1) {
    for (int64_t i = 0; i < outer * size; ++i, values += inner) {
      int32_t divisor = counts[size_t(i % size)];
      for (int64_t k = 0; divisor != 1 && k < inner; ++k)
        values[k] /= Float(divisor);
    }
    return;
  }
  auto numCounts = int64_t(counts.size());
  for (int64_t i = 0; i < (areSlots ? outer : 1); ++i, values += numCounts)
    for (int64_t k = 0; k < numCounts; ++k)
      values[k] /= Float(counts[size_t(k)]);
}

void Mean::divide(const DLTensor &result, const DLTensor &indices,
                  int32_t first) {
  std::fill(counts.begin(), counts.end(), first);
  if (indices.dtype.bits == 32)
    count<int32_t>(indices, result);
  else
    count<int64_t>(indices, result);
  std::replace(counts.begin(), counts.end(), 0, 1);
  char *values = static_cast<char *>(result.data) + result.byte_offset;
  if (result.dtype.bits == 32)
    divideElements(reinterpret_cast<float *>(values));
  else
    divideElements(reinterpret_cast<double *>(values));
}
