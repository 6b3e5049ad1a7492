//===- SliceArithmetic.cpp - bounds of one sliced axis --------------------===//

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

#include <algorithm>
#include <cassert>

scatter::SliceRange scatter::resolveSlice(int64_t start, int64_t stop,
                                          int64_t step, int64_t size) {
  assert(step != 0 && size >= 0);
  int64_t low = step > 0 ? 0 : -1;
  int64_t high = step > 0 ? size : size - 1;
  auto normalize = [&](int64_t value) {
    // The sum cannot overflow: one term is negative, the other is not.
    return value < 0 ? std::max(value + size, low) : std::min(value, high);
  };
  int64_t first = normalize(start), end = normalize(stop);
  int64_t distance = step > 0 ? end - first : first - end;
  if (distance <= 0)
    return {first, step, 0};
  // The magnitude of INT64_MIN fits only into uint64_t.
  uint64_t magnitude = step > 0 ? uint64_t(step) : uint64_t(0) - uint64_t(step);
  return {first, step, int64_t((uint64_t(distance) - 1) / magnitude) + 1};
}
