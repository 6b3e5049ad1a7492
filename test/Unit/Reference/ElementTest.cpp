//===- ElementTest.cpp - storage and integer arithmetic -------------------===//
//
// Sizes, normalised reading, wrap-around, unsigned order and booleans.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include <limits>

namespace scatter::reference {
namespace {

class ElementTest : public ReferenceTest {
protected:
  int64_t combine(llvm::StringRef typeText, Reduction reduction, int64_t slot,
                  int64_t update) {
    OwnedBuffer data = integers(typeText, {1}, {slot});
    OwnedBuffer updates = integers(typeText, {1}, {update});
    BufferView view = data.view();
    ElementReducer(view.elementType, reduction,
                   view.elementSize)(view.data, updates.view().data);
    return readInteger(view.elementType, view.data);
  }
};

TEST_F(ElementTest, sizes) {
  auto size = [&](llvm::StringRef text) {
    return getElementSize(type(text)).value_or(-1);
  };
  EXPECT_EQ(size("i1"), 1);
  EXPECT_EQ(size("i4"), 1);
  EXPECT_EQ(size("ui16"), 2);
  EXPECT_EQ(size("i24"), 4);
  EXPECT_EQ(size("si64"), 8);
  EXPECT_EQ(size("index"), 8);
  EXPECT_EQ(size("f8E4M3FN"), 1);
  EXPECT_EQ(size("f4E2M1FN"), 1);
  EXPECT_EQ(size("bf16"), 2);
  EXPECT_EQ(size("f80"), 16);
  EXPECT_EQ(size("complex<f32>"), 8);
  EXPECT_EQ(size("complex<f64>"), 16);
  EXPECT_EQ(size("i128"), -1);
  EXPECT_EQ(size("vector<4xf32>"), -1);
}

TEST_F(ElementTest, reading_normalises) {
  for (int byte = 0; byte < 256; ++byte) {
    auto stored = static_cast<uint8_t>(byte);
    EXPECT_EQ(readInteger(type("i1"), &stored), byte & 1);
    EXPECT_EQ(readInteger(type("ui4"), &stored), byte & 15);
    EXPECT_EQ(readInteger(type("i4"), &stored), ((byte & 15) ^ 8) - 8);
    EXPECT_EQ(readInteger(type("ui8"), &stored), byte);
    EXPECT_EQ(readInteger(type("si8"), &stored), (byte ^ 128) - 128);
  }
}

TEST_F(ElementTest, writing_normalises) {
  auto stored = [&](llvm::StringRef text, int64_t value) {
    uint8_t byte = 0x55;
    writeInteger(type(text), &byte, value);
    return static_cast<int>(byte);
  };
  EXPECT_EQ(stored("i1", -1), 1);
  EXPECT_EQ(stored("i4", 9), 0xf9);
  EXPECT_EQ(stored("si4", -1), 0xff);
  EXPECT_EQ(stored("ui4", -1), 0x0f);
  EXPECT_EQ(stored("i8", 300), 44);
}

TEST_F(ElementTest, integers_wrap) {
  EXPECT_EQ(combine("i8", Reduction::sum, 127, 1), -128);
  EXPECT_EQ(combine("ui8", Reduction::sum, 255, 2), 1);
  EXPECT_EQ(combine("si16", Reduction::sub, -32768, 1), 32767);
  EXPECT_EQ(combine("ui16", Reduction::sub, 0, 1), 65535);
  EXPECT_EQ(combine("i32", Reduction::prod, 65536, 65536), 0);
  EXPECT_EQ(combine("i4", Reduction::sum, 7, 1), -8);
  EXPECT_EQ(combine("ui4", Reduction::prod, 5, 5), 9);
  EXPECT_EQ(combine("i64", Reduction::sum, i64Max, 1), i64Min);
  EXPECT_EQ(combine("i64", Reduction::sub, i64Min, 1), i64Max);
  EXPECT_EQ(combine("i64", Reduction::prod, i64Min, -1), i64Min);
  EXPECT_EQ(combine("index", Reduction::sum, i64Max, 1), i64Min);
}

TEST_F(ElementTest, i64_is_exact) {
  int64_t value = (int64_t(1) << 53) + 1;
  EXPECT_EQ(combine("i64", Reduction::sum, value, 0), value);
  EXPECT_EQ(combine("ui64", Reduction::max, value, value - 1), value);
  EXPECT_EQ(combine("i64", Reduction::prod, value, 3), 3 * value);
}

TEST_F(ElementTest, min_and_max_follow_the_signedness) {
  for (const char *text : {"i8", "si8", "i64", "si64", "index", "i4", "si4"}) {
    EXPECT_EQ(combine(text, Reduction::min, -1, 1), -1) << text;
    EXPECT_EQ(combine(text, Reduction::max, -1, 1), 1) << text;
  }
  EXPECT_EQ(combine("ui8", Reduction::min, 200, 100), 100);
  EXPECT_EQ(combine("ui8", Reduction::max, 200, 100), 200);
  EXPECT_EQ(combine("ui4", Reduction::max, 15, 1), 15);
  EXPECT_EQ(combine("ui64", Reduction::min, -1, 1), 1);
  EXPECT_EQ(combine("ui64", Reduction::max, 1, i64Min), i64Min);
}

TEST_F(ElementTest, booleans) {
  for (int64_t slot : {0, 1}) {
    for (int64_t update : {0, 1}) {
      EXPECT_EQ(combine("i1", Reduction::none, slot, update), update);
      EXPECT_EQ(combine("i1", Reduction::sum, slot, update), slot | update);
      EXPECT_EQ(combine("i1", Reduction::sub, slot, update), slot ^ update);
      EXPECT_EQ(combine("i1", Reduction::prod, slot, update), slot & update);
      EXPECT_EQ(combine("i1", Reduction::max, slot, update), slot | update);
      EXPECT_EQ(combine("i1", Reduction::min, slot, update), slot & update);
    }
  }
}

TEST_F(ElementTest, supported_reductions) {
  auto supports = [&](llvm::StringRef text, Reduction reduction) {
    return supportsReduction(type(text), reduction);
  };
  for (const char *text : {"i1", "i4", "ui64", "index", "f16", "f8E3M4"})
    for (Reduction reduction : {Reduction::sum, Reduction::sub, Reduction::prod,
                                Reduction::min, Reduction::max})
      EXPECT_TRUE(supports(text, reduction)) << text;
  EXPECT_TRUE(supports("complex<f64>", Reduction::prod));
  EXPECT_FALSE(supports("complex<f64>", Reduction::min));
  EXPECT_FALSE(supports("complex<f32>", Reduction::max));
  EXPECT_FALSE(supports("complex<f16>", Reduction::sum));
  EXPECT_FALSE(supports("complex<i32>", Reduction::sum));
  EXPECT_FALSE(supports("i128", Reduction::sum));
  EXPECT_FALSE(supports("vector<4xf32>", Reduction::max));
  EXPECT_TRUE(supports("vector<4xf32>", Reduction::none));
}

TEST_F(ElementTest, none_of_a_type_without_known_size) {
  mlir::Type elementType = type("vector<3xi8>");
  OwnedBuffer data(elementType, {2}, 3);
  OwnedBuffer updates(elementType, {1}, 3);
  std::fill_n(static_cast<char *>(updates.view().data), 3, 0x21);
  EXPECT_EQ(run({}, integers("i32", {1, 1}, {-1}), updates, data),
            "[0x000000, 0x212121]");
}

} // namespace
} // namespace scatter::reference
