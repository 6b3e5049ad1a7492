//===- SizeLimitsTest.cpp - how large elements and operands may be --------===//

#include "scatter/Dialect/Scatter/IR/SizeLimits.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/MLIRContext.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace scatter;

namespace {

constexpr int64_t kMaxBytes = std::numeric_limits<int64_t>::max();
constexpr StringLiteral kBefore = "no element before the start of its memory";
constexpr StringLiteral kBeyond = "at most 9223372036854775807 bytes";

class SizeLimitsTest : public testing::Test {
protected:
  Type parse(StringRef text) {
    Type type = parseType(text, &context);
    EXPECT_TRUE(type) << text.str();
    return type;
  }
  void expectFits(StringRef text) {
    std::optional<StringRef> found =
        findSizeViolation(cast<ShapedType>(parse(text)));
    EXPECT_FALSE(found.has_value()) << text.str() << ": " << found->str();
  }
  void expectViolation(StringRef text, StringRef expected) {
    std::optional<StringRef> found =
        findSizeViolation(cast<ShapedType>(parse(text)));
    ASSERT_TRUE(found.has_value()) << text.str();
    EXPECT_EQ(found->str(), expected.str()) << text.str();
  }

  MLIRContext context;
};

TEST_F(SizeLimitsTest, CountsElements) {
  EXPECT_EQ(countElements({}), 1);
  EXPECT_EQ(countElements({3, 4, 5}), 60);
  EXPECT_EQ(countElements({kMaxBytes, 1}), kMaxBytes);
  EXPECT_EQ(countElements({kMaxBytes, 2}), std::nullopt);
  EXPECT_EQ(countElements({int64_t(1) << 32, int64_t(1) << 32}), std::nullopt);
  EXPECT_EQ(countElements({kMaxBytes, kMaxBytes, 0}), 0);
  EXPECT_EQ(countElements({0, kMaxBytes, kMaxBytes}), 0);
}

TEST_F(SizeLimitsTest, CountsBytes) {
  EXPECT_EQ(countBytes(0, kMaxBytes), 0);
  EXPECT_EQ(countBytes(10, 4), 40);
  EXPECT_EQ(countBytes(kMaxBytes, 1), kMaxBytes);
  EXPECT_EQ(countBytes(kMaxBytes, 2), kMaxBytes);
  EXPECT_EQ(countBytes(int64_t(1) << 62, 4), kMaxBytes);
  EXPECT_EQ(countBytes(std::nullopt, 1), kMaxBytes);
}

TEST_F(SizeLimitsTest, ElementBits) {
  EXPECT_EQ(getElementBits(parse("i1")), 1);
  EXPECT_EQ(getElementBits(parse("index")), 64);
  EXPECT_EQ(getElementBits(parse("f80")), 80);
  EXPECT_EQ(getElementBits(parse("complex<f64>")), 128);
  EXPECT_EQ(getElementBits(parse("complex<i16777215>")), 33554430);
  EXPECT_EQ(getElementBits(parse("vector<4x3xi5>")), 60);
  EXPECT_EQ(getElementBits(parse("vector<4xindex>")), 256);
  EXPECT_EQ(getElementBits(parse("vector<4611686018427387904x4xf32>")),
            kMaxBytes);
  EXPECT_EQ(getElementBits(parse("vector<[4]xf32>")), kMaxBytes);
  EXPECT_EQ(getElementBits(parse("memref<4xf32>")), std::nullopt);
}

TEST_F(SizeLimitsTest, SupportedElements) {
  for (StringRef text :
       {"i1", "i8192", "si8192", "index", "f16", "f128", "complex<i4096>",
        "vector<256xf32>", "vector<8192xi1>", "memref<4xf32>"})
    EXPECT_TRUE(isElementSizeSupported(parse(text))) << text.str();
  for (StringRef text :
       {"i0", "i8193", "ui16777215", "complex<i4097>", "vector<257xf32>",
        "vector<16x16x2xf32>", "vector<[4]xf32>", "vector<4xi0>"})
    EXPECT_FALSE(isElementSizeSupported(parse(text))) << text.str();
}

TEST_F(SizeLimitsTest, BytesOfContiguousOperands) {
  expectFits("tensor<f32>");
  expectFits("tensor<9223372036854775807xi8>");
  expectFits("tensor<9223372036854775807x1xi1>");
  expectFits("tensor<2305843009213693951xf32>");
  expectFits("memref<1x2305843009213693951xf32>");
  expectViolation("tensor<2305843009213693952xf32>", kBeyond);
  expectViolation("tensor<9223372036854775807x2xi8>", kBeyond);
  expectViolation("tensor<4294967296x4294967296xi8>", kBeyond);
  expectViolation("memref<8x4611686018427387904xf32>", kBeyond);
  expectViolation("memref<3037000500x3037000500xi8>", kBeyond);
}

TEST_F(SizeLimitsTest, PaddingOfElementsCounts) {
  expectFits("tensor<2305843009213693951xi24>");
  expectViolation("tensor<2305843009213693952xi24>", kBeyond);
  expectViolation("tensor<576460752303423488xf80>", kBeyond);
  expectFits("tensor<288230376151711743xi192>");
  expectViolation("tensor<288230376151711744xi192>", kBeyond);
  expectViolation("tensor<288230376151711744xcomplex<f80>>", kBeyond);
  expectViolation("memref<1152921504606846976xvector<3xi16>>", kBeyond);
}

TEST_F(SizeLimitsTest, NothingExceedsMemory) {
  expectFits("tensor<0x9223372036854775807x9223372036854775807xf32>");
  expectFits("tensor<9223372036854775807x9223372036854775807x0xf32>");
  expectFits("tensor<?x9223372036854775807x9223372036854775807xf32>");
  expectFits("memref<0x8xf32, strided<[9223372036854775807, -1]>>");
  expectFits("memref<0x8xf32, strided<[1, 1], offset: 9223372036854775807>>");
  expectFits("memref<?x8xf32, strided<[9223372036854775807, -1]>>");
}

TEST_F(SizeLimitsTest, BytesOfStridedOperands) {
  expectFits("memref<9223372036854775807xf32, strided<[0]>>");
  expectFits("memref<1x1xf32, strided<[9223372036854775807, "
             "-9223372036854775807]>>");
  expectFits("memref<2xi8, strided<[9223372036854775806]>>");
  expectFits("memref<2xi8, strided<[1], offset: 9223372036854775805>>");
  expectFits("memref<2xi8, strided<[-9223372036854775806], offset: ?>>");
  expectFits("memref<4x4xf32, strided<[?, 1], offset: ?>>");
  expectViolation("memref<2xi8, strided<[9223372036854775807]>>", kBeyond);
  expectViolation("memref<2xf32, strided<[2305843009213693952]>>", kBeyond);
  expectViolation("memref<3xi8, strided<[4611686018427387904]>>", kBeyond);
  expectViolation("memref<2x2xi8, strided<[4611686018427387904, "
                  "4611686018427387904]>>",
                  kBeyond);
  expectFits("memref<2x?xi8, strided<[9223372036854775807, 1]>>");
  expectViolation("memref<2xi8, strided<[1], offset: 9223372036854775807>>",
                  kBeyond);
  expectViolation("memref<2x2xi8, strided<[9223372036854775806, "
                  "-9223372036854775806], offset: ?>>",
                  kBeyond);
}

TEST_F(SizeLimitsTest, NothingBeforeTheStartOfMemory) {
  expectFits("memref<4xf32, strided<[-1], offset: 3>>");
  expectFits("memref<4xf32, strided<[-1], offset: ?>>");
  expectFits("memref<?xf32, strided<[-1]>>");
  expectFits("memref<4xf32, strided<[?]>>");
  expectViolation("memref<4xf32, strided<[-1]>>", kBefore);
  expectViolation("memref<4xf32, strided<[-1], offset: 2>>", kBefore);
  expectViolation("memref<?xf32, strided<[1], offset: -5>>", kBefore);
}

} // namespace
