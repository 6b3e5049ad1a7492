//===- SliceArithmeticTest.cpp - bounds of one sliced axis ----------------===//
//
// resolveSlice against the definition, walked element by element in numbers
// that cannot overflow.
//
//===----------------------------------------------------------------------===//

#include "scatter/Dialect/Scatter/IR/SliceArithmetic.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

using namespace scatter;

namespace {

using Wide = __int128;

constexpr int64_t kMinBound = std::numeric_limits<int64_t>::min();
constexpr int64_t kMaxBound = std::numeric_limits<int64_t>::max();

/// The positions of start:stop:step on an axis of `size`, by the definition.
std::vector<Wide> walk(Wide start, Wide stop, Wide step, Wide size) {
  Wide low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  auto normalize = [&](Wide value) {
    return value < 0 ? std::max(value + size, low) : std::min(value, high);
  };
  std::vector<Wide> positions;
  Wide end = normalize(stop);
  for (Wide i = normalize(start); step > 0 ? i < end : i > end; i += step)
    positions.push_back(i);
  return positions;
}

void check(int64_t start, int64_t stop, int64_t step, int64_t size) {
  std::vector<Wide> expected = walk(start, stop, step, size);
  SliceRange range = resolveSlice(start, stop, step, size);
  ASSERT_EQ(range.step, step);
  ASSERT_EQ(range.length, int64_t(expected.size()))
      << start << ":" << stop << ":" << step << " of " << size;
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_TRUE(Wide(range.start) + Wide(i) * range.step == expected[i])
        << start << ":" << stop << ":" << step << " of " << size;
}

TEST(SliceArithmeticTest, SmallValuesAgreeWithTheDefinition) {
  for (int64_t size = 0; size <= 7; ++size)
    for (int64_t start = -10; start <= 10; ++start)
      for (int64_t stop = -10; stop <= 10; ++stop)
        for (int64_t step = -9; step <= 9; ++step)
          if (step != 0)
            check(start, stop, step, size);
}

TEST(SliceArithmeticTest, ExtremeValuesAgreeWithTheDefinition) {
  const int64_t values[] = {kMinBound,
                            kMinBound + 1,
                            kMinBound + 2,
                            kMinBound / 2,
                            int64_t(INT32_MIN),
                            -8,
                            -1,
                            0,
                            1,
                            7,
                            8,
                            int64_t(INT32_MAX),
                            kMaxBound / 2,
                            kMaxBound - 1,
                            kMaxBound};
  for (int64_t size : {0, 1, 2, 7, 8})
    for (int64_t start : values)
      for (int64_t stop : values)
        for (int64_t step : values)
          if (step != 0)
            check(start, stop, step, size);
}

TEST(SliceArithmeticTest, LongAxes) {
  // Too long to walk.
  EXPECT_EQ(resolveSlice(0, kMaxBound, 1, kMaxBound).length, kMaxBound);
  EXPECT_EQ(resolveSlice(-1, kMinBound, -1, kMaxBound - 1).length,
            kMaxBound - 1);
  EXPECT_EQ(resolveSlice(-1, kMinBound, -1, kMaxBound - 1).start,
            kMaxBound - 2);
  EXPECT_EQ(resolveSlice(0, kMaxBound, 2, kMaxBound).length, kMaxBound / 2 + 1);
  EXPECT_EQ(resolveSlice(0, kMaxBound, kMaxBound, kMaxBound).length, 1);
  EXPECT_EQ(resolveSlice(-1, kMinBound, kMinBound, kMaxBound).length, 1);
}

TEST(SliceArithmeticTest, SmallestIntegerMeansItsNeighbour) {
  // The smallest integer marks run-time bounds, so that it is replaced.
  for (int64_t size : {int64_t(0), int64_t(1), int64_t(8), kMaxBound - 1})
    for (int64_t step :
         {int64_t(-1), int64_t(1), int64_t(-3), kMinBound, kMaxBound})
      for (int64_t other : {int64_t(-1), int64_t(0), int64_t(5), kMaxBound}) {
        EXPECT_EQ(resolveSlice(other, kMinBound, step, size).length,
                  resolveSlice(other, kMinBound + 1, step, size).length);
        SliceRange exact = resolveSlice(kMinBound, other, step, size);
        SliceRange neighbour = resolveSlice(kMinBound + 1, other, step, size);
        EXPECT_EQ(exact.length, neighbour.length);
        EXPECT_EQ(exact.start, neighbour.start);
      }
  for (int64_t size : {int64_t(0), int64_t(1), int64_t(8), kMaxBound})
    EXPECT_EQ(resolveSlice(-1, kMinBound, kMinBound, size).length,
              resolveSlice(-1, kMinBound, kMinBound + 1, size).length);
}

} // namespace
