//===- PolicyTest.cpp - indices out of bounds and negative indices --------===//
//
// Every out_of_bounds policy with both meanings of negative indices, for every
// type of indices, and the facts about tuples.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include <limits>

namespace scatter::reference {
namespace {

class PolicyTest : public ReferenceTest {
protected:
  /// Writes 1, 2, 3, ... at `values` of a vector of four zeros.
  std::string write(OutOfBounds outOfBounds, NegativeIndices negativeIndices,
                    llvm::StringRef indexType, llvm::ArrayRef<int64_t> values) {
    auto count = static_cast<int64_t>(values.size());
    OwnedBuffer updates(type("i8"), {count});
    for (int64_t i = 0; i < count; ++i)
      writeInteger(type("i8"), updates.view().getAddress({i}), i + 1);
    return run({Reduction::none, outOfBounds, negativeIndices},
               integers(indexType, {count, 1}, values), updates,
               OwnedBuffer(type("i8"), {4}));
  }
};

TEST_F(PolicyTest, wrap_takes_indices_from_minus_size_to_size_minus_1) {
  for (const char *indexType : {"i32", "i64", "si32", "si64", "index"}) {
    for (OutOfBounds policy : {OutOfBounds::error, OutOfBounds::drop,
                               OutOfBounds::clamp, OutOfBounds::undefined}) {
      EXPECT_EQ(write(policy, NegativeIndices::wrap, indexType, {-4, 3}),
                "[1, 0, 0, 2]");
      EXPECT_EQ(write(policy, NegativeIndices::wrap, indexType, {0, -1}),
                "[1, 0, 0, 2]");
    }
  }
}

TEST_F(PolicyTest, drop_ignores_bad_tuples) {
  EXPECT_EQ(write(OutOfBounds::drop, NegativeIndices::wrap, "i64",
                  {4, -5, i64Max, i64Min, 1, -1}),
            "[0, 5, 0, 6]");
  EXPECT_EQ(write(OutOfBounds::drop, NegativeIndices::reject, "i64",
                  {4, -1, i64Max, i64Min, 1}),
            "[0, 5, 0, 0]");
}

TEST_F(PolicyTest, clamp_moves_to_the_nearest_valid_index) {
  EXPECT_EQ(write(OutOfBounds::clamp, NegativeIndices::wrap, "i64", {4, -5}),
            "[2, 0, 0, 1]");
  EXPECT_EQ(
      write(OutOfBounds::clamp, NegativeIndices::wrap, "i64", {i64Max, i64Min}),
      "[2, 0, 0, 1]");
  EXPECT_EQ(write(OutOfBounds::clamp, NegativeIndices::wrap, "i32", {-4, -3}),
            "[1, 2, 0, 0]");
  // A negative index is moved to 0, not wrapped.
  EXPECT_EQ(write(OutOfBounds::clamp, NegativeIndices::reject, "i32", {-1, 4}),
            "[1, 0, 0, 2]");
}

TEST_F(PolicyTest, unsigned_indices_are_never_negative) {
  for (NegativeIndices negative :
       {NegativeIndices::wrap, NegativeIndices::reject}) {
    for (const char *indexType : {"ui32", "ui64"}) {
      EXPECT_EQ(write(OutOfBounds::drop, negative, indexType, {-1, 2, i64Min}),
                indexType == llvm::StringRef("ui32") ? "[3, 0, 2, 0]"
                                                     : "[0, 0, 2, 0]");
      EXPECT_EQ(write(OutOfBounds::clamp, negative, indexType, {-1, 2}),
                "[0, 0, 2, 1]");
    }
  }
}

TEST_F(PolicyTest, bounds_are_checked_per_component) {
  // The linear offset of every tuple is inside a 4x4 `data`.
  OwnedBuffer data(type("i8"), {4, 4});
  OwnedBuffer updates = buffer("i8", {1}, {1});
  for (auto [row, column] : {std::pair{0, 5}, {1, -5}, {4, -8}, {-5, 4}}) {
    OwnedBuffer indices = integers("i32", {1, 2}, {row, column});
    EXPECT_THAT(fail({}, indices, updates, data),
                ::testing::HasSubstr("tuple 0, component"));
    EXPECT_EQ(run({Reduction::none, OutOfBounds::drop}, indices, updates, data),
              toString(data.view()));
  }
}

TEST_F(PolicyTest, drop_needs_one_bad_component_only) {
  EXPECT_EQ(run({Reduction::none, OutOfBounds::drop},
                integers("i32", {3, 2}, {0, 2, 2, 0, 1, 1}),
                buffer("i8", {3}, {1, 2, 3}), OwnedBuffer(type("i8"), {2, 2})),
            "[[0, 0], [0, 3]]");
}

TEST_F(PolicyTest, clamp_moves_each_component) {
  EXPECT_EQ(run({Reduction::none, OutOfBounds::clamp},
                integers("i32", {2, 2}, {9, -9, -1, 9}),
                buffer("i8", {2}, {1, 2}), OwnedBuffer(type("i8"), {2, 2})),
            "[[0, 0], [1, 2]]");
}

TEST_F(PolicyTest, clamp_into_size_0_drops_the_tuple) {
  OwnedBuffer data(type("i8"), {2, 0});
  EXPECT_EQ(run({Reduction::none, OutOfBounds::clamp},
                integers("i32", {1, 2}, {0, 0}), buffer("i8", {1}, {1}), data),
            "[[], []]");
  EXPECT_EQ(run({Reduction::none, OutOfBounds::drop},
                integers("i32", {1, 2}, {0, 0}), buffer("i8", {1}, {1}), data),
            "[[], []]");
  EXPECT_THAT(
      fail({}, integers("i32", {1, 2}, {0, 0}), buffer("i8", {1}, {1}), data),
      ::testing::HasSubstr("dimension of size 0"));
}

TEST_F(PolicyTest, tuple_facts) {
  OwnedBuffer data(type("i8"), {4});
  auto facts = [&](const ScatterNDUpdateConfig &config,
                   llvm::ArrayRef<int64_t> values) {
    TupleFacts found = analyzeTuples(
        config,
        integers("i32", {static_cast<int64_t>(values.size()), 1}, values)
            .view(),
        data.view());
    return std::string(found.inBounds ? "inBounds " : "") +
           (found.unique ? "unique " : "") + (found.sorted ? "sorted" : "");
  };
  EXPECT_EQ(facts({}, {0, 1, 3}), "inBounds unique sorted");
  EXPECT_EQ(facts({}, {1, 1, -2}), "inBounds sorted");
  EXPECT_EQ(facts({}, {1, 0}), "inBounds unique ");
  EXPECT_EQ(facts({}, {3, -1, 2}), "inBounds ");
  ScatterNDUpdateConfig drop{Reduction::none, OutOfBounds::drop};
  EXPECT_EQ(facts(drop, {7, 1, 7, 2}), "unique sorted");
  ScatterNDUpdateConfig clamp{Reduction::none, OutOfBounds::clamp};
  EXPECT_EQ(facts(clamp, {3, 7}), "sorted");
  ScatterNDUpdateConfig reject{Reduction::none, OutOfBounds::drop,
                               NegativeIndices::reject};
  EXPECT_EQ(facts(reject, {0, -1}), "unique sorted");
}

} // namespace
} // namespace scatter::reference
