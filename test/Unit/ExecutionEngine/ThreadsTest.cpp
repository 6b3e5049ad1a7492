//===- ThreadsTest.cpp - results do not depend on the number of threads ---===//
//
// Sizes are beyond the thresholds from which threads are used. Machines have
// fewer cores than some of these runs have threads.
//
//===----------------------------------------------------------------------===//

#include "Utils.h"

#include "scatter/Runtime/ParallelFor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"

#include <cstring>
#include <random>
#include <thread>

using namespace scatter;
using namespace scatter::test;

namespace {

/// scatter_nd_update of rows of `width` f32 by `tuples` indices.
struct Problem {
  const char *name;
  int64_t rows, width, tuples;
  const char *attributes;
  enum { Any, Unique, Sorted } promise = Any;
};

std::ostream &operator<<(std::ostream &os, const Problem &problem) {
  return os << problem.name;
}

/// Whether both have the same bits, those of NaN among them.
bool areIdentical(const std::vector<float> &a, const std::vector<float> &b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

class Threads : public testing::TestWithParam<Problem> {
protected:
  std::string getModule() const {
    const Problem &p = GetParam();
    return llvm::formatv(R"(
      func.func @f(%d: memref<{0}x{1}xf32>, %i: memref<{2}x1xi64>,
                   %u: memref<{2}x{1}xf32>) {{
        scatter.scatter_nd_update
          ins(%i, %u : memref<{2}x1xi64>, memref<{2}x{1}xf32>)
          outs(%d : memref<{0}x{1}xf32>) {3}
        return
      })",
                         p.rows, p.width, p.tuples, p.attributes)
        .str();
  }

  /// Values whose sum depends on the order; most tuples name few rows.
  void SetUp() override {
    const Problem &p = GetParam();
    std::mt19937 random(1);
    std::uniform_real_distribution<float> value(-1, 1);
    std::geometric_distribution<int64_t> skewed(0.01);
    for (int64_t t = 0; t < p.tuples; ++t)
      indices.push_back(p.promise == Problem::Unique ? (t * 7919) % p.rows
                        : t % 3 ? skewed(random) % p.rows
                                : int64_t(random() % p.rows) - p.rows);
    if (p.promise == Problem::Sorted)
      llvm::sort(indices, [&](int64_t a, int64_t b) {
        return (a + p.rows) % p.rows < (b + p.rows) % p.rows;
      });
    for (int64_t i = 0; i < p.tuples * p.width; ++i)
      updates.push_back(value(random) * float(1 << (random() % 16)));
    // What no tuple names are signalling NaNs: arithmetic may change them.
    data.assign(p.rows * p.width, llvm::bit_cast<float>(0xFF800001));
    for (int64_t index : indices)
      std::fill_n(&data[(index < 0 ? index + p.rows : index) * p.width],
                  p.width, 0.5f);
  }

  llvm::Error run(const Program &program, std::vector<float> &target) {
    const Problem &p = GetParam();
    return program
        .call(*llvm::cantFail(program.lookup()),
              {makeView(target, "f32", {p.rows, p.width}),
               makeView(indices, "i64", {p.tuples, 1}),
               makeView(updates, "f32", {p.tuples, p.width})})
        .takeError();
  }

  std::vector<int64_t> indices;
  std::vector<float> updates, data;
};

} // namespace

TEST_P(Threads, GiveTheBitsOfOne) {
  std::vector<float> expected = data;
  ASSERT_FALSE(bool(run(compileOrDie(getModule()), expected)));
  ASSERT_FALSE(areIdentical(expected, data));
  for (unsigned threads : {2, 3, 7, 16})
    for (std::optional<Partition> partition :
         {std::optional<Partition>(), std::optional(Partition::serial),
          std::optional(Partition::buckets), std::optional(Partition::slice),
          std::optional(Partition::private_copies),
          std::optional(Partition::chunks)}) {
      EngineOptions options;
      options.threads = threads;
      options.plan.partition = partition;
      std::vector<float> result = data;
      ASSERT_FALSE(bool(run(compileOrDie(getModule(), options), result)));
      EXPECT_TRUE(areIdentical(result, expected))
          << threads << " threads, "
          << (partition ? stringifyPartition(*partition) : "auto").str();
    }
}

TEST_P(Threads, GiveTheBitsOfOneWithManyBuckets) {
  std::vector<float> expected = data;
  ASSERT_FALSE(bool(run(compileOrDie(getModule()), expected)));
  for (unsigned threads : {2, 3, 7}) {
    EngineOptions options;
    options.threads = threads;
    options.plan.partition = Partition::buckets;
    options.plan.set(&Machine::coreCacheBytes, 8192)
        .set(&Machine::bucketDataBytes, 1);
    std::vector<float> result = data;
    ASSERT_FALSE(bool(run(compileOrDie(getModule(), options), result)));
    EXPECT_TRUE(areIdentical(result, expected)) << threads << " threads";
  }
}

/// A pool of a host: a thread for each index, in descending order.
static void runOnHost(void (*function)(void *, int64_t), void *context,
                      int64_t count) {
  std::vector<std::thread> threads;
  for (int64_t index = count; index-- > 0;)
    threads.emplace_back(function, context, index);
  for (std::thread &thread : threads)
    thread.join();
}

TEST_P(Threads, GiveTheSameBitsWhateverRunsThem) {
  std::vector<float> expected = data;
  ASSERT_FALSE(bool(run(compileOrDie(getModule()), expected)));
  auto check = [&](const char *what, unsigned threads, bool openMP) {
    EngineOptions options;
    options.threads = threads;
    options.plan.set(&Machine::openMP, openMP);
    std::vector<float> result = data;
    ASSERT_FALSE(bool(run(compileOrDie(getModule(), options), result)));
    EXPECT_TRUE(areIdentical(result, expected)) << threads << ' ' << what;
  };
  for (unsigned threads : {2, 7, 16}) {
    check("threads of OpenMP", threads, true);
    scatter_set_worker_limit(threads - 1);
    check("workers", threads, false);
    scatter_set_worker_limit(-1);
    scatter_set_parallel_for(runOnHost);
    check("threads of the host", threads, false);
    scatter_set_parallel_for(nullptr);
  }
}

TEST_P(Threads, ReportTheFirstBadTupleAndWriteNothing) {
  const Problem &p = GetParam();
  int64_t first = p.tuples / 2 + 5;
  indices[first] = p.rows;
  indices[p.tuples - 1] = -p.rows - 1;
  for (unsigned threads : {1, 2, 7}) {
    EngineOptions options;
    options.threads = threads;
    std::vector<float> result = data;
    std::string message =
        llvm::toString(run(compileOrDie(getModule(), options), result));
    EXPECT_THAT(message, testing::HasSubstr(llvm::utostr(first)))
        << threads << " threads";
    EXPECT_TRUE(areIdentical(result, data)) << threads << " threads";
  }
}

INSTANTIATE_TEST_SUITE_P(
    Workloads, Threads,
    testing::Values(
        Problem{"SummedElements", 9 << 20, 1, 100000, "reduction(sum)"},
        Problem{"Elements", 17 << 20, 1, 300000, ""},
        Problem{"SummedRows", 1000, 128, 5000, "reduction(sum)"},
        Problem{"ManySummedRows", 2000, 64, 20000, "reduction(sum)"},
        Problem{"LongRows", 300, 1024, 1000, ""},
        Problem{"FewLongRows", 20, 3001, 30, "reduction(sum)"},
        Problem{"ManyRows", 2000, 100, 20000, ""},
        Problem{"UniqueRows", 4001, 64, 4000, "{unique_indices}",
                Problem::Unique},
        Problem{"StreamedRows", 4001, 1024, 4000, "{unique_indices}",
                Problem::Unique},
        Problem{"SortedRows", 1000, 128, 5000,
                "reduction(sum) {indices_are_sorted}", Problem::Sorted},
        Problem{"SortedElements", 100000, 1, 300000, "{indices_are_sorted}",
                Problem::Sorted},
        Problem{"OneSlot", 1, 300, 3000, "reduction(sub) {indices_are_sorted}",
                Problem::Sorted},
        Problem{"Products", 1000, 77, 9000, "reduction(prod)"},
        Problem{"Maxima", 5000, 77, 9000, "reduction(max)"},
        Problem{"Histogram", 20000, 1, 100000, "reduction(min)"}),
    [](const auto &info) { return std::string(info.param.name); });

// No tuple is lost or counted twice, in whatever order slots come.
TEST(ThreadCopies, CountEachTupleOnce) {
  constexpr int64_t tuples = 100003, slots = 50;
  std::string module = llvm::formatv(R"(
    func.func @f(%d: memref<{1}xi32>, %i: memref<{0}x1xi64>,
                 %u: memref<{0}xi32>) {{
      scatter.scatter_nd_update ins(%i, %u : memref<{0}x1xi64>, memref<{0}xi32>)
        outs(%d : memref<{1}xi32>) reduction(sum)
      return
    })",
                                     tuples, slots);
  std::vector<int64_t> indices;
  std::vector<int32_t> expected(slots, 7), updates(tuples, 1);
  for (int64_t t = 0; t < tuples; ++t) {
    // Runs of one slot, of some lengths.
    indices.push_back(t / 3 * 17 % slots);
    ++expected[indices.back()];
  }
  for (unsigned threads : {1, 2, 3, 7, 16}) {
    EngineOptions options;
    options.threads = threads;
    options.plan.partition = Partition::private_copies;
    Program program = compileOrDie(module, options);
    std::vector<int32_t> data(slots, 7);
    llvm::cantFail(program.call(*llvm::cantFail(program.lookup()),
                                {makeView(data, "i32", {slots}),
                                 makeView(indices, "i64", {tuples, 1}),
                                 makeView(updates, "i32", {tuples})}));
    EXPECT_EQ(data, expected) << threads << " threads";
  }
}
