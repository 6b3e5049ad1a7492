//===- ThreadsTest.cpp - large updates by any number of threads -----------===//
//
// Sizes are beyond the thresholds from which threads, kernels for fixed rows
// and kernels for the sizes of data alone are used.
//
//===----------------------------------------------------------------------===//

#include "Utils.h"

#include "scatter/Plan/KernelThresholds.h"

#include <cstring>
#include <random>

using namespace scatter;
using namespace scatter::test;

namespace {

struct Problem {
  const char *name;
  std::vector<int64_t> dataShape;
  int64_t tuples, depth;
  Reduction reduction;
};

std::ostream &operator<<(std::ostream &os, const Problem &problem) {
  return os << problem.name;
}

class Threads : public testing::TestWithParam<Problem> {};

} // namespace

/// Calls that are repeated get other kernels: all have the same bits, those of
/// a loop.
TEST_P(Threads, ResultsAreTheSame) {
  const Problem &p = GetParam();
  std::mt19937 random(1);
  Array<float> data(p.dataShape);
  Array<int64_t> indices({p.tuples, p.depth});
  std::vector<int64_t> shape = {p.tuples};
  shape.insert(shape.end(), p.dataShape.begin() + p.depth, p.dataShape.end());
  Array<float> updates(shape);
  std::uniform_real_distribution<float> value(-1, 1);
  for (float &x : data.values)
    x = value(random);
  for (float &x : updates.values)
    x = value(random);
  for (size_t i = 0; i < indices.values.size(); ++i)
    indices.values[i] =
        int64_t(random() % uint64_t(p.dataShape[i % size_t(p.depth)]));

  std::vector<float> expected = data.values;
  size_t rowLength = updates.values.size() / size_t(p.tuples);
  for (int64_t t = 0; t < p.tuples; ++t) {
    int64_t slot = 0;
    for (int64_t j = 0; j < p.depth; ++j)
      slot = slot * p.dataShape[size_t(j)] +
             indices.values[size_t(t * p.depth + j)];
    for (size_t i = 0; i < rowLength; ++i) {
      float &x = expected[size_t(slot) * rowLength + i];
      float u = updates.values[size_t(t) * rowLength + i];
      x = p.reduction == Reduction::none  ? u
          : p.reduction == Reduction::sum ? x + u
                                          : std::max(x, u);
    }
  }
  NDUpdateOptions options;
  options.reduction = p.reduction;
  for (unsigned threads : {1, 2, 3}) {
    options.threads = threads;
    for (unsigned run = 0; run <= kernels::kHotCalls; ++run) {
      Array<float> target = data, out(p.dataShape);
      ArrayView targetView = target, outView = out;
      ASSERT_EQ(getMessage(scatterNDUpdate(target, indices, updates, targetView,
                                           options)),
                "");
      EXPECT_TRUE(target.values == expected) << threads << ", run " << run;
      ASSERT_EQ(
          getMessage(scatterNDUpdate(data, indices, updates, outView, options)),
          "");
      EXPECT_TRUE(out.values == expected) << threads << ", run " << run;
    }
    // The kernel that came last checks as well.
    Array<float> target = data;
    ArrayView targetView = target;
    int64_t former = std::exchange(indices.values.back(), p.dataShape[0] * 99);
    llvm::Error error =
        scatterNDUpdate(target, indices, updates, targetView, options);
    EXPECT_TRUE(error.isA<RuntimeError>());
    consumeError(std::move(error));
    EXPECT_TRUE(target.values == data.values);
    indices.values.back() = former;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Problems, Threads,
    testing::Values(
        Problem{"pairs_max", {64, 64}, 1 << 17, 2, Reduction::max},
        Problem{"elements_sum", {1 << 10}, 1 << 16, 1, Reduction::sum},
        Problem{"rows_of_16", {2000, 16}, 20000, 1, Reduction::none},
        Problem{"rows_of_100", {3000, 100}, 5000, 1, Reduction::sum},
        Problem{"slices", {500, 8, 30}, 3000, 1, Reduction::max},
        Problem{"copied_by_the_kernel", {9000, 260}, 1000, 1, Reduction::sum}),
    [](const auto &info) { return info.param.name; });
