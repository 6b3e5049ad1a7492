//===- BufferPoolTest.cpp - memory of results, used again -----------------===//

#include "Utils.h"

#include "scatter/ExecutionEngine/BufferPool.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace scatter;
using namespace scatter::test;

namespace {

/// 2^20 elements of f32: 4 MiB, the least that the pool keeps.
class BufferPool : public testing::Test {
protected:
  BufferPool() { setPooledBytesLimit(0), setPooledBytesLimit(16 << 20); }
  ~BufferPool() override { setPooledBytesLimit(256 << 20); }

  OwnedBuffer update(int64_t index) {
    std::vector<int64_t> indices = {index};
    auto results = llvm::cantFail(program.call(
        *llvm::cantFail(program.lookup()),
        {makeView(data, "f32", {1 << 20}), makeView(indices, "i64", {1, 1}),
         makeView(updates, "f32", {1})}));
    return std::move(results.front());
  }

  Program program = compileOrDie(R"(
    func.func @f(%d: tensor<1048576xf32>, %i: tensor<1x1xi64>,
                 %u: tensor<1xf32>) -> tensor<1048576xf32> {
      %r = scatter.scatter_nd_update
             ins(%i, %u : tensor<1x1xi64>, tensor<1xf32>)
             outs(%d : tensor<1048576xf32>) -> tensor<1048576xf32>
      return %r : tensor<1048576xf32>
    })");
  std::vector<float> data = std::vector<float>(1 << 20, 1), updates = {5};
};

} // namespace

TEST_F(BufferPool, FreedResultsAreUsedAgain) {
  const void *first = update(0).getView().data;
  EXPECT_GE(getPooledBytes(), size_t(4) << 20);
  OwnedBuffer second = update(7);
  EXPECT_EQ(second.getView().data, first);
  EXPECT_EQ(getPooledBytes(), 0u);
  std::vector<float> expected = data;
  expected[7] = 5;
  EXPECT_EQ(getValues<float>(second.getView()), expected);
}

TEST_F(BufferPool, SmallResultsLeaveLargeBuffersIdle) {
  freePooled(allocatePooled(12 << 20));
  size_t before = getPooledBytes();
  EXPECT_GE(before, size_t(12) << 20);
  void *small = allocatePooled(4 << 20);
  EXPECT_EQ(getPooledBytes(), before);
  freePooled(small);
}

TEST_F(BufferPool, ResultsInUseAreNotGivenAway) {
  OwnedBuffer first = update(0), second = update(1);
  EXPECT_NE(first.getView().data, second.getView().data);
  EXPECT_EQ(getValues<float>(first.getView())[0], 5);
  EXPECT_EQ(getValues<float>(second.getView())[0], 1);
}

TEST_F(BufferPool, TheLimitIsKept) {
  {
    std::vector<OwnedBuffer> results;
    for (int64_t i = 0; i < 6; ++i)
      results.push_back(update(i));
  }
  EXPECT_GE(getPooledBytes(), size_t(8) << 20);
  EXPECT_LE(getPooledBytes(), size_t(16) << 20);
  EXPECT_EQ(setPooledBytesLimit(0), size_t(16) << 20);
  EXPECT_EQ(getPooledBytesLimit(), 0u);
  EXPECT_EQ(getPooledBytes(), 0u);
  update(0);
  EXPECT_EQ(getPooledBytes(), 0u);
}

TEST_F(BufferPool, WhatIsLargerThanTheLimitIsFreed) {
  freePooled(allocatePooled(8 << 20));
  size_t before = getPooledBytes();
  EXPECT_GE(before, size_t(8) << 20);
  freePooled(allocatePooled(24 << 20));
  EXPECT_EQ(getPooledBytes(), before);
}

TEST_F(BufferPool, AnotherAlignmentIsKept) {
  // Idle buffers that are aligned to huge pages alone.
  constexpr size_t alignment = 64 << 20;
  std::vector<void *> buffers;
  auto isAligned = [](void *buffer) {
    return reinterpret_cast<uintptr_t>(buffer) % alignment == 0;
  };
  do
    buffers.push_back(allocatePooled(4 << 20));
  while (isAligned(buffers.back()));
  freePooled(buffers.back());
  buffers.pop_back();
  EXPECT_GT(getPooledBytes(), 0u);
  void *aligned = allocatePooled(4 << 20, alignment);
  EXPECT_TRUE(isAligned(aligned));
  freePooled(aligned);
  for (void *buffer : buffers)
    freePooled(buffer);
}

// A buffer has a small page beyond its huge pages. Memory of others may end
// with a huge page, which is then not counted, or have less than the pool
// keeps.
TEST_F(BufferPool, MemoryOfOthersIsNotTakenForLarger) {
  bool isAtEnd = false, isSmall = false;
  for (size_t size = 7 << 20; size > (1 << 20); size -= 4 << 10) {
    setPooledBytesLimit(0);
    setPooledBytesLimit(16 << 20);
    void *memory = nullptr;
    ASSERT_EQ(posix_memalign(&memory, 2 << 20, size), 0);
    size_t usable = malloc_usable_size(memory);
    freePooled(memory);
    if (usable < kMinPooledBytes) {
      isSmall = true;
      EXPECT_EQ(getPooledBytes(), 0u) << usable;
    } else {
      isAtEnd |= usable % (2 << 20) < (4 << 10);
      EXPECT_LE(getPooledBytes() + (4 << 10), usable);
    }
  }
  EXPECT_TRUE(isAtEnd);
  EXPECT_TRUE(isSmall);
}

TEST_F(BufferPool, BuffersBeginAtHugePages) {
  void *buffer = allocatePooled(5 << 20);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer) % (2 << 20), 0u);
  void *aligned = allocatePooled(5 << 20, /*alignment=*/16 << 20);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(aligned) % (16 << 20), 0u);
  freePooled(buffer);
  freePooled(aligned);
}

TEST_F(BufferPool, SizesOutsideItsRangeAreRefused) {
  EXPECT_EQ(allocatePooled(0), nullptr);
  EXPECT_EQ(allocatePooled(kMinPooledBytes - 1), nullptr);
  EXPECT_EQ(allocatePooled(SIZE_MAX), nullptr);
  EXPECT_EQ(allocatePooled(SIZE_MAX / 2), nullptr);
}

TEST_F(BufferPool, MemoryOfOthersIsFreed) {
  freePooled(nullptr);
  freePooled(std::malloc(1));
  freePooled(std::malloc(1 << 20));
  EXPECT_EQ(getPooledBytes(), 0u);
}

/// What a forked process does with the pool; ends it if that takes too long.
static int useForked() {
  alarm(60);
  bool isRight = true;
  for (int i = 0; i < 8; ++i) {
    void *buffer = allocatePooled(kMinPooledBytes);
    isRight &= buffer != nullptr;
    freePooled(buffer);
  }
  setPooledBytesLimit(0);
  getPooledBytes();
  return isRight ? 0 : 1;
}

TEST_F(BufferPool, ForkedProcessesDoNotWaitForTheThreadsOfTheirParent) {
  std::atomic<bool> stops = false;
  auto use = [&] {
    while (!stops)
      freePooled(allocatePooled(kMinPooledBytes));
  };
  std::thread first(use), second(use);
  int failed = 0;
  for (int i = 0; i < 100 && !failed; ++i) {
    pid_t child = fork();
    if (child == 0)
      _exit(useForked());
    int status = 0;
    waitpid(child, &status, 0);
    failed = status;
  }
  stops = true;
  first.join();
  second.join();
  EXPECT_EQ(failed, 0) << "process "
                       << (WIFSIGNALED(failed) ? "hung" : "erred");
}
