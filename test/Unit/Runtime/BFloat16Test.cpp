//===- BFloat16Test.cpp - rounding to bf16 --------------------------------===//

#include "scatter/Runtime/BFloat16.h"

#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <limits>

static uint16_t getBits(ScatterBFloat16Result result) {
  uint16_t bits;
  std::memcpy(&bits, &result, sizeof(bits));
  return bits;
}

static float toFloat(uint16_t bf16) {
  uint32_t bits = uint32_t(bf16) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

TEST(BFloat16Test, ValuesOfBFloat16Stay) {
  for (uint32_t bits = 0; bits < 1 << 16; ++bits) {
    float value = toFloat(uint16_t(bits));
    if (std::isnan(value))
      continue;
    EXPECT_EQ(getBits(__truncsfbf2(value)), bits);
    EXPECT_EQ(getBits(__truncdfbf2(value)), bits);
  }
}

TEST(BFloat16Test, TiesGoToTheEvenOne) {
  for (float sign : {1.0f, -1.0f}) {
    uint16_t signBit = sign < 0 ? 0x8000 : 0;
    EXPECT_EQ(getBits(__truncsfbf2(sign * 0x1.01p0f)), signBit | 0x3F80);
    EXPECT_EQ(getBits(__truncsfbf2(sign * 0x1.03p0f)), signBit | 0x3F82);
    EXPECT_EQ(getBits(__truncsfbf2(sign * 0x1.0102p0f)), signBit | 0x3F81);
    EXPECT_EQ(getBits(__truncdfbf2(sign * 0x1.01p0)), signBit | 0x3F80);
    EXPECT_EQ(getBits(__truncdfbf2(sign * 0x1.03p0)), signBit | 0x3F82);
  }
}

TEST(BFloat16Test, DoublesAreRoundedOnce) {
  for (double sign : {1.0, -1.0}) {
    uint16_t signBit = sign < 0 ? 0x8000 : 0;
    // As an f32 these are ties.
    EXPECT_EQ(getBits(__truncdfbf2(sign * 0x1.01000000001p0)),
              signBit | 0x3F81);
    EXPECT_EQ(getBits(__truncdfbf2(sign * 0x1.02fffffffffp0)),
              signBit | 0x3F81);
    // Beyond the range of f32, and below it.
    EXPECT_EQ(getBits(__truncdfbf2(sign * 1e300)), signBit | 0x7F80);
    EXPECT_EQ(getBits(__truncdfbf2(sign * 1e-300)), signBit);
    EXPECT_EQ(getBits(__truncdfbf2(sign * 0x1.8p-134)), signBit | 1);
    EXPECT_EQ(getBits(__truncdfbf2(sign * 0x1.0000000001p-134)), signBit | 1);
  }
}

TEST(BFloat16Test, InfinityAndNaN) {
  double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(getBits(__truncsfbf2(float(infinity))), 0x7F80);
  EXPECT_EQ(getBits(__truncdfbf2(-infinity)), 0xFF80);
  EXPECT_EQ(getBits(__truncsfbf2(std::numeric_limits<float>::max())), 0x7F80);
  // A NaN whose upper half is that of infinity.
  uint32_t bits = 0x7F800001;
  float nan;
  std::memcpy(&nan, &bits, sizeof(nan));
  EXPECT_TRUE(std::isnan(toFloat(getBits(__truncsfbf2(nan)))));
  EXPECT_TRUE(std::isnan(toFloat(getBits(__truncdfbf2(-NAN)))));
}
