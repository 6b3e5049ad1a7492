//===- VerifyTest.cpp - constraints that ranks and types decide -----------===//
//
// One test per constraint label.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

namespace scatter::reference {
namespace {

class VerifyTest : public ReferenceTest {
protected:
  std::string verify(const ScatterNDUpdateConfig &config,
                     const OwnedBuffer &indices, const OwnedBuffer &updates,
                     const OwnedBuffer &data) {
    return llvm::toString(verifyScatterNDUpdate(config, indices.view(),
                                                updates.view(), data.view()));
  }
  std::string verify(const SliceScatterConfig &config,
                     const OwnedBuffer &updates, const OwnedBuffer &data) {
    return llvm::toString(
        verifySliceScatter(config, updates.view(), data.view()));
  }
  OwnedBuffer make(llvm::StringRef typeText, Shape shape) {
    return OwnedBuffer(type(typeText), shape);
  }
};

TEST_F(VerifyTest, nd2_rank_of_data) {
  EXPECT_EQ(verify({}, make("i32", {1}), make("f32", {}), make("f32", {})),
            "ND2: 'data' has rank 0");
}

TEST_F(VerifyTest, nd3_rank_of_indices) {
  EXPECT_EQ(verify({}, make("i32", {}), make("f32", {}), make("f32", {1})),
            "ND3: 'indices' has rank 0");
}

TEST_F(VerifyTest, nd4_depth) {
  EXPECT_EQ(verify({}, make("i32", {2, 2}), make("f32", {}), make("f32", {2})),
            "ND4: the ranks give tuples of 2 components for 'data' of rank 1");
  EXPECT_EQ(
      verify({}, make("i32", {2}), make("f32", {1, 2, 3}), make("f32", {2})),
      "ND4: the ranks give tuples of -2 components for 'data' of rank 1");
  EXPECT_EQ(
      verify({}, make("i32", {2, 0}), make("f32", {2, 2}), make("f32", {2})),
      "");
}

TEST_F(VerifyTest, nd7_element_types) {
  EXPECT_EQ(verify({}, make("i32", {1, 1}), make("f64", {1}), make("f32", {2})),
            "ND7: 'updates' and 'data' differ in element type");
}

TEST_F(VerifyTest, nd8_reduction) {
  EXPECT_EQ(verify({Reduction::min}, make("i32", {1, 1}),
                   make("complex<f32>", {1}), make("complex<f32>", {2})),
            "ND8: the element type does not support the reduction");
}

TEST_F(VerifyTest, types_of_indices) {
  for (const char *good :
       {"i32", "i64", "si32", "si64", "ui32", "ui64", "index"})
    EXPECT_EQ(
        verify({}, make(good, {1, 1}), make("f32", {1}), make("f32", {2})), "");
  for (const char *bad : {"i16", "i1", "f32", "ui8"})
    EXPECT_EQ(verify({}, make(bad, {1, 1}), make("f32", {1}), make("f32", {2})),
              "'indices' has an element type that is no index type");
}

TEST_F(VerifyTest, s2_rank_of_data) {
  EXPECT_EQ(verify(SliceScatterConfig{}, make("f32", {}), make("f32", {})),
            "S2: 'data' has rank 0");
}

TEST_F(VerifyTest, s3_lengths_of_bounds) {
  OwnedBuffer data = make("f32", {2, 2});
  const char *text = "S3: the bounds do not have one length of at most 2";
  EXPECT_EQ(verify({{0}, {}}, data, data), text);
  EXPECT_EQ(verify({{0}, {1}, {1, 1}}, data, data), text);
  EXPECT_EQ(verify({{0}, {1}, {1}, {0, 1}}, data, data), text);
  EXPECT_EQ(verify({{0, 0, 0}, {1, 1, 1}}, data, data), text);
  EXPECT_EQ(verify({{0, 0}, {1, 1}}, data, data), "");
}

TEST_F(VerifyTest, s4_axis_range) {
  OwnedBuffer data = make("f32", {2, 2});
  EXPECT_EQ(verify({{0}, {2}, {1}, {2}}, data, data),
            "S4: axis 2 for 'data' of rank 2");
  EXPECT_EQ(verify({{0}, {2}, {1}, {-3}}, data, data),
            "S4: axis -3 for 'data' of rank 2");
  EXPECT_EQ(verify({{0}, {2}, {1}, {-2}}, data, data), "");
}

TEST_F(VerifyTest, s5_axes_are_unique) {
  OwnedBuffer data = make("f32", {2, 2});
  EXPECT_EQ(verify({{0, 0}, {2, 2}, {1, 1}, {1, -1}}, data, data),
            "S5: axis 1 is listed twice");
}

TEST_F(VerifyTest, s7_rank_of_updates) {
  EXPECT_EQ(verify({{0}, {2}}, make("f32", {2}), make("f32", {2, 2})),
            "S7: 'updates' has rank 1, 'data' has rank 2");
}

TEST_F(VerifyTest, s8_element_types) {
  EXPECT_EQ(verify({{0}, {2}}, make("f64", {2}), make("f32", {2})),
            "S8: 'updates' and 'data' differ in element type");
}

} // namespace
} // namespace scatter::reference
