//===- CacheTest.cpp - kernels in memory ----------------------------------===//

#include "Utils.h"
#include "scatter/ExecutionEngine/Environment.h"
#include "scatter/Runtime/ParallelFor.h"

#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace scatter;
using namespace scatter::test;

/// Updates an array of `rank` dimensions, of one element each but the last two;
/// returns whether the result is right.
template <typename T>
static bool update(T value, bool isTransposed = false, unsigned threads = 0) {
  Array<T> data({4, 4});
  if (isTransposed)
    data.strides = {1, 4};
  Array<int64_t> indices({1, 1}, 2);
  Array<T> updates({1, 4}, value);
  ArrayView view = data;
  NDUpdateOptions options;
  options.threads = threads;
  llvm::Error error = scatterNDUpdate(data, indices, updates, view, options);
  if (error) {
    consumeError(std::move(error));
    return false;
  }
  return data.values[isTransposed ? 2 : 8] == value;
}

static size_t countKernels() {
  KernelCounts counts = getKernelCounts();
  return counts.compiled + counts.loaded;
}

TEST(Cache, CallsLikeAnEarlierOneTakeItsKernel) {
  ASSERT_TRUE(update<int8_t>(1));
  size_t before = countKernels();
  // Other sizes and ranks of contiguous arrays have the same kernel.
  Array<int8_t> data({3, 2, 5});
  Array<int64_t> indices({2, 2, 1}, 1);
  Array<int8_t> updates({2, 2, 2, 5}, 7);
  ArrayView view = data;
  EXPECT_EQ(getMessage(scatterNDUpdate(data, indices, updates, view)), "");
  EXPECT_TRUE(update<int8_t>(3));
  EXPECT_EQ(countKernels(), before);
  EXPECT_TRUE(update<int8_t>(1, /*isTransposed=*/true));
  EXPECT_EQ(countKernels(), before + 1);
}

namespace {
/// The arguments of a call that updates data in place.
struct KernelArguments {
  std::vector<int64_t> data = {4, 4}, indices = {1, 1}, updates = {1, 4};
  std::vector<int64_t> dataStrides = {}, updatesStrides = {};
  ElementKind kind = ElementKind::Signed;
  uint16_t indexWidth = 64;
  int64_t index = 2;
  NDUpdateOptions options = {};
  /// The slice, if there are bounds.
  std::vector<int64_t> start = {}, stop = {}, step = {}, axes = {};

  /// Returns these arguments after `change` has changed a copy of them.
  template <typename Function>
  KernelArguments with(Function change) const {
    KernelArguments arguments = *this;
    change(arguments);
    return arguments;
  }

  /// Returns the message of the call and the elements of data after it.
  std::string run() const {
    std::vector<int32_t> values(64, 3), written;
    for (int32_t i = 0; i < 64; ++i)
      written.push_back(i - 40);
    std::vector<int64_t> tuples(8, index);
    ElementType type = {kind, 32};
    ArrayView view(values.data(), type, data, dataStrides);
    ArrayView from(written.data(), type, updates, updatesStrides);
    ArrayView at(tuples.data(), {ElementKind::Signless, indexWidth}, indices);
    std::string result = getMessage(
        start.empty()
            ? scatterNDUpdate(view, at, from, view, options)
            : sliceScatter(view, from, {start, stop, step, axes}, view));
    for (int32_t value : values)
      result.append(" ").append(std::to_string(value));
    return result;
  }
};
} // namespace

/// Runs each call after the first one, whose update the thread keeps, and on a
/// thread that keeps none.
static void
expectSameWithKeptUpdates(const KernelArguments &first,
                          const std::vector<KernelArguments> &others) {
  for (size_t i = 0; i < others.size(); ++i) {
    first.run();
    std::string expected;
    std::thread([&] { expected = others[i].run(); }).join();
    EXPECT_EQ(others[i].run(), expected) << "call " << i;
    EXPECT_EQ(others[i].run(), expected) << "call " << i << ", repeated";
  }
}

TEST(Cache, CallsThatDifferInOneArgument) {
  KernelArguments first;
  first.options.reduction = Reduction::max;
  expectSameWithKeptUpdates(
      first,
      {first,
       first.with([](auto &a) { a.data = {5, 4}; }),
       first.with([](auto &a) { a.data = {2, 4}; }),
       first.with([](auto &a) { a.data = {4, 5}; }),
       first.with([](auto &a) { a.dataStrides = {1, 4}; }),
       first.with([](auto &a) { a.dataStrides = {8, 1}; }),
       first.with([](auto &a) { a.updatesStrides = {1, 2}; }),
       first.with([](auto &a) { a.updatesStrides = {4, 1}; }),
       first.with([](auto &a) { a.updates = {4}; }),
       first.with([](auto &a) { a.updates = {1, 5}; }),
       first.with([](auto &a) { a.updatesStrides = {1}; }),
       first.with([](auto &a) { a.indices = {1, 2}, a.updates = {1}; }),
       first.with([](auto &a) { a.indices = {2}, a.updates = {}; }),
       first.with([](auto &a) { a.indices = {2}, a.updates = {1, 1}; }),
       first.with([](auto &a) { a.indices = {2}, a.updates = {2}; }),
       first.with([](auto &a) { a.indices = {2, 1}, a.updates = {2, 4}; }),
       first.with([](auto &a) { a.kind = ElementKind::Unsigned; }),
       first.with([](auto &a) { a.kind = ElementKind::Float; }),
       first.with([](auto &a) { a.indexWidth = 32; }),
       first.with([](auto &a) { a.index = -1; }),
       first.with([](auto &a) { a.index = 4; }),
       first.with([](auto &a) { a.options.reduction = Reduction::sum; }),
       first.with([](auto &a) {
         a.index = -1;
         a.options.negativeIndices = NegativeIndices::reject;
       }),
       first.with([](auto &a) {
         a.index = 4;
         a.options.outOfBounds = OutOfBounds::clamp;
       }),
       first.with([](auto &a) { a.options.threads = 1 << 20; })});
}

TEST(Cache, SlicesThatDifferInOneArgument) {
  KernelArguments first;
  first.start = {1, 0}, first.stop = {3, 2}, first.updates = {2, 2};
  expectSameWithKeptUpdates(
      first,
      {first, first.with([](auto &a) { a.start = {2, 1}, a.stop = {4, 3}; }),
       first.with([](auto &a) { a.stop = {3, 3}; }),
       first.with([](auto &a) { a.stop = {3}; }),
       first.with([](auto &a) { a.start = {1}, a.stop = {3}; }),
       first.with(
           [](auto &a) { a.start = {1}, a.stop = {3}, a.updates = {2, 4}; }),
       first.with([](auto &a) { a.step = {1, 2}, a.stop = {3, 4}; }),
       first.with([](auto &a) {
         a.step = {-1, 1}, a.start = {2, 0}, a.stop = {0, 2};
       }),
       first.with([](auto &a) { a.step = {0, 1}; }),
       first.with([](auto &a) { a.axes = {0, 1}; }),
       first.with([](auto &a) { a.axes = {1, 0}; }),
       first.with([](auto &a) { a.axes = {0, 0}; }),
       first.with([](auto &a) { a.axes = {0, 2}; }),
       first.with([](auto &a) { a.data = {4, 5}; }),
       first.with([](auto &a) { a.dataStrides = {1, 4}; }),
       first.with([](auto &a) { a.updatesStrides = {1, 2}; })});
}

TEST(Cache, OneShortRowOfASliceHasNoKernel) {
  auto countKernelsOf = [](int64_t length) {
    Array<uint64_t> data({2, 1000}), updates({1, length}, 7);
    ArrayView view = data;
    size_t before = getKernelCounts().inMemory;
    // A start that differs from call to call.
    for (int64_t row : {0, 1}) {
      EXPECT_EQ(
          getMessage(sliceScatter(
              view, updates, {{row, 3}, {row + 1, 3 + length}, {}, {}}, view)),
          "");
      for (int64_t i = 0; i < 1000; ++i)
        EXPECT_EQ(data.values[size_t(row * 1000 + i)],
                  i >= 3 && i < 3 + length ? 7u : 0u);
    }
    return getKernelCounts().inMemory - before;
  };
  // Removes the kernels of earlier tests.
  size_t former = setMaxKernels(0);
  setMaxKernels(former);
  EXPECT_EQ(countKernelsOf(1), 0u);
  EXPECT_EQ(countKernelsOf(256), 0u);
  EXPECT_EQ(countKernelsOf(257), 1u);
}

/// The options of call number `call` of four, the third of which compiles
/// ahead.
static SliceScatterOptions getOptions(uint64_t call) {
  SliceScatterOptions options;
  options.compilesAhead = call == 3;
  return options;
}

/// Writes `length` columns of `rows` rows four times, in place or into a copy.
/// Returns how many kernels are compiled or loaded by the last two calls.
static size_t countLaterKernels(int64_t rows, int64_t length, bool copies) {
  Array<uint64_t> data({rows, 40}), target({rows, 40}, 9);
  size_t before = 0;
  for (uint64_t call = 1; call <= 4; ++call) {
    if (call == 3)
      before = countKernels();
    Array<uint64_t> updates({rows, length}, call);
    ArrayView out = copies ? target : data;
    int64_t start = int64_t(call);
    EXPECT_EQ(getMessage(sliceScatter(data, updates,
                                      {{start}, {start + length}, {}, {1}}, out,
                                      getOptions(call))),
              "");
    auto &values = copies ? target.values : data.values;
    for (size_t i = 0; i < values.size(); ++i) {
      uint64_t column = i % 40;
      bool isWritten = column >= call && column < call + uint64_t(length);
      uint64_t former = copies || column == 0 || column >= call ? 0 : column;
      EXPECT_EQ(values[i], isWritten ? call : former) << i;
    }
  }
  return countKernels() - before;
}

TEST(Cache, ShortRowsOfManyGetAKernelForTheirLength) {
  size_t former = setMaxKernels(0);
  setMaxKernels(former);
  EXPECT_EQ(countLaterKernels(1000, 3, /*copies=*/false), 1u);
  // Few rows, and long ones.
  EXPECT_EQ(countLaterKernels(100, 3, /*copies=*/false), 0u);
  EXPECT_EQ(countLaterKernels(1000, 17, /*copies=*/false), 0u);
  // A copy, then the same kernel.
  EXPECT_EQ(countLaterKernels(1000, 3, /*copies=*/true), 0u);
}

/// Writes every second column of 3000 rows, `length` of `width`, four times.
/// Returns how many kernels are compiled or loaded by the last two calls.
static size_t countLaterKernelsOfStep2(int64_t length, int64_t width) {
  Array<uint32_t> data({3000, width}), updates({3000, length}, 7);
  ArrayView out = data;
  size_t before = 0;
  for (uint64_t call = 1; call <= 4; ++call) {
    if (call == 3)
      before = countKernels();
    EXPECT_EQ(getMessage(sliceScatter(data, updates,
                                      {{0}, {2 * length - 1}, {2}, {1}}, out,
                                      getOptions(call))),
              "");
  }
  for (size_t i = 0; i < data.values.size(); ++i) {
    auto column = int64_t(i) % width;
    EXPECT_EQ(data.values[i], column % 2 == 0 && column < 2 * length ? 7u : 0u);
  }
  return countKernels() - before;
}

TEST(Cache, ShortRowsWithAStepOf2GetAKernelForTheirLength) {
  size_t former = setMaxKernels(0);
  setMaxKernels(former);
  EXPECT_EQ(countLaterKernelsOfStep2(4, 9), 1u);
  // Longer rows are written by vectors, as are rows that form one row.
  EXPECT_EQ(countLaterKernelsOfStep2(9, 19), 0u);
  EXPECT_EQ(countLaterKernelsOfStep2(4, 8), 0u);
}

/// Copies 1000 rows of 35 elements with `length` of them replaced, at steps 2
/// and then 3, four times each. Returns how many kernels are compiled or loaded
/// for step 3.
static size_t countKernelsOfSecondStep(int64_t length) {
  size_t before = 0;
  for (int64_t step : {2, 3}) {
    Array<uint16_t> data({1000, 35}, 1), updates({1000, length}, 7);
    Array<uint16_t> target({1000, 35});
    ArrayView out = target;
    before = countKernels();
    for (int call = 1; call <= 4; ++call)
      EXPECT_EQ(getMessage(sliceScatter(
                    data, updates, {{1}, {step * length}, {step}, {1}}, out)),
                "");
    for (size_t i = 0; i < target.values.size(); ++i) {
      auto distance = int64_t(i % 35) - 1;
      bool isWritten =
          distance >= 0 && distance % step == 0 && distance / step < length;
      EXPECT_EQ(target.values[i], isWritten ? 7u : 1u) << i;
    }
  }
  return countKernels() - before;
}

TEST(Cache, CopiesWithFewElementsInARowHaveOneKernelForAllSteps) {
  size_t former = setMaxKernels(0);
  setMaxKernels(former);
  EXPECT_EQ(countKernelsOfSecondStep(3), 0u);
  EXPECT_EQ(countKernelsOfSecondStep(11), 1u);
}

namespace {
/// Counts the parallel loops of this thread and runs them sequentially.
struct LoopCounter {
  LoopCounter() {
    count = 0;
    former = scatter_set_thread_parallel_for(
        [](void (*function)(void *, int64_t), void *context, int64_t size) {
          ++count;
          for (int64_t i = 0; i < size; ++i)
            function(context, i);
        });
  }
  ~LoopCounter() { scatter_set_thread_parallel_for(former); }

  static inline int count = 0;
  ScatterParallelFor former;
};
} // namespace

TEST(Cache, CallsUseTheCurrentDefaultOfThreads) {
  Array<float> data({2048, 512}), slice({2000, 512});
  Array<int64_t> indices({2000, 1}, 3);
  ArrayView view = data;
  auto updateRows = [&] {
    return getMessage(scatterNDUpdate(data, indices, slice, view));
  };
  auto updateSlice = [&] {
    int64_t start = 0, stop = 2000;
    return getMessage(sliceScatter(data, slice, {start, stop, {}, {}}, view));
  };
  auto countLoops = [](auto run, unsigned threads) {
    setDefaultThreads(threads);
    LoopCounter counter;
    EXPECT_EQ(run(), "");
    return LoopCounter::count;
  };
  EXPECT_NE(countLoops(updateRows, 2), 0);
  EXPECT_EQ(countLoops(updateRows, 1), 0);
  EXPECT_NE(countLoops(updateSlice, 2), 0);
  EXPECT_EQ(countLoops(updateSlice, 1), 0);
  setDefaultThreads(0);
}

TEST(Cache, ThreadsThatBeginWithTheSameCallCompileOnce) {
  size_t before = countKernels();
  std::atomic<bool> isGood = true;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (uint16_t n = 0; n < 1000; ++n)
        if (!update<uint16_t>(n))
          isGood = false;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_TRUE(isGood);
  EXPECT_EQ(countKernels(), before + 1);
}

TEST(Cache, IsBounded) {
  size_t former = setMaxKernels(2);
  std::atomic<bool> isGood = true;
  // Threads of their own, which keep none.
  auto run = [&](auto value, bool isTransposed) {
    std::thread([&] {
      if (!update(value, isTransposed))
        isGood = false;
    }).join();
  };
  run(int16_t(1), false);
  run(1.0, false);
  run(1, false);
  EXPECT_EQ(getKernelCounts().inMemory, 2u);
  // The one that was used last is still there, the first one is not.
  size_t before = countKernels();
  run(2, false);
  EXPECT_EQ(countKernels(), before);
  run(int16_t(1), false);
  EXPECT_EQ(countKernels(), before + 1);
  EXPECT_EQ(setMaxKernels(0), 2u);
  EXPECT_EQ(getKernelCounts().inMemory, 0u);
  // Kernels are used all the same.
  run(3, false);
  run(3, true);
  EXPECT_EQ(getKernelCounts().inMemory, 0u);
  EXPECT_TRUE(isGood);
  setMaxKernels(former);
}

/// A kernel that a thread has kept and uses again is not the one to remove.
TEST(Cache, UseByOneThreadCounts) {
  size_t former = setMaxKernels(0);
  setMaxKernels(2);
  ASSERT_TRUE(update<int16_t>(1));
  std::thread([] { EXPECT_TRUE(update<double>(1)); }).join();
  ASSERT_TRUE(update<int16_t>(2));
  std::thread([] { EXPECT_TRUE(update<int32_t>(1)); }).join();
  size_t before = countKernels();
  std::thread([] { EXPECT_TRUE(update<int16_t>(3)); }).join();
  EXPECT_EQ(countKernels(), before) << "the kernel in use was removed";
  setMaxKernels(former);
}

namespace {
/// Calls a function when its thread has ended its other objects.
struct LateCall {
  ~LateCall() {
    if (!update<float>(1) || !update<float>(2))
      *isGood = false;
  }
  bool *isGood = nullptr;
};
} // namespace

TEST(Cache, CallsAtTheEndOfAThread) {
  bool isGood = true;
  std::thread([&] {
    // Made before the objects of the functions, and so destroyed after them.
    static thread_local LateCall late;
    late.isGood = &isGood;
    EXPECT_TRUE(update<float>(3));
  }).join();
  EXPECT_TRUE(isGood);
}

/// Runs `work` in a forked process; returns whether it returned true there.
template <typename Work>
static bool runForked(Work work) {
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(work() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Fork, KernelsOfBothProcesses) {
  ASSERT_TRUE(update<float>(1));
  EXPECT_TRUE(runForked([] {
    // One that exists, and one that is new.
    return update<float>(2) && update<int64_t>(3) &&
           update<int64_t>(3, /*isTransposed=*/true);
  }));
  EXPECT_TRUE(update<float>(4));
}

// The thread sanitizer takes the threads of the parent for leaks of the child.
#if !defined(__SANITIZE_THREAD__)
TEST(Fork, WhileAnotherThreadCompiles) {
  for (int round = 0; round < 4; ++round) {
    setMaxKernels(0);
    setMaxKernels(kDefaultMaxKernels);
    std::thread other([&] {
      for (bool isTransposed : {false, true}) {
        EXPECT_TRUE(update<uint32_t>(1, isTransposed));
        EXPECT_TRUE(update<uint64_t>(1, isTransposed));
        EXPECT_TRUE(update<uint8_t>(1, isTransposed));
      }
    });
    for (int i = 0; i < 3; ++i)
      EXPECT_TRUE(runForked([&] {
        return update<uint32_t>(2) && update<double>(2, round % 2 != 0);
      }));
    other.join();
  }
}

/// Large enough that both processes use two threads.
TEST(Fork, ThreadsOfBothProcesses) {
  auto work = [] {
    Array<float> data({2000, 128}), updates({4000, 128}, 1);
    Array<int32_t> indices({4000, 1});
    for (size_t i = 0; i < indices.values.size(); ++i)
      indices.values[i] = int32_t(i % 2000);
    NDUpdateOptions options;
    options.reduction = Reduction::sum;
    options.threads = 2;
    ArrayView view = data;
    if (llvm::Error error =
            scatterNDUpdate(data, indices, updates, view, options)) {
      consumeError(std::move(error));
      return false;
    }
    return llvm::all_of(data.values, [](float x) { return x == 2; });
  };
  EXPECT_TRUE(work());
  EXPECT_TRUE(runForked(work));
  EXPECT_TRUE(work());
}
#endif
