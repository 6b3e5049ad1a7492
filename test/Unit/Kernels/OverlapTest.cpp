//===- OverlapTest.cpp - elements that share memory -----------------------===//

#include "Overlap.h"

#include "gtest/gtest.h"
#include <random>
#include <set>
#include <vector>

using scatter::kernels::haveSharedElements;

/// The same by the offsets of all elements.
static bool haveEqualOffsets(const std::vector<int64_t> &shape,
                             const std::vector<int64_t> &strides) {
  std::vector<int64_t> offsets = {0};
  for (size_t i = 0; i < shape.size(); ++i) {
    std::vector<int64_t> longer;
    for (int64_t offset : offsets)
      for (int64_t j = 0; j < shape[i]; ++j)
        longer.push_back(offset + j * strides[i]);
    offsets = std::move(longer);
  }
  return std::set<int64_t>(offsets.begin(), offsets.end()).size() !=
         offsets.size();
}

TEST(Overlap, AllOffsets) {
  std::mt19937 random(1);
  size_t count = 0;
  for (int n = 0; n < 20000; ++n) {
    std::vector<int64_t> shape(random() % 5), strides(shape.size());
    for (int64_t &size : shape)
      size = random() % 20 == 0 ? 0 : 1 + int64_t(random() % 6);
    for (int64_t &stride : strides)
      stride = int64_t(random() % 61) - 30;
    bool expected = haveEqualOffsets(shape, strides);
    EXPECT_EQ(haveSharedElements(shape, strides), expected)
        << testing::PrintToString(shape) << ' '
        << testing::PrintToString(strides);
    count += expected;
  }
  EXPECT_GT(count, 4000u);
  EXPECT_LT(count, 16000u);
}

TEST(Overlap, LargeNumbers) {
  constexpr int64_t large = int64_t(1) << 40;
  EXPECT_FALSE(haveSharedElements({large, 1 << 20}, {1, large}));
  EXPECT_TRUE(haveSharedElements({large, 1 << 20}, {1, large - 1}));
  EXPECT_TRUE(haveSharedElements({2, 2}, {INT64_MIN, 1}));
  EXPECT_TRUE(haveSharedElements({INT64_MAX, 2}, {INT64_MAX, 1}));
  EXPECT_FALSE(haveSharedElements({1, 2}, {INT64_MIN, 1}));
}
