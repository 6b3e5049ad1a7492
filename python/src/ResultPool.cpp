//===- ResultPool.cpp - memory of large results ---------------------------===//

#include "ResultPool.h"

#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <sys/mman.h>
#include <vector>

using namespace scatter::python;

static constexpr size_t kHugePageSize = size_t(2) << 20;

namespace {
class ResultPool {
public:
  ResultBlock take(size_t size);
  void giveBack(ResultBlock block);
  size_t setLimit(size_t bytes);
  size_t countIdle();

private:
  void remove(size_t position);
  void shrinkTo(size_t bytes);

  /// Takes and gives back never wait for it: a thread that holds it may not
  /// exist in a forked process.
  std::mutex mutex;
  /// The oldest first.
  std::vector<ResultBlock> idle;
  size_t idleBytes = 0, limit = kDefaultPoolBytes;
};
} // namespace

void ResultPool::remove(size_t position) {
  idleBytes -= idle[position].size;
  idle.erase(idle.begin() + position);
}

void ResultPool::shrinkTo(size_t bytes) {
  while (idleBytes > bytes) {
    std::free(idle.front().memory);
    remove(0);
  }
}

static ResultBlock allocate(size_t size) {
  ResultBlock block = {std::aligned_alloc(kHugePageSize, size), size};
#ifdef MADV_HUGEPAGE
  // Advice that is not taken does no harm.
  if (block.memory)
    (void)madvise(block.memory, size, MADV_HUGEPAGE);
#endif
  return block;
}

ResultBlock ResultPool::take(size_t size) {
  if (size < kMinPooledBytes || size > SIZE_MAX / 2)
    return {};
  size = (size + kHugePageSize - 1) / kHugePageSize * kHugePageSize;
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock.owns_lock())
    return {};
  if (limit == 0)
    return {};
  // The best fit that wastes at most a quarter; of several the latest, which is
  // the most likely to be in the cache.
  size_t best = idle.size();
  for (size_t i = 0; i < idle.size(); ++i)
    if (idle[i].size >= size && idle[i].size <= size + size / 4 &&
        (best == idle.size() || idle[i].size <= idle[best].size))
      best = i;
  if (best != idle.size()) {
    ResultBlock block = idle[best];
    remove(best);
    return block;
  }
  ResultBlock block = allocate(size);
  if (!block.memory) {
    shrinkTo(0);
    block = allocate(size);
  }
  return block;
}

void ResultPool::giveBack(ResultBlock block) {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock.owns_lock() || block.size > limit) {
    std::free(block.memory);
    return;
  }
  shrinkTo(limit - block.size);
  idle.push_back(block);
  idleBytes += block.size;
}

size_t ResultPool::setLimit(size_t bytes) {
  std::lock_guard lock(mutex);
  size_t former = limit;
  limit = bytes;
  shrinkTo(bytes);
  return former;
}

size_t ResultPool::countIdle() {
  std::lock_guard lock(mutex);
  return idleBytes;
}

/// Never destroyed: results may outlive the module.
static ResultPool &getPool() {
  static auto *pool = new ResultPool;
  return *pool;
}

ResultBlock scatter::python::takeResultBlock(size_t size) {
  return getPool().take(size);
}

void scatter::python::giveBackResultBlock(ResultBlock block) {
  getPool().giveBack(block);
}

size_t scatter::python::setResultPoolBytes(size_t bytes) {
  return getPool().setLimit(bytes);
}

size_t scatter::python::countIdleResultBytes() { return getPool().countIdle(); }
