//===- ErrorReportTest.cpp - what is reported, and what first -------------===//
//
// The fields of error records, the order of checks, and that nothing is
// written on an error (which ReferenceTest::fail checks every time).
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include <limits>

namespace scatter::reference {
namespace {

using ErrorReportTest = ReferenceTest;

void expectRecord(const std::optional<ScatterError> &error,
                  ScatterErrorKind kind, int64_t tuple, int64_t component,
                  int64_t value, int64_t size) {
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, kind);
  EXPECT_EQ(error->tuple, tuple);
  EXPECT_EQ(error->component, component);
  EXPECT_EQ(error->value, value);
  EXPECT_EQ(error->size, size);
  EXPECT_STREQ(error->location, "here");
}

//===----------------------------------------------------------------------===//
// scatter_nd_update
//===----------------------------------------------------------------------===//

TEST_F(ErrorReportTest, first_bad_tuple_and_its_first_bad_component) {
  OwnedBuffer data(type("i8"), {4, 5});
  OwnedBuffer updates(type("i8"), {2, 2});
  // Tuple 2 in row-major order is (3, -6), tuple 3 is bad in both components.
  OwnedBuffer indices = integers("i64", {2, 2, 2}, {0, 0, -4, 4, 3, -6, 9, 9});
  expectRecord(evaluateScatterNDUpdate({}, indices.view(), updates.view(),
                                       data.view(), "here"),
               SCATTER_ERROR_INDEX, 2, 1, -6, 5);
  EXPECT_EQ(fail({}, indices, updates, data),
            "here: error: 'indices' tuple 2, component 1: expected an index in "
            "[-5, 4] for a dimension of size 5, found -6");
  OwnedBuffer bothBad = integers("i64", {2, 2, 2}, {0, 0, 4, -6, 9, 9, 9, 9});
  expectRecord(evaluateScatterNDUpdate({}, bothBad.view(), updates.view(),
                                       data.view(), "here"),
               SCATTER_ERROR_INDEX, 1, 0, 4, 4);
}

TEST_F(ErrorReportTest, rejected_negative_index) {
  OwnedBuffer data(type("i8"), {4});
  OwnedBuffer indices = integers("i32", {2, 1}, {3, -1});
  ScatterNDUpdateConfig config{Reduction::none, OutOfBounds::error,
                               NegativeIndices::reject};
  expectRecord(evaluateScatterNDUpdate(config, indices.view(),
                                       buffer("i8", {2}, {1, 2}).view(),
                                       data.view(), "here"),
               SCATTER_ERROR_INDEX_REJECT, 1, 0, -1, 4);
  EXPECT_EQ(fail(config, indices, buffer("i8", {2}, {1, 2}), data),
            "here: error: 'indices' tuple 1, component 0: expected an index in "
            "[0, 3] for a dimension of size 4, found -1");
}

TEST_F(ErrorReportTest, unsigned_index) {
  OwnedBuffer data(type("i8"), {4});
  for (NegativeIndices negative :
       {NegativeIndices::wrap, NegativeIndices::reject}) {
    ScatterNDUpdateConfig config{Reduction::none, OutOfBounds::error, negative};
    OwnedBuffer narrow = integers("ui32", {1, 1}, {-1});
    expectRecord(evaluateScatterNDUpdate(config, narrow.view(),
                                         buffer("i8", {1}, {1}).view(),
                                         data.view(), "here"),
                 SCATTER_ERROR_INDEX_UNSIGNED, 0, 0, 4294967295, 4);
    EXPECT_THAT(fail(config, integers("ui64", {1, 1}, {-1}),
                     buffer("i8", {1}, {1}), data),
                ::testing::EndsWith("found 18446744073709551615"));
  }
}

TEST_F(ErrorReportTest, index_into_size_0) {
  EXPECT_EQ(fail({}, integers("i32", {1, 1}, {0}),
                 OwnedBuffer(type("i8"), {1, 3}),
                 OwnedBuffer(type("i8"), {0, 3})),
            "here: error: 'indices' tuple 0, component 0: expected no index "
            "into a dimension of size 0, found 0");
}

TEST_F(ErrorReportTest, extreme_values_do_not_wrap_around) {
  OwnedBuffer data(type("i8"), {4});
  for (int64_t value : {std::numeric_limits<int64_t>::min(),
                        std::numeric_limits<int64_t>::max()})
    expectRecord(evaluateScatterNDUpdate(
                     {}, integers("i64", {1, 1}, {value}).view(),
                     buffer("i8", {1}, {1}).view(), data.view(), "here"),
                 SCATTER_ERROR_INDEX, 0, 0, value, 4);
}

TEST_F(ErrorReportTest, good_tuples_before_a_bad_one_are_not_written) {
  EXPECT_THAT(fail({}, integers("i32", {3, 1}, {0, 1, 2}),
                   buffer("i8", {3}, {7, 8, 9}), buffer("i8", {2}, {1, 2})),
              ::testing::HasSubstr("tuple 2, component 0"));
}

TEST_F(ErrorReportTest, shapes_come_before_indices_under_every_policy) {
  OwnedBuffer data(type("i8"), {2, 3});
  OwnedBuffer badIndices = integers("i32", {2, 1}, {7, 7});
  for (OutOfBounds policy : {OutOfBounds::error, OutOfBounds::drop,
                             OutOfBounds::clamp, OutOfBounds::undefined}) {
    ScatterNDUpdateConfig config{Reduction::none, policy};
    // k = 2 + 2 - 1 - 2 = 1, so `updates` must be [2, 3].
    EXPECT_EQ(fail(config, badIndices, OwnedBuffer(type("i8"), {1, 4}), data),
              "here: error: 'updates' dimension 0: expected size 2, found 1");
    EXPECT_EQ(fail(config, badIndices, OwnedBuffer(type("i8"), {2, 4}), data),
              "here: error: 'updates' dimension 1: expected size 3, found 4");
    // k = 2 + 2 - 1 - 1 = 2, so `indices` must be [n, 2].
    EXPECT_EQ(fail(config, badIndices, OwnedBuffer(type("i8"), {1}), data),
              "here: error: 'indices' dimension 1: expected size 2, found 1");
  }
}

TEST_F(ErrorReportTest, fields_of_a_shape_error) {
  OwnedBuffer data(type("i8"), {2, 3});
  OwnedBuffer indices = integers("i32", {2, 1}, {0, 1});
  expectRecord(evaluateScatterNDUpdate({}, indices.view(),
                                       OwnedBuffer(type("i8"), {2, 4}).view(),
                                       data.view(), "here"),
               SCATTER_ERROR_SHAPE, SCATTER_OPERAND_UPDATES, 1, 4, 3);
  expectRecord(evaluateScatterNDUpdate({}, indices.view(),
                                       OwnedBuffer(type("i8"), {2}).view(),
                                       data.view(), "here"),
               SCATTER_ERROR_SHAPE, SCATTER_OPERAND_INDICES, 1, 1, 2);
}

//===----------------------------------------------------------------------===//
// slice_scatter
//===----------------------------------------------------------------------===//

TEST_F(ErrorReportTest, zero_steps_come_first_in_order_of_entries) {
  OwnedBuffer data(type("i8"), {2, 3, 4});
  OwnedBuffer updates(type("i8"), {9, 9, 9});
  SliceScatterConfig config{{0, 0, 0}, {1, 1, 1}, {1, 0, 0}, {0, -1, 1}};
  expectRecord(
      evaluateSliceScatter(config, updates.view(), data.view(), "here"),
      SCATTER_ERROR_ZERO_STEP, 1, 2, 0, 0);
  EXPECT_EQ(fail(config, updates, data),
            "here: error: 'step' entry 1 (axis 2): expected a step other than "
            "0, found 0");
}

TEST_F(ErrorReportTest, slice_sizes_in_ascending_order_of_dimensions) {
  OwnedBuffer data(type("i8"), {2, 3, 4});
  // The slice is [2, 1, 2].
  SliceScatterConfig config{{0, 1}, {4, 2}, {2, 1}, {2, 1}};
  auto error = [&](int64_t a, int64_t b, int64_t c) {
    return fail(config, OwnedBuffer(type("i8"), {a, b, c}), data);
  };
  EXPECT_EQ(error(1, 2, 3),
            "here: error: 'updates' dimension 0: expected size 2, found 1");
  EXPECT_EQ(error(2, 3, 3),
            "here: error: 'updates' dimension 1: expected size 1, found 3");
  EXPECT_EQ(error(2, 1, 4),
            "here: error: 'updates' dimension 2: expected size 2, found 4");
}

TEST_F(ErrorReportTest, updates_are_not_broadcast) {
  EXPECT_EQ(fail({{0}, {2}, {1}, {0}}, OwnedBuffer(type("i8"), {1, 3}),
                 OwnedBuffer(type("i8"), {2, 3})),
            "here: error: 'updates' dimension 0: expected size 2, found 1");
}

TEST_F(ErrorReportTest, long_locations_are_cut) {
  OwnedBuffer data(type("i8"), {2});
  std::string location(1000, 'x');
  auto error = evaluateSliceScatter(
      {{0}, {1}}, OwnedBuffer(type("i8"), {2}).view(), data.view(), location);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->location, std::string(SCATTER_ERROR_LOCATION_SIZE - 1, 'x'));
}

} // namespace
} // namespace scatter::reference
