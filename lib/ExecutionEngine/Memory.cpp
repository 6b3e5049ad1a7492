//===- Memory.cpp - memory of calls of generated code ---------------------===//

#include "Memory.h"

#include "scatter/ExecutionEngine/BufferPool.h"
#include "scatter/Runtime/ParallelFor.h"

#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <utility>

using namespace scatter;

//===----------------------------------------------------------------------===//
// PointerSet
//===----------------------------------------------------------------------===//

PointerSet::~PointerSet() {
  if (slots != inlineSlots)
    std::free(slots);
}

/// Addresses are multiples of 16 and often of a page. The multiplication moves
/// the bits in which they differ to the high half.
size_t PointerSet::getHome(void *pointer) const {
  uint64_t hash = reinterpret_cast<uintptr_t>(pointer) * 0x9E3779B97F4A7C15u;
  return (hash >> 32) & (capacity - 1);
}

bool PointerSet::grow() {
  if (capacity == 0) {
    capacity = kInlineSlots;
    std::fill_n(slots, capacity, nullptr);
    return true;
  }
  auto **larger =
      static_cast<void **>(std::calloc(2 * capacity, sizeof(void *)));
  if (!larger)
    return false;
  void **former = std::exchange(slots, larger);
  size_t formerCapacity = std::exchange(capacity, 2 * capacity);
  size = 0;
  for (size_t i = 0; i < formerCapacity; ++i)
    if (former[i])
      insert(former[i]);
  if (former != inlineSlots)
    std::free(former);
  return true;
}

bool PointerSet::insert(void *pointer) {
  if (4 * (size + 1) > 3 * capacity && !grow())
    return false;
  size_t slot = getHome(pointer);
  while (slots[slot])
    slot = (slot + 1) & (capacity - 1);
  slots[slot] = pointer;
  ++size;
  return true;
}

void PointerSet::erase(void *pointer) {
  if (size == 0 || !pointer)
    return;
  size_t mask = capacity - 1;
  size_t hole = getHome(pointer);
  for (; slots[hole] != pointer; hole = (hole + 1) & mask)
    if (!slots[hole])
      return;
  --size;
  // Moves later pointers back, but never before their home slot.
  for (size_t i = (hole + 1) & mask; slots[i]; i = (i + 1) & mask) {
    if (((i - getHome(slots[i])) & mask) < ((i - hole) & mask))
      continue;
    slots[hole] = slots[i];
    hole = i;
  }
  slots[hole] = nullptr;
}

void PointerSet::drain(llvm::function_ref<void(void *)> action) {
  for (size_t i = 0; i < capacity; ++i)
    if (void *pointer = std::exchange(slots[i], nullptr))
      action(pointer);
  size = 0;
}

//===----------------------------------------------------------------------===//
// Calls and their allocations
//===----------------------------------------------------------------------===//

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

/// Larger blocks are not kept for the next run, because the time of malloc is a
/// small part of the time that a call spends on them.
static constexpr size_t kMaxSpareBytes = 64 << 10;

/// Returns the block of the former run if it has at least `size` bytes, else
/// null.
void *CallFrame::takeSpare(size_t size) {
  if (!spare || isShared || size > kMaxSpareBytes)
    return nullptr;
  if (malloc_usable_size(spare->get()) >= size)
    return spare->release();
  spare->reset();
  return nullptr;
}

/// Keeps `memory` if it is small and no block is kept yet. Returns whether it
/// was kept. malloc's thread cache holds only blocks up to 1 KiB.
bool CallFrame::keepSpare(void *memory) {
  if (!spare || isShared || *spare ||
      malloc_usable_size(memory) > kMaxSpareBytes)
    return false;
  spare->reset(memory);
  return true;
}

void CallFrame::freeAllocations() { allocations.drain(freePooled); }

/// The functions below are called only by programs in this process. These have
/// installed the record of their frame.
CallFrame *GeneratedCode::getFrame() {
  return reinterpret_cast<CallFrame *>(scatter_runtime_get_record());
}

/// Records `memory`. If that fails, frees it and returns null.
void *GeneratedCode::remember(void *memory) {
  CallFrame *frame = getFrame();
  if (!memory || !frame || frame->remember(memory))
    return memory;
  freePooled(memory);
  return nullptr;
}

void *GeneratedCode::allocate(size_t size) {
  if (size >= kMinPooledBytes)
    return remember(allocatePooled(size));
  CallFrame *frame = getFrame();
  void *memory = frame ? frame->takeSpare(size) : nullptr;
  return remember(memory ? memory : std::malloc(size));
}

void *GeneratedCode::allocateAligned(size_t alignment, size_t size) {
  if (size >= kMinPooledBytes)
    return remember(allocatePooled(size, alignment));
  // aligned_alloc requires a multiple of the alignment.
  return remember(
      std::aligned_alloc(alignment, llvm::alignTo(size, alignment)));
}

void GeneratedCode::deallocate(void *memory) {
  if (CallFrame *frame = getFrame()) {
    frame->forget(memory);
    if (frame->keepSpare(memory))
      return;
  }
  freePooled(memory);
}

ScatterError *GeneratedCode::shareRecord() {
  // A loop inside of a parallel loop finds it set, and does not write to what
  // other threads read.
  CallFrame *frame = getFrame();
  if (frame && !frame->isShared)
    frame->isShared = true;
  return scatter_runtime_get_record();
}

namespace {
/// A loop whose indices are divided among fewer threads than there are indices.
struct Chunks {
  void (*function)(void *context, int64_t index);
  void *context;
  int64_t count;
  int64_t threads;
};
} // namespace

/// Runs the indices of one thread.
static void runChunk(void *context, int64_t thread) {
  const auto *chunks = static_cast<const Chunks *>(context);
  int64_t end = (thread + 1) * chunks->count / chunks->threads;
  for (int64_t i = thread * chunks->count / chunks->threads; i < end; ++i)
    chunks->function(chunks->context, i);
}

void GeneratedCode::parallelFor(void (*function)(void *context, int64_t index),
                                void *context, int64_t count) {
  if (count == 1)
    return function(context, 0);
  shareRecord();
  const CallFrame *frame = getFrame();
  unsigned maxThreads = frame ? frame->maxThreads : 0;
  if (maxThreads == 0 || count <= int64_t(maxThreads))
    return scatter_parallel_for(function, context, count);
  Chunks chunks = {function, context, count, maxThreads};
  scatter_parallel_for(runChunk, &chunks, maxThreads);
}

llvm::ArrayRef<GeneratedCode::Function> GeneratedCode::getFunctions() {
  static const Function functions[] = {
      {"malloc", reinterpret_cast<void *>(&allocate)},
      {"aligned_alloc", reinterpret_cast<void *>(&allocateAligned)},
      {"free", reinterpret_cast<void *>(&deallocate)},
      {"scatter_runtime_get_record", reinterpret_cast<void *>(&shareRecord)},
      {"scatter_parallel_for", reinterpret_cast<void *>(&parallelFor)},
  };
  return functions;
}
