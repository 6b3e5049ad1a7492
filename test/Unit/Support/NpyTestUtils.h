//===- NpyTestUtils.h - .npy files made in memory -------------------------===//

#ifndef SCATTER_TEST_UNIT_SUPPORT_NPYTESTUTILS_H
#define SCATTER_TEST_UNIT_SUPPORT_NPYTESTUTILS_H

#include "scatter/Support/Npy.h"
#include "llvm/ADT/StringExtras.h"
#include <string>

namespace scatter::test {

/// The bytes that `array` holds, or what its elements of type T are.
template <typename T = char>
std::vector<T> elements(const NpyArray &array) {
  auto *begin = reinterpret_cast<const T *>(array.getData().data());
  return std::vector<T>(begin, begin + array.getData().size() / sizeof(T));
}

/// The bytes of `values` in memory.
template <typename T>
std::string bytes(const std::vector<T> &values) {
  return std::string(reinterpret_cast<const char *>(values.data()),
                     values.size() * sizeof(T));
}

/// A file of version `major`.0 with the header `text`, unpadded, and `data`.
inline std::string npyFile(llvm::StringRef text, llvm::StringRef data,
                           int major = 1) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(major);
  file += '\0';
  for (int i = 0, e = major == 1 ? 2 : 4; i != e; ++i)
    file += static_cast<char>(text.size() >> (8 * i));
  return file + text.str() + data.str();
}

/// The dictionary that says `descr`, `shape` and the order.
inline std::string dictionary(llvm::StringRef descr, llvm::StringRef shape,
                              bool fortranOrder = false) {
  return ("{'descr': '" + descr + "', 'fortran_order': " +
          (fortranOrder ? "True" : "False") + ", 'shape': " + shape + ", }\n")
      .str();
}

inline llvm::Expected<NpyArray> parse(llvm::StringRef file) {
  return parseNpy(llvm::MemoryBufferRef(file, "mem"));
}

/// What parsing `file` reports; empty if it succeeds.
inline std::string parseError(llvm::StringRef file) {
  llvm::Expected<NpyArray> array = parse(file);
  return array ? "" : llvm::toString(array.takeError());
}

} // namespace scatter::test

#endif // SCATTER_TEST_UNIT_SUPPORT_NPYTESTUTILS_H
