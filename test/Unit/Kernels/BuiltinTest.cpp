//===- BuiltinTest.cpp - kernels of the build beside the compiler ---------===//

#include "scatter/Kernels/Kernels.h"

#include "gtest/gtest.h"
#include <cstdlib>
#include <utility>
#include <vector>

using namespace scatter;

static const ElementType f32 = {ElementKind::Float, 32};
static const ElementType i64 = {ElementKind::Signless, 64};

/// Without the disk what is not built in is compiled.
static const bool isWithoutDisk = setenv("SCATTER_CACHE_DIR", "", 1) == 0;

static size_t countCompiled() {
  KernelCounts counts = getKernelCounts();
  return counts.compiled + counts.loaded;
}

namespace {
/// Adds rows of ones to the rows 0, 1, ... of `data`.
struct RowUpdate {
  RowUpdate(int64_t rows, int64_t columns, int64_t tuples)
      : data(size_t(rows * columns)), updates(size_t(tuples * columns), 1.0f),
        indices(size_t(tuples)), dataShape{rows, columns},
        updatesShape{tuples, columns}, indicesShape{tuples, 1} {
    for (size_t i = 0; i < indices.size(); ++i)
      indices[i] = int64_t(i) % rows;
  }

  ArrayView getData() { return {data.data(), f32, dataShape}; }

  bool run(const Destination &destination, NDUpdateOptions options = {}) {
    options.reduction = Reduction::sum;
    llvm::Error error = scatterNDUpdate(
        getData(), {indices.data(), i64, indicesShape},
        {updates.data(), f32, updatesShape}, destination, options);
    bool isGood = !error;
    consumeError(std::move(error));
    return isGood;
  }

  std::vector<float> data, updates;
  std::vector<int64_t> indices;
  std::vector<int64_t> dataShape, updatesShape, indicesShape;
};
} // namespace

TEST(Builtin, FirstCallsCompileNothing) {
  ASSERT_TRUE(isWithoutDisk);
  size_t before = countCompiled();
  RowUpdate update(8, 5, 3);
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(update.run(update.getData()));
  EXPECT_EQ(update.data[0], 10.0f);
  EXPECT_EQ(countCompiled(), before);
}

/// Promises allow a kernel that does without them.
TEST(Builtin, PromisesAreNotNeeded) {
  size_t before = countCompiled();
  RowUpdate update(8, 6, 8);
  NDUpdateOptions options;
  options.uniqueIndices = options.indicesAreSorted = true;
  ASSERT_TRUE(update.run(update.getData(), options));
  EXPECT_EQ(countCompiled(), before);
}

TEST(Builtin, RowsOfCommonLengthsAreCompiledOnTheThirdCall) {
  size_t before = countCompiled();
  RowUpdate update(100, 64, 128);
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE(update.run(update.getData()));
  EXPECT_EQ(countCompiled(), before);
  ASSERT_TRUE(update.run(update.getData()));
  EXPECT_EQ(countCompiled(), before + 1);
  EXPECT_EQ(update.data[0], 6.0f);
  EXPECT_EQ(update.data.back(), 3.0f);
}

TEST(Builtin, CopiesAreCompiledOnTheThirdCall) {
  size_t before = countCompiled();
  RowUpdate update(1000, 30, 4);
  std::vector<float> result(update.data.size());
  auto allocate = [&](size_t, size_t) -> void * { return result.data(); };
  for (size_t i = 1; i <= 3; ++i) {
    result.assign(result.size(), 7.0f);
    ASSERT_TRUE(update.run(Destination(Destination::Allocate(allocate))));
    EXPECT_EQ(result.front(), 1.0f);
    EXPECT_EQ(result.back(), 0.0f);
    EXPECT_EQ(countCompiled(), before + (i == 3));
  }
}

/// What the table lacks is compiled at once.
TEST(Builtin, OthersAreCompiled) {
  size_t before = countCompiled();
  RowUpdate update(8, 5, 3);
  NDUpdateOptions options;
  options.outOfBounds = OutOfBounds::drop;
  update.indices[0] = 99;
  ASSERT_TRUE(update.run(update.getData(), options));
  EXPECT_EQ(update.data[0], 0.0f);
  EXPECT_EQ(update.data[5], 1.0f);
  EXPECT_EQ(countCompiled(), before + 1);
}

/// Bad indices that are no error get kernels of their own when the first comes.
TEST(Builtin, ValidIndicesNeedNoKernelThatDropsOrClamps) {
  for (OutOfBounds outOfBounds : {OutOfBounds::drop, OutOfBounds::clamp}) {
    // The first and the last element after an update of rows 0, 1 and `row`.
    auto update = [&](int64_t row) {
      NDUpdateOptions options;
      options.outOfBounds = outOfBounds;
      RowUpdate inPlace(16, 6, 3), copied(16, 6, 3);
      inPlace.indices[2] = copied.indices[2] = row;
      std::vector<float> result(copied.data.size(), 7.0f);
      EXPECT_TRUE(inPlace.run(inPlace.getData(), options));
      EXPECT_TRUE(
          copied.run(ArrayView(result.data(), f32, copied.dataShape), options));
      EXPECT_EQ(result, inPlace.data);
      return std::pair(result.front(), result.back());
    };
    bool isClamped = outOfBounds == OutOfBounds::clamp;
    size_t before = countCompiled();
    EXPECT_EQ(update(15), std::pair(1.0f, 1.0f));
    EXPECT_EQ(countCompiled(), before);
    EXPECT_EQ(update(99), std::pair(1.0f, isClamped ? 1.0f : 0.0f));
    EXPECT_EQ(update(-99), std::pair(isClamped ? 2.0f : 1.0f, 0.0f));
    EXPECT_EQ(update(15), std::pair(1.0f, 1.0f));
  }
}

/// A destination keeps its elements if an index is wrong.
TEST(Builtin, ErrorsLeaveTheDestination) {
  RowUpdate update(1000, 30, 4);
  update.indices[3] = 1000;
  std::vector<float> result(update.data.size(), 7.0f);
  ArrayView out(result.data(), f32, update.dataShape);
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(update.run(out));
    EXPECT_EQ(result, std::vector<float>(result.size(), 7.0f));
  }
}
