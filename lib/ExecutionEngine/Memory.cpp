//===- Memory.cpp - allocations of generated code -------------------------===//

#include "Memory.h"

#include "llvm/Support/Alignment.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sys/mman.h>

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
