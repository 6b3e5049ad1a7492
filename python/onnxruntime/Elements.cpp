//===- Elements.cpp - ScatterElements as a custom op ----------------------===//

#include "Elements.h"

#include <algorithm>

using namespace scatter_ort;

OrtStatus *ElementsUpdate::create(const OrtKernelInfo *info) {
  options.struct_size = sizeof(options);
  OrtStatus *status = readInteger(info, "axis", axis);
  if (!status)
    status = readFlag(info, "expand_indices", expandsIndices);
  if (!status)
    status =
        readName(info, "reduction", options.reduction, scatter_parse_reduction);
  return status ? status : readThreads(info, options.threads);
}

/// Checks ranks and sizes. Where `expands` is set, `indices` may have size 1.
static OrtStatus *checkSizes(const Tensor &data, const Tensor &indices,
                             const Tensor &updates, int64_t axis,
                             bool expands) {
  int64_t rank = data.tensor.ndim;
  if (rank == 0)
    return makeStatus("'data': expected rank 1 or more, found rank 0");
  if (axis < 0 || axis >= rank)
    return makeStatus("attribute 'axis': expected a dimension of rank " +
                      std::to_string(rank) + ", found " + std::to_string(axis));
  for (auto [name, tensor] :
       {std::pair("indices", &indices), std::pair("updates", &updates)})
    if (tensor->tensor.ndim != rank)
      return makeStatus(std::string("'") + name + "': expected rank " +
                        std::to_string(rank) + ", found rank " +
                        std::to_string(tensor->tensor.ndim));
  for (int64_t i = 0; i < rank; ++i) {
    int64_t size = updates.sizes[i], found = indices.sizes[i];
    if (found != size && (!expands || found != 1))
      return makeStatus("'indices' dimension " + std::to_string(i) +
                        ": expected size " + std::to_string(size) +
                        " as 'updates' has, found " + std::to_string(found));
    if (i != axis && size > data.sizes[i])
      return makeStatus("'updates' dimension " + std::to_string(i) +
                        ": expected at most " + std::to_string(data.sizes[i]) +
                        ", found " + std::to_string(size));
  }
  return nullptr;
}

/// The product of `count` sizes.
static int64_t multiply(const int64_t *sizes, int64_t count) {
  int64_t product = 1;
  for (int64_t i = 0; i < count; ++i)
    product *= sizes[i];
  return product;
}

/// Makes the error for the index at `position` of `indices`.
static OrtStatus *reportIndex(const Tensor &indices, int64_t position,
                              int64_t size) {
  int64_t value = static_cast<const int64_t *>(indices.tensor.data)[position];
  std::string place;
  for (int64_t i = indices.tensor.ndim; i-- > 0;) {
    std::string number = std::to_string(position % indices.sizes[i]);
    place = place.empty() ? number : number + ", " + place;
    position /= indices.sizes[i];
  }
  return makeStatus("'indices' element [" + place +
                    "]: expected an index in [" + std::to_string(-size) + ", " +
                    std::to_string(size - 1) + "], found " +
                    std::to_string(value));
}

/// Makes the error for the first index that is out of bounds of `size`
/// elements, or returns null. Two's complement maps valid indices to 0 up to
/// 2 * size.
static OrtStatus *checkIndices(const Tensor &indices, int64_t size) {
  int64_t count = multiply(indices.sizes, indices.tensor.ndim);
  const auto *values = static_cast<const int64_t *>(indices.tensor.data);
  for (int64_t i = 0; i < count; ++i)
    if (uint64_t(values[i]) + uint64_t(size) >= 2 * uint64_t(size))
      return reportIndex(indices, i, size);
  return nullptr;
}

/// If the indices differ along `axis` only, sets `rows` to them and returns
/// true.
static bool findRows(const Tensor &indices, int64_t axis,
                     std::vector<int64_t> &rows) {
  int64_t rank = indices.tensor.ndim, length = indices.sizes[axis];
  int64_t outer = multiply(indices.sizes, axis);
  int64_t inner = multiply(indices.sizes + axis + 1, rank - axis - 1);
  const auto *values = static_cast<const int64_t *>(indices.tensor.data);
  rows.resize(size_t(length));
  for (int64_t i = 0; i < length; ++i)
    rows[size_t(i)] = values[i * inner];
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < length; ++i) {
      const int64_t *begin = values + (o * length + i) * inner;
      for (int64_t j = 0; j < inner; ++j)
        if (begin[j] != rows[size_t(i)])
          return false;
    }
  return true;
}

OrtStatus *ElementsUpdate::compute(OrtKernelContext *context) const {
  Tensor data, indices, updates, out;
  OrtStatus *status = data.readInput("data", context, 0);
  if (!status)
    status = indices.readInput("indices", context, 1);
  if (!status)
    status = updates.readInput("updates", context, 2);
  if (status)
    return status;
  int64_t rank = data.tensor.ndim, dim = axis < 0 ? axis + rank : axis;
  status = checkSizes(data, indices, updates, dim, expandsIndices);
  if (!status)
    status = out.allocateLike(data, context);
  if (status)
    return status;
  // The indices are expanded to the shape of the updates by strides of 0.
  DLTensor expanded = indices.tensor;
  int64_t strides[Tensor::kMaxRank];
  expanded.shape = updates.sizes;
  expanded.strides = strides;
  int64_t stride = 1;
  for (int64_t i = rank; i-- > 0;) {
    strides[i] = indices.sizes[i] == updates.sizes[i] ? stride : 0;
    stride *= indices.sizes[i];
  }
  std::vector<int64_t> rows;
  if (multiply(updates.sizes, rank) != 0 && findRows(indices, dim, rows)) {
    expanded.data = rows.data();
    std::fill_n(strides, rank, 0);
    strides[dim] = rows.size() == 1 ? 0 : 1;
  }
  ScatterElementsOptions alongAxis = options;
  alongAxis.axis = dim;
  SessionThreads threads(context);
  ScatterStatus *result = scatter_elements(
      &data.tensor, &expanded, &updates.tensor, &out.tensor, &alongAxis);
  if (result && scatter_status_code(result) == SCATTER_STATUS_INDEX)
    if (OrtStatus *report = checkIndices(indices, data.sizes[dim])) {
      scatter_status_destroy(result);
      return report;
    }
  return toStatus(result);
}
