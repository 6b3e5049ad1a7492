//===- BufferPool.cpp - a pool of large buffers ---------------------------===//

#include "scatter/ExecutionEngine/BufferPool.h"

#include "llvm/ADT/simple_ilist.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <mutex>
#include <new>
#include <sys/mman.h>

using namespace scatter;

/// A buffer consists of huge pages and one small page. Generated code allocates
/// more than the size of a result in order to align it, and the small page
/// holds the excess.
static constexpr size_t kHugePageSize = size_t(2) << 20;
static constexpr size_t kSmallPageSize = size_t(4) << 10;

namespace {

/// The header of a freed buffer. It is stored at the start of the buffer, so
/// that keeping a buffer needs no allocation and cannot fail. `size` is the
/// size of the huge pages.
struct IdleBuffer : llvm::ilist_node<IdleBuffer> {
  explicit IdleBuffer(size_t size) : size(size) {}

  size_t size;
};

class BufferPool {
public:
  /// Returns a buffer with huge pages of `size` bytes or slightly more, or
  /// null.
  void *take(size_t size, size_t alignment);
  /// Keeps or frees a buffer with huge pages of `size` bytes.
  void give(void *memory, size_t size);
  void freeAll();

  size_t setLimit(size_t bytes);
  size_t getLimit() const { return limit; }
  size_t getBytes() const { return idleBytes; }

private:
  void *remove(IdleBuffer &buffer);
  void trim();

  /// Guards `idle` and modifications of `idleBytes`. Only locked by try_lock. A
  /// thread that has released it calls trim(), also on behalf of threads that
  /// found it locked.
  std::mutex mutex;
  /// The buffers in the order in which they were freed.
  llvm::simple_ilist<IdleBuffer> idle;
  std::atomic<size_t> idleBytes = 0, limit = size_t(256) << 20;
};

} // namespace

void *BufferPool::remove(IdleBuffer &buffer) {
  idle.remove(buffer);
  idleBytes -= buffer.size;
  return &buffer;
}

/// Frees the oldest buffers until the limit holds.
void BufferPool::trim() {
  while (idleBytes > limit) {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (!lock.owns_lock() || idle.empty())
      return;
    void *oldest = remove(idle.front());
    lock.unlock();
    std::free(oldest);
  }
}

void *BufferPool::take(size_t size, size_t alignment) {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock.owns_lock())
    return nullptr;
  // Finds the best fit that wastes at most a quarter or one huge page. Of equal
  // sizes it takes the one freed last, which is most likely in the cache.
  size_t largest = size + std::max(size / 4, kHugePageSize);
  IdleBuffer *best = nullptr;
  for (IdleBuffer &buffer : idle)
    if (buffer.size >= size && buffer.size <= largest &&
        reinterpret_cast<uintptr_t>(&buffer) % alignment == 0 &&
        (!best || buffer.size <= best->size))
      best = &buffer;
  void *memory = best ? remove(*best) : nullptr;
  lock.unlock();
  trim();
  return memory;
}

void BufferPool::give(void *memory, size_t size) {
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock.owns_lock() || size > limit) {
    std::free(memory);
    return;
  }
  idle.push_back(*new (memory) IdleBuffer(size));
  idleBytes += size;
  lock.unlock();
  trim();
}

void BufferPool::freeAll() {
  llvm::simple_ilist<IdleBuffer> buffers;
  if (std::unique_lock lock(mutex, std::try_to_lock); lock.owns_lock()) {
    buffers.splice(buffers.end(), idle);
    idleBytes = 0;
  }
  buffers.clearAndDispose([](IdleBuffer *buffer) { std::free(buffer); });
}

size_t BufferPool::setLimit(size_t bytes) {
  size_t former = limit.exchange(bytes);
  trim();
  return former;
}

/// Never destroyed, because results may outlive all other objects.
static BufferPool &getPool() {
  alignas(BufferPool) static char memory[sizeof(BufferPool)];
  static auto *pool = new (memory) BufferPool;
  return *pool;
}

/// Allocates memory and requests huge pages for it. With small pages, page
/// faults take most of the time of the update of a fresh tensor
/// (docs/Performance.md, "Measure").
static void *allocateHuge(size_t size, size_t alignment) {
  void *memory;
  if (posix_memalign(&memory, alignment, size + kSmallPageSize) != 0)
    return nullptr;
#ifdef MADV_HUGEPAGE
  // A failure of madvise does not affect correctness.
  (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

void *scatter::allocatePooled(size_t size, size_t alignment) {
  alignment = std::max(alignment, kHugePageSize);
  if (size < kMinPooledBytes || size > SIZE_MAX / 2)
    return nullptr;
  size = llvm::alignTo(size - kSmallPageSize, kHugePageSize);
  if (void *memory = getPool().take(size, alignment))
    return memory;
  if (void *memory = allocateHuge(size, alignment))
    return memory;
  getPool().freeAll();
  return allocateHuge(size, alignment);
}

void scatter::freePooled(void *memory) {
  size_t usable = malloc_usable_size(memory);
  if (usable < kMinPooledBytes + kSmallPageSize ||
      reinterpret_cast<uintptr_t>(memory) % kHugePageSize != 0)
    return std::free(memory);
  getPool().give(memory,
                 llvm::alignDown(usable - kSmallPageSize, kHugePageSize));
}

size_t scatter::setPooledBytesLimit(size_t bytes) {
  return getPool().setLimit(bytes);
}

size_t scatter::getPooledBytesLimit() { return getPool().getLimit(); }

size_t scatter::getPooledBytes() { return getPool().getBytes(); }
