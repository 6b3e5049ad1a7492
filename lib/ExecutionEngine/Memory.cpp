//===- Memory.cpp - allocations of generated code -------------------------===//

#include "Memory.h"

#include <csetjmp>
#include <cstdlib>

using namespace scatter;

namespace {
/// A call in progress.
struct CallFrame {
  std::jmp_buf exit;
  size_t failedSize;
};
} // namespace

static thread_local CallFrame *currentFrame = nullptr;

static void *checkAllocation(void *memory, size_t size) {
  if (!memory && size != 0 && currentFrame) {
    currentFrame->failedSize = size;
    std::longjmp(currentFrame->exit, 1);
  }
  return memory;
}

void *scatter::allocate(size_t size) {
  return checkAllocation(std::malloc(size), size);
}

void *scatter::allocateAligned(size_t alignment, size_t size) {
  return checkAllocation(std::aligned_alloc(alignment, size), size);
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
