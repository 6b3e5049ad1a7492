//===- CPULevelTest.cpp - the level of the CPU ----------------------------===//

#include "scatter/Runtime/CPULevel.h"
#include "gtest/gtest.h"

namespace {

TEST(CPULevel, NamesAreThoseOfCompilers) {
  EXPECT_EQ(scatter_runtime_parse_cpu_level("x86-64"), 1);
  EXPECT_EQ(scatter_runtime_parse_cpu_level("x86-64-v2"), 2);
  EXPECT_EQ(scatter_runtime_parse_cpu_level("x86-64-v3"), 3);
  EXPECT_EQ(scatter_runtime_parse_cpu_level("x86-64-v4"), 4);
  for (const char *name : {"", "x86-64-v1", "x86-64-v5", "x86-64 ", "haswell"})
    EXPECT_EQ(scatter_runtime_parse_cpu_level(name), 0) << name;
}

TEST(CPULevel, IsOneOfTheArchitecture) {
#ifdef __x86_64__
  EXPECT_GE(scatter_runtime_get_cpu_level(), 1);
  EXPECT_LE(scatter_runtime_get_cpu_level(), 4);
#else
  EXPECT_EQ(scatter_runtime_get_cpu_level(), 0);
#endif
}

} // namespace
