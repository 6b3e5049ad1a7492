//===- TypesTest.cpp - element types --------------------------------------===//

#include "Utils.h"

using namespace scatter;

static ElementType parse(llvm::StringRef name) {
  return ElementType::parse(name).value_or(ElementType{});
}

TEST(ElementType, NamesSurviveParsing) {
  for (const char *name : {"i1",
                           "i4",
                           "i8",
                           "i64",
                           "si8",
                           "ui4",
                           "ui64",
                           "index",
                           "f16",
                           "bf16",
                           "f32",
                           "f64",
                           "f8E4M3FN",
                           "f8E5M2",
                           "f8E3M4",
                           "f8E4M3",
                           "f8E4M3B11FNUZ",
                           "f8E4M3FNUZ",
                           "f8E5M2FNUZ",
                           "f8E8M0FNU",
                           "complex<f32>",
                           "complex<f64>",
                           "!llvm.ptr"})
    EXPECT_EQ(parse(name).str(), name);
}

TEST(ElementType, UnknownNamesAreRefused) {
  for (const char *name : {"", "i", "i0", "i65", "si", "f80", "u8", "i8x",
                           "complex<i32>", "tensor<2xf32>", "I8"})
    EXPECT_FALSE(ElementType::parse(name)) << name;
}

TEST(ElementType, SizesAreThoseOfMemory) {
  EXPECT_EQ(parse("i1").byteSize(), 1);
  EXPECT_EQ(parse("ui4").byteSize(), 1);
  EXPECT_EQ(parse("f8E5M2").byteSize(), 1);
  EXPECT_EQ(parse("bf16").byteSize(), 2);
  EXPECT_EQ(parse("i24").byteSize(), 4);
  EXPECT_EQ(parse("index").byteSize(), 8);
  EXPECT_EQ(parse("complex<f32>").byteSize(), 8);
  EXPECT_EQ(parse("complex<f64>").byteSize(), 16);
}

TEST(ElementType, SignlessIntegersTakeEitherSign) {
  EXPECT_TRUE(parse("i8").accepts(parse("si8")));
  EXPECT_TRUE(parse("i8").accepts(parse("ui8")));
  EXPECT_TRUE(parse("si8").accepts(parse("i8")));
  EXPECT_FALSE(parse("si8").accepts(parse("ui8")));
  EXPECT_FALSE(parse("i8").accepts(parse("i16")));
}

TEST(ElementType, IndexTakesSignedIntegersOf64Bits) {
  EXPECT_TRUE(parse("index").accepts(parse("i64")));
  EXPECT_TRUE(parse("index").accepts(parse("si64")));
  EXPECT_TRUE(parse("i64").accepts(parse("index")));
  EXPECT_FALSE(parse("index").accepts(parse("ui64")));
  EXPECT_FALSE(parse("index").accepts(parse("i32")));
}

TEST(ElementType, FloatsOfOneWidthDiffer) {
  EXPECT_FALSE(parse("f16").accepts(parse("bf16")));
  EXPECT_FALSE(parse("f8E4M3FN").accepts(parse("f8E4M3")));
  EXPECT_FALSE(parse("complex<f32>").accepts(parse("f64")));
}
