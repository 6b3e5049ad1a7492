//===- SharedSlicesTest.cpp - slices that threads share -------------------===//
//
// Rows with steps are written by blocks that reach beyond the elements of the
// slice, so that the chunks of two threads have to meet exactly.
//
//===----------------------------------------------------------------------===//

#include "Utils.h"

#include "llvm/Support/FormatVariadic.h"

#include <numeric>

using namespace scatter;
using namespace scatter::test;

namespace {

/// Along each of `rows` rows of `size` f32 the positions start, start + step,
/// ... as long as they are in the row.
struct Slice {
  int64_t rows, size, start, step;

  int64_t getLength() const {
    return 1 + (step > 0 ? size - 1 - start : start) / std::abs(step);
  }
};

std::ostream &operator<<(std::ostream &os, const Slice &slice) {
  return os << llvm::formatv("{0}x{1} from {2} step {3}", slice.rows,
                             slice.size, slice.start, slice.step)
                   .str();
}

class SharedSlices : public testing::TestWithParam<Slice> {
protected:
  /// Copies `s` to `d` first if `isOutOfPlace`.
  std::string getModule(bool isOutOfPlace) const {
    const Slice &p = GetParam();
    std::string type = llvm::formatv("memref<{0}x{1}xf32>", p.rows, p.size);
    std::string updates =
        llvm::formatv("memref<{0}x{1}xf32>", p.rows, p.getLength());
    std::string copy = llvm::formatv("memref.copy %s, %d : {0} to {0}", type);
    return llvm::formatv(
               R"(
      func.func @f(%s: {0}, %u: {1}, %d: {0}) {{
        {2}
        scatter.slice_scatter ins(%u : {1}) outs(%d : {0})
          from [{3}] to [{4}] step [{5}] axes [1]
        return
      })",
               type, updates, isOutOfPlace ? copy : "", p.start,
               p.step > 0 ? p.size : -p.size - 1, p.step)
        .str();
  }

  void SetUp() override {
    const Slice &p = GetParam();
    data.resize(p.rows * p.size);
    std::iota(data.begin(), data.end(), 0.0f);
    updates.resize(p.rows * p.getLength());
    std::iota(updates.begin(), updates.end(), -1e8f);
    expected = data;
    for (int64_t row = 0, next = 0; row < p.rows; ++row)
      for (int64_t i = 0; i < p.getLength(); ++i)
        expected[row * p.size + p.start + i * p.step] = updates[next++];
  }

  std::vector<float> run(bool isOutOfPlace, unsigned threads) {
    const Slice &p = GetParam();
    EngineOptions options;
    options.threads = threads;
    Program program = compileOrDie(getModule(isOutOfPlace), options);
    std::vector<float> target(data);
    if (isOutOfPlace)
      target.assign(data.size(), 1e9f);
    llvm::cantFail(
        program.call(*llvm::cantFail(program.lookup()),
                     {makeView(data, "f32", {p.rows, p.size}),
                      makeView(updates, "f32", {p.rows, p.getLength()}),
                      makeView(target, "f32", {p.rows, p.size})}));
    return target;
  }

  std::vector<float> data, updates, expected;
};

} // namespace

TEST_P(SharedSlices, HaveTheElementsOfOneThread) {
  for (bool isOutOfPlace : {false, true})
    for (unsigned threads : {1, 2, 3, 7, 16})
      EXPECT_TRUE(run(isOutOfPlace, threads) == expected)
          << threads << " threads, " << (isOutOfPlace ? "out of" : "in")
          << " place";
}

// One row is shared by its elements, several by rows. The last ones exceed the
// cache, so that whole lines are written by non-temporal stores.
INSTANTIATE_TEST_SUITE_P(
    All, SharedSlices,
    testing::Values(Slice{1, 400000, 1, 2}, Slice{1, 400003, 2, 3},
                    Slice{1, 400000, 399997, -3}, Slice{1, 400000, 399999, -2},
                    Slice{1, 400009, 5, 7}, Slice{1, 400000, 399000, -32},
                    Slice{1, 400000, 50, 100}, Slice{64, 8192, 1, 4},
                    Slice{64, 8192, 8000, -5}, Slice{64, 8192, 8191, -1},
                    Slice{1, 4800000, 1, 3}, Slice{1, 4800000, 4799999, -2},
                    Slice{300, 16384, 1, 2}));
