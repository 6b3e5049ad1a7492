//===- AlignedElements.h - memory of tensors that is aligned ----*- C++ -*-===//

#ifndef SCATTER_PYTHON_COMMON_ALIGNEDELEMENTS_H
#define SCATTER_PYTHON_COMMON_ALIGNEDELEMENTS_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace scatter {

/// The elements of a tensor, aligned to their size. The constants of a model
/// may not be aligned: their elements are copied.
class AlignedElements {
public:
  /// Returns `data`, or a copy of its `bytes` bytes that this object owns if it
  /// is not aligned to `itemSize`.
  void *get(void *data, size_t itemSize, size_t bytes) {
    if (itemSize == 0 || reinterpret_cast<uintptr_t>(data) % itemSize == 0)
      return data;
    copy.resize(bytes / sizeof(uint64_t) + 1);
    return std::memcpy(copy.data(), data, bytes);
  }

private:
  std::vector<uint64_t> copy;
};

} // namespace scatter

#endif // SCATTER_PYTHON_COMMON_ALIGNEDELEMENTS_H
