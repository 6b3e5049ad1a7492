//===- Memory.cpp - allocations of generated code -------------------------===//

#include "Memory.h"

#include "scatter/ExecutionEngine/BufferPool.h"

#include "llvm/Support/MathExtras.h"

#include <csetjmp>
#include <cstddef>
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
  return checkAllocation(
      size >= kMinPooledBytes ? allocatePooled(size) : std::malloc(size), size);
}

void *scatter::allocateAligned(size_t alignment, size_t size) {
  if (size >= kMinPooledBytes)
    return checkAllocation(allocatePooled(size, alignment), size);
  // aligned_alloc is defined for multiples of the alignment only.
  return checkAllocation(
      std::aligned_alloc(alignment, llvm::alignTo(size, alignment)), size);
}

void scatter::deallocate(void *memory) { freePooled(memory); }

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
