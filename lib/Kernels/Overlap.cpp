//===- Overlap.cpp - elements that share memory ---------------------------===//
//
// Two elements share memory if their indices differ by some d with
// sum(d[i] * strides[i]) = 0, where |d[i]| < shape[i] and not all d[i] are 0.
//
//===----------------------------------------------------------------------===//

#include "Overlap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;
using namespace scatter;
using namespace scatter::kernels;

namespace {

/// A dimension with at least two elements.
struct Dimension {
  int64_t stride, maxDifference;
  /// For this dimension and all dimensions with smaller strides: the largest
  /// sum of differences times strides, and the greatest common divisor of the
  /// strides.
  int64_t reach = 0, divisor = 0;
};

/// Searches for index differences. Begins with the dimension of the largest
/// stride.
class Search {
public:
  explicit Search(ArrayRef<Dimension> dimensions) : dimensions(dimensions) {}

  bool findsOverlap() {
    // If d is a solution, so is -d. Only positive first differences are tried.
    for (size_t i = 0; i + 1 < dimensions.size(); ++i) {
      const Dimension &dimension = dimensions[i];
      int64_t last = std::min(dimension.maxDifference,
                              dimensions[i + 1].reach / dimension.stride);
      for (int64_t d = 1; d <= last; ++d)
        if (canSumTo(i + 1, d * dimension.stride))
          return true;
    }
    return false;
  }

private:
  /// Whether differences along the dimensions from `i` on can sum to `target`.
  /// `target` must be within their reach.
  bool canSumTo(size_t i, int64_t target) {
    const Dimension &dimension = dimensions[i];
    if (--stepsLeft < 0)
      return true;
    if (target % dimension.divisor != 0)
      return false;
    if (i + 1 == dimensions.size())
      return true;
    // The rest must be within the reach of the remaining dimensions.
    int64_t rest = dimensions[i + 1].reach;
    int64_t first = std::max(-dimension.maxDifference,
                             -((rest - target) / dimension.stride));
    int64_t last =
        std::min(dimension.maxDifference, (rest + target) / dimension.stride);
    for (int64_t d = first; d <= last; ++d) {
      int64_t left = target - d * dimension.stride;
      if (std::abs(left) <= rest && canSumTo(i + 1, left))
        return true;
    }
    return false;
  }

  ArrayRef<Dimension> dimensions;
  int64_t stepsLeft = 1 << 20;
};

} // namespace

bool kernels::haveSharedElements(ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> strides) {
  if (is_contained(shape, 0))
    return false;
  SmallVector<Dimension, 4> dimensions;
  for (auto [size, stride] : zip_equal(shape, strides)) {
    if (size == 1)
      continue;
    // INT64_MIN has no absolute value. No array in memory has that stride.
    if (stride == 0 || stride == INT64_MIN)
      return true;
    dimensions.push_back({std::abs(stride), size - 1});
  }
  sort(dimensions, [](const Dimension &a, const Dimension &b) {
    return a.stride < b.stride;
  });
  // No array in memory reaches further, and the sum of two reaches fits in 64
  // bits.
  constexpr int64_t maxReach = int64_t(1) << 61;
  bool areNested = true;
  int64_t reach = 0, divisor = 0;
  for (Dimension &dimension : dimensions) {
    areNested &= dimension.stride > reach;
    int64_t own;
    if (MulOverflow(dimension.stride, dimension.maxDifference, own) ||
        own > maxReach - reach)
      return true;
    dimension.reach = reach += own;
    dimension.divisor = divisor = std::gcd(divisor, dimension.stride);
  }
  // Each stride exceeds the reach of all smaller dimensions, so that no two
  // elements coincide.
  if (areNested)
    return false;
  std::reverse(dimensions.begin(), dimensions.end());
  return Search(dimensions).findsOverlap();
}
