//===- ParallelForTest.cpp - the workers and their callers ----------------===//
//
// Workers are more than the CPUs of most machines, so that they are descheduled
// at any point.
//
//===----------------------------------------------------------------------===//

#include "scatter/Runtime/ParallelFor.h"
#include "scatter/Runtime/Runtime.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <cfenv>
#include <chrono>
#include <dirent.h>
#include <functional>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using testing::Each;
using testing::Ge;
using testing::Le;

namespace {

/// scatter_parallel_for with a function object.
void parallelFor(int64_t count, const std::function<void(int64_t)> &body) {
  auto call = [](void *context, int64_t index) {
    (*static_cast<const std::function<void(int64_t)> *>(context))(index);
  };
  scatter_parallel_for(
      call, const_cast<void *>(static_cast<const void *>(&body)), count);
}

/// How often each index came in one loop.
std::vector<int> countIndices(int64_t count) {
  std::vector<int> times(count, 0);
  parallelFor(count, [&](int64_t index) { ++times[index]; });
  return times;
}

void sleepMilliseconds(int time) {
  std::this_thread::sleep_for(std::chrono::milliseconds(time));
}

/// The number of threads that run the indices of a loop, each of which waits a
/// little for others.
size_t countThreads(int64_t count) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  parallelFor(count, [&](int64_t) {
    sleepMilliseconds(5);
    std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  return threads.size();
}

/// The threads of this process.
size_t countProcessThreads() {
  size_t count = 0;
  DIR *tasks = opendir("/proc/self/task");
  while (dirent *entry = readdir(tasks))
    count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

class ParallelFor : public testing::Test {
protected:
  void SetUp() override { scatter_set_worker_limit(3); }
  void TearDown() override {
    scatter_set_worker_limit(-1);
    scatter_set_parallel_for(nullptr);
  }
};

TEST_F(ParallelFor, RunsEachIndexOnce) {
  for (int64_t limit : {0, 1, 3, 15}) {
    scatter_set_worker_limit(limit);
    for (int64_t count : {0, 1, 2, 3, 4, 7, 64, 1000})
      for (int repetition = 0; repetition < 50; ++repetition)
        EXPECT_THAT(countIndices(count), Each(1)) << limit << ", " << count;
  }
}

TEST_F(ParallelFor, RunsNothingForCountsBelowOne) {
  for (int64_t count : {int64_t(0), int64_t(-1), INT64_MIN})
    parallelFor(count, [](int64_t) { FAIL(); });
}

TEST_F(ParallelFor, UsesThreadsUpToTheLimit) {
  for (int64_t limit : {1, 3}) {
    scatter_set_worker_limit(limit);
    EXPECT_THAT(countThreads(40), testing::AllOf(Ge(2u), Le(limit + 1u)));
  }
  scatter_set_worker_limit(0);
  EXPECT_EQ(countThreads(4), 1u);
}

// Sums in memory that only the loops order.
TEST_F(ParallelFor, OrdersMemory) {
  std::vector<int64_t> values(8, 0);
  for (int64_t round = 1; round <= 2000; ++round) {
    parallelFor(8, [&](int64_t index) { values[index] += round; });
    ASSERT_EQ(std::accumulate(values.begin(), values.end(), int64_t(0)),
              8 * round * (round + 1) / 2);
  }
}

TEST_F(ParallelFor, ServesCallsAfterItsWorkersSleep) {
  for (int round = 0; round < 5; ++round) {
    sleepMilliseconds(10);
    EXPECT_THAT(countIndices(100), Each(1));
    EXPECT_GE(countThreads(8), 2u);
  }
}

// The last index is not finished when its caller has nothing left to do.
TEST_F(ParallelFor, WaitsForSlowWorkers) {
  for (int round = 0; round < 5; ++round) {
    std::atomic<int> finished = 0;
    std::thread::id caller = std::this_thread::get_id();
    parallelFor(4, [&](int64_t) {
      sleepMilliseconds(std::this_thread::get_id() == caller ? 1 : 10);
      ++finished;
    });
    EXPECT_EQ(finished, 4);
  }
}

TEST_F(ParallelFor, BalancesUnequalCosts) {
  std::mutex mutex;
  std::multiset<std::thread::id> threads;
  std::thread::id caller = std::this_thread::get_id();
  parallelFor(40, [&](int64_t) {
    bool isSlow = std::this_thread::get_id() == caller;
    sleepMilliseconds(isSlow ? 20 : 2);
    std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_LT(threads.count(caller), 10u);
}

TEST_F(ParallelFor, MayNest) {
  for (int round = 0; round < 100; ++round) {
    std::vector<std::vector<int>> times(8);
    parallelFor(8, [&](int64_t index) { times[index] = countIndices(20); });
    for (const std::vector<int> &inner : times)
      EXPECT_THAT(inner, Each(1));
  }
}

TEST_F(ParallelFor, CallersDoNotMultiplyThreads) {
  countThreads(8);
  size_t before = countProcessThreads();
  std::atomic<size_t> most = 0;
  std::atomic<int> wrong = 0;
  std::vector<std::thread> callers;
  for (int caller = 0; caller < 8; ++caller)
    callers.emplace_back([&] {
      for (int round = 0; round < 200; ++round)
        for (int times : countIndices(16))
          wrong += times != 1;
      size_t now = countProcessThreads(), other = most;
      while (now > other && !most.compare_exchange_weak(other, now))
        ;
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(most, before + 8);
}

TEST_F(ParallelFor, WorkersReportToTheCaller) {
  for (int round = 0; round < 50; ++round) {
    ScatterError record = {};
    ScatterError *outer = scatter_runtime_install_record(&record);
    parallelFor(8, [](int64_t index) {
      if (index % 2)
        scatter_runtime_report(SCATTER_ERROR_INDEX, "here", index, 0, 9, 4);
      else
        scatter_runtime_report(SCATTER_ERROR_MEMORY, "there", 0, 0, 64, 0);
    });
    EXPECT_EQ(scatter_runtime_install_record(outer), &record);
    EXPECT_EQ(record.failures, 4);
    EXPECT_THAT(record.location, testing::AnyOf(testing::StrEq("here"),
                                                testing::StrEq("there")));
  }
  // Workers keep nothing of a call that has ended.
  parallelFor(
      8, [](int64_t) { EXPECT_EQ(scatter_runtime_get_record(), nullptr); });
}

TEST_F(ParallelFor, WorkersHaveTheFloatingPointControlOfTheCaller) {
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  std::atomic<int> different = 0;
  parallelFor(20, [&](int64_t) {
    volatile float one = 1, small = 1e-10f;
    different += one + small == 1;
    sleepMilliseconds(1);
  });
  std::fesetround(FE_TONEAREST);
  parallelFor(20, [&](int64_t) {
    volatile float one = 1, small = 1e-10f;
    different += one + small != 1;
    sleepMilliseconds(1);
  });
  EXPECT_EQ(different, 0);
}

TEST_F(ParallelFor, BodiesMayCatchWhatTheyThrow) {
  std::atomic<int> caught = 0;
  parallelFor(16, [&](int64_t index) {
    try {
      throw std::runtime_error("thrown");
    } catch (const std::runtime_error &) {
      ++caught;
    }
  });
  EXPECT_EQ(caught, 16);
}

TEST_F(ParallelFor, WorkersLeaveSignalsToOthers) {
  std::mutex mutex;
  bool isBlocked = true;
  std::thread::id caller = std::this_thread::get_id();
  parallelFor(16, [&](int64_t) {
    sleepMilliseconds(2);
    if (std::this_thread::get_id() == caller)
      return;
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    std::lock_guard lock(mutex);
    isBlocked &= sigismember(&mask, SIGINT) && !sigismember(&mask, SIGSEGV);
  });
  EXPECT_TRUE(isBlocked);
}

#if !defined(__SANITIZE_THREAD__)
/// Forks and returns whether `check` was true in the child.
bool checkInChild(const std::function<bool()> &check) {
  pid_t child = fork();
  if (child == 0)
    _exit(check() ? 0 : 1);
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(ParallelFor, AForkedChildStartsWorkersOfItsOwn) {
  EXPECT_GE(countThreads(16), 2u);
  for (int round = 0; round < 5; ++round) {
    // Workers that spin, and workers that sleep.
    sleepMilliseconds(round % 2 ? 10 : 0);
    EXPECT_TRUE(checkInChild([] {
      bool hasNone = countProcessThreads() == 1;
      return hasNone && countThreads(16) >= 2 &&
             checkInChild([] { return countThreads(16) >= 2; });
    }));
    EXPECT_THAT(countIndices(100), Each(1));
  }
}

// The workers are taken by another thread in the moment of the fork.
TEST_F(ParallelFor, AChildForkedDuringALoopHasWorkers) {
  std::atomic<bool> isRunning = true;
  std::thread other([&] {
    while (isRunning)
      parallelFor(8, [](int64_t) { sleepMilliseconds(1); });
  });
  for (int round = 0; round < 20; ++round)
    EXPECT_TRUE(checkInChild([] { return countThreads(16) >= 2; }));
  isRunning = false;
  other.join();
}

// The address sanitizer has no memory for its own structures then.
#if !defined(__SANITIZE_ADDRESS__)
TEST_F(ParallelFor, RunsWithoutWorkersWhereNoneCanBeStarted) {
  EXPECT_TRUE(checkInChild([] {
    // The child has its own workers to start, and no memory for their stacks.
    rlimit limit = {size_t(1) << 20, size_t(1) << 20};
    if (setrlimit(RLIMIT_AS, &limit) != 0)
      return false;
    int64_t sum = 0;
    scatter_parallel_for(
        [](void *context, int64_t index) {
          *static_cast<int64_t *>(context) += index;
        },
        &sum, 10);
    return sum == 45;
  }));
}
#endif
#endif

/// A pool of a host: a thread for each index, in descending order.
std::atomic<int> hostCalls = 0;
void runOnHost(void (*function)(void *, int64_t), void *context,
               int64_t count) {
  ++hostCalls;
  std::vector<std::thread> threads;
  for (int64_t index = count; index-- > 0;)
    threads.emplace_back(function, context, index);
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(ParallelFor, RunsOnTheHost) {
  hostCalls = 0;
  scatter_set_parallel_for(runOnHost);
  EXPECT_THAT(countIndices(16), Each(1));
  EXPECT_EQ(hostCalls, 1);
  ScatterError record = {};
  ScatterError *outer = scatter_runtime_install_record(&record);
  std::fesetround(FE_UPWARD);
  std::atomic<int> different = 0;
  parallelFor(8, [&](int64_t index) {
    scatter_runtime_report(SCATTER_ERROR_MEMORY, "there", 0, 0, 64, 0);
    different += std::fegetround() != FE_UPWARD;
    different += countIndices(3) != std::vector<int>(3, 1);
  });
  std::fesetround(FE_TONEAREST);
  scatter_runtime_install_record(outer);
  EXPECT_EQ(record.failures, 8);
  EXPECT_EQ(different, 0);
  EXPECT_EQ(hostCalls, 1 + 1 + 8);
  scatter_set_parallel_for(nullptr);
  EXPECT_THAT(countIndices(16), Each(1));
  EXPECT_EQ(hostCalls, 10);
}

TEST_F(ParallelFor, RunsOnTheHostOfTheThread) {
  hostCalls = 0;
  auto fail = [](void (*)(void *, int64_t), void *, int64_t) { FAIL(); };
  scatter_set_parallel_for(fail);
  EXPECT_EQ(scatter_set_thread_parallel_for(runOnHost), nullptr);
  EXPECT_THAT(countIndices(5), Each(1));
  EXPECT_EQ(hostCalls, 1);
  scatter_set_parallel_for(nullptr);
  std::thread([] { EXPECT_THAT(countIndices(5), Each(1)); }).join();
  EXPECT_EQ(hostCalls, 1);
  EXPECT_EQ(scatter_set_thread_parallel_for(nullptr), &runOnHost);
  EXPECT_THAT(countIndices(5), Each(1));
  EXPECT_EQ(hostCalls, 1);
}

} // namespace
