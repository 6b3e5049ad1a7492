//===- ScatterNDUpdateTest.cpp - the loop of scatter_nd_update ------------===//
//
// Examples of the specifications, depths of tuples, order of duplicates and
// empty operands.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include "llvm/ADT/Sequence.h"

#include <numeric>

namespace scatter::reference {
namespace {

using ScatterNDUpdateTest = ReferenceTest;

//===----------------------------------------------------------------------===//
// Examples of the specifications, as corrected in the project's own
//===----------------------------------------------------------------------===//

TEST_F(ScatterNDUpdateTest, openvino_first_example) {
  EXPECT_EQ(run({}, integers("i32", {6, 1}, {4, 3, 1, 7, -2, -4}),
                buffer("f32", {6}, {9, 10, 11, 12, 13, 14}),
                buffer("f32", {8}, {1, 2, 3, 4, 5, 6, 7, 8})),
            "[1, 11, 3, 10, 14, 6, 13, 12]");
}

TEST_F(ScatterNDUpdateTest, openvino_examples_1_to_4) {
  OwnedBuffer indices = integers("i32", {5, 1}, {0, 2, -3, -3, 0});
  auto example = [&](llvm::StringRef typeText, Reduction reduction) {
    return run({reduction}, indices,
               buffer(typeText, {5}, {10, 20, 30, 40, 50}),
               buffer(typeText, {4}, {1, 2, 3, 4}));
  };
  EXPECT_EQ(example("f32", Reduction::none), "[50, 40, 20, 4]");
  EXPECT_EQ(example("f16", Reduction::sum), "[61, 72, 23, 4]");
  EXPECT_EQ(example("i32", Reduction::sub), "[-59, -68, -17, 4]");
  EXPECT_EQ(example("f32", Reduction::prod), "[500, 2400, 60, 4]");
}

TEST_F(ScatterNDUpdateTest, openvino_example_5_shapes) {
  // [1000,256,10,15], [25,125,3] and [25,125,15] in small.
  std::vector<double> updates(5 * 7 * 3);
  std::iota(updates.begin(), updates.end(), 1);
  std::vector<int64_t> indices;
  for (int64_t tuple : llvm::seq<int64_t>(0, 35))
    llvm::append_range(indices, std::initializer_list<int64_t>{
                                    tuple % 10, tuple % 4, tuple % 2});
  OwnedBuffer data(type("f32"), {10, 4, 2, 3});
  OwnedBuffer updatesBuffer = buffer("f32", {5, 7, 3}, updates);
  ASSERT_EQ(evaluateScatterNDUpdate({},
                                    integers("i64", {5, 7, 3}, indices).view(),
                                    updatesBuffer.view(), data.view()),
            std::nullopt);
  // Tuples 14 and 34 name the slot [4, 2, 0]; the last one wins.
  ConstBufferView view = std::as_const(data).view();
  EXPECT_EQ(readFloat(view.elementType, view.getAddress({4, 2, 0, 0}))
                .convertToFloat(),
            34 * 3 + 1);
}

TEST_F(ScatterNDUpdateTest, onnx_and_tensorflow_example_of_elements) {
  EXPECT_EQ(run({}, integers("i64", {4, 1}, {4, 3, 1, 7}),
                buffer("i32", {4}, {9, 10, 11, 12}),
                buffer("i32", {8}, {1, 1, 1, 1, 1, 1, 1, 1})),
            "[1, 11, 1, 10, 9, 1, 1, 12]");
}

TEST_F(ScatterNDUpdateTest, tensorflow_example_of_slices) {
  std::vector<double> ones(64, 1), rows;
  for (int slice = 0; slice < 2; ++slice)
    for (double row : {5, 6, 7, 8})
      rows.insert(rows.end(), 4, row);
  EXPECT_EQ(run({}, integers("i32", {2, 1}, {0, 2}),
                buffer("i32", {2, 4, 4}, rows), buffer("i32", {4, 4, 4}, ones)),
            "[[[5, 5, 5, 5], [6, 6, 6, 6], [7, 7, 7, 7], [8, 8, 8, 8]], "
            "[[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]], "
            "[[5, 5, 5, 5], [6, 6, 6, 6], [7, 7, 7, 7], [8, 8, 8, 8]], "
            "[[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]]");
}

//===----------------------------------------------------------------------===//
// Depth k and rank q
//===----------------------------------------------------------------------===//

TEST_F(ScatterNDUpdateTest, depth_0_applies_every_update_to_all_of_data) {
  EXPECT_EQ(run({Reduction::sum}, integers("i32", {2, 0}, {}),
                buffer("i8", {2, 2, 2}, {1, 2, 3, 4, 10, 20, 30, 40}),
                buffer("i8", {2, 2}, {0, 0, 0, 1})),
            "[[11, 22], [33, 45]]");
}

TEST_F(ScatterNDUpdateTest, depth_of_the_rank_updates_elements) {
  EXPECT_EQ(run({}, integers("i32", {2, 2}, {0, 1, 1, -2}),
                buffer("i8", {2}, {5, 6}), buffer("i8", {2, 2}, {1, 2, 3, 4})),
            "[[1, 5], [6, 4]]");
}

TEST_F(ScatterNDUpdateTest, depth_in_between_updates_slices) {
  EXPECT_EQ(run({}, integers("i32", {1, 2}, {1, 0}),
                buffer("i8", {1, 2}, {8, 9}),
                buffer("i8", {2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7})),
            "[[[0, 1], [2, 3]], [[8, 9], [6, 7]]]");
}

TEST_F(ScatterNDUpdateTest, rank_1_indices_are_one_tuple) {
  EXPECT_EQ(run({}, integers("i32", {2}, {1, 1}), buffer("i8", {}, {9}),
                buffer("i8", {2, 2}, {0, 0, 0, 0})),
            "[[0, 0], [0, 9]]");
}

TEST_F(ScatterNDUpdateTest, rank_4_indices) {
  EXPECT_EQ(run({Reduction::sum}, integers("i32", {2, 1, 2, 1}, {0, 1, 1, 2}),
                buffer("i8", {2, 1, 2}, {1, 2, 4, 8}),
                buffer("i8", {3}, {0, 0, 0})),
            "[1, 6, 8]");
}

TEST_F(ScatterNDUpdateTest, rank_8_data) {
  std::vector<double> zeros(256, 0);
  OwnedBuffer data = buffer("i32", {2, 2, 2, 2, 2, 2, 2, 2}, zeros);
  ASSERT_EQ(evaluateScatterNDUpdate(
                {}, integers("i32", {1, 7}, {1, 0, 1, 0, 1, 0, 1}).view(),
                buffer("i32", {1, 2}, {7, 8}).view(), data.view()),
            std::nullopt);
  const auto *elements = static_cast<const int32_t *>(data.view().data);
  for (int64_t i = 0; i < 256; ++i)
    EXPECT_EQ(elements[i], i == 0b10101010 ? 7 : i == 0b10101011 ? 8 : 0);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

TEST_F(ScatterNDUpdateTest, duplicate_indices_last_wins) {
  EXPECT_EQ(run({}, integers("i32", {2, 2, 1}, {1, 1, -1, 1}),
                buffer("i8", {2, 2}, {1, 2, 3, 4}), buffer("i8", {2}, {0, 0})),
            "[0, 4]");
}

TEST_F(ScatterNDUpdateTest, float_sum_adds_in_row_major_order) {
  // (2^24 + 1) + 1 stays at 2^24, (1 + 1) + 2^24 does not.
  EXPECT_EQ(reduce("f32", Reduction::sum, 16777216, {1, 1}), "16777216");
  EXPECT_EQ(reduce("f32", Reduction::sum, 0, {1, 1, 16777216}), "16777218");
  // inf arises before -inf cancels it.
  EXPECT_EQ(reduce("f32", Reduction::sum, 3e38, {3e38, -3e38}), "inf");
  EXPECT_EQ(reduce("f32", Reduction::sum, 3e38, {-3e38, 3e38}), "3e+38");
}

TEST_F(ScatterNDUpdateTest, sub_and_prod_of_duplicates_accumulate) {
  EXPECT_EQ(reduce("i32", Reduction::sub, 10, {1, 2, 3}), "4");
  EXPECT_EQ(reduce("i32", Reduction::prod, 10, {1, 2, 3}), "60");
}

//===----------------------------------------------------------------------===//
// Sizes of 0
//===----------------------------------------------------------------------===//

TEST_F(ScatterNDUpdateTest, no_tuples) {
  EXPECT_EQ(run({}, integers("i32", {0, 1}, {}), buffer("i8", {0, 2}, {}),
                buffer("i8", {2, 2}, {1, 2, 3, 4})),
            "[[1, 2], [3, 4]]");
  EXPECT_EQ(run({}, integers("i32", {3, 0, 1}, {}), buffer("i8", {3, 0}, {}),
                buffer("i8", {2}, {1, 2})),
            "[1, 2]");
}

TEST_F(ScatterNDUpdateTest, empty_slices_are_checked_all_the_same) {
  OwnedBuffer updates(type("i8"), {1, 0});
  OwnedBuffer data(type("i8"), {3, 0});
  EXPECT_EQ(run({}, integers("i32", {1, 1}, {2}), updates, data),
            "[[], [], []]");
  EXPECT_THAT(fail({}, integers("i32", {1, 1}, {3}), updates, data),
              ::testing::HasSubstr("found 3"));
}

TEST_F(ScatterNDUpdateTest, depth_0_on_empty_data) {
  EXPECT_EQ(run({}, integers("i32", {2, 0}, {}),
                OwnedBuffer(type("i8"), {2, 0, 3}),
                OwnedBuffer(type("i8"), {0, 3})),
            "[]");
}

} // namespace
} // namespace scatter::reference
