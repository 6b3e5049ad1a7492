//===- CopyTest.cpp - copies by non-temporal stores -----------------------===//

#include "scatter/Runtime/Copy.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <vector>

namespace {

/// Copies between all alignments, of sizes around those of cache lines. What
/// surrounds the target keeps its values.
TEST(CopyNontemporal, CopiesExactlyTheBytes) {
  constexpr int64_t margin = 200;
  for (int64_t prefetch : {0, 64, 8192})
    for (int64_t bytes : {0, 1, 63, 64, 65, 127, 128, 129, 1000, 5000})
      for (int64_t to = 0; to < 64; to += 7)
        for (int64_t from = 0; from < 64; from += 9) {
          std::vector<char> source(from + bytes), target(to + bytes + margin);
          for (int64_t i = 0; i < bytes; ++i)
            source[from + i] = char(i * 31 + 1);
          scatter_runtime_copy_nontemporal(
              target.data() + to, source.data() + from, bytes, prefetch);
          std::vector<char> expected(to + bytes + margin);
          std::copy(source.begin() + from, source.end(), expected.begin() + to);
          EXPECT_EQ(target, expected)
              << bytes << " bytes, " << to << ", " << from;
        }
}

} // namespace
