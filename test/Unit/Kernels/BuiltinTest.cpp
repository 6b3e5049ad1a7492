//===- BuiltinTest.cpp - kernels of the build beside the compiler ---------===//

#include "scatter/Kernels/Kernels.h"

#include "gtest/gtest.h"
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
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

/// The numbers of kernels that callers and the background have compiled.
static std::pair<size_t, size_t> countByThread() {
  KernelCounts counts = getKernelCounts();
  size_t all = counts.compiled + counts.loaded;
  return {all - counts.inBackground, counts.inBackground};
}

/// This library destroys its variables when the process ends, even while the
/// background uses them for the first time.
TEST(Builtin, TheBackgroundCompilesAfterACallerHas) {
  RowUpdate update(60, 64, 40000);
  auto run = [&](OutOfBounds outOfBounds) {
    NDUpdateOptions options;
    options.outOfBounds = outOfBounds;
    for (int i = 0; i < 6; ++i)
      ASSERT_TRUE(update.run(update.getData(), options));
    waitForKernels();
  };
  run(OutOfBounds::error);
  EXPECT_EQ(countByThread(), std::pair(size_t(0), size_t(0)));
  run(OutOfBounds::undefined);
  EXPECT_EQ(countByThread(), std::pair(size_t(1), size_t(1)));
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

/// Compiles, so that the background may, too.
static void compileOnce() {
  RowUpdate update(8, 5, 3);
  NDUpdateOptions options;
  options.outOfBounds = OutOfBounds::undefined;
  options.uniqueIndices = true;
  ASSERT_TRUE(update.run(update.getData(), options));
}

/// Calls `run` often enough for a special kernel. Checks that no call compiles,
/// and that the background compiles `expected` kernels.
template <typename Function>
static void expectSpecialKernels(size_t expected, size_t calls, Function run) {
  compileOnce();
  waitForKernels();
  auto [byCallers, inBackground] = countByThread();
  for (size_t i = 0; i < calls; ++i) {
    run();
    ASSERT_EQ(countByThread().first, byCallers) << "in call " << i;
  }
  waitForKernels();
  EXPECT_EQ(countByThread().second, inBackground + expected);
  for (int i = 0; i < 3; ++i)
    run();
  EXPECT_EQ(countByThread(), std::pair(byCallers, inBackground + expected));
}

TEST(Builtin, RowsOfCommonLengthsAreCompiledInTheBackground) {
  RowUpdate update(100, 64, 128);
  float calls = 0;
  auto run = [&] {
    ASSERT_TRUE(update.run(update.getData()));
    ++calls;
    ASSERT_EQ(update.data[0], 2 * calls);
    ASSERT_EQ(update.data.back(), calls);
  };
  expectSpecialKernels(0, 100, run);
  expectSpecialKernels(1, 1200, run);
}

TEST(Builtin, CopiesAreCompiledInTheBackground) {
  RowUpdate update(1000, 30, 4);
  std::vector<float> result(update.data.size());
  auto allocate = [&](size_t, size_t) -> void * { return result.data(); };
  auto run = [&] {
    result.assign(result.size(), 7.0f);
    ASSERT_TRUE(update.run(Destination(Destination::Allocate(allocate))));
    ASSERT_EQ(result.front(), 1.0f);
    ASSERT_EQ(result.back(), 0.0f);
  };
  expectSpecialKernels(0, 10, run);
  expectSpecialKernels(1, 400, run);
}

TEST(Builtin, CallsThatCompileAheadLeaveNothingToCompile) {
  // Rows of a length that no other test has.
  RowUpdate update(1000, 48, 4000);
  std::vector<float> copy(update.data.size());
  auto run = [&](bool isCopy, bool compilesAhead, OutOfBounds outOfBounds) {
    ArrayView out(copy.data(), f32, update.dataShape);
    NDUpdateOptions options;
    options.compilesAhead = compilesAhead;
    options.outOfBounds = outOfBounds;
    options.negativeIndices = NegativeIndices::reject;
    std::vector<float> before = update.data;
    ASSERT_TRUE(update.run(isCopy ? out : update.getData(), options));
    std::vector<float> &result = isCopy ? copy : update.data;
    for (size_t i = 0; i < result.size(); ++i)
      ASSERT_EQ(result[i], before[i] + 4.0f);
  };
  for (OutOfBounds outOfBounds : {OutOfBounds::error, OutOfBounds::drop})
    for (bool isCopy : {false, true}) {
      size_t before = countCompiled();
      run(isCopy, /*compilesAhead=*/true, outOfBounds);
      EXPECT_GT(countCompiled(), before);
      before = countCompiled();
      for (int i = 0; i < 50; ++i)
        run(isCopy, /*compilesAhead=*/false, outOfBounds);
      waitForKernels();
      EXPECT_EQ(countCompiled(), before);
    }
  // The first index out of bounds.
  size_t before = countCompiled();
  update.indices[0] = 1000;
  NDUpdateOptions options;
  options.outOfBounds = OutOfBounds::drop;
  options.negativeIndices = NegativeIndices::reject;
  EXPECT_TRUE(update.run(update.getData(), options));
  EXPECT_TRUE(
      update.run(ArrayView(copy.data(), f32, update.dataShape), options));
  EXPECT_EQ(countCompiled(), before);
}

/// The callback encloses each wait for the compiler, and nothing else.
TEST(Builtin, TheHostIsToldBeforeACallCompiles) {
  static int depth, waits;
  setWaitCallback([](int begins) {
    depth += begins ? 1 : -1;
    waits += begins;
  });
  RowUpdate update(8, 5, 3);
  ASSERT_TRUE(update.run(update.getData()));
  EXPECT_EQ(waits, 0);
  NDUpdateOptions options;
  options.outOfBounds = OutOfBounds::undefined;
  options.indicesAreSorted = true;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(update.run(update.getData(), options));
    EXPECT_EQ(waits, 1);
    EXPECT_EQ(depth, 0);
  }
  setWaitCallback(nullptr);
}

/// Makes calls until the background compiles a kernel that `round` names.
static bool startBackground(int round) {
  RowUpdate update(40 + round, 64, 40000);
  for (int i = 0; i < 5; ++i)
    if (!update.run(update.getData()))
      return false;
  return true;
}

/// Runs `work` in a forked process. Returns whether its exit code is 0.
template <typename Work>
static bool runForked(Work work) {
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    work();
    _exit(1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// The thread sanitizer takes the threads of the parent for leaks of the child.
#if !defined(__SANITIZE_THREAD__)
TEST(Builtin, TheProcessEndsWhileTheBackgroundCompiles) {
  compileOnce();
  for (int round = 0; round < 12; ++round)
    EXPECT_TRUE(runForked([&] {
      if (!startBackground(round))
        _exit(2);
      usleep(useconds_t(round * 10000));
      std::exit(0);
    })) << round;
}

TEST(Builtin, ForksWhileTheBackgroundCompiles) {
  compileOnce();
  for (int round = 20; round < 26; ++round) {
    ASSERT_TRUE(startBackground(round));
    usleep(useconds_t((round - 20) * 10000));
    EXPECT_TRUE(runForked([&] {
      waitForKernels();
      bool isGood = startBackground(round) && startBackground(round + 20);
      waitForKernels();
      std::exit(isGood ? 0 : 2);
    })) << round;
  }
  waitForKernels();
}
#endif

/// What the table lacks is compiled at once.
TEST(Builtin, OthersAreCompiled) {
  size_t before = countCompiled();
  RowUpdate update(8, 5, 3);
  NDUpdateOptions options;
  options.outOfBounds = OutOfBounds::drop;
  options.uniqueIndices = true;
  update.indices[0] = 99;
  ASSERT_TRUE(update.run(update.getData(), options));
  EXPECT_EQ(update.data[0], 0.0f);
  EXPECT_EQ(update.data[5], 1.0f);
  EXPECT_EQ(countCompiled(), before + 1);
}

/// Bad indices that are no error get kernels of their own, which the background
/// compiles from the third call on.
TEST(Builtin, ValidIndicesNeedNoKernelThatDropsOrClamps) {
  compileOnce();
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
    waitForKernels();
    auto before = countByThread();
    EXPECT_EQ(update(15), std::pair(1.0f, 1.0f));
    waitForKernels();
    EXPECT_EQ(countByThread(), before);
    for (int i = 0; i < 5; ++i)
      EXPECT_EQ(update(15), std::pair(1.0f, 1.0f));
    waitForKernels();
    EXPECT_GT(countByThread().second, before.second);
    EXPECT_EQ(update(99), std::pair(1.0f, isClamped ? 1.0f : 0.0f));
    EXPECT_EQ(update(-99), std::pair(isClamped ? 2.0f : 1.0f, 0.0f));
    EXPECT_EQ(update(15), std::pair(1.0f, 1.0f));
    EXPECT_EQ(countByThread().first, before.first);
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
