//===- Utils.h - arrays for the tests of the functions ----------*- C++ -*-===//

#ifndef SCATTER_TEST_UNIT_KERNELS_UTILS_H
#define SCATTER_TEST_UNIT_KERNELS_UTILS_H

#include "scatter/ExecutionEngine/Errors.h"
#include "scatter/Kernels/Kernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <vector>

namespace scatter::test {

/// The element type of `T`.
template <typename T>
ElementType getType() {
  if (std::is_same_v<T, float>)
    return {ElementKind::Float, 32};
  if (std::is_same_v<T, double>)
    return {ElementKind::Float, 64};
  return {std::is_signed_v<T> ? ElementKind::Signed : ElementKind::Unsigned,
          uint16_t(8 * sizeof(T))};
}

/// A row-major array that owns its elements.
template <typename T>
struct Array {
  Array(std::vector<int64_t> shape, std::vector<T> values)
      : shape(std::move(shape)), values(std::move(values)) {}
  Array(std::vector<int64_t> shape, T value = T()) : shape(std::move(shape)) {
    int64_t count = 1;
    for (int64_t size : this->shape)
      count *= size;
    values.assign(size_t(count), value);
  }

  operator ArrayView() { return {values.data(), getType<T>(), shape, strides}; }

  std::vector<int64_t> shape;
  std::vector<T> values;
  /// Empty: row-major.
  std::vector<int64_t> strides;
};

/// The message of an error, or "".
inline std::string getMessage(llvm::Error error) {
  return toString(std::move(error));
}

/// The reason of an ArgumentError; fails for any other result.
inline ArgumentError::Reason getReason(llvm::Error error) {
  ArgumentError::Reason reason = ArgumentError::Reason::Entry;
  bool isFound = false;
  handleAllErrors(
      std::move(error),
      [&](const ArgumentError &argumentError) {
        reason = argumentError.getReason();
        isFound = true;
      },
      [](const llvm::ErrorInfoBase &) {});
  EXPECT_TRUE(isFound) << "expected an ArgumentError";
  return reason;
}

} // namespace scatter::test

#endif // SCATTER_TEST_UNIT_KERNELS_UTILS_H
