//===- InvalidIndexTest.cpp - the report of the first invalid index -------===//

#include "scatter/Runtime/Runtime.h"
#include "gtest/gtest.h"

#include <array>
#include <initializer_list>
#include <limits>
#include <type_traits>

namespace {

/// Kind, tuple, component, value and size; zeros if nothing is reported.
using Report = std::array<int64_t, 5>;
const Report nothing = {};

/// `numbers` are sizes and strides of the dimensions of tuples, then the sizes
/// of the indexed dimensions.
template <typename T, typename... Numbers>
Report search(ScatterErrorKind kind, const T *first, int64_t rank,
              int64_t depth, int64_t componentStride, Numbers... numbers) {
  ScatterError error = {};
  ScatterError *outer = scatter_runtime_install_record(&error);
  scatter_runtime_report_invalid_index(kind, "here", first, sizeof(T), rank,
                                       depth, componentStride,
                                       int64_t(numbers)...);
  EXPECT_EQ(scatter_runtime_install_record(outer), &error);
  EXPECT_STREQ(error.location, error.kind ? "here" : "");
  return {error.kind, error.tuple, error.component, error.value, error.size};
}

template <typename T>
class InvalidIndex : public testing::Test {};
using Types = testing::Types<int32_t, int64_t>;
TYPED_TEST_SUITE(InvalidIndex, Types);

/// Of single indices into a dimension of size 4, those of `invalid` alone are
/// reported, as the numbers that they mean under `kind`.
template <typename T>
void expectReports(ScatterErrorKind kind, std::initializer_list<T> valid,
                   std::initializer_list<T> invalid) {
  for (T index : valid)
    EXPECT_EQ(search(kind, &index, 0, 1, 1, 4), nothing);
  for (T index : invalid) {
    int64_t value = kind == SCATTER_ERROR_INDEX_UNSIGNED
                        ? int64_t(std::make_unsigned_t<T>(index))
                        : int64_t(index);
    EXPECT_EQ(search(kind, &index, 0, 1, 1, 4), (Report{kind, 0, 0, value, 4}));
  }
}

TYPED_TEST(InvalidIndex, NegativeIndicesWrap) {
  expectReports<TypeParam>(SCATTER_ERROR_INDEX, {-4, -1, 0, 3}, {-5, 4});
}

TYPED_TEST(InvalidIndex, NegativeIndicesAreRejected) {
  expectReports<TypeParam>(SCATTER_ERROR_INDEX_REJECT, {0, 3}, {-1, 4});
}

TYPED_TEST(InvalidIndex, UnsignedIndicesAreZeroExtended) {
  expectReports<TypeParam>(SCATTER_ERROR_INDEX_UNSIGNED, {0, 3}, {-1, 4});
}

TYPED_TEST(InvalidIndex, ExtremeIndicesAreInvalid) {
  constexpr TypeParam min = std::numeric_limits<TypeParam>::min(),
                      max = std::numeric_limits<TypeParam>::max();
  for (ScatterErrorKind kind :
       {SCATTER_ERROR_INDEX, SCATTER_ERROR_INDEX_REJECT})
    expectReports<TypeParam>(kind, {}, {min, max});
}

TYPED_TEST(InvalidIndex, TheFirstOfSeveralIsReported) {
  const TypeParam indices[] = {0, 0, 6, 8, 1, 9, 7, -10, 99, 99};
  EXPECT_EQ(search(SCATTER_ERROR_INDEX, indices, 1, 2, 1, 5, 2, 7, 9),
            (Report{SCATTER_ERROR_INDEX, 2, 1, 9, 9}));
  // Of a tuple with two of them the first.
  EXPECT_EQ(search(SCATTER_ERROR_INDEX, indices + 6, 1, 2, 1, 2, 2, 7, 9),
            (Report{SCATTER_ERROR_INDEX, 0, 0, 7, 7}));
  EXPECT_EQ(search(SCATTER_ERROR_INDEX, indices, 1, 2, 1, 2, 2, 7, 9), nothing);
}

TYPED_TEST(InvalidIndex, TuplesAreCountedInRowMajorOrder) {
  TypeParam indices[2][3][4][2] = {};
  auto searchAll = [&] {
    return search(SCATTER_ERROR_INDEX, &indices[0][0][0][0], 3, 2, 1, 2, 24, 3,
                  8, 4, 2, 5, 6);
  };
  EXPECT_EQ(searchAll(), nothing);
  indices[1][2][3][1] = 6;
  EXPECT_EQ(searchAll(), (Report{SCATTER_ERROR_INDEX, 23, 1, 6, 6}));
  indices[1][0][2][0] = -6;
  EXPECT_EQ(searchAll(), (Report{SCATTER_ERROR_INDEX, 14, 0, -6, 5}));
  indices[0][1][3][1] = -7;
  EXPECT_EQ(searchAll(), (Report{SCATTER_ERROR_INDEX, 7, 1, -7, 6}));
}

TYPED_TEST(InvalidIndex, StridesMayBeNegativeOrLeaveGaps) {
  // What lies in gaps is 99.
  const TypeParam indices[] = {8, 99, 2, 99, 99, 99, 7, 99, 1};
  // The tuples (1, 7) and (2, 8), from the last element on.
  EXPECT_EQ(search(SCATTER_ERROR_INDEX, indices + 8, 1, 2, -2, 2, -6, 3, 8),
            (Report{SCATTER_ERROR_INDEX, 1, 1, 8, 8}));
  EXPECT_EQ(search(SCATTER_ERROR_INDEX, indices + 8, 1, 2, -2, 2, -6, 3, 9),
            nothing);
}

TYPED_TEST(InvalidIndex, NothingIsValidInADimensionOfSize0) {
  const TypeParam indices[] = {0, 0};
  for (ScatterErrorKind kind : {SCATTER_ERROR_INDEX, SCATTER_ERROR_INDEX_REJECT,
                                SCATTER_ERROR_INDEX_UNSIGNED})
    EXPECT_EQ(search(kind, indices, 1, 2, 1, 1, 2, 3, 0),
              (Report{kind, 0, 1, 0, 0}));
}

TYPED_TEST(InvalidIndex, NothingIsReportedWithoutTuples) {
  const TypeParam index = 99;
  EXPECT_EQ(search(SCATTER_ERROR_INDEX, &index, 1, 1, 1, 0, 1, 4), nothing);
  EXPECT_EQ(search(SCATTER_ERROR_INDEX, &index, 3, 1, 1, 2, 0, 0, 3, 3, 1, 4),
            nothing);
}

} // namespace
