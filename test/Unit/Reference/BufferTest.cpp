//===- BufferTest.cpp - views, constants and comparison -------------------===//
//
// Addresses, conversion from and to constants, findDifference and printing.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace scatter::reference {
namespace {

using BufferTest = ReferenceTest;
using Index = llvm::SmallVector<int64_t, 8>;

TEST_F(BufferTest, contiguous_views) {
  float memory[6] = {0, 1, 2, 3, 4, 5};
  BufferView view = BufferView::contiguous(type("f32"), memory, {2, 3});
  EXPECT_EQ(view.strides, (Index{3, 1}));
  EXPECT_EQ(view.getNumElements(), 6);
  EXPECT_EQ(view.getAddress({1, 2}), memory + 5);
  ConstBufferView readOnly = view;
  EXPECT_EQ(readOnly.getAddress({0, 1}), memory + 1);
  EXPECT_EQ(BufferView::contiguous(type("f32"), memory, {}).getNumElements(),
            1);
}

TEST_F(BufferTest, copy_drops_the_layout) {
  int8_t memory[4] = {1, 2, 3, 4};
  BufferView transposed(type("i8"), memory, {2, 2}, {1, 2});
  OwnedBuffer copy = OwnedBuffer::copyOf(transposed);
  EXPECT_EQ(copy.view().strides, (Index{2, 1}));
  EXPECT_EQ(toString(copy.view()), "[[1, 3], [2, 4]]");
  copyElements(copy.view(), BufferView::contiguous(type("i8"), memory, {2, 2}));
  EXPECT_EQ(memory[1], 3);
}

TEST_F(BufferTest, constants_survive_the_round_trip) {
  for (const char *typeText :
       {"i1", "i4", "ui4", "si4", "i8", "ui8", "i24", "i64", "index", "f16",
        "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "f8E8M0FNU", "f4E2M1FN",
        "complex<f32>", "complex<f64>"}) {
    SCOPED_TRACE(typeText);
    bool isComplex = llvm::StringRef(typeText).starts_with("complex");
    std::vector<double> values = {1, 0, 1, 1, 0, 0, 1, 0, 1, 1};
    if (isComplex)
      values.insert(values.end(), values.begin(), values.end());
    OwnedBuffer original = buffer(typeText, {5, 2}, values);
    mlir::DenseElementsAttr attr = original.toAttr();
    EXPECT_EQ(attr.getElementType(), type(typeText));
    EXPECT_FALSE(attr.isSplat());
    std::optional<OwnedBuffer> copy = OwnedBuffer::fromAttr(attr);
    ASSERT_TRUE(copy);
    EXPECT_EQ(toString(copy->view()), toString(original.view()));
    EXPECT_EQ(copy->toAttr(), attr);
    // The bits of buffers are normalised, whatever the constant holds.
    EXPECT_EQ(memcmp(copy->view().data, original.view().data,
                     10 * original.view().elementSize),
              0);
  }
}

TEST_F(BufferTest, negative_narrow_integers_in_constants) {
  OwnedBuffer original = integers("i4", {3}, {-8, 7, -1});
  std::optional<OwnedBuffer> copy = OwnedBuffer::fromAttr(original.toAttr());
  ASSERT_TRUE(copy);
  EXPECT_EQ(toString(copy->view()), "[-8, 7, -1]");
  auto attr = original.toAttr();
  EXPECT_EQ((*attr.value_begin<llvm::APInt>()).getSExtValue(), -8);
}

TEST_F(BufferTest, narrow_integers_of_constants_are_normalised) {
  // Constants zero-extend, buffers sign-extend.
  auto tensor = mlir::RankedTensorType::get({2}, type("i4"));
  auto attr = mlir::DenseElementsAttr::get(
      tensor, llvm::ArrayRef{llvm::APInt(4, 0xf), llvm::APInt(4, 0x7)});
  std::optional<OwnedBuffer> copy = OwnedBuffer::fromAttr(attr);
  ASSERT_TRUE(copy);
  const auto *bytes = static_cast<const uint8_t *>(copy->view().data);
  EXPECT_EQ(bytes[0], 0xff);
  EXPECT_EQ(bytes[1], 0x07);
  EXPECT_EQ(copy->toAttr(), attr);
}

TEST_F(BufferTest, splat_constants_are_expanded) {
  auto splat = [&](llvm::StringRef typeText, mlir::Attribute value) {
    auto tensor = mlir::RankedTensorType::get({2, 2}, type(typeText));
    auto copy =
        OwnedBuffer::fromAttr(mlir::DenseElementsAttr::get(tensor, value));
    return copy ? toString(copy->view()) : "none";
  };
  EXPECT_EQ(splat("i1", mlir::IntegerAttr::get(type("i1"), 1)),
            "[[1, 1], [1, 1]]");
  EXPECT_EQ(splat("f32", mlir::FloatAttr::get(type("f32"), 2.5)),
            "[[2.5, 2.5], [2.5, 2.5]]");
  EXPECT_EQ(splat("i64", mlir::IntegerAttr::get(type("i64"), -3)),
            "[[-3, -3], [-3, -3]]");
  EXPECT_EQ(splat("i4", mlir::IntegerAttr::get(type("i4"), -3)),
            "[[-3, -3], [-3, -3]]");
}

TEST_F(BufferTest, empty_constants) {
  for (const char *typeText : {"i1", "i4", "f32", "complex<f32>"}) {
    OwnedBuffer empty(type(typeText), {0, 3});
    auto copy = OwnedBuffer::fromAttr(empty.toAttr());
    ASSERT_TRUE(copy) << typeText;
    EXPECT_EQ(copy->view().getNumElements(), 0);
    // A splat without elements.
    auto tensor = mlir::RankedTensorType::get({0}, type("i1"));
    copy = OwnedBuffer::fromAttr(mlir::DenseElementsAttr::get(tensor, true));
    ASSERT_TRUE(copy);
    EXPECT_EQ(copy->view().getNumElements(), 0);
  }
}

TEST_F(BufferTest, rank_0_constant) {
  OwnedBuffer scalar = buffer("i1", {}, {1});
  EXPECT_EQ(toString(OwnedBuffer::fromAttr(scalar.toAttr())->view()), "1");
}

TEST_F(BufferTest, difference_of_numbers) {
  EXPECT_EQ(findDifference(buffer("f32", {2, 2}, {1, 2, 3, 4}).view(),
                           buffer("f32", {2, 2}, {1, 2, 5, 6}).view()),
            (Index{1, 0}));
  EXPECT_EQ(findDifference(buffer("f32", {1}, {0.0}).view(),
                           buffer("f32", {1}, {-0.0}).view()),
            Index{0});
  EXPECT_EQ(findDifference(buffer("ui8", {1}, {255}).view(),
                           buffer("ui8", {1}, {255}).view()),
            std::nullopt);
  EXPECT_EQ(findDifference(buffer("f32", {}, {1}).view(),
                           buffer("f32", {}, {2}).view()),
            Index{});
}

TEST_F(BufferTest, difference_of_nans) {
  OwnedBuffer quiet = bits("f32", {0x7fc00000});
  OwnedBuffer payload = bits("f32", {0xffc00001});
  EXPECT_EQ(findDifference(quiet.view(), payload.view()), std::nullopt);
  EXPECT_EQ(findDifference(quiet.view(), payload.view(), NaNComparison::bits),
            Index{0});
  EXPECT_EQ(findDifference(quiet.view(), bits("f32", {0x7f800000}).view()),
            Index{0});
  OwnedBuffer pair = bits("complex<f32>", {0x7fc000003f800000});
  EXPECT_EQ(findDifference(pair.view(),
                           bits("complex<f32>", {0xffc000013f800000}).view()),
            std::nullopt);
  EXPECT_EQ(findDifference(pair.view(),
                           bits("complex<f32>", {0xffc000013f800001}).view()),
            Index{0});
}

TEST_F(BufferTest, difference_ignores_unused_bits_of_integers) {
  EXPECT_EQ(
      findDifference(bits("i1", {0x01}).view(), bits("i1", {0xff}).view()),
      std::nullopt);
  EXPECT_EQ(
      findDifference(bits("i4", {0x0f}).view(), bits("i4", {0xff}).view()),
      std::nullopt);
  EXPECT_EQ(
      findDifference(bits("i4", {0x0f}).view(), bits("i4", {0x0e}).view()),
      Index{0});
}

TEST_F(BufferTest, printing) {
  EXPECT_EQ(toString(integers("ui64", {1}, {-1}).view()),
            "[18446744073709551615]");
  EXPECT_EQ(toString(integers("i1", {2}, {1, 0}).view()), "[1, 0]");
  EXPECT_EQ(toString(buffer("f64", {2}, {0.1, 1e300}).view()), "[0.1, 1e+300]");
  EXPECT_EQ(toString(buffer("complex<f32>", {}, {1, -2}).view()), "(1, -2)");
  EXPECT_EQ(toString(OwnedBuffer(type("f32"), {2, 0}).view()), "[[], []]");
  EXPECT_EQ(toString(bits("f32", {0x7fc00000, 0xffc00001, 0xff800000}).view()),
            "[nan, nan(0xFFC00001), -inf]");
}

} // namespace
} // namespace scatter::reference
