//===- SliceScatterTest.cpp - the loop of slice_scatter -------------------===//
//
// Examples of the specification, axes in any order, steps of both signs and
// empty slices.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include <limits>
#include <numeric>

namespace scatter::reference {
namespace {

class SliceScatterTest : public ReferenceTest {
protected:
  /// Elements 0, 1, 2, ... of type f32.
  OwnedBuffer count(Shape shape) {
    int64_t size = 1;
    for (int64_t dim : shape)
      size *= dim;
    std::vector<double> values(size);
    std::iota(values.begin(), values.end(), 0);
    return buffer("f32", shape, values);
  }
};

//===----------------------------------------------------------------------===//
// Examples of the specification
//===----------------------------------------------------------------------===//

TEST_F(SliceScatterTest, openvino_example_1) {
  EXPECT_EQ(run({{0}, {1}, {1}, {0}},
                buffer("f32", {1, 5}, {10, 20, 30, 40, 50}), count({2, 5})),
            "[[10, 20, 30, 40, 50], [5, 6, 7, 8, 9]]");
}

TEST_F(SliceScatterTest, openvino_example_2_clamps) {
  EXPECT_EQ(run({{-25}, {25}, {2}, {1}},
                buffer("f32", {2, 3}, {10, 20, 30, 40, 50, 60}), count({2, 5})),
            "[[10, 1, 20, 3, 30], [40, 6, 50, 8, 60]]");
}

TEST_F(SliceScatterTest, openvino_example_3_without_axes) {
  EXPECT_EQ(run({{0, 1}, {3, 5}, {2, 2}},
                buffer("f32", {2, 2}, {50, 60, 70, 80}), count({3, 5})),
            "[[0, 50, 2, 60, 4], [5, 6, 7, 8, 9], [10, 70, 12, 80, 14]]");
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

TEST_F(SliceScatterTest, no_bounds_replace_everything) {
  EXPECT_EQ(run(SliceScatterConfig{}, buffer("f32", {2, 2}, {9, 8, 7, 6}),
                count({2, 2})),
            "[[9, 8], [7, 6]]");
}

TEST_F(SliceScatterTest, axes_negative_and_in_any_order) {
  OwnedBuffer updates = buffer("f32", {2, 1}, {10, 20});
  const char *expected = "[[0, 1, 2], [3, 10, 5], [6, 20, 8]]";
  EXPECT_EQ(run({{1, 1}, {3, 2}, {1, 1}, {0, 1}}, updates, count({3, 3})),
            expected);
  EXPECT_EQ(run({{1, 1}, {2, 3}, {1, 1}, {1, 0}}, updates, count({3, 3})),
            expected);
  EXPECT_EQ(run({{1, 1}, {2, 3}, {}, {-1, -2}}, updates, count({3, 3})),
            expected);
}

TEST_F(SliceScatterTest, axis_in_the_middle) {
  EXPECT_EQ(run({{1}, {2}, {}, {1}}, buffer("f32", {2, 1, 2}, {-1, -2, -3, -4}),
                count({2, 2, 2})),
            "[[[0, 1], [-1, -2]], [[4, 5], [-3, -4]]]");
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

TEST_F(SliceScatterTest, negative_step_writes_backwards) {
  EXPECT_EQ(run({{4}, {0}, {-3}}, buffer("f32", {2}, {10, 20}), count({6})),
            "[0, 20, 2, 3, 10, 5]");
  EXPECT_EQ(run({{i64Max}, {i64Min}, {-1}}, buffer("f32", {3}, {7, 8, 9}),
                count({3})),
            "[9, 8, 7]");
}

TEST_F(SliceScatterTest, stop_of_minus_1_is_the_last_element) {
  EXPECT_EQ(run({{3}, {-1}, {-1}}, OwnedBuffer(type("f32"), {0}), count({4})),
            "[0, 1, 2, 3]");
  EXPECT_EQ(run({{0}, {-1}, {1}}, buffer("f32", {3}, {7, 8, 9}), count({4})),
            "[7, 8, 9, 3]");
}

TEST_F(SliceScatterTest, start_before_the_first_with_negative_step_is_empty) {
  EXPECT_EQ(
      run({{-9}, {-100}, {-1}}, OwnedBuffer(type("f32"), {0}), count({5})),
      "[0, 1, 2, 3, 4]");
  EXPECT_THAT(fail({{-9}, {-100}, {-1}}, buffer("f32", {1}, {7}), count({5})),
              ::testing::HasSubstr("expected size 0, found 1"));
}

TEST_F(SliceScatterTest, extreme_bounds_and_steps) {
  EXPECT_EQ(
      run({{i64Min}, {i64Max}, {i64Max}}, buffer("f32", {1}, {7}), count({4})),
      "[7, 1, 2, 3]");
  EXPECT_EQ(
      run({{i64Max}, {i64Min}, {i64Min}}, buffer("f32", {1}, {7}), count({4})),
      "[0, 1, 2, 7]");
  EXPECT_EQ(run({{1}, {i64Max}, {i64Max}}, buffer("f32", {1}, {7}), count({4})),
            "[0, 7, 2, 3]");
}

//===----------------------------------------------------------------------===//
// Sizes of 0
//===----------------------------------------------------------------------===//

TEST_F(SliceScatterTest, empty_slice_writes_nothing) {
  EXPECT_EQ(run({{1}, {1}}, OwnedBuffer(type("f32"), {0, 2}), count({2, 2})),
            "[[0, 1], [2, 3]]");
}

TEST_F(SliceScatterTest, empty_data) {
  OwnedBuffer empty(type("f32"), {0, 2});
  EXPECT_EQ(run({{0}, {5}, {}, {0}}, empty, empty), "[]");
  EXPECT_EQ(run({{5}, {i64Min}, {-1}, {0}}, empty, empty), "[]");
  EXPECT_EQ(run({{0}, {1}, {}, {1}}, OwnedBuffer(type("f32"), {0, 1}), empty),
            "[]");
}

} // namespace
} // namespace scatter::reference
