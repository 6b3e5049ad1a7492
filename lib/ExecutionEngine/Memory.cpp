//===- Memory.cpp - calls of generated code and their memory --------------===//

#include "Memory.h"

#include "scatter/ExecutionEngine/BufferPool.h"

#include "llvm/Support/MathExtras.h"

#include <atomic>
#include <cstdlib>

using namespace scatter;

bool CallFrame::remember(void *memory) {
  std::unique_lock lock(mutex, std::defer_lock);
  if (isShared)
    lock.lock();
  return allocations.insert(memory);
}

void CallFrame::forget(void *memory) {
  std::unique_lock lock(mutex, std::defer_lock);
  if (isShared)
    lock.lock();
  allocations.erase(memory);
}

void CallFrame::run(void (*function)(void **), void **pointers) {
  ScatterError *outer = scatter_runtime_install_record(&record);
  function(pointers);
  scatter_runtime_install_record(outer);
  if (hasFailed())
    allocations.drain(freePooled);
}

/// Only calls of programs in this process lead to the functions below, and they
/// install the record of their frame.
CallFrame *GeneratedCode::getFrame() {
  return reinterpret_cast<CallFrame *>(scatter_runtime_get_record());
}

/// Memory that cannot be remembered is as good as none.
void *GeneratedCode::remember(void *memory) {
  CallFrame *frame = getFrame();
  if (!memory || !frame || frame->remember(memory))
    return memory;
  freePooled(memory);
  return nullptr;
}

void *GeneratedCode::allocate(size_t size) {
  return remember(size >= kMinPooledBytes ? allocatePooled(size)
                                          : std::malloc(size));
}

void *GeneratedCode::allocateAligned(size_t alignment, size_t size) {
  if (size >= kMinPooledBytes)
    return remember(allocatePooled(size, alignment));
  // aligned_alloc is defined for multiples of the alignment only.
  return remember(
      std::aligned_alloc(alignment, llvm::alignTo(size, alignment)));
}

void GeneratedCode::deallocate(void *memory) {
  if (CallFrame *frame = getFrame())
    frame->forget(memory);
  freePooled(memory);
}

ScatterError *GeneratedCode::shareRecord() {
  if (CallFrame *frame = getFrame())
    frame->isShared = true;
  return scatter_runtime_get_record();
}
