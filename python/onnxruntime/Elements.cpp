//===- Elements.cpp - ScatterElements as a custom op ----------------------===//

#include "Elements.h"

#include <algorithm>
#include <cstring>

using namespace scatter_ort;

OrtStatus *ElementsUpdate::create(const OrtKernelInfo *info) {
  axis = readInteger(info, "axis", 0);
  options.struct_size = sizeof(options);
  // Indices are checked before, so that a report names the element.
  options.out_of_bounds = SCATTER_OUT_OF_BOUNDS_UNDEFINED;
  if (OrtStatus *status = readName(info, "reduction", options.reduction,
                                   scatter_parse_reduction))
    return status;
  return readThreads(info, options.threads);
}

/// Checks ranks and sizes.
static OrtStatus *checkSizes(const Tensor &data, const Tensor &indices,
                             const Tensor &updates, int64_t axis) {
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
    if (found != size && (found != 1 || i == axis))
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

/// Checks all indices against `size` elements. Two's complement maps valid
/// indices to 0 up to 2 * size.
static OrtStatus *checkIndices(const Tensor &indices, int64_t size) {
  int64_t count = multiply(indices.sizes, indices.tensor.ndim);
  const auto *values = static_cast<const int64_t *>(indices.tensor.data);
  uint64_t invalid = 0;
  for (int64_t i = 0; i < count; ++i)
    invalid |=
        uint64_t(uint64_t(values[i]) + uint64_t(size) >= 2 * uint64_t(size));
  if (!invalid)
    return nullptr;
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

namespace {
/// A strided view of a tensor.
struct View {
  View(const Tensor &tensor, const int64_t *shape, int64_t axis);
  View(const View &) = delete;

  DLTensor tensor;
  int64_t sizes[Tensor::kMaxRank], strides[Tensor::kMaxRank];
};
} // namespace

/// The first elements of `tensor`, of shape `shape`, but all along `axis`,
/// which becomes the first dimension.
View::View(const Tensor &source, const int64_t *shape, int64_t axis) {
  int64_t rank = source.tensor.ndim, stride = 1;
  for (int64_t i = rank; i-- > 0;) {
    int64_t to = i == axis ? 0 : i < axis ? i + 1 : i;
    sizes[to] = i == axis ? source.sizes[i] : shape[i];
    strides[to] = stride;
    stride *= source.sizes[i];
  }
  tensor = source.tensor;
  tensor.shape = sizes;
  tensor.strides = strides;
}

/// Describes `count` integers as a column of index tuples.
static DLTensor makeColumn(std::vector<int64_t> &values, int64_t (&shape)[2]) {
  shape[0] = int64_t(values.size());
  shape[1] = 1;
  // The address of no element must not be null.
  static int64_t none;
  return {values.empty() ? &none : values.data(),
          {kDLCPU, 0},
          2,
          {kDLInt, 64, 1},
          shape,
          nullptr,
          0};
}

/// Returns for each update the number of the element of `data` that it updates,
/// in row-major order.
static std::vector<int64_t> makeOffsets(const Tensor &data,
                                        const Tensor &indices,
                                        const Tensor &updates, int64_t axis) {
  int64_t rank = data.tensor.ndim;
  int64_t dataStrides[Tensor::kMaxRank], indexStrides[Tensor::kMaxRank];
  int64_t dataStride = 1, indexStride = 1;
  for (int64_t i = rank; i-- > 0;) {
    dataStrides[i] = dataStride;
    indexStrides[i] = indices.sizes[i] == 1 ? 0 : indexStride;
    dataStride *= data.sizes[i];
    indexStride *= indices.sizes[i];
  }
  int64_t size = data.sizes[axis], inner = updates.sizes[rank - 1];
  int64_t innerStride = axis == rank - 1 ? 0 : 1;
  int64_t count = multiply(updates.sizes, rank);
  const auto *values = static_cast<const int64_t *>(indices.tensor.data);
  std::vector<int64_t> offsets(static_cast<size_t>(count));
  int64_t place[Tensor::kMaxRank] = {};
  for (int64_t at = 0; at < count; at += inner) {
    int64_t base = 0, index = 0;
    for (int64_t i = 0; i < rank - 1; ++i) {
      base += i == axis ? 0 : place[i] * dataStrides[i];
      index += place[i] * indexStrides[i];
    }
    for (int64_t j = 0; j < inner; ++j) {
      int64_t value = values[index + j * indexStrides[rank - 1]];
      offsets[size_t(at + j)] =
          base + j * innerStride +
          (value < 0 ? value + size : value) * dataStrides[axis];
    }
    for (int64_t i = rank - 1; i-- > 0;) {
      if (++place[i] < updates.sizes[i])
        break;
      place[i] = 0;
    }
  }
  return offsets;
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
  status = checkSizes(data, indices, updates, dim);
  if (!status)
    status = checkIndices(indices, data.sizes[dim]);
  if (!status)
    status = out.allocateLike(data, context);
  if (status)
    return status;
  int64_t count = multiply(data.sizes, rank);
  int64_t numUpdates = multiply(updates.sizes, rank);
  std::vector<int64_t> tuples;
  int64_t shape[2];
  bool isRows = numUpdates != 0 && findRows(indices, dim, tuples);
  bool coversRows = true;
  for (int64_t i = 0; i < rank; ++i)
    coversRows &= i == dim || updates.sizes[i] == data.sizes[i];
  SessionThreads threads(context);
  if (isRows) {
    // What is beside the rows is copied first.
    const Tensor &source = coversRows ? data : out;
    if (!coversRows && data.tensor.data != out.tensor.data)
      std::memcpy(out.tensor.data, data.tensor.data,
                  size_t(count) * ((data.tensor.dtype.bits + 7) / 8));
    Tensor result;
    std::copy_n(data.sizes, rank, result.sizes);
    result.tensor = out.tensor;
    result.tensor.shape = result.sizes;
    DLTensor column = makeColumn(tuples, shape);
    Tensor first;
    std::copy_n(data.sizes, rank, first.sizes);
    first.tensor = source.tensor;
    View from(first, updates.sizes, dim), to(result, updates.sizes, dim);
    View rows(updates, updates.sizes, dim);
    return toStatus(scatter_nd_update(&from.tensor, &column, &rows.tensor,
                                      &to.tensor, &options));
  }
  if (numUpdates != 0)
    tuples = makeOffsets(data, indices, updates, dim);
  else
    tuples.clear();
  DLTensor column = makeColumn(tuples, shape);
  DLTensor flatData = data.tensor, flatUpdates = updates.tensor,
           flatOut = out.tensor;
  for (DLTensor *tensor : {&flatData, &flatUpdates, &flatOut}) {
    tensor->ndim = 1;
    tensor->shape = tensor == &flatUpdates ? &numUpdates : &count;
  }
  return toStatus(
      scatter_nd_update(&flatData, &column, &flatUpdates, &flatOut, &options));
}
