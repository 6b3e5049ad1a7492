//===- Elements.h - the elements of tensors ---------------------*- C++ -*-===//

#ifndef SCATTER_PYTHON_SRC_ELEMENTS_H
#define SCATTER_PYTHON_SRC_ELEMENTS_H

#include "Arrays.h"

#include <array>
#include <cstring>

namespace scatter::python {

inline size_t getItemSize(DLDataType type) { return (type.bits + 7) / 8; }

inline bool areSame(DLDataType a, DLDataType b) {
  return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}

/// Whether this process can read the elements.
inline bool isReadable(const DLTensor &tensor) {
  return tensor.device.device_type == kDLCPU && tensor.dtype.lanes == 1;
}

/// Calls `visit(address, count, stride)` for the rows of `tensor` in row-major
/// order. `stride` is in bytes.
template <typename Visit>
void forEachRow(const DLTensor &tensor, Visit visit) {
  auto itemSize = int64_t(getItemSize(tensor.dtype));
  int rank = tensor.ndim;
  int64_t strides[kMaxRank], position[kMaxRank] = {}, stride = itemSize;
  for (int i = rank - 1; i >= 0; --i) {
    strides[i] = tensor.strides ? tensor.strides[i] * itemSize : stride;
    stride *= tensor.shape[i];
    if (tensor.shape[i] == 0)
      return;
  }
  const char *address =
      static_cast<const char *>(tensor.data) + tensor.byte_offset;
  if (rank == 0) {
    visit(address, 1, itemSize);
    return;
  }
  for (;;) {
    visit(address, tensor.shape[rank - 1], strides[rank - 1]);
    int i = rank - 2;
    for (; i >= 0; --i) {
      address += strides[i];
      if (++position[i] < tensor.shape[i])
        break;
      address -= strides[i] * tensor.shape[i];
      position[i] = 0;
    }
    if (i < 0)
      return;
  }
}

/// Copies the elements of `tensor` to the row-major array `to`, converted from
/// `From` to `To`.
template <typename From, typename To>
void copyElements(const DLTensor &tensor, To *to) {
  forEachRow(tensor, [&](const char *address, int64_t count, int64_t stride) {
    for (int64_t i = 0; i < count; ++i, address += stride) {
      From value;
      std::memcpy(&value, address, sizeof(From));
      *to++ = To(value);
    }
  });
}

/// Copies elements as they are.
inline void copyElements(const DLTensor &tensor, void *to) {
  switch (getItemSize(tensor.dtype)) {
  case 1:
    return copyElements<uint8_t>(tensor, static_cast<uint8_t *>(to));
  case 2:
    return copyElements<uint16_t>(tensor, static_cast<uint16_t *>(to));
  case 4:
    return copyElements<uint32_t>(tensor, static_cast<uint32_t *>(to));
  case 8:
    return copyElements<uint64_t>(tensor, static_cast<uint64_t *>(to));
  default:
    using Pair = std::array<uint64_t, 2>;
    return copyElements<Pair>(tensor, static_cast<Pair *>(to));
  }
}

} // namespace scatter::python

#endif // SCATTER_PYTHON_SRC_ELEMENTS_H
