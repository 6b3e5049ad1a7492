//===- Overlap.cpp - elements that share memory ---------------------------===//
//
// Two elements share memory if their indices differ by some d with
// sum(d[i] * strides[i]) = 0, where |d[i]| < shape[i] and not all d[i] are 0.
//
//===----------------------------------------------------------------------===//

#include "Overlap.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>
#include <vector>

using namespace scatter::python;

namespace {
/// A dimension of at least two elements.
struct Dimension {
  int64_t stride, maxDifference;
  /// Of this dimension and all with smaller strides: the largest sum of
  /// differences times strides, and the greatest common divisor of the strides.
  int64_t reach = 0, divisor = 0;
};

/// Searches differences, dimension by dimension from the largest stride on.
class Search {
public:
  explicit Search(std::vector<Dimension> dimensions)
      : dimensions(std::move(dimensions)) {}

  bool findsOverlap() {
    // The sign of the first difference that is not 0 makes no difference.
    for (size_t i = 0; i + 1 < dimensions.size(); ++i) {
      auto [stride, maxDifference, reach, divisor] = dimensions[i];
      int64_t last = std::min(maxDifference, dimensions[i + 1].reach / stride);
      for (int64_t d = 1; d <= last; ++d)
        if (canSumTo(i + 1, d * stride))
          return true;
    }
    return false;
  }

private:
  /// Whether differences of the dimensions from `i` on sum to `target`, which
  /// is within their reach.
  bool canSumTo(size_t i, int64_t target) {
    auto [stride, maxDifference, reach, divisor] = dimensions[i];
    if (--stepsLeft < 0)
      return true;
    if (target % divisor != 0)
      return false;
    if (i + 1 == dimensions.size())
      return true;
    // What is left must be within the reach of the others.
    int64_t rest = dimensions[i + 1].reach;
    int64_t first = std::max(-maxDifference, -((rest - target) / stride));
    int64_t last = std::min(maxDifference, (rest + target) / stride);
    for (int64_t d = first; d <= last; ++d)
      if (std::abs(target - d * stride) <= rest &&
          canSumTo(i + 1, target - d * stride))
        return true;
    return false;
  }

  std::vector<Dimension> dimensions;
  int64_t stepsLeft = 1 << 20;
};
} // namespace

/// Whether each stride exceeds what the dimensions after it reach, as in any
/// part of a row-major array with positive steps.
static bool areNestedInOrder(int rank, const int64_t *shape,
                             const int64_t *strides, int64_t elementSize) {
  int64_t reach = elementSize - 1;
  for (int i = rank - 1; i >= 0; --i) {
    int64_t own;
    if (shape[i] == 1)
      continue;
    if (strides[i] <= reach ||
        __builtin_mul_overflow(strides[i], shape[i] - 1, &own) ||
        __builtin_add_overflow(reach, own, &reach))
      return false;
  }
  return true;
}

bool scatter::python::elementsOverlap(int rank, const int64_t *shape,
                                      const int64_t *strides,
                                      int64_t elementSize) {
  if (areNestedInOrder(rank, shape, strides, elementSize) ||
      std::find(shape, shape + rank, 0) != shape + rank)
    return false;
  std::vector<Dimension> dimensions;
  dimensions.reserve(size_t(rank) + 1);
  if (elementSize > 1)
    dimensions.push_back({1, elementSize - 1});
  for (int i = 0; i < rank; ++i) {
    if (shape[i] == 1)
      continue;
    // The lowest stride has no absolute value, and no memory.
    if (strides[i] == 0 || strides[i] == INT64_MIN)
      return true;
    dimensions.push_back({std::abs(strides[i]), shape[i] - 1});
  }
  std::sort(dimensions.begin(), dimensions.end(),
            [](const Dimension &a, const Dimension &b) {
              return a.stride < b.stride;
            });
  // No memory reaches further, and sums of two reaches fit 64 bits.
  constexpr int64_t maxReach = int64_t(1) << 61;
  bool areNested = true;
  int64_t reach = 0, divisor = 0;
  for (Dimension &dimension : dimensions) {
    areNested &= dimension.stride > reach;
    int64_t own;
    if (__builtin_mul_overflow(dimension.stride, dimension.maxDifference,
                               &own) ||
        own > maxReach - reach)
      return true;
    dimension.reach = reach += own;
    dimension.divisor = divisor = std::gcd(divisor, dimension.stride);
  }
  // Each step of a dimension leaves all that the smaller ones reach behind.
  if (areNested)
    return false;
  std::reverse(dimensions.begin(), dimensions.end());
  return Search(std::move(dimensions)).findsOverlap();
}
