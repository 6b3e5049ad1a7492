//===- TensorBytes.h - bytes of tensors in files ----------------*- C++ -*-===//

#ifndef SCATTER_LIB_IMPORT_COMMON_TENSORBYTES_H
#define SCATTER_LIB_IMPORT_COMMON_TENSORBYTES_H

#include "llvm/Support/SwapByteOrder.h"
#include <algorithm>
#include <cstring>
#include <vector>

namespace scatter {

/// Converts the numbers of `from` to the type `To` and returns their bytes.
template <typename To, typename From>
std::vector<char> convertNumbers(const From &from) {
  std::vector<char> bytes(from.size() * sizeof(To));
  char *place = bytes.data();
  for (auto number : from) {
    To value = static_cast<To>(number);
    std::memcpy(place, &value, sizeof(To));
    place += sizeof(To);
  }
  return bytes;
}

/// Converts little-endian numbers of `size` bytes to the byte order of the
/// host.
inline void toHostOrder(std::vector<char> &bytes, unsigned size) {
  if (llvm::sys::IsLittleEndianHost)
    return;
  for (size_t i = 0; i + size <= bytes.size(); i += size)
    std::reverse(bytes.begin() + i, bytes.begin() + i + size);
}

} // namespace scatter

#endif // SCATTER_LIB_IMPORT_COMMON_TENSORBYTES_H
