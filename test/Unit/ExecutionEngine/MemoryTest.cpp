//===- MemoryTest.cpp - what a call remembers of its allocations ----------===//

#include "Memory.h"

#include "gtest/gtest.h"
#include <set>

using namespace scatter;

/// Addresses as malloc gives them.
static void *getAddress(uintptr_t number) {
  return reinterpret_cast<void *>(16 * number);
}

TEST(PointerSetTest, KeepsAllThroughGrowth) {
  for (uintptr_t first : {1u, 1000u, 70000u}) {
    PointerSet set;
    std::set<void *> expected, found;
    for (uintptr_t i = 0; i < 1000; ++i) {
      ASSERT_TRUE(set.insert(getAddress(first + i)));
      expected.insert(getAddress(first + i));
    }
    for (uintptr_t i = 0; i < 1000; i += 3) {
      set.erase(getAddress(first + i));
      expected.erase(getAddress(first + i));
    }
    set.drain(
        [&](void *pointer) { EXPECT_TRUE(found.insert(pointer).second); });
    EXPECT_EQ(found, expected);
  }
}
