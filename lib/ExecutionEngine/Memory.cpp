//===- Memory.cpp - allocations of generated code -------------------------===//

#include "Memory.h"

#include "scatter/ExecutionEngine/BufferPool.h"

#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <mutex>
#include <sys/mman.h>
#include <vector>

using namespace scatter;

namespace {
/// A call in progress.
struct CallFrame {
  std::jmp_buf exit;
  size_t failedSize;
};
} // namespace

static thread_local CallFrame *currentFrame = nullptr;

/// The size of a huge page, and from which size they are asked for.
static constexpr size_t kHugePageSize = size_t(2) << 20;
static constexpr size_t kMinHugeSize = size_t(4) << 20;

namespace {

/// Freed buffers of kMinHugeSize bytes and more, the one freed first in front.
class BufferPool {
public:
  /// A buffer of at least `size` bytes, and at most a quarter more but for what
  /// its alignment added; or null.
  void *take(size_t alignment, size_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    auto fits = [&](void *buffer) {
      size_t usable = malloc_usable_size(buffer);
      return usable >= size && usable - size <= size / 4 + 3 * kHugePageSize &&
             reinterpret_cast<uintptr_t>(buffer) % alignment == 0;
    };
    // What was freed last is in the cache most likely.
    auto found = std::find_if(buffers.rbegin(), buffers.rend(), fits);
    if (found == buffers.rend())
      return nullptr;
    void *buffer = *found;
    buffers.erase(std::next(found).base());
    pooledBytes -= malloc_usable_size(buffer);
    return buffer;
  }

  void give(void *buffer) {
    std::lock_guard<std::mutex> lock(mutex);
    buffers.push_back(buffer);
    pooledBytes += malloc_usable_size(buffer);
    trim();
  }

  void setLimit(size_t bytes) {
    std::lock_guard<std::mutex> lock(mutex);
    limit = bytes;
    trim();
  }

  size_t getBytes() {
    std::lock_guard<std::mutex> lock(mutex);
    return pooledBytes;
  }

private:
  void trim() {
    auto end = buffers.begin();
    for (; end != buffers.end() && pooledBytes > limit; ++end) {
      pooledBytes -= malloc_usable_size(*end);
      std::free(*end);
    }
    buffers.erase(buffers.begin(), end);
  }

  std::mutex mutex;
  std::vector<void *> buffers;
  size_t pooledBytes = 0, limit = size_t(256) << 20;
};

} // namespace

/// Never destroyed: results may outlive every other object.
static BufferPool &getPool() {
  static auto *pool = new BufferPool;
  return *pool;
}

void scatter::setPooledBytesLimit(size_t bytes) { getPool().setLimit(bytes); }

size_t scatter::getPooledBytes() { return getPool().getBytes(); }

void scatter::deallocate(void *memory) {
  if (malloc_usable_size(memory) >= kMinHugeSize)
    return getPool().give(memory);
  std::free(memory);
}

static void *checkAllocation(void *memory, size_t size) {
  if (!memory && size != 0 && currentFrame) {
    currentFrame->failedSize = size;
    std::longjmp(currentFrame->exit, 1);
  }
  return memory;
}

/// Touching fresh memory costs a fault per page: 85 ms for 150 MB in pages of 4
/// KiB, most of what the update of such a tensor takes. Large results ask for
/// huge pages, where the system has them on request.
static void *allocateHuge(size_t alignment, size_t size) {
  if (void *memory = getPool().take(alignment, size))
    return memory;
  alignment = std::max(alignment, kHugePageSize);
  void *memory = std::aligned_alloc(alignment, llvm::alignTo(size, alignment));
#ifdef MADV_HUGEPAGE
  // Advice that is not taken does no harm.
  if (memory)
    (void)madvise(memory, size, MADV_HUGEPAGE);
#endif
  return memory;
}

static bool isHuge(size_t size) {
  return size >= kMinHugeSize && size <= SIZE_MAX / 2;
}

void *scatter::allocate(size_t size) {
  return checkAllocation(
      isHuge(size) ? allocateHuge(1, size) : std::malloc(size), size);
}

void *scatter::allocateAligned(size_t alignment, size_t size) {
  if (isHuge(size))
    return checkAllocation(allocateHuge(alignment, size), size);
  // aligned_alloc is defined for multiples of the alignment only.
  size_t rounded = llvm::alignTo(size, alignment);
  return checkAllocation(
      rounded < size ? nullptr : std::aligned_alloc(alignment, rounded), size);
}

size_t scatter::callWithMemoryCheck(void (*function)(void **),
                                    void **pointers) {
  CallFrame frame;
  CallFrame *outer = currentFrame;
  if (setjmp(frame.exit) != 0) {
    currentFrame = outer;
    return frame.failedSize;
  }
  currentFrame = &frame;
  function(pointers);
  currentFrame = outer;
  return 0;
}
