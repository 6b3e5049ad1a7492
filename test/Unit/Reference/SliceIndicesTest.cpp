//===- SliceIndicesTest.cpp - slice arithmetic
//------------------------------===//
//
// computeSliceIndices against a loop over 128-bit numbers, and known values of
// Python's slice.indices.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include "scatter/Reference/Evaluate.h"

#include <random>
#include <vector>

namespace scatter::reference {
namespace {

using Wide = __int128;

/// The elements of a slice by the definition of the specification, one by one.
std::vector<int64_t> walk(int64_t start, int64_t stop, int64_t step,
                          int64_t size) {
  Wide n = size;
  Wide low = step > 0 ? Wide(0) : Wide(-1);
  Wide high = step > 0 ? n : n - 1;
  Wide s = start, e = stop;
  if (s < 0) {
    s += n;
    if (s < low)
      s = low;
  } else if (s > high) {
    s = high;
  }
  if (e < 0) {
    e += n;
    if (e < low)
      e = low;
  } else if (e > high) {
    e = high;
  }
  std::vector<int64_t> elements;
  for (Wide i = s; step > 0 ? i < e : i > e; i += step)
    elements.push_back(static_cast<int64_t>(i));
  return elements;
}

void check(int64_t start, int64_t stop, int64_t step, int64_t size) {
  std::vector<int64_t> expected = walk(start, stop, step, size);
  SliceIndices range = computeSliceIndices(start, stop, step, size);
  ASSERT_EQ(range.length, static_cast<int64_t>(expected.size()))
      << start << ':' << stop << ':' << step << " of " << size;
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(expected[i],
              static_cast<int64_t>(Wide(range.start) + Wide(i) * Wide(step)));
}

TEST(SliceIndicesTest, all_small_slices) {
  for (int64_t size = 0; size <= 6; ++size)
    for (int64_t start = -9; start <= 9; ++start)
      for (int64_t stop = -9; stop <= 9; ++stop)
        for (int64_t step = -8; step <= 8; ++step)
          if (step != 0)
            check(start, stop, step, size);
}

TEST(SliceIndicesTest, extremes_of_int64_and_int32) {
  const int64_t values[] = {i64Min,
                            i64Min + 1,
                            i64Min + 5,
                            i64Max,
                            i64Max - 1,
                            i64Max - 5,
                            INT32_MIN,
                            INT32_MAX,
                            int64_t(INT32_MIN) - 1,
                            UINT32_MAX,
                            -7,
                            -6,
                            -1,
                            0,
                            1,
                            5,
                            int64_t(1) << 62};
  for (int64_t size : {0, 1, 5, 6})
    for (int64_t start : values)
      for (int64_t stop : values)
        for (int64_t step : values)
          if (step != 0)
            check(start, stop, step, size);
}

TEST(SliceIndicesTest, lengths_of_huge_axes) {
  auto length = [](int64_t start, int64_t stop, int64_t step, int64_t size) {
    return computeSliceIndices(start, stop, step, size).length;
  };
  EXPECT_EQ(length(0, i64Max, 1, i64Max), i64Max);
  EXPECT_EQ(length(-1, i64Min, -1, i64Max), i64Max);
  EXPECT_EQ(length(i64Min, i64Max, 2, i64Max), i64Max / 2 + 1);
  EXPECT_EQ(length(0, i64Max, i64Max, i64Max), 1);
  EXPECT_EQ(length(i64Max, i64Min, i64Min, i64Max), 1);
  EXPECT_EQ(length(i64Max, i64Min, i64Min + 1, i64Max), 1);
  EXPECT_EQ(length(i64Max, 0, -(int64_t(1) << 62), i64Max), 2);
}

TEST(SliceIndicesTest, values_of_python_slice_indices) {
  auto indices = [](int64_t start, int64_t stop, int64_t step, int64_t size) {
    SliceIndices range = computeSliceIndices(start, stop, step, size);
    return std::vector<int64_t>{range.start, range.stop, range.length};
  };
  using List = std::vector<int64_t>;
  EXPECT_EQ(indices(0, 5, 1, 4), (List{0, 4, 4}));
  EXPECT_EQ(indices(-25, 25, 2, 5), (List{0, 5, 3}));
  EXPECT_EQ(indices(-1, -5, -1, 4), (List{3, -1, 4}));
  EXPECT_EQ(indices(4, -4, -2, 4), (List{3, 0, 2}));
  // With a negative step, stop = -1 is the last element.
  EXPECT_EQ(indices(3, -1, -1, 4), (List{3, 3, 0}));
  // start < -n with a negative step: NumPy's empty slice.
  EXPECT_EQ(indices(-9, -100, -1, 5), (List{-1, -1, 0}));
  EXPECT_EQ(indices(-5, -100, -1, 5), (List{0, -1, 1}));
  EXPECT_EQ(indices(7, 2, 1, 5), (List{5, 2, 0}));
  EXPECT_EQ(indices(0, 1, 1, 0), (List{0, 0, 0}));
  EXPECT_EQ(indices(0, 1, -1, 0), (List{-1, -1, 0}));
}

TEST(SliceIndicesTest, random_slices) {
  std::mt19937_64 random(3);
  auto draw = [&]() -> int64_t {
    int64_t value = static_cast<int64_t>(random());
    return value >> (random() % 64);
  };
  for (int i = 0; i < 200000; ++i) {
    int64_t step = draw();
    check(draw(), draw(), step ? step : 1, static_cast<int64_t>(random() % 40));
  }
}

} // namespace
} // namespace scatter::reference
